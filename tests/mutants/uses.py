"""Mistakes in code that uses a class: results thrown away, writes to frozen objects and to arrays."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from mutants.mutant import Kind, Mutant
from mutants.sources import Edit, Function, Span

from jdc_spec.rules import DISCARDED, FROZEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mutants.mutant import PytreeClass
    from mutants.sources import Source

_UPDATES: Final = frozenset(("set", "add", "multiply", "divide", "power", "min", "max", "apply"))
_CONSTRUCTION: Final = frozenset(("__init__", "__post_init__", "__new__", "__check_init__", "__setattr__"))
_CLASS_LEVEL: Final = frozenset(("classmethod", "staticmethod", "property"))


def _assigned(source: Source) -> Iterator[tuple[str, ast.Assign, ast.Call, ast.Attribute]]:
    """Yield assignments of a method's result to the very name that the method is called on, in functions."""
    for owner, function in source.functions():
        for each in ast.walk(function):
            match each:
                case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Attribute(value=receiver)) as call):
                    if (root := _root(receiver)) and root.id == name:
                        scope = f"{owner.name}.{function.name}" if owner else function.name
                        yield scope, each, call, call.func  # type: ignore[misc]


def _root(receiver: ast.expr) -> ast.Name | None:
    """Return the name in ``name`` or ``name.at[...]``."""
    match receiver:
        case ast.Name():
            return receiver
        case ast.Subscript(value=ast.Attribute(value=ast.Name() as name, attr="at")):
            return name
    return None


def _thrown_away(is_meant: Callable[[ast.Attribute], bool]) -> Callable[..., Iterator[Mutant]]:
    def plant(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
        for scope, statement, call, method in _assigned(source):
            if is_meant(method):
                edit = Edit(Span(source.span(statement).start, source.span(call).start), "")
                yield Mutant(source, scope, (edit,), (source.span(statement),))

    return plant


def _is_replace(method: ast.Attribute) -> bool:
    return method.attr == "replace" and isinstance(method.value, ast.Name)


def _is_update(method: ast.Attribute) -> bool:
    return method.attr in _UPDATES and isinstance(method.value, ast.Subscript)


def _written_instead(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """``x.a = b`` for ``x = x.replace(a=b)``."""
    frozen = _frozen_of_each_field(classes)
    for scope, statement, call, method in _assigned(source):
        match call.keywords:
            case [ast.keyword(arg=str() as name, value=value)] if _is_replace(method) and not call.args:
                cls = frozen.get(name)
                new = f"{source.of(method.value)}.{name} = ({source.of(value)})"
                edit = Edit(source.span(statement), new)
                if cls:
                    yield Mutant(source, scope, (edit,), (source.span(statement),), "", cls.name, name)


def _item_written(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
    """``x[i] = b`` for ``x = x.at[i].set(b)``."""
    for scope, statement, call, method in _assigned(source):
        match method.value:
            case ast.Subscript(slice=index) if method.attr == "set" and len(call.args) == 1 and not call.keywords:
                name = source.of(statement.targets[0])
                start, end = source.text.index("[", source.span(method.value).start), source.span(method.value).end
                new = f"{name}{source.text[start:end]} = ({source.of(call.args[0])})"
                if index:
                    yield Mutant(source, scope, (Edit(source.span(statement), new),), (source.span(statement),))


def _frozen_of_each_field(classes: list[PytreeClass]) -> dict[str, PytreeClass]:
    return {field.name: cls for cls in _frozen(classes).values() for field in cls.fields}


def _frozen(classes: list[PytreeClass]) -> dict[str, PytreeClass]:
    return {each.name: each for each in classes if each.frozen and each.pytree and each.fields}


def _first(source: Source, function: Function) -> ast.stmt | None:
    """Return the first statement after the docstring, if it is a simple one on lines of its own."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if body and not hasattr(body[0], "body") and not isinstance(body[0], ast.Match):
        return body[0] if body[0].lineno > function.body[0].lineno - 1 and function.lineno < body[0].lineno else None
    return None


def _names(function: Function) -> set[str]:
    return {ast.unparse(each).rpartition(".")[2] for each in function.decorator_list}


def _self_written(write: str) -> Callable[..., Iterator[Mutant]]:
    def plant(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
        known = _frozen(classes)
        for owner, function in source.functions():
            cls = known.get(owner.name) if owner else None
            statement = _first(source, function)
            is_method = not _names(function) & _CLASS_LEVEL and function.name not in _CONSTRUCTION
            arguments = [*function.args.posonlyargs, *function.args.args]
            if (
                cls
                and statement
                and is_method
                and arguments
                and arguments[0].arg == "self"
                and "abstract" not in str(_names(function))
            ):
                yield _inserted(source, statement, f"{cls.name}.{function.name}", "self", cls, write)

    return plant


def _inserted(source: Source, statement: ast.stmt, scope: str, name: str, cls: PytreeClass, write: str) -> Mutant:
    start = source.span(statement).start
    field = cls.fields[-1].name
    edit = Edit(Span(start, start), f"{write.format(name=name, field=field)}; ")
    return Mutant(source, scope, (edit,), (Span(start, start),), "", cls.name, field)


def _argument_written(write: str) -> Callable[..., Iterator[Mutant]]:
    def plant(source: Source, classes: list[PytreeClass]) -> Iterator[Mutant]:
        known = _frozen(classes)
        for owner, function in source.functions():
            statement = _first(source, function)
            for each in function.args.args:
                cls = known.get(ast.unparse(each.annotation).strip("'\"")) if each.annotation else None
                if cls and statement and "abstract" not in str(_names(function)):
                    scope = f"{owner.name}.{function.name}" if owner else function.name
                    yield _inserted(source, statement, scope, each.arg, cls, write)
                    break

    return plant


_REFUSED: Final = "The class is frozen, so that every write raises."
KINDS: Final = (
    Kind(
        "result of replace thrown away",
        DISCARDED,
        "replace makes a new object, which nothing holds then.",
        "none",
        _thrown_away(_is_replace),
        is_definition=False,
    ),
    Kind(
        "result of .at[].set thrown away",
        DISCARDED,
        "An update makes a new array, which nothing holds then.",
        "none",
        _thrown_away(_is_update),
        is_definition=False,
    ),
    Kind("assignment for replace", FROZEN, _REFUSED, "written", _written_instead, is_definition=False),
    Kind(
        "assignment to an item for .at[].set",
        FROZEN,
        "Arrays of JAX refuse the assignment of items.",
        "none",
        _item_written,
        is_definition=False,
    ),
    Kind(
        "assignment to self",
        FROZEN,
        _REFUSED,
        "written",
        _self_written("self.{field} = self.{field}"),
        is_definition=False,
    ),
    Kind(
        "del of a field of self", FROZEN, _REFUSED, "deleted", _self_written("del self.{field}"), is_definition=False
    ),
    Kind(
        "setattr of an argument",
        FROZEN,
        _REFUSED,
        "written",
        _argument_written('setattr({name}, "{field}", {name}.{field})'),
        is_definition=False,
    ),
    Kind(
        "assignment to an argument",
        FROZEN,
        _REFUSED,
        "written",
        _argument_written("{name}.{field} = {name}.{field}"),
        is_definition=False,
    ),
)
