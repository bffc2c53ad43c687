"""A module as both trees show it: Python's, which has every place, and mypy's, which has the types."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mypy.inspections import find_by_location
from mypy.nodes import Expression, MypyFile, TypeInfo
from mypy.options import Options
from mypy.types import CallableType, FunctionLike, Overloaded, Type, TypeType, get_proper_type

from jdc_check.columns import printed_column
from jdc_check.live.session import Session
from jdc_mypy_plugin.model.classes import PytreeClass, model_of
from jdc_mypy_plugin.typefacts.instances import instances

REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class Span:
    """A range: lines and columns from 1, columns in characters."""

    line: int
    column: int
    end_line: int
    end_column: int

    def holds(self, line: int, column: int) -> bool:
        """Return whether a cursor is in the range, or right behind it."""
        return (self.line, self.column) <= (line, column) <= (self.end_line, self.end_column)

    def as_json(self) -> list[int]:
        """Return what goes over the pipe."""
        return [self.line, self.column, self.end_line, self.end_column]


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """A name in the text that is that of a field."""

    model: PytreeClass
    name: str
    span: Span
    kind: str
    """``definition``, ``attribute``, ``keyword`` or ``string``."""


class View:
    """One module."""

    def __init__(self, path: str, text: str, tree: MypyFile, types: dict[Any, Type], options: Options) -> None:
        self.path, self.text, self.options = path, text, options
        self.lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._tree, self._types = tree, types

    @cached_property
    def syntax(self) -> ast.Module:
        """Return Python's tree."""
        with warnings.catch_warnings(action="ignore"):
            return ast.parse("\n".join(self.lines))

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> Span:
        """Return where a node of Python's tree is."""
        end_line = node.end_lineno or node.lineno
        first = self._characters(node.lineno, node.col_offset)
        return Span(node.lineno, first + 1, end_line, self._characters(end_line, node.end_col_offset or 0) + 1)

    def _characters(self, line: int, utf8_bytes: int) -> int:
        return len(self.lines[line - 1].encode()[:utf8_bytes].decode(errors="ignore"))

    def type_of(self, node: ast.expr) -> Type | None:
        """Return what mypy knows of an expression; None where it has not looked at it."""
        found = self.expression(node)
        return None if found is None else self._types.get(found)

    def expression(self, node: ast.expr) -> Expression | None:
        """Return an expression as mypy has it."""
        span = self.span(node)
        start = printed_column(self.lines[span.line - 1], span.column - 1)
        end = printed_column(self.lines[span.end_line - 1], span.end_column - 1)
        try:
            return find_by_location(self._tree, span.line, start, span.end_line, end)
        except ValueError:
            return None

    def objects(self, node: ast.expr) -> list[PytreeClass]:
        """Return the pytree dataclasses that an object may be of; none where it may be of other classes too."""
        found = [model_of(instance.type) for instance in instances(self.type_of(node))]
        models = [model for model in found if model is not None]
        return models if len(models) == len(found) else []

    def constructed(self, callee: ast.expr) -> PytreeClass | None:
        """Return the class that a call of an expression makes objects of."""
        made = get_proper_type(self.type_of(callee))
        if isinstance(made, Overloaded):
            made = made.items[0]
        if isinstance(made, TypeType):
            return next((model_of(each.type) for each in instances(made.item)), None)
        if isinstance(made, FunctionLike) and made.is_type_obj():
            return model_of(made.type_object())
        if isinstance(made, CallableType) and isinstance(callee, ast.Name) and callee.id == "cls":
            return next((model_of(each.type) for each in instances(made.ret_type)), None)
        return None

    def info_of(self, node: ast.ClassDef) -> TypeInfo | None:
        """Return the class that a statement defines; None for one inside a function."""
        names, found = self._tree.names, None
        for name in self._path_to(node):
            symbol = names.get(name)
            if symbol is None or not isinstance(symbol.node, TypeInfo):
                return None
            found, names = symbol.node, symbol.node.names
        return found

    def _path_to(self, wanted: ast.ClassDef) -> list[str]:
        def search(body: list[ast.stmt], above: list[str]) -> list[str] | None:
            for statement in body:
                if statement is wanted:
                    return [*above, wanted.name]
                if isinstance(statement, ast.ClassDef):
                    found = search(statement.body, [*above, statement.name])
                    if found is not None:
                        return found
                elif isinstance(statement, ast.If):
                    found = search([*statement.body, *statement.orelse], above)
                    if found is not None:
                        return found
            return None

        return search(self.syntax.body, []) or []

    def classes(self) -> Iterator[tuple[ast.ClassDef, PytreeClass]]:
        """Yield the pytree dataclasses that the module defines."""
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.ClassDef):
                info = self.info_of(node)
                model = None if info is None else model_of(info)
                if model is not None:
                    yield node, model

    def field_places(self) -> Iterator[FieldPlace]:
        """Yield every name in the module that is certainly that of a field."""
        for node, model in self.classes():
            yield from self._definitions(node, model)
        for each in ast.walk(self.syntax):
            if isinstance(each, ast.Attribute):
                yield from self._attribute(each)
            elif isinstance(each, ast.Call):
                yield from self._keywords(each)

    def _definitions(self, node: ast.ClassDef, model: PytreeClass) -> Iterator[FieldPlace]:
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                if name in model.fields:
                    yield FieldPlace(model, name, self.span(statement.target), "definition")
        for decorator in node.decorator_list:
            for each in ast.walk(decorator):
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value in model.fields:
                    span = self.span(each)
                    if span.end_column - span.column == len(each.value) + 2:
                        inner = Span(span.line, span.column + 1, span.end_line, span.end_column - 1)
                        yield FieldPlace(model, each.value, inner, "string")

    def _attribute(self, node: ast.Attribute) -> Iterator[FieldPlace]:
        for model in self.objects(node.value):
            if node.attr in model.fields:
                whole = self.span(node)
                first = whole.end_column - len(node.attr)
                yield FieldPlace(
                    model, node.attr, Span(whole.end_line, first, whole.end_line, whole.end_column), "attribute"
                )
                return

    def _keywords(self, call: ast.Call) -> Iterator[FieldPlace]:
        if not any(keyword.arg for keyword in call.keywords):
            return
        model = self.changed_by(call)
        for keyword in call.keywords if model is not None else ():
            if model is not None and keyword.arg is not None and keyword.arg in model.fields:
                whole = self.span(keyword)
                span = Span(whole.line, whole.column, whole.line, whole.column + len(keyword.arg))
                yield FieldPlace(model, keyword.arg, span, "keyword")

    def changed_by(self, call: ast.Call) -> PytreeClass | None:
        """Return the class whose fields the keywords of a call name: a constructor, or ``replace`` of any kind."""
        callee = call.func
        if isinstance(callee, ast.Attribute) and callee.attr == REPLACE:
            models = self.objects(callee.value)
            if models:
                return models[0]
        if isinstance(callee, ast.Attribute | ast.Name) and _name(callee) == REPLACE and call.args:
            models = self.objects(call.args[0])
            if models:
                return models[0]
        return self.constructed(callee)


def _name(callee: ast.Attribute | ast.Name) -> str:
    return callee.attr if isinstance(callee, ast.Attribute) else callee.id


def view_of(session: Session, path: str) -> View | None:
    """Return a module as the editor has it; None where its text is not analysed."""
    engine, module = session.engine, session.module_of(path)
    if engine is None or not engine.is_started or module is None or session.is_broken(path):
        return None
    tree = engine.tree(module, path)
    if tree is None:
        return None
    text = engine.files.read(path).decode("utf-8", errors="replace").removeprefix("\ufeff")
    return View(path, text, tree, engine.types, engine.options)
