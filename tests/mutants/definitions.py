"""Mistakes in how a class is defined, most of which an import shows: registration, defaults, annotations, bases."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mutants.mutant import Kind, Mutant
from mutants.roles import mutant as field_mutant
from mutants.roles import own_fields
from mutants.sources import Edit, Span

from jdc_spec.rules import DEFAULT, INHERITANCE, REGISTRATION, UNANNOTATED, UNREGISTERED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mutants.mutant import PytreeClass
    from mutants.sources import Source


def _decorated(source: Source, classes: list[PytreeClass]) -> Iterator[tuple[PytreeClass, ast.ClassDef, ast.expr]]:
    """Yield the pytree dataclasses with one decorator, on a line of its own."""
    for cls in classes:
        node = source.classes.get(cls.name)
        decorators = node.decorator_list if node and cls.pytree and cls.fields else []
        if node and len(decorators) == 1 and decorators[0].lineno == decorators[0].end_lineno:
            yield cls, node, decorators[0]


def _mutant(source: Source, cls: PytreeClass, edits: list[Edit], places: list[Span], appended: str = "") -> Mutant:
    kin = frozenset((f"{source.module}.{cls.name}", *cls.ancestors))
    return Mutant(source, cls.name, tuple(edits), tuple(places), appended, cls.name, "", kin)


def _head(source: Source, node: ast.ClassDef) -> list[Span]:
    """Return the places of a class's decorators and of its first line."""
    return [*map(source.span, node.decorator_list), source.line(node.lineno)]


