"""``jdc-default``: a default that dataclasses refuse, a factory that cannot be called, a trailing comma.

Since Python 3.11 a default without a hash is refused when the class is defined, arrays among them
(https://github.com/jax-ml/jax/issues/14295).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, RefExpr, TempNode, TupleExpr, TypeInfo
from mypy.subtypes import is_subtype
from mypy.types import AnyType, CallableType, Instance, ProperType, Type

from jdc_spec.facts import Edit, Fix, Span
from jdc_spec.rules import DEFAULT

from ...evaluate import Evaluator, Origin
from ...host.diagnostics import Diagnostic, span
from ...host.known_types import known_type
from ...libraries.originals import takes_its_defaults
from ...syntax.arguments import by_keyword
from ...typefacts.arrays import is_certainly_array
from ...typefacts.default_values import is_array_made_here, unhashable_kind
from ..places import CLASS, asked
from ..sites import ClassSite
from .field_spelling import Spelling, field_function, is_field_call

_REFUSES_EVERY_UNHASHABLE: Final = (3, 11)
ARRAY: Final = "an array"
_BUILTINS: Final = frozenset(("list", "dict", "set"))


@dataclass(frozen=True, slots=True)
class _Given:
    """The right-hand side of a field."""

    site: ClassSite
    name: str
    value: Expression

    @property
    def where(self) -> str:
        return f'field "{self.name}" of "{self.site.defn.name}"'


@asked(DEFAULT, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report at most one default for each field of a class body."""
    written = [(name, each.rvalue) for name, each, *_ in site.own_fields if not isinstance(each.rvalue, TempNode)]
    is_made = site.model.facts.is_dataclass and takes_its_defaults(site.defn, site.api.tree)
    if not written or not is_made:
        return
    for name, value in written:
        found = _problem(_Given(site, name, value))
        if found is not None:
            yield found


def _problem(given: _Given) -> Diagnostic | None:
    value = given.value
    if isinstance(value, TupleExpr):
        return _trailing_comma(given, value)
    if not isinstance(value, CallExpr) or not is_field_call(value, given.site.api.tree):
        return _refused(given, value, None)
    default, factory = by_keyword(value, "default"), by_keyword(value, "default_factory")
    if default is not None:
        return _refused(given, default, value)
    return None if factory is None else _factory(given, factory)


def _refused(given: _Given, default: Expression, call: CallExpr | None) -> Diagnostic | None:
    """Report a default that has no hash."""
    site, kind = given.site, refused_kind(default, given.site.api, given.site.evaluator)
    if kind is None:
        return None
    function = field_function(site)
    message = (
        f"{given.where} has {kind} as its default, which dataclasses refuse with a ValueError when the class is "
        f"defined; write {function.name}(default_factory=lambda: ...), which makes a new one for each object"
    )
    return Diagnostic(DEFAULT, message, default, _to_factory(default, call, function))


def refused_kind(default: Expression, api: TypeChecker, evaluator: Evaluator) -> str | None:
    """Word what a default is that dataclasses refuse; None for one that they take, or may take."""
    refuses_all = api.options.python_version >= _REFUSES_EVERY_UNHASHABLE
    source = evaluator.source(default)
    if refuses_all and (is_array_made_here(default, source, api) or _makes_array(source, evaluator)):
        return ARRAY
    name = unhashable_kind(default, source, api)
    if name is None or not (refuses_all or name in _BUILTINS):
        return None
    return f"a {name}" if name in _BUILTINS else f'an object of "{name}", which has no hash,'


def _makes_array(source: Expression, evaluator: Evaluator) -> bool:
    """Return whether a function of the module makes an array with axes; a number of NumPy has a hash."""
    value = evaluator.evaluate(source) if isinstance(source, CallExpr) else None
    return value is not None and value.origin is Origin.ARRAY and bool(value.sizes)


