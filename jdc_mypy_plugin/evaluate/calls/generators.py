"""Methods of NumPy's random generators: ``rng.normal(size=3)`` of ``rng = np.random.default_rng(0)``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, Var
from mypy.types import Instance

from jdc_operations.random.numpy_random import GENERATORS

from ...host.known_types import known_type
from ..constants import unfold
from ..scope import ModuleScope

_CLASSES: Final = {
    "numpy.random._generator.Generator": "numpy.random.Generator",
    "numpy.random.mtrand.RandomState": "numpy.random.RandomState",
}
"""The public names of the classes, by those that mypy gives them."""


def generator_method(callee: MemberExpr, scope: ModuleScope) -> str:
    """Return the full name of the method of a generator that a callee names; "" of any other callee."""
    owner = unfold(callee.expr, scope)
    if isinstance(owner, CallExpr):
        made = GENERATORS.get(scope.imported(owner.callee))
    else:
        made = _CLASSES.get(_declared(owner, scope))
    return "" if made is None else f"{made}.{callee.name}"


def _declared(owner: Expression, scope: ModuleScope) -> str:
    """Return the full name of the class that a parameter is declared to be of."""
    is_parameter = isinstance(owner, NameExpr) and scope.parameter_of(owner) is not None
    node = owner.node if is_parameter and isinstance(owner, NameExpr) else None
    declared = known_type(node.type) if isinstance(node, Var) else None
    return declared.type.fullname if isinstance(declared, Instance) else ""
