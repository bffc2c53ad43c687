"""Functions that return something else than they declare: ``-> Stats``, and ``return stats, transitions``.

mypy reports the ``return``, if it is asked about its module. Whoever calls the function gets what it returns.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import FuncDef, TupleExpr
from mypy.types import CallableType, UnboundType

from ...syntax.functions import returned_by

_TUPLES: Final = frozenset(("tuple", "Tuple", "Any", "object", "Sequence", "Iterable", "Collection"))


def returns_tuple_unsaid(function: FuncDef) -> bool:
    """Return whether a function declares that it returns an object of a class, and writes a tuple in a ``return``."""
    signature = function.unanalyzed_type
    result = signature.ret_type if isinstance(signature, CallableType) else None
    if not isinstance(result, UnboundType) or result.name.rpartition(".")[2] in _TUPLES:
        return False
    return any(isinstance(each, TupleExpr) for each in returned_by(function.body.body))
