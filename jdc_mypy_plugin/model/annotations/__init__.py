"""Annotations of arrays: read in the source, before mypy drops them, and kept."""
