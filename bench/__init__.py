"""What is measured, against whom, and the last figures (`python -m bench`)."""
