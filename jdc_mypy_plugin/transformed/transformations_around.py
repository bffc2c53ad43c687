"""Transformations around another: ``jax.jit(jax.vmap(f))``, ``@jax.jit`` above ``@jax.value_and_grad``.

Each hands on the arguments that it is called with, so that what one of them traces is a tracer in the function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import AssignmentStmt, CallExpr, Context, Decorator, MypyFile, NameExpr

from ..syntax import INDEX
from ..syntax.names.flow import FLOW
from ..syntax.names.references import REFERENCES
from .transformations import Transformed, made_by, maker

_CUSTOM: Final = "jax.custom_"


class Layer(NamedTuple):
    """A transformation of a function, with the call or the decorator of the function that says so."""

    made: Transformed
    at: Context

    @property
    def is_abstract(self) -> bool:
        """Return whether the tracers have no values, so that Python cannot branch on them."""
        return self.made.by.how in ("traced", "mapped") and not _is_custom(self.made)


def layers_around(made: Transformed, at: Context, tree: MypyFile) -> Iterator[Layer]:
    """Yield the transformations around one, from the inside: those of what ``at`` makes of a function."""
    if _is_custom(made):
        return
    if isinstance(at, Decorator):
        outer = (maker(each) for each in reversed(at.original_decorators[:-1]))
        for each in outer:
            if each is None or each[0].name.startswith(_CUSTOM):
                return
            yield Layer(Transformed(*each, at.func), at)
        return
    around = _handed_to(at, tree) if isinstance(at, CallExpr) else None
    other = None if around is None else made_by(around)
    if around is not None and other is not None and not _is_custom(other):
        yield Layer(other, around)
        yield from layers_around(other, around, tree)


def _handed_to(made: CallExpr, tree: MypyFile) -> CallExpr | None:
    """Return the call that is given what a call makes, by itself or by the only name for it: ``f = jax.vmap(g)``."""
    outer = INDEX.of(tree).parent(made)
    if isinstance(outer, CallExpr):
        return outer if outer.args[:1] == [made] else None
    name = outer.lvalues[0] if isinstance(outer, AssignmentStmt) and len(outer.lvalues) == 1 else None
    if not isinstance(name, NameExpr) or FLOW.of(tree).variables.bound_once(name) is None or name.node is None:
        return None
    uses = [(each, INDEX.of(tree).parent(each)) for each in REFERENCES.of(tree).get(name.node, ())]
    later = ((each, call) for each, call in uses if isinstance(call, CallExpr) and call.line > made.line)
    calls = [call for each, call in later if call.args[:1] == [each]]
    return next((call for call in calls if made_by(call) is not None), None)


def made_within(call: CallExpr) -> Iterator[Transformed]:
    """Yield the transformations in what a call transforms: `jax.vmap` of ``jax.jit(jax.vmap(f))``."""
    given = call.args[0] if call.args else None
    made = made_by(given) if isinstance(given, CallExpr) else None
    if made is not None and isinstance(given, CallExpr) and not _is_custom(made):
        yield made
        yield from made_within(given)


def decorated_within(decorator: Decorator) -> Iterator[Transformed]:
    """Yield the transformations of the decorators below the outermost one, as long as each is known."""
    below = decorator.original_decorators[1:]
    for each in below:
        made = maker(each)
        if made is None or made[0].name.startswith(_CUSTOM):
            return
        yield Transformed(*made, decorator.func if each is below[-1] else None)


def _is_custom(made: Transformed) -> bool:
    """Return whether a function is given a derivative of its own, with arguments that stay as they are."""
    return made.by.name.startswith(_CUSTOM)
