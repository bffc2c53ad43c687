"""Transformations of JAX and its libraries: the functions and the objects that a program hands them."""
