"""Readers: from a class body to the model."""
