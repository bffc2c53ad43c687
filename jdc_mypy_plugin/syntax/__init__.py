"""One index of a module under check, built in one walk when it is first asked for, and what reads it."""

from .index import INDEX, ModuleIndex

__all__ = ["INDEX", "ModuleIndex"]
