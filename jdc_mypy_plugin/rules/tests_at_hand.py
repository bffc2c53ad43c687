"""Tells if mypy is in a test, which may call a function to see that it raises nothing."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef


def is_in_test(api: object) -> bool:
    """Return whether mypy is in a function whose name begins with ``test``, or in a function inside one."""
    assert isinstance(api, TypeChecker)
    return any(isinstance(each, FuncDef) and each.name.startswith("test") for each in api.scope.stack)
