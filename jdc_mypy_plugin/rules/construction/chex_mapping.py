"""``jdc-chex-mapping``: objects that are mappings, and are made, unpacked or indexed as if they were tuples.

The constructor is that of `dict`, which takes fields by keyword (https://github.com/google-deepmind/chex/issues/155).
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import ArgKind, CallExpr, IntExpr, SliceExpr, UnaryExpr
from mypy.types import TupleType, Type

from jdc_spec.facts import Edit, Fix, Span
from jdc_spec.rules import CHEX_MAPPING

from ...host.diagnostics import Diagnostic, span
from ...host.known_types import known_type
from ...model.classes import model_of
from ...syntax.arguments import positional
from ...typefacts.instances import sole_instance
from ..places import CONSTRUCTION, ITEM_READ, UNPACKING, ItemRead, Unpacking, asked
from ..sites import CallSite


@asked(CHEX_MAPPING, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report the arguments that are given by position, with the edit that names them."""
    if site.model is None or not site.model.facts.is_mapping or not isinstance(site.call, CallExpr):
        return
    given = positional(site.call)
    if not given and not _spreads(site):
        return
    fields = [name for name, each in site.model.fields.items() if each.init]
    message = (
        f'"{site.info.name}" is a mapping, whose constructor is that of dict: positional arguments raise a '
        "ValueError; give each field by its name"
    )
    starts = [span(each) for each in given]
    edits = tuple(
        Edit(Span(place.line, place.column, place.line, place.column), f"{name}=")
        for place, name in zip(starts, fields, strict=False)
    )
    fixes = (Fix("Name the arguments", edits),) if edits and len(edits) == len(given) else ()
    yield Diagnostic(CHEX_MAPPING, message, site.call, fixes)


def _spreads(site: CallSite) -> bool:
    """Return whether a call gives arguments by position with ``*``, of a tuple that is not empty."""
    assert isinstance(site.call, CallExpr)
    stars = [each for each, kind in zip(site.call.args, site.call.arg_kinds, strict=True) if kind == ArgKind.ARG_STAR]
    kinds = [known_type(site.api.lookup_type_or_none(each)) for each in stars]
    return any(isinstance(each, TupleType) and each.items for each in kinds)


@asked(CHEX_MAPPING, at=UNPACKING)
def check_unpacked(site: Unpacking) -> Iterator[Diagnostic]:
    """Report an object that is unpacked: a mapping gives the names of its fields."""
    name = _mapping(site.api.lookup_type_or_none(site.node), "__iter__")
    if name is not None:
        yield Diagnostic(
            CHEX_MAPPING,
            f'"{name}" is a mapping, which unpacks to the names of its fields, not to what they hold; '
            "unpack .to_tuple()",
            site.node,
        )


@asked(CHEX_MAPPING, at=ITEM_READ)
def check_item(site: ItemRead) -> Iterator[Diagnostic]:
    """Report a number or a slice as the key, as if the fields were the items of a tuple."""
    name = _mapping(site.owner, "__getitem__")
    index = site.node.index
    is_number = isinstance(index, IntExpr) or (isinstance(index, UnaryExpr) and isinstance(index.expr, IntExpr))
    if name is not None and (is_number or isinstance(index, SliceExpr)):
        yield Diagnostic(
            CHEX_MAPPING,
            f'"{name}" is a mapping, whose keys are the names of its fields, and this is none of them; write the '
            "name, or take the item of .to_tuple()",
            site.node,
        )


def _mapping(given: Type | None, method: str) -> str | None:
    """Return the name of the class of a mapping that has a method from chex; None for anything else."""
    instance = sole_instance(given)
    model = None if instance is None else model_of(instance.type)
    if model is None or not model.facts.is_mapping:
        return None
    symbol = model.info.get(method)
    return model.info.name if symbol is not None and symbol.plugin_generated else None
