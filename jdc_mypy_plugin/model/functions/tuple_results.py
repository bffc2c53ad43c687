"""Functions that return something else than they declare: ``-> Stats``, and ``return stats, transitions``.

mypy reports the ``return``, if it is asked about its module. Whoever calls the function gets what it returns.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, FuncDef, MemberExpr, NameExpr, TupleExpr
from mypy.types import CallableType, UnboundType

from ...syntax.functions import returned_by
from ...syntax.names.targets import row
from ...syntax.walk import statements
from ..modules.imported_names import Imported

_NUMPY: Final = "numpy"
_TUPLES: Final = frozenset(("tuple", "Tuple", "Any", "object", "Sequence", "Iterable", "Collection"))


def returns_tuple_unsaid(function: FuncDef) -> bool:
    """Return whether a function declares that it returns an object of a class, and writes a tuple in a ``return``."""
    signature = function.unanalyzed_type
    result = signature.ret_type if isinstance(signature, CallableType) else None
    if not isinstance(result, UnboundType) or result.name.rpartition(".")[2] in _TUPLES:
        return False
    return any(isinstance(each, TupleExpr) for each in returned_by(function.body.body))


def returns_numpy_unsaid(function: FuncDef, imported: Imported) -> bool:
    """Return whether a function declares no array of NumPy and returns what a function of NumPy makes.

    What it returns may be a variable that such an array is assigned to.
    """
    signature = function.unanalyzed_type
    result = signature.ret_type if isinstance(signature, CallableType) else None
    if not isinstance(result, UnboundType) or imported.get(result.name.partition(".")[0], "").startswith(_NUMPY):
        return False
    results = [each for each in returned_by(function.body.body) if each is not None]
    made = [item for each in results for item in (row(each) or [each])]
    names = {each.name for each in made if isinstance(each, NameExpr)}
    for statement in statements(function.body.body) if names else ():
        if isinstance(statement, AssignmentStmt):
            is_returned = any(isinstance(each, NameExpr) and each.name in names for each in statement.lvalues)
            made += [statement.rvalue] if is_returned else []
    return any(_is_of_numpy(each, imported) for each in made)


def _is_of_numpy(value: Expression, imported: Imported) -> bool:
    callee = value.callee if isinstance(value, CallExpr) else None
    root = callee
    while isinstance(root, MemberExpr | CallExpr):
        root = root.expr if isinstance(root, MemberExpr) else root.callee
    return isinstance(root, NameExpr) and imported.get(root.name, "").partition(".")[0] == _NUMPY
