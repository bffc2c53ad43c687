"""The dataclass libraries: how each is recognised in a module."""
