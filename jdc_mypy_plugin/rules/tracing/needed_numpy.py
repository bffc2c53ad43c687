"""Arrays of NumPy, which a tracer is no index of: ``table[i]`` asks the tracer for its value."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, MypyFile

from ...evaluate import Evaluator
from ...model.functions.array_functions import CREATING
from ...syntax.names.imported_names import spelled

_MAKERS: Final = frozenset(
    (
        *(
            f"numpy.{name}"
            for name in (*CREATING, "genfromtxt", "geomspace", "indices", "loadtxt", "logspace", "tri")
        ),
        *(f"numpy.random.{name}" for name in ("normal", "permutation", "rand", "randint", "randn", "random")),
    )
)
"""Functions whose result is an array of NumPy whatever they are given, or which raise."""


def is_of_numpy(base: Expression, module: MypyFile, evaluator: Evaluator) -> bool:
    """Return whether an expression is an array that NumPy makes."""
    made = evaluator.source(base)
    return isinstance(made, CallExpr) and spelled(made.callee, module) in _MAKERS
