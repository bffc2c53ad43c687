"""Arrays that a layer of flax.linen declares: ``self.param("w", nn.initializers.normal(0.1), (3, 4))``.

flax holds ``init`` and ``apply`` to the shape that the initializer makes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, Var

from jdc_operations.evaluation import evaluate
from jdc_operations.nn.initializers import INITIALIZED, is_initializer, makes_arrays
from jdc_operations.values import UNKNOWN, Failure, Value

from ...model.subclasses import LAYER
from ...syntax.arguments import has_stars
from ...typefacts.instances import sole_instance
from ..calls.call_arguments import arguments_of
from ..constants import unfold
from ..scope import ModuleScope

_NAME: Final = "param"
_FLAX: Final = "flax.linen.initializers."
_JAX: Final = "jax.nn.initializers."


def parameter_of_layer(
    callee: MemberExpr, call: CallExpr, scope: ModuleScope, read: Callable[[Expression], Value]
) -> Value | None:
    """Return the array that ``self.param(...)`` gives; None where the call is another, or it is not known."""
    if callee.name != _NAME or has_stars(call) or len(call.args) < 3 or not _is_layer(callee.expr):
        return None
    if not _makes_arrays(call.args[1], scope):
        return None
    arguments = arguments_of(call, read)
    if arguments is None or len(arguments[0]) < 3:
        return None
    given = {name: value for name, value in arguments[1].items() if name in ("dtype", "shape")}
    made = evaluate(INITIALIZED, (UNKNOWN, *arguments[0][2:]), given)
    return None if isinstance(made, Failure) or len(given) < len(arguments[1]) else made


def _is_layer(owner: Expression) -> bool:
    """Return whether an expression is the ``self`` of a layer that leaves ``param`` to flax."""
    variable = owner.node if isinstance(owner, NameExpr) else None
    instance = sole_instance(variable.type) if isinstance(variable, Var) and variable.is_self else None
    if instance is None or not instance.type.has_base(LAYER):
        return False
    method = instance.type.get_containing_type_info(_NAME)
    return method is not None and method.fullname == LAYER


def _makes_arrays(initializer: Expression, scope: ModuleScope) -> bool:
    """Return whether a value is an initializer that makes an array of the shape it is given."""
    if makes_arrays(_spelled_by_jax(scope.imported(initializer))):
        return True
    source = unfold(initializer, scope)
    return isinstance(source, CallExpr) and is_initializer(_spelled_by_jax(scope.imported(source.callee)))


def _spelled_by_jax(name: str) -> str:
    """Return the name of an initializer that flax hands on."""
    return f"{_JAX}{name.removeprefix(_FLAX)}" if name.startswith(_FLAX) else name
