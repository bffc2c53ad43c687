"""``jdc-carry`` by types: an object goes into a loop and an array or a tuple comes out of its function, or nothing.

The annotation of the function counts only where what it returns does not show something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncItem
from mypy.types import CallableType, Instance, NoneType, ProperType, TupleType, Type, UnpackType

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.rules import CARRY

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.functions_elsewhere import GivenElsewhere, given_elsewhere
from ...objects.unsaid_tuples import may_be_other
from ...syntax.arguments import argument, has_stars
from ...syntax.functions import returned_by
from ...syntax.names.targets import row
from ...typefacts.instances import sole_instance
from ...typefacts.shown_types import ShownTypes
from ..places import LOOP, Loop, asked
from .carried_objects import BODIES, is_judged, result_type, shown
from .carried_trees import carried, function_of, tree_changes
from .returned_pairs import has_two_children, no_pair
from .returned_trees import is_of_branches

_SCAN: Final = "jax.lax.scan"
_LEAVES: Final = JAX_ARRAYS | {"builtins.float", "builtins.int", "builtins.complex", "builtins.bool"}


class _Kind(NamedTuple):
    """The kind of tree that every value of a type is."""

    what: str
    """``array``, ``None``, ``object``, ``tuple``, or the name of the class of a named tuple."""
    words: str
    items: tuple[Type, ...] = ()


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a body whose type says that it gives back another kind of tree than goes into the loop."""
    places = BODIES.get(site.name)
    if places is None or has_stars(site.node) or may_be_caught(site.node, site.api.tree):
        return
    body, carry = argument(site.node, *places[:2]), argument(site.node, *places[2:])
    given = None if body is None else function_of(body, site.api) or given_elsewhere(body, site.api)
    if body is None or carry is None or given is None or may_be_other(carry, site.api):
        return
    function = given.as_called() if isinstance(given, GivenElsewhere) else given
    declared, result = site.api.lookup_type_or_none(carry), _result(body, function, site)
    found = None if declared is None or result is None else _change(declared, result, function, site)
    if found is None and site.name == _SCAN:
        found = no_pair(given, declared, site.api, body)
    if found is not None and not _is_told(site):
        yield Diagnostic(CARRY, f"{shown(body)} {found}, and {site.name} raises a TypeError", body)


def _is_told(site: Loop) -> bool:
    """Return whether something else is reported of the same loop."""
    around = carried(site)
    is_shown = around is not None and bool(tree_changes(around))
    return is_shown or any(evaluator_of(site.api).mismatches(site.node, site.name))


def _result(body: Expression, function: FuncItem, site: Loop) -> Type | None:
    """Return the type of what a body returns, as its annotation says, or mypy of a lambda."""
    kind = known_type(function.type) if is_judged(body, site) else None
    return kind.ret_type if isinstance(kind, CallableType) else result_type(body, site)


def _change(declared: Type, result: Type, function: FuncItem, site: Loop) -> str | None:
    """Word how what a function gives back differs from what goes into the loop."""
    returned = returned_by(function.body.body)
    if site.name == _SCAN:
        pair = _kind(known_type(result))
        if pair is None or _contradicts(returned, pair, site.api):
            return None
        if pair.what != "tuple" or len(pair.items) != 2:
            taken = _kind(sole_instance(declared) or known_type(declared))
            may_fit = (taken is None or taken.what != "object") and has_two_children(result)
            is_pair = pair.what not in ("array", "None", "object", "tuple") or may_fit
            return None if is_pair else f"returns {pair.words}, not a pair of the carry and an output"
        result, returned = pair.items[0], [row(each)[0] if len(row(each)) == 2 else each for each in returned]
    made, taken = _kind(known_type(result)), _kind(sole_instance(declared) or known_type(declared))
    if made is None or taken is None or _contradicts(returned, made, site.api):
        return None
    differing = next(_differing(taken, made), None)
    return None if differing is None else f"takes {differing[0]} as the carry and returns {differing[1]}"


def _differing(one: _Kind, other: _Kind) -> Iterator[tuple[str, str]]:
    """Yield the words for two trees, or parts of them, that are certain to be of two kinds."""
    if one.what != other.what or len(one.items) != len(other.items):
        yield one.words, other.words
        return
    for pair in zip(one.items, other.items, strict=True):
        first, second = (_kind(known_type(each)) for each in pair)
        if first is not None and second is not None:
            yield from _differing(first, second)


def _kind(declared: ProperType | None) -> _Kind | None:
    if isinstance(declared, NoneType):
        return _Kind("None", "None")
    if isinstance(declared, TupleType):
        return _tuple_kind(declared)
    if not isinstance(declared, Instance):
        return None
    if declared.type.fullname in _LEAVES:
        return _Kind("array", "an array")
    is_object = model_of(declared.type) is not None
    return _Kind("object", f'an object of "{declared.type.name}"') if is_object else None


def _tuple_kind(declared: TupleType) -> _Kind | None:
    """Return the kind of a tuple with a known number of items, or of a named tuple."""
    info = declared.partial_fallback.type
    if info.is_named_tuple:
        return _Kind(info.fullname, f'an object of "{info.name}"')
    is_plain = info.fullname == "builtins.tuple" and not any(map(_is_unpacked, declared.items))
    return _Kind("tuple", f"a tuple of {len(declared.items)}", tuple(declared.items)) if is_plain else None


def _is_unpacked(item: Type) -> bool:
    return isinstance(item, UnpackType)


def _contradicts(returned: list[Expression | None], kind: _Kind, api: TypeChecker) -> bool:
    """Return whether a function is seen to return something else than its annotation, or what branches return."""
    return any(_is_other(each, kind, api) or (each is not None and _may_be_other(each, api)) for each in returned)


def _may_be_other(value: Expression, api: TypeChecker) -> bool:
    return is_of_branches(value, api) or may_be_other(value, api)


def _is_other(value: Expression | None, kind: _Kind, api: TypeChecker) -> bool:
    items = [] if value is None else row(value)
    if value is None or is_none(value):
        return kind.what != "None"
    if items:
        return kind.what != "tuple" or len(items) != len(kind.items)
    own = _kind(known_type(api.lookup_type_or_none(value) or ShownTypes(api.tree).type_of(value)))
    return own is not None and own.what != kind.what
