"""Fights and scenarios weighed: exact where it can, simulated where it must, and it says which."""

import os

# Matrices are small here: threads of numpy cost more than they bring, and much more where others work beside.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
