"""Calls of a program's own functions, and of what transformations make of them."""
