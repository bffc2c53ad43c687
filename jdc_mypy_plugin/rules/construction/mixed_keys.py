"""``jdc-dict-keys``: a dict whose keys have no order is handed to JAX, written out or declared by a parameter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.messages import format_type_bare
from mypy.nodes import DictExpr, Expression, FloatExpr, IntExpr, MemberExpr, NameExpr, RefExpr, StrExpr, TypeInfo
from mypy.types import Instance, UnionType

from jdc_spec.rules import DICT_KEYS

from ...evaluate import Evaluator, evaluator_of
from ...host.diagnostics import Diagnostic
from ...host.known_types import known_type
from ...libraries.definition import is_none
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.arguments import by_keyword, positional
from ...syntax.functions import class_named
from ...syntax.names.flow import FLOW, Parameter
from ...syntax.names.targets import row
from ...syntax.values.kept_dicts import is_kept
from ...transformed.handed_values import HandedValue
from ..places import HANDED, TREE_MAP, TreeMap, asked
from .dict_keys import has_no_order, may_be_sorted, unsortable_key

_DEEPEST: Final = 5


@asked(DICT_KEYS, at=HANDED)
def check_handed(site: HandedValue) -> Iterator[Diagnostic]:
    """Report such a dict in what a transformation or a loop is given."""
    yield from _told(site.value, site.transformation, site)


@asked(DICT_KEYS, at=TREE_MAP)
def check_mapped(site: TreeMap) -> Iterator[Diagnostic]:
    """Report such a dict in a tree that is mapped."""
    given = positional(site.node)
    if by_keyword(site.node, "is_leaf") is None:  # which may stop at the dict
        for each in given[1:2]:  # of the others, parts may stand for one leaf of the first
            yield from _told(each, "jax.tree.map", site)


def _told(value: Expression, by: str, site: HandedValue | TreeMap) -> Iterator[Diagnostic]:
    evaluator = evaluator_of(site.api)
    written = evaluator.source(value)
    if may_be_caught(value, site.api.tree):
        return
    is_same = written is value or (isinstance(value, NameExpr) and is_kept(value, written, site.api.tree))
    is_mapped = isinstance(site, TreeMap)  # a function that is transformed declares the keys of its parameters
    kinds = _unsorted(written, evaluator, _DEEPEST, is_mapped=is_mapped) if is_same else None
    if kinds is None and isinstance(site, TreeMap):
        kinds = _declared(written, site)
    if kinds is not None:
        yield Diagnostic(
            DICT_KEYS,
            f"{by} sorts the keys to flatten this dict, and raises a ValueError: it has {kinds}, which have no "
            "order; use strings",
            value,
        )


def _unsorted(written: Expression, evaluator: Evaluator, depth: int, *, is_mapped: bool) -> str | None:
    """Return words for such keys of a dict that is written out, or is in a container at any depth."""
    if depth == 0:
        return None
    parts = row(written)
    if isinstance(written, DictExpr):
        keys = [key for key, _ in written.items if key is not None]
        if any(isinstance(key, StrExpr) for key in keys) and any(map(_is_number_or_none, keys)):
            return "texts beside numbers or None"
        if is_mapped and len(keys) > 1 and any(map(_is_unordered_member, keys)):
            return "members of an enumeration"
        if is_mapped and len(keys) > 1 and any(map(_is_class, keys)):
            return "classes"
        parts = [value for _, value in written.items]
    found = (_unsorted(evaluator.source(part), evaluator, depth - 1, is_mapped=is_mapped) for part in parts)
    return next((each for each in found if each is not None), None)


def _declared(value: Expression, site: TreeMap) -> str | None:
    """Return words for such keys of a dict that a parameter declares."""
    tree = site.api.tree
    is_parameter = isinstance(value, NameExpr) and isinstance(FLOW.of(tree).value_at(value), Parameter)
    if INDEX.of(tree).body.mentions(("OrderedDict",)):
        return None  # a dict as well, of which JAX keeps the order
    kind = known_type(site.api.lookup_type_or_none(value)) if is_parameter else None
    key = unsortable_key(kind) if isinstance(kind, Instance) and kind.type.fullname == "builtins.dict" else None
    kinds = None if key is None else known_type(key)
    if key is None or (isinstance(kinds, UnionType) and may_be_sorted(kinds)):
        return None
    return f"keys of {format_type_bare(key, site.api.options)}"


def _is_unordered_member(key: Expression) -> bool:
    """Return whether a key is a member of an enumeration whose members have no order."""
    owner = class_named(key.expr) if isinstance(key, MemberExpr) else None
    return owner is not None and isinstance(key, MemberExpr) and _is_in(key.name, owner)


def _is_in(name: str, enum: TypeInfo) -> bool:
    return enum.is_enum and name in enum.enum_members and has_no_order(Instance(enum, []))


def _is_class(key: Expression) -> bool:
    """Return whether a key is a class that no metaclass orders."""
    return isinstance(key, RefExpr) and isinstance(key.node, TypeInfo) and key.node.metaclass_type is None


def _is_number_or_none(key: Expression) -> bool:
    return isinstance(key, IntExpr | FloatExpr) or is_none(key)
