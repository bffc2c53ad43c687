"""Types of one library each, of its classes or its functions, that mypy alone gets wrong."""
