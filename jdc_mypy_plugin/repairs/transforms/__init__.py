"""Calls of JAX's transformations, loops and functions of trees, whose types lose what they are given."""
