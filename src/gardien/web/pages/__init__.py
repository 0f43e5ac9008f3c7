"""The pages: what people see and touch, made on the server for whoever looks."""
