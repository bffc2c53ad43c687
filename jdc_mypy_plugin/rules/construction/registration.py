"""``jdc-registration``: field lists of ``register_dataclass`` that do not fit the class, and what is not a dataclass.

JAX compares the lists with the fields of the class when it registers it; a name that stands twice in one list, and a
string in place of a list, pass (https://github.com/jax-ml/jax/issues/34079).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, ListExpr, MypyFile, NameExpr, StrExpr, TupleExpr

from jdc_spec.facts import Edit, Fix, Span
from jdc_spec.rules import REGISTRATION

from ...host.diagnostics import Diagnostic, span
from ...libraries.definition import LISTS, Definition, is_none
from ...libraries.register_dataclass import registrations
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.arguments import by_keyword
from ...typefacts.arrays import is_certainly_array
from ..places import CLASS, CLASSLESS_REGISTRATION, REGISTERED, asked
from ..registrations import ClasslessRegistration, Registered, decorator_at
from ..sites import ClassSite
from .dropped_fields import lost_by_dropping

_BOTH: Final = ("data_fields", "meta_fields")
_COPIES: Final = ("builtins.list", "builtins.tuple")


@asked(REGISTRATION, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report the lists of each registration."""
    found = registrations(_definition(site))
    if not found or any(may_be_caught(each, site.api.tree) for each in (site.defn, *_calls(site))):
        return
    for keywords in found:
        yield from wrong_lists(site, keywords)


def wrong_lists(site: ClassSite, keywords: Sequence[tuple[str | None, Expression]]) -> Iterator[Diagnostic]:
    """Report what is wrong with the lists among the arguments of one registration."""
    given = {name: value for name, value in keywords if name is not None and not is_none(value)}
    if len(given) == len(keywords) and any(name in given for name in _BOTH):
        yield from _lists(site, given)


def _definition(site: ClassSite) -> Definition:
    """Return the definition under its dataclass decorator, which every one above it may register."""
    return Definition(site.defn, site.defn.decorators[-1] if site.defn.decorators else None, site.api.tree)


@asked(REGISTRATION, at=REGISTERED)
def check_class(site: Registered) -> Iterator[Diagnostic]:
    """Report a class that is not a dataclass."""
    if not site.is_dataclass and not may_be_caught(site.node, site.api.tree):
        message = (
            f'"{site.info.name}" is not a dataclass when register_dataclass gets it, which raises a TypeError; write '
            "@dataclasses.dataclass below @jax.tree_util.register_dataclass"
        )
        yield Diagnostic(REGISTRATION, message, decorator_at(site.node) or site.node)


@asked(REGISTRATION, at=CLASSLESS_REGISTRATION)
def check_call(site: ClasslessRegistration) -> Iterator[Diagnostic]:
    """Report a call without the class, as in ``@register_dataclass(data_fields=[...], meta_fields=[...])``."""
    if not may_be_caught(site.node, site.api.tree):
        message = (
            "register_dataclass is called without the class, which raises a TypeError: it does not make a decorator; "
            "write @functools.partial(jax.tree_util.register_dataclass, data_fields=[...], meta_fields=[...])"
        )
        yield Diagnostic(REGISTRATION, message, site.node)


def _calls(site: ClassSite) -> Iterator[CallExpr]:
    """Yield the calls that are given the class itself, as ``register_dataclass(A, ...)`` is."""
    for call in INDEX.of(site.api.tree).body.expressions_of(CallExpr):
        if any(isinstance(each, NameExpr) and each.node is site.model.info for each in call.args):
            yield call


def _lists(site: ClassSite, given: Mapping[str, Expression]) -> Iterator[Diagnostic]:
    """Report what is wrong with the lists, which are written out or under a name."""
    missing_list = [name for name in _BOTH if name not in given]
    if missing_list:
        message = (
            f'"{site.defn.name}" is registered with one of data_fields and meta_fields alone, which raises a '
            f"TypeError; give {missing_list[0]} too, [] where it has none"
        )
        yield Diagnostic(REGISTRATION, message, next(iter(given.values())))
        return
    names: dict[str, list[StrExpr]] = {}
    for key, value in given.items():
        if isinstance(value, StrExpr) and len(value.value) > 1 and key in LISTS:
            if not site.model.fields.keys() >= {*value.value}:
                yield _string(key, value)
            return
        items = _names(_written(value, site))
        if items is None:
            return
        names[key] = items
    yield from _compared(site, given, names)


def _string(key: str, value: StrExpr) -> Diagnostic:
    message = (
        f'{key}="{value.value}" is one string, of which JAX takes each character for a field; write '
        f'{key}=["{value.value}"]'
    )
    place = span(value)
    before = Span(place.line, place.column, place.line, place.column)
    after = Span(place.end_line, place.end_column, place.end_line, place.end_column)
    fix = Fix("Make a list of it", (Edit(before, "["), Edit(after, "]")))
    return Diagnostic(REGISTRATION, message, value, (fix,))


def _written(value: Expression, site: ClassSite) -> Expression:
    """Return the list that a variable of the module stands for, where nothing else than registrations reads it.

    ``list(NAMES)`` is the tuple that the variable stands for.
    """
    copied = value.args[0] if isinstance(value, CallExpr) and _copies(value) else None
    if isinstance(copied, NameExpr):
        source = site.evaluator.source(copied)
        return source if isinstance(source, TupleExpr) else value
    if not isinstance(value, NameExpr):
        return value
    source = site.evaluator.source(value)
    references = INDEX.of(site.api.tree).body.expressions_of(NameExpr)
    uses = [each for each in references if each.node is value.node and each is not value]
    is_left_alone = all(_is_bound_or_given(each, site.api.tree) for each in uses)
    return source if isinstance(source, TupleExpr) or is_left_alone else value


