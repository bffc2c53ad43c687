"""Tells if mypy is in a test, which may call a function to see that it raises nothing."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef


def is_in_test(api: object) -> bool:
    """Return whether mypy is in a function with the name of a test, or in a function inside one."""
    assert isinstance(api, TypeChecker)
    return any(isinstance(each, FuncDef) and is_named_as_test(each.name) for each in api.scope.stack)


def is_named_as_test(name: str) -> bool:
    """Return whether a function has the name of a test: ``test_step``, ``smoke_test`` and ``runTest``."""
    return name.startswith("test") or name.endswith(("_test", "_tests")) or name == "runTest"
