"""Transformations around another: ``jax.jit(jax.vmap(f))``, ``@jax.jit`` above ``@jax.value_and_grad``.

Each hands on the arguments that it is called with, so that what one of them traces is a tracer in the function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import CallExpr, Context, Decorator, MypyFile

from ..syntax import INDEX
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
    around = INDEX.of(tree).parent(at) if isinstance(at, CallExpr) else None
    if not isinstance(around, CallExpr) or around.args[:1] != [at]:
        return
    other = made_by(around)
    if other is not None and not _is_custom(other):
        yield Layer(other, around)
        yield from layers_around(other, around, tree)


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
