"""The dataclass libraries, one file each: how a class is recognised, and the facts of that very class."""
