"""Sizes that one annotation of a function names side by side, ``"n d"`` or ``"n 3"``: they are meant to differ."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef

from jdc_spec.bindings import Apart
from jdc_spec.sizes import Linear

from ...model.annotations.signatures import signature_of
from ...syntax.names.flow import FLOW
from .chosen_sizes import names_around, required_patterns
from .formatted_numbers import numbers_beside_braces
from .sizes_beside import numbers_beside
from .sizes_of_objects import names_of_objects, sizes_of_objects


def names_apart(at: Expression, api: TypeChecker) -> Apart:
    """Return which names are of different sizes around a call: those of one parameter, and those of one object."""
    names, of_objects = names_around(at, api), names_of_objects(at, api)
    function = FLOW.of(api.tree).function_over(at) if names else None
    signature = None if function is None else signature_of(function, api)
    chosen = names.union(*of_objects)
    if function is None or signature is None:
        return Apart(of_objects, chosen, numbers_beside_around(at, chosen, api))
    sizes = [(*each.prefix, *each.suffix) for each in required_patterns(function, signature.parameters)]
    groups = [frozenset(axis.name or "" for axis in axes if isinstance(axis, Linear)) & names for axes in sizes]
    several = [group for group in groups if len(group) > 1]
    return Apart([*several, *of_objects], chosen, numbers_beside_around(at, chosen, api))


def numbers_beside_around(at: Expression, names: frozenset[str], api: TypeChecker) -> frozenset[tuple[str, int]]:
    """Return pairs of one of some names and a number that are sizes of one array that a function is given."""
    function = FLOW.of(api.tree).function_over(at) if names else None
    of_objects = [each.beside for each in sizes_of_objects(at, api)] if names else []
    own = frozenset[tuple[str, int]]() if function is None else numbers_beside_names(function, names, api)
    return own | frozenset(pair for pairs in of_objects for pair in pairs if pair[0] in names)


def numbers_beside_names(function: FuncDef, names: frozenset[str], api: TypeChecker) -> frozenset[tuple[str, int]]:
    """Return pairs of one of some names and a number larger than 1 that are sizes of one required array parameter."""
    signature = signature_of(function, api)
    if signature is None or not names:
        return frozenset()
    pairs = numbers_beside(required_patterns(function, signature.parameters))
    return frozenset(pair for pair in pairs | numbers_beside_braces(function, api) if pair[0] in names)
