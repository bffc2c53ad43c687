"""Traced functions: which functions JAX calls with tracers, and which of their values are tracers."""