def _copies(call: CallExpr) -> bool:
    """Return whether a call makes a list or a tuple of its only argument."""
    is_sole = len(call.args) == 1 and call.arg_kinds[0].is_positional()
    return is_sole and isinstance(call.callee, NameExpr) and call.callee.fullname in _COPIES


def _is_bound_or_given(name: NameExpr, tree: MypyFile) -> bool:
    """Return whether a name is assigned, or given to a call by one of the keywords of a registration."""
    parent = INDEX.of(tree).parent(name)
    if isinstance(parent, AssignmentStmt):
        return name in parent.lvalues
    return isinstance(parent, CallExpr) and any(by_keyword(parent, key) is name for key in LISTS)


def _names(value: Expression) -> list[StrExpr] | None:
    """Return the names in a list, or in text of one character; None where it is computed."""
    if isinstance(value, StrExpr):
        return [value] if len(value.value) == 1 else None
    if not isinstance(value, ListExpr | TupleExpr):
        return None
    names = [item for item in value.items if isinstance(item, StrExpr)]
    return names if len(names) == len(value.items) else None


def _compared(
    site: ClassSite, given: Mapping[str, Expression], names: Mapping[str, Sequence[StrExpr]]
) -> Iterator[Diagnostic]:
    if site.model.info.fallback_to_any:
        return
    fields = [name for name, each in site.model.fields.items() if each.init]
    listed = [each for key in LISTS for each in names.get(key, ())]
    missing = [name for name in fields if name not in {each.value for each in listed}]
    # what drop_fields names need not be a field
    unknown = [each for key in _BOTH for each in names[key] if each.value not in fields]
    seen: set[str] = set()
    for each in listed:
        if each.value in seen:
            yield _doubled(site, each, given)
        seen.add(each.value)
    for each in unknown:
        yield _unknown(site, each, missing, given)
    if not unknown and missing:
        yield from (_missing(site, name, given) for name in missing)
    for each in names.get("drop_fields", ()):
        lost = lost_by_dropping(each.value, site)
        if lost is not None:
            yield Diagnostic(REGISTRATION, lost, _place(each, given))


def _doubled(site: ClassSite, name: StrExpr, given: Mapping[str, Expression]) -> Diagnostic:
    message = (
        f'field "{name.value}" of "{site.defn.name}" is listed twice: JAX refuses it in two lists, and in one it '
        "becomes two leaves; name it once"
    )
    return Diagnostic(REGISTRATION, message, _place(name, given), _removed(name, given))


def _unknown(site: ClassSite, name: StrExpr, missing: Sequence[str], given: Mapping[str, Expression]) -> Diagnostic:
    """Report a name that is not a field: a misspelt one, or one too many."""
    meant = difflib.get_close_matches(name.value, missing, 1) or (missing if len(missing) == 1 else [])
    place = _place(name, given)
    if meant:
        edit = Edit(span(name), f'"{meant[0]}"')
        fixes: tuple[Fix, ...] = (Fix(f'Write "{meant[0]}"', (edit,)),) if place is name else ()
        advice = f'write "{meant[0]}"'
    else:
        fixes, advice = _removed(name, given), "leave it out"
    message = (
        f'"{name.value}" is not a field of "{site.defn.name}" that its constructor takes, so that registering the '
        f"class raises a ValueError; {advice}"
    )
    return Diagnostic(REGISTRATION, message, place, fixes)


def _place(name: StrExpr, given: Mapping[str, Expression]) -> Expression:
    """Return where to report a name: at itself, or at the variable whose list has it, which others may share."""
    lists = (value for value in given.values() if isinstance(value, ListExpr | TupleExpr))
    written = [*given.values(), *(each for value in lists for each in value.items)]
    return name if name in written else next(each for each in written if isinstance(each, NameExpr | CallExpr))


def _missing(site: ClassSite, name: str, given: Mapping[str, Expression]) -> Diagnostic:
    declared = site.model.type_of(name)
    is_array = declared is not None and is_certainly_array(declared)
    message = (
        f'field "{name}" of "{site.defn.name}" is in none of the lists it is registered with, which raises a '
        "ValueError; add it to data_fields where it holds arrays, to meta_fields where it is static"
    )
    value = given["data_fields"]
    return Diagnostic(REGISTRATION, message, value, _added(name, value) if is_array else ())


def _added(name: str, value: Expression) -> tuple[Fix, ...]:
    """Return the edit that adds a name to a list."""
    if not isinstance(value, ListExpr):
        return ()
    if value.items:
        last = span(value.items[-1])
        place, text = Span(last.end_line, last.end_column, last.end_line, last.end_column), f', "{name}"'
    else:
        place, text = span(value), f'["{name}"]'
    return (Fix(f'Add "{name}" to data_fields', (Edit(place, text),)),)


def _removed(name: StrExpr, given: Mapping[str, Expression]) -> tuple[Fix, ...]:
    """Return the edit that takes a name out of its list; none from a tuple, which may be left without its comma."""
    for value in given.values():
        items = value.items if isinstance(value, ListExpr) else []
        index = next((index for index, each in enumerate(items) if each is name), None)
        if index is None:
            continue
        own = span(name)
        if index > 0:
            before = span(items[index - 1])
            place = Span(before.end_line, before.end_column, own.end_line, own.end_column)
        elif len(items) > 1:
            after = span(items[1])
            place = Span(own.line, own.column, after.line, after.column)
        else:
            place = own
        return (Fix(f'Leave "{name.value}" out', (Edit(place, ""),)),)
    return ()
