"""``jdc-carry``: a function of another module changes the tree of what goes around a loop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import Expression

from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.functions_elsewhere import given_elsewhere
from ...syntax.arguments import argument, has_stars
from ..places import LOOP, Loop, asked
from .carried_trees import changed_in
from .noted_results import noted_result
from .tree_differences import differences, is_of_classes
from .trees import Tree
from .written_trees import TreeReader

_PLACES: Final[Mapping[str, tuple[int, str, int, str, int]]] = {
    "jax.lax.scan": (0, "f", 1, "init", 0),
    "jax.lax.while_loop": (1, "body_fun", 2, "init_val", 0),
    "jax.lax.fori_loop": (2, "body_fun", 3, "init_val", 1),
}
"""For each loop position and name of its body and of the first carry, and the position of the carry in the body."""


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a field that is None at first and an array in the copy that the function makes, and the reverse."""
    places = _PLACES.get(site.name)
    if places is None or has_stars(site.node) or may_be_caught(site.node, site.api.tree):
        return
    body, init = argument(site.node, *places[:2]), argument(site.node, *places[2:4])
    found = None if body is None else given_elsewhere(body, site.api)
    first = None if init is None or found is None else TreeReader(site.api).read_given(init)
    rest = [] if found is None else [name or "" for name in found.as_called().arg_names]
    if found is None or first is None or body is None or len(rest) <= places[4]:
        return
    given = {rest[places[4]]: first}
    given.update(_beside(rest, site, body))
    made = noted_result(found.function, given, body, site.api)
    if site.name == "jax.lax.scan":
        made = made.part_at(0) if made is not None and made.what == "tuple" and len(made.parts) == 2 else None
    for each in () if made is None else differences(first, made, "the carry"):
        if not is_of_classes(each):
            yield changed_in(each, site)


def _beside(names: Sequence[str], site: Loop, body: Expression) -> Iterator[tuple[str, Tree]]:
    """Yield what the parameter beside the carry holds: the number of the turn, or an item of an array."""
    if site.name == "jax.lax.fori_loop":
        yield names[0], Tree("array", body)
    rows = argument(site.node, 2, "xs") if site.name == "jax.lax.scan" and len(names) > 1 else None
    tree = None if rows is None else TreeReader(site.api).read(rows)
    if tree is not None and tree.what == "array":
        yield names[1], Tree("array", body)
