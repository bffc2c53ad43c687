"""``jdc-chex-mapping``: objects that are mappings, and are made, unpacked or indexed as if they were tuples.

A constructor that a class writes is `init`'s part where no call gets through to it.

The constructor is that of `dict`, which takes fields by keyword (https://github.com/google-deepmind/chex/issues/155).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import ArgKind, CallExpr, Expression, FuncDef, IntExpr, SliceExpr, UnaryExpr
from mypy.types import Instance, LiteralType, NoneType, ProperType, TupleType, UnionType

from jdc_spec.facts import Edit, Fix, Span
from jdc_spec.rules import CHEX_MAPPING

from ...host.diagnostics import Diagnostic, span
from ...host.known_types import known_type
from ...model.classes import PytreeClass
from ...objects.unsaid_tuples import may_be_tuple
from ...syntax.arguments import positional
from ...typefacts.arrays import has_axes
from ..places import CONSTRUCTION, ITEM_READ, UNPACKING, ItemRead, Unpacking, asked
from ..sites import CallSite
from .chex_objects import mapping_with
from .init import is_passed, unpassable, written_constructor


@asked(CHEX_MAPPING, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report the arguments that are given by position, with the edit that names them, and those of no field."""
    if site.model is None or not site.model.facts.is_mapping or not isinstance(site.call, CallExpr):
        return
    constructor = written_constructor(site.model)
    if constructor is not None and unpassable(site.model, constructor) is not None:
        return  # no call gets through to it, whatever the arguments: reported at the class
    given = positional(site.call)
    if _is_refused(site, given) or _spreads(site):
        yield _by_position(site, site.model, given, constructor)
    elif constructor is not None:
        yield from _of_no_field(site, site.model, constructor)


def _is_refused(site: CallSite, given: Sequence[Expression]) -> bool:
    """Return whether arguments by position fail for certain: one alone may be a mapping of the fields, or pairs."""
    assert isinstance(site.call, CallExpr)
    if len(given) != 1 or len(site.call.args) > 1:
        return bool(given)
    value = known_type(site.api.lookup_type_or_none(given[0]))
    items = value.items if isinstance(value, UnionType) else () if value is None else (value,)
    return bool(items) and all(_is_no_dict(known_type(each)) for each in items)


def _is_no_dict(value: ProperType | None) -> bool:
    """Return whether `dict` makes nothing of any value of a type."""
    if isinstance(value, LiteralType):
        return _is_no_dict(value.fallback)
    if isinstance(value, NoneType):
        return True
    if not isinstance(value, Instance) or value.type.fallback_to_any or value.type.is_protocol:
        return False
    is_iterable = any(value.type.get(name) is not None for name in ("__iter__", "keys"))
    is_text = value.type.fullname == "builtins.str"
    return is_text or has_axes(value) or (not is_iterable and value.type.fullname != "builtins.object")


def _by_position(
    site: CallSite, model: PytreeClass, given: Sequence[Expression], constructor: FuncDef | None
) -> Diagnostic:
    assert isinstance(site.call, CallExpr)
    is_alone = len(given) == len(site.call.args) == 1
    problem = (
        "an argument by position has to be a mapping of the fields, and this one raises a TypeError or a ValueError"
        if is_alone
        else "positional arguments raise a ValueError"
    )
    message = (
        f'"{site.info.name}" is a mapping, whose constructor is that of dict: {problem}; give each field by its name'
    )
    fields = [name for name, each in model.fields.items() if each.init]
    names = fields if constructor is None else [name or "" for name in constructor.arg_names[1:]]
    starts = [span(each) for each in given]
    edits = tuple(
        Edit(Span(place.line, place.column, place.line, place.column), f"{name}=")
        for place, name in zip(starts, names, strict=False)
    )
    is_certain = bool(edits) and len(edits) == len(given) and all(name in fields for name in names[: len(given)])
    return Diagnostic(CHEX_MAPPING, message, site.call, (Fix("Name the arguments", edits),) if is_certain else ())


def _of_no_field(site: CallSite, model: PytreeClass, constructor: FuncDef) -> Iterator[Diagnostic]:
    """Report a keyword that the ``__init__`` of the class takes and chex refuses."""
    assert isinstance(site.call, CallExpr)
    for name in site.call.arg_names:
        is_taken = name is not None and name in constructor.arg_names and name not in model.fields
        if is_taken and not is_passed(model, name or ""):
            message = (
                f'"{name}" is not a field of "{site.info.name}", a mapping, whose constructor takes nothing but '
                "fields: it raises a ValueError before __init__ runs; make the object in a class method that takes it"
            )
            yield Diagnostic(CHEX_MAPPING, message, site.call)


def _spreads(site: CallSite) -> bool:
    """Return whether a call gives arguments by position with ``*``, of a tuple that is not empty."""
    assert isinstance(site.call, CallExpr)
    stars = [each for each, kind in zip(site.call.args, site.call.arg_kinds, strict=True) if kind == ArgKind.ARG_STAR]
    kinds = [known_type(site.api.lookup_type_or_none(each)) for each in stars]
    return any(isinstance(each, TupleType) and each.items for each in kinds)


@asked(CHEX_MAPPING, at=UNPACKING)
def check_unpacked(site: Unpacking) -> Iterator[Diagnostic]:
    """Report an object that is unpacked: a mapping gives the names of its fields."""
    name = mapping_with(site.api.lookup_type_or_none(site.node), "__iter__")
    if name is not None and not may_be_tuple(site.node, site.api):
        yield Diagnostic(
            CHEX_MAPPING,
            f'"{name}" is a mapping, which unpacks to the names of its fields, not to what they hold; '
            "unpack .to_tuple()",
            site.node,
        )


@asked(CHEX_MAPPING, at=ITEM_READ)
def check_item(site: ItemRead) -> Iterator[Diagnostic]:
    """Report a number or a slice as the key, as if the fields were the items of a tuple."""
    name = mapping_with(site.owner, "__getitem__")
    index = site.node.index
    is_number = isinstance(index, IntExpr) or (isinstance(index, UnaryExpr) and isinstance(index.expr, IntExpr))
    is_of_tuple = is_number or isinstance(index, SliceExpr)
    if name is not None and is_of_tuple and not may_be_tuple(site.node.base, site.api):
        yield Diagnostic(
            CHEX_MAPPING,
            f'"{name}" is a mapping, whose keys are the names of its fields, and this is none of them; write the '
            "name, or take the item of .to_tuple()",
            site.node,
        )
