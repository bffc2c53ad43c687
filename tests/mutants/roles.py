"""Mistakes in the role of a field: a marker that is missing, without effect, or on a value that cannot be static."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mutants.mutant import Kind, Mutant
from mutants.sources import Edit, Span

from jdc_spec.rules import DATA_LEAF, MARKER, STATIC_ARRAY, STATIC_MUTABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mutants.mutant import PytreeClass, PytreeField
    from mutants.sources import Source

_MARKERS: Final = {"pytree_node": False, "static": True}
_OTHERS: Final = {"pytree_node": '{"static": True}', "static": '{"pytree_node": False}'}


def own_fields(
    source: Source, classes: list[PytreeClass]
) -> Iterator[tuple[PytreeClass, PytreeField, ast.AnnAssign]]:
    """Yield the fields that pytree dataclasses at the top level of a module declare themselves."""
    for cls in classes:
        node = source.classes.get(cls.name)
        if node is None or not cls.pytree:
            continue
        fields = {each.name: each for each in cls.fields if each.own}
        for statement in node.body:
            match statement:
                case ast.AnnAssign(target=ast.Name(name)) if name in fields:
                    yield cls, fields[name], statement


def mutant(
    source: Source,
    cls: PytreeClass,
    field: PytreeField,
    edits: list[Edit],
    places: list[Span],
    appended: str = "",
) -> Mutant:
    """Return a mutant of a field."""
    kin = frozenset((f"{source.module}.{cls.name}", *cls.ancestors))
    return Mutant(source, cls.name, tuple(edits), tuple(places), appended, cls.name, field.name, kin)


def marker(statement: ast.AnnAssign) -> ast.keyword | None:
    """Return the argument that marks a field static."""
    if isinstance(statement.value, ast.Call):
        for each in statement.value.keywords:
            if (
                each.arg in _MARKERS
                and isinstance(each.value, ast.Constant)
                and each.value.value is _MARKERS[each.arg]
            ):
                return each
    return None


def removed(source: Source, call: ast.Call, argument: ast.keyword) -> Edit:
    """Return the edit that takes an argument out of a call, with its comma."""
    span = source.span(argument)
    end = span.end
    while source.text[end] in ", \n":
        end += 1
    return Edit(Span(span.start, end), "")


def _called(cls: PytreeClass) -> str:
    return f"\n\ndef _planted_{cls.name}(each: {cls.name}) -> int:\n    return jax.jit(lambda _: 0)(each)\n"


def _put(cls: PytreeClass, field: PytreeField) -> str:
    return (
        f"\n\ndef _planted_{cls.name}(each: {cls.name}) -> {cls.name}:\n"
        f"    return dataclasses.replace(each, {field.name}=lambda value: value)\n"
    )


def _appended(cls: PytreeClass, field: PytreeField) -> str:
    return f"\n\ndef _planted_{cls.name}(each: {cls.name}) -> None:\n    each.{field.name}.append(1)\n"


def _unmarked(values: str, text: Callable[[PytreeClass, PytreeField], str]) -> Callable[..., Iterator[Mutant]]:
    def plant(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
        for cls, field, statement in own_fields(source, classes):
            argument = marker(statement)
            if argument and field.static and field.type == values and source.imported:
                edit = removed(source, statement.value, argument)  # type: ignore[arg-type]
                places = [source.span(statement)]
                yield mutant(source, cls, field, [edit, source.imported], places, text(cls, field))

    return plant


def _exchanged(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    for cls, field, statement in own_fields(source, classes):
        argument = marker(statement)
        if argument and field.static:
            new = f"metadata={_OTHERS[argument.arg or '']}"
            edit = Edit(source.span(argument), new)
            yield mutant(source, cls, field, [edit], [source.span(statement)])


def _misspelt(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    for cls, field, statement in own_fields(source, classes):
        argument = marker(statement)
        if argument and field.static:
            key = "Pytree_Node" if argument.arg == "pytree_node" else "Static"
            value = argument.value.value  # type: ignore[attr-defined]
            edit = Edit(source.span(argument), f'metadata={{"{key}": {value}}}')
            yield mutant(source, cls, field, [edit], [source.span(statement)])


def _retyped(
    annotation: str, text: Callable[[PytreeClass, PytreeField], str], *, takes_defaults: bool = True
) -> Callable[..., Iterator[Mutant]]:
    """Annotate static fields anew; those with a default too, which is what their objects hold, if it ``takes_defaults``."""

    def plant(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
        for cls, field, statement in own_fields(source, classes):
            if (
                marker(statement)
                and field.static
                and source.imported
                and (takes_defaults or not _has_default(statement))
            ):
                edits = [Edit(source.span(statement.annotation), annotation), source.imported]
                yield mutant(source, cls, field, edits, [source.span(statement)], text(cls, field))

    return plant


def _has_default(statement: ast.AnnAssign) -> bool:
    given = statement.value.keywords if isinstance(statement.value, ast.Call) else []
    return any(each.arg in ("default", "default_factory") for each in given)


def _array_marked(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    keys = {"flax": '"pytree_node": False', "equinox": '"static": True'}
    for cls, field, statement in own_fields(source, classes):
        key = keys.get(cls.library)
        if key and field.type == "array" and not field.static and statement.value is None and source.imported:
            end = source.span(statement).end
            edits = [Edit(Span(end, end), f" = dataclasses.field(metadata={{{key}}})"), source.imported]
            yield mutant(source, cls, field, edits, [source.span(statement)])


def _nothing(cls: PytreeClass, field: PytreeField) -> str:
    return ""


KINDS: Final = (
    Kind(
        "marker removed from a str field, object under jit",
        DATA_LEAF,
        "A str in a data field is a leaf, which jit refuses.",
        "text leaf",
        _unmarked("text", lambda cls, field: _called(cls)),
    ),
    Kind(
        "marker removed from a function field, function put there",
        DATA_LEAF,
        "A function in a data field is a leaf, which jit refuses.",
        "function leaf",
        _unmarked("function", _put),
    ),
    Kind(
        "marker of another library",
        MARKER,
        "The library does not read the key, so the field is data.",
        "leaf",
        _exchanged,
    ),
    Kind("marker misspelt", MARKER, "No library reads the key, so the field is data.", "leaf", _misspelt),
    Kind(
        "static field made an array",
        STATIC_ARRAY,
        "jit compares static values by ==, which for arrays is not a bool.",
        "compared",
        _retyped("jax.Array", _nothing, takes_defaults=False),
    ),
    Kind(
        "array marked static",
        STATIC_ARRAY,
        "jit compares static values by ==, which for arrays is not a bool.",
        "compared",
        _array_marked,
    ),
    Kind(
        "static field made a list that is changed",
        STATIC_MUTABLE,
        "What jit compiled has the former value, unless it refuses a list, which has no hash.",
        "stale",
        _retyped("list[int]", _appended),
    ),
)