def _to_factory(default: Expression, call: CallExpr | None, function: Spelling) -> tuple[Fix, ...]:
    """Return the edit that moves a default to a factory; of ``field(default=...)`` only where it comes first."""
    place = span(default)
    if default.end_line is None or default.end_column is None:
        return ()
    before = Span(place.line, place.column, place.line, place.column)
    after = Span(place.end_line, place.end_column, place.end_line, place.end_column)
    title = "Move the default to default_factory"
    if call is None:
        made = f"{function.name}(default_factory=lambda: "
        return (Fix(title, (*function.needs, Edit(before, made), Edit(after, ")"))),)
    callee, keyword = span(call.callee), "default="
    first = (callee.end_line, callee.end_column + len(f"({keyword}"))
    if call.args[0] is not default or first != (place.line, place.column):
        return ()
    written = Span(callee.end_line, callee.end_column, place.line, place.column)
    return (Fix(title, (Edit(written, "(default_factory=lambda: "),)),)


def _factory(given: _Given, factory: Expression) -> Diagnostic | None:
    """Report a factory that cannot be called without arguments."""
    kind = refused_kind(factory, given.site.api, given.site.evaluator)
    if kind is not None and not kind.startswith("an object"):
        place = span(factory)
        edit = Edit(Span(place.line, place.column, place.line, place.column), "lambda: ")
        message = (
            f"{given.where} has {kind} as its default_factory, which is called for each object, so that making one "
            "raises a TypeError; write default_factory=lambda: ..."
        )
        return Diagnostic(DEFAULT, message, factory, (Fix("Make a function of it", (edit,)),))
    declared = known_type(given.site.api.lookup_type_or_none(factory))
    made = _made_object(factory, declared)
    if made is None and isinstance(factory, CallExpr) and declared is not None and is_certainly_array(declared):
        made = "Array"
    if made is not None:
        message = (
            f'{given.where} has an object of "{made}" as its default_factory, which is called for each object, so '
            "that making one raises a TypeError; write default_factory=lambda: ..."
        )
        return Diagnostic(DEFAULT, message, factory)
    if not isinstance(declared, CallableType) or declared.min_args == 0 or declared.is_ellipsis_args:
        return None
    message = (
        f"{given.where} has a default_factory that needs an argument, but it is called without any for each object, "
        "which raises a TypeError; write default_factory=lambda: ... with the arguments"
    )
    return Diagnostic(DEFAULT, message, factory)


def _made_object(factory: Expression, declared: ProperType | None) -> str | None:
    """Return the name of the class that a factory is an object of, which nobody can call."""
    made = factory.callee.node if isinstance(factory, CallExpr) and isinstance(factory.callee, RefExpr) else None
    is_object = isinstance(declared, Instance) and declared.type is made and not declared.type.fallback_to_any
    return made.name if is_object and isinstance(made, TypeInfo) and made.get("__call__") is None else None


def _trailing_comma(given: _Given, value: TupleExpr) -> Diagnostic | None:
    """Report ``x: int = 1,``: a tuple of one item, where the annotation wants the item."""
    api, declared = given.site.api, given.site.model.type_of(given.name)
    inner = api.lookup_type_or_none(value.items[0]) if len(value.items) == 1 else None
    whole = api.lookup_type_or_none(value)
    if declared is None or inner is None or whole is None or not _wants(declared, inner, whole):
        return None
    item, place = span(value.items[0]), span(value)
    message = (
        f"{given.where} has a tuple as its default, because a comma follows the value, where its annotation wants "
        "the value itself; remove the comma"
    )
    is_bare = (item.line, item.column) == (place.line, place.column) and value.end_column is not None
    after = Span(item.end_line, item.end_column, place.end_line, place.end_column)
    return Diagnostic(DEFAULT, message, value, (Fix("Remove the comma", (Edit(after, ""),)),) if is_bare else ())


def _wants(declared: Type, inner: Type, whole: Type) -> bool:
    if isinstance(known_type(declared), AnyType) or is_subtype(whole, declared):
        return False
    return is_subtype(inner, declared)