def _dropped(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """A subclass that adds fields, constructed in its module."""
    for cls, _, decorator in _decorated(source, classes):
        calls = [
            source.span(each)
            for each in ast.walk(source.tree)
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == cls.name
        ]
        if cls.base_fields and calls and any(each.own for each in cls.fields):
            yield _mutant(source, cls, [Edit(source.line(decorator.lineno), "")], calls)


def _lists(change: Callable[[list[str]], str]) -> Callable[..., Iterator[Mutant]]:
    """Register by lists, which ``change`` writes with a mistake, in the place of the library's decorator."""

    def plant(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
        for cls, node, decorator in _decorated(source, classes):
            if source.imported and not any(each.static for each in cls.fields) and cls.library in {"flax", "chex"}:
                text = change([each.name for each in cls.fields])
                new = (
                    f"@functools.partial(jax.tree_util.register_dataclass, data_fields={text}, meta_fields=[])\n"
                    f"@dataclasses.dataclass(frozen={cls.frozen})"
                )
                edits = [Edit(source.line(decorator.lineno), new), source.imported]
                yield _mutant(source, cls, edits, _head(source, node))

    return plant


def _misspelt(names: list[str]) -> str:
    return str([*names[:-1], f"{names[-1]}_"])


def _left_out(names: list[str]) -> str:
    return str(names[1:])


def _one_more(names: list[str]) -> str:
    return str([*names, "planted"])


def _registered_twice(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """A class that the module registers again; chex registers when the first object is made."""
    for cls in classes:
        node = source.classes.get(cls.name)
        if node and cls.pytree and cls.fields and source.imported and cls.library != "chex":
            data = [each.name for each in cls.fields if not each.static]
            static = [each.name for each in cls.fields if each.static]
            call = f"\n\njax.tree_util.register_dataclass({cls.name}, {data}, {static})\n"
            yield _mutant(source, cls, [source.imported], _head(source, node), call)


def _default(text: str, types: frozenset[str]) -> Callable[..., Iterator[Mutant]]:
    def plant(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
        for cls, field, statement in own_fields(source, classes):
            if field.type in types and statement.value is None and source.imported:
                end = source.span(statement).end
                edits = [Edit(Span(end, end), f" = {text}"), source.imported]
                yield field_mutant(source, cls, field, edits, [source.span(statement)])

    return plant


def _comma(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    for cls, field, statement in own_fields(source, classes):
        if field.type in {"number", "text"} and isinstance(statement.value, ast.Constant | ast.BinOp | ast.UnaryOp):
            end = source.span(statement).end
            yield field_mutant(source, cls, field, [Edit(Span(end, end), ",")], [source.span(statement)])


def _no_annotation(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """A name with a field function, which the library refuses without an annotation."""
    for cls, field, statement in own_fields(source, classes):
        if isinstance(statement.value, ast.Call) and "field" in ast.unparse(statement.value.func):
            yield field_mutant(source, cls, field, [_bare(source, statement)], [source.span(statement)])


def _no_annotation_but_given(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """A number whose name the module gives to the constructor of the class, which does not take it then."""
    for cls, field, statement in own_fields(source, classes):
        given = any(
            each.arg == field.name
            for call in ast.walk(source.tree)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == cls.name
            for each in call.keywords
        )
        if given and isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, float):
            yield field_mutant(source, cls, field, [_bare(source, statement)], [source.span(statement)])


def _bare(source: Source, statement: ast.AnnAssign) -> Edit:
    return Edit(Span(source.span(statement.target).end, source.span(statement.annotation).end), "")


def _inherited_anew(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """A new value for a field of a base, without an annotation: objects have the default of the base."""
    for cls in classes:
        node = source.classes.get(cls.name)
        inherited = [each for each in cls.fields if not each.own and each.type == "number"]
        if node and cls.pytree and inherited and not ast.get_docstring(node):
            first = source.span(node.body[0]).start
            indent = first - source.offset(node.body[0].lineno, 0)
            if isinstance(node.body[0], ast.AnnAssign | ast.Assign):
                edit = Edit(Span(first, first), f"{inherited[0].name} = 7\n{' ' * indent}")
                yield field_mutant(source, cls, inherited[0], [edit], [Span(first, first)])


def _thawed(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """``frozen=False`` below a frozen base."""
    for cls, node, decorator in _decorated(source, classes):
        if cls.library == "flax" and cls.base_fields and not isinstance(decorator, ast.Call):
            end = source.span(decorator).end
            yield _mutant(source, cls, [Edit(Span(end, end), "(frozen=False)")], _head(source, node))


def _plain_base(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """A plain dataclass that is not frozen, added as a base."""
    for cls, node, decorator in _decorated(source, classes):
        if cls.library != "equinox" and cls.frozen and not node.bases and source.imported:
            base = f"@dataclasses.dataclass\nclass _Planted{cls.name}:\n    pass\n\n\n"
            start = source.line(decorator.lineno).start
            name_end = source.text.index(cls.name, source.line(node.lineno).start) + len(cls.name)
            after = source.text[name_end:].lstrip()
            if after.startswith(":"):
                new = [Edit(Span(start, start), base), Edit(Span(name_end, name_end), f"(_Planted{cls.name})")]
                yield _mutant(source, cls, [*new, source.imported], _head(source, node))


_IMPORT: Final = "The import of the module raises."
KINDS: Final = (
    Kind(
        "decorator dropped from a subclass",
        UNREGISTERED,
        "JAX registers one very class, so that objects of the subclass are leaves, which jit refuses.",
        "opaque",
        _dropped,
    ),
    Kind("data_fields with a name misspelt", REGISTRATION, _IMPORT, "import", _lists(_misspelt)),
    Kind("data_fields without a field", REGISTRATION, _IMPORT, "import", _lists(_left_out)),
    Kind("data_fields with a name too many", REGISTRATION, _IMPORT, "import", _lists(_one_more)),
    Kind("class registered twice", REGISTRATION, _IMPORT, "import", _registered_twice),
    Kind("array default", DEFAULT, _IMPORT, "import", _default("jax.numpy.zeros(3)", frozenset({"array"}))),
    Kind("list default", DEFAULT, _IMPORT, "import", _default("[]", frozenset({"", "array", "number", "text"}))),
    Kind("dict default", DEFAULT, _IMPORT, "import", _default("{}", frozenset({"", "array", "number", "text"}))),
    Kind(
        "comma after a default",
        DEFAULT,
        "The value is a tuple, which the field is not meant to hold.",
        "tuple",
        _comma,
    ),
    Kind("annotation dropped before a field function", UNANNOTATED, _IMPORT, "import", _no_annotation),
    Kind(
        "annotation dropped from a number that objects are given",
        UNANNOTATED,
        "The constructor does not take the name.",
        "no field",
        _no_annotation_but_given,
    ),
    Kind(
        "inherited field given a value without annotation",
        UNANNOTATED,
        "The constructor has the default of the base, or none.",
        "none",
        _inherited_anew,
    ),
    Kind("frozen=False below a frozen class", INHERITANCE, _IMPORT, "import", _thawed),
    Kind("base that is not frozen", INHERITANCE, _IMPORT, "import", _plain_base),
)
