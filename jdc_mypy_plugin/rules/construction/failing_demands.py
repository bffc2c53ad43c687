"""Demands of a ``__post_init__`` that fail, as far as the module under check shows which leaves an object gets."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, TypeInfo

from ...syntax import INDEX
from ...syntax.axis_arguments import is_axes
from ...syntax.functions import class_named
from ...transformed.met_objects import meetings
from .demands import Demand

_REMOVING: Final = frozenset(("jax.jacfwd", "jax.jacrev", "jax.hessian", "jax.custom_vjp", "custom_vjp"))
"""Transformations that rebuild objects from leaves which are neither arrays nor numbers."""
_STRIPPING: Final = _REMOVING | {"jax.custom_jvp", "custom_jvp"}
"""Transformations that rebuild objects from leaves which are not arrays."""
_CHANGING_AXES: Final = ("mapped", "scanned", "reshaped")


class Failing(NamedTuple):
    """The kinds of demands that leaves of a class do not meet."""

    axes: bool = False
    """Those on axes."""
    arrays: bool = False
    """All others on what is declared an array, conversions left out."""
    conversions: bool = False
    """Those that also take numbers."""
    is_certain: bool = True
    """True if the module itself shows objects that fail."""

    def includes(self, demand: Demand) -> bool:
        """Return whether a demand is one of these."""
        if demand.is_conversion:
            return demand.is_declared and self.conversions
        if demand.of_axes and self.axes and self.is_certain:
            return True
        return demand.is_declared and (self.arrays or (demand.of_axes and self.axes))


def failing(info: TypeInfo, api: TypeChecker) -> Failing:
    """Return which demands fail: those on axes where the module maps over objects of the class, or uses none itself.

    A transformation that passes leaves on as they are, `jax.jit` say, leaves every check alone.
    """
    met = meetings(info, api)
    made = [call for call in INDEX.of(api.tree).body.expressions_of(CallExpr) if class_named(call.callee) is info]
    is_emptied = any(is_axes(call, api.tree) for call in made) or any(each.how == "emptied" for each in met)
    conversions = is_emptied or any(each.by in _REMOVING for each in met)
    if is_emptied or any(each.how == "stripped" or each.by in _STRIPPING for each in met):
        return Failing(axes=True, arrays=True, conversions=conversions)
    if any(each.how in _CHANGING_AXES for each in met):
        return Failing(axes=True, conversions=conversions)
    return Failing(axes=not (met or made), conversions=conversions, is_certain=False)
