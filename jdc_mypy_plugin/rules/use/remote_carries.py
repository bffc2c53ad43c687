"""``jdc-carry``: a function of another module changes the tree of what goes around a loop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic
from ...syntax.arguments import argument, has_stars
from ...syntax.swallowed_errors import may_be_caught
from ..places import LOOP, Loop, asked
from .carried_trees import changed_in
from .noted_copies import function_elsewhere, noted_copy
from .tree_differences import differences, is_of_classes
from .trees import Tree
from .written_trees import TreeReader

_PLACES: Final[Mapping[str, tuple[int, int, int]]] = {
    "jax.lax.while_loop": (1, 2, 0),
    "jax.lax.fori_loop": (2, 3, 1),
}
"""For each loop the positions of its body and of the first carry, and that of the carry in the body."""


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a field that is None at first and an array in the copy that the function makes, and the reverse."""
    places = _PLACES.get(site.name)
    if places is None or has_stars(site.node) or may_be_caught(site.node, site.api.tree):
        return
    body, init = argument(site.node, places[0], "body_fun"), argument(site.node, places[1], "init_val")
    found = None if body is None else function_elsewhere(body, None, site.api)
    first = None if init is None or found is None else TreeReader(site.api).read_given(init)
    if found is None or first is None or body is None or len(found.rest) != places[2] + 1:
        return
    given = {found.rest[places[2]]: first}
    if places[2]:
        given[found.rest[0]] = Tree("array", body)
    made = noted_copy(found.function, given, body)
    for each in () if made is None else differences(first, made, "the carry"):
        if not is_of_classes(each):
            yield changed_in(each, site)
