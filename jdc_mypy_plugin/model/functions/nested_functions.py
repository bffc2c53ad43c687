"""Functions that a function of a module defines and gives back, ``make_loss(config)``, as they are written.

mypy keeps nothing of them. A note says how such a function is called and what it asks of its arguments; what it
takes from the function around it is not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import FuncDef, NameExpr

from ...syntax.functions import always_returns, returned_by, yields
from ...syntax.names.scopes import names_bound
from ..modules.imported_names import Imported
from .needing_functions import Asked, needs_of

Signature = tuple[str, Sequence[str], Sequence[int]]
"""The name of a nested function, the names of its parameters, and the values of their kinds."""


class Nested(NamedTuple):
    """A function that another one gives back."""

    signature: Signature
    needs: Sequence[Asked]
    """The parts of parameters of which it is certain to ask the value."""


def name_of_nested(maker: str) -> str:
    """Return the name for what a function gives back, which no program can spell."""
    return f"{maker}()"


def nested_functions(
    functions: Mapping[str, FuncDef], imported: Imported, known: Mapping[str, Sequence[Asked]]
) -> Iterator[tuple[str, Nested]]:
    """Yield what the functions of a module give back that they define, if it asks for something.

    ``known`` are the values that the functions of the module ask for.
    """
    for name, maker in functions.items():
        nested = _nested_in(maker) if "." not in name else None
        if nested is None:
            continue
        hidden = {*names_bound(maker.body.body), *(each.variable.name for each in maker.arguments)}
        seen = {alias: full for alias, full in imported.items() if alias not in hidden}
        others = {each: function for each, function in functions.items() if each not in hidden}
        asked = {each: needs for each, needs in known.items() if each in others}
        needs = needs_of(nested.name, seen, {**others, nested.name: nested}, asked, follows=True)
        if needs:
            kinds = [each.kind.value for each in nested.arguments]
            signature = nested.name, [each.variable.name for each in nested.arguments], kinds
            yield name, Nested(signature, needs)


def _nested_in(maker: FuncDef) -> FuncDef | None:
    """Return the function that a function defines in its body, and gives back wherever it ends."""
    if maker.is_coroutine or yields(maker) or not always_returns(maker.body.body):
        return None
    given = {each.name if isinstance(each, NameExpr) else None for each in returned_by(maker.body.body)}
    name = given.pop() if len(given) == 1 else None
    bound = Counter((*names_bound(maker.body.body), *(each.variable.name for each in maker.arguments)))
    defined = (each for each in maker.body.body if isinstance(each, FuncDef) and each.name == name)
    nested = next(defined, None) if name is not None and bound[name] == 1 else None
    return None if nested is None or nested.is_coroutine or yields(nested) else nested
