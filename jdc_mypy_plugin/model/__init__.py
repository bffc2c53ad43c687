"""The classes and fields of pytree dataclasses, read once and kept in mypy's cache."""
