"""Attributes of a state organizer: what they are, and which are not there."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MemberExpr, NameExpr, Var
from mypy.plugin import AttributeContext
from mypy.subtypes import is_same_type
from mypy.types import FunctionLike, Instance, ProperType, TupleType, Type, get_proper_type

from jdc_spec.arrays import JAX_ARRAYS
from jdc_spec.rules import STRUCTURE

from ...host.report import Diagnostic
from ...structure.exported_names import is_module, is_tree
from ...structure.init_apply_pairs import PAIRS, Pairs
from ...structure.organizers import ATTRIBUTE, Given, Organized
from ...structure.value_types import ValueTypes
from .static_writes import makers

_SHOWN: Final = 8
_CONTAINERS: Final = frozenset(("builtins.tuple", "builtins.list", "builtins.dict"))


def attribute_type(ctx: AttributeContext, name: str) -> Type:
    """Return the type that an init function of the module gives an attribute, or mypy's own."""
    assert isinstance(ctx.api, TypeChecker)
    pairs, found = _organized(ctx)
    inits = () if found is None else pairs.inits_of(found)
    given = [(each, init) for init in inits for each in init.given if each.name == name]
    if name in pairs.edits.deleted or (any(each.is_aux for each, _ in given) and pairs.is_edited(name)):
        return ctx.default_attr_type
    kinds = [_type_of(each, ctx) for each, _ in given]
    first = kinds[0] if kinds else None
    if first is None or not all(kind is not None and is_same_type(kind, first) for kind in kinds):
        return ctx.default_attr_type
    return first


def check_attribute(ctx: AttributeContext, name: str) -> Iterator[Diagnostic]:
    """Report a read of an attribute that neither the init functions nor the function at hand give the organizer."""
    pairs, found = _organized(ctx)
    if found is None or ctx.is_lvalue or ctx.context in found.guarded:
        return
    known = pairs.known_names(found)
    if known is not None and name not in known and name not in pairs.elsewhere.words:
        yield Diagnostic(STRUCTURE, _sentence(name, found, pairs.inits_of(found)), ctx.context)


def _organized(ctx: AttributeContext) -> tuple[Pairs, Organized | None]:
    assert isinstance(ctx.api, TypeChecker)
    pairs = PAIRS.of(ctx.api.tree)
    owner = ctx.context.expr if isinstance(ctx.context, MemberExpr) else None
    variable = owner.node if isinstance(owner, NameExpr) else None
    return pairs, pairs.of_variable.get(variable) if isinstance(variable, Var) else None


def _type_of(given: Given, ctx: AttributeContext) -> Type | None:
    assert isinstance(ctx.api, TypeChecker)
    if given.how == "register_submodule":
        return ctx.type
    value = None if given.value is None else ValueTypes(ctx.api).of(given.value)
    if value is None or given.is_aux:
        return value
    if given.how == ATTRIBUTE and _is_submodule(value):
        return ctx.type
    return value if _is_state(value) else None


def _is_submodule(value: Type) -> bool:
    """Return whether a value becomes a submodule: a module, a tree, a function, or a list or dict of those."""
    kind = get_proper_type(value)
    if is_module(kind) or is_tree(kind) or isinstance(kind, FunctionLike):
        return True
    parts = _items(kind)
    return bool(parts) and all(_is_submodule(part) for part in parts)


def _is_state(value: Type) -> bool:
    """Return whether a value has the same type inside `jax.jit`: a number or a NumPy array has not."""
    kind = get_proper_type(value)
    if isinstance(kind, Instance) and kind.type.fullname in JAX_ARRAYS:
        return True
    parts = _items(kind)
    return bool(parts) and all(_is_state(part) for part in parts)


def _items(kind: ProperType) -> Sequence[Type]:
    """Return the types of what a tuple, list or dict holds."""
    if isinstance(kind, TupleType):
        return kind.items
    return kind.args[-1:] if isinstance(kind, Instance) and kind.type.fullname in _CONTAINERS else ()


def _sentence(name: str, found: Organized, inits: Sequence[Organized]) -> str:
    known = sorted(frozenset[str]().union(*(init.names for init in inits)))
    who = makers(inits)
    if not found.is_init:
        who += f", which set{'s' if len(inits) == 1 else ''} this apply function,"
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return f'no attribute "{name}" of the organizer: {who} never gave it one; did you mean "{close[0]}"?'
    shown = ", ".join(known[:_SHOWN]) + (", ..." if len(known) > _SHOWN else "") if known else "nothing"
    return f'no attribute "{name}" of the organizer: {who} gave it {shown}'
