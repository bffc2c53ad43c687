"""The calls and assignments of a source, by the places at which checkers report them."""

from __future__ import annotations

import ast
import warnings
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from jdc_check.sourcefile import SourceFile, source_file

COPY: Final = "copy_and_mutate"
"""The function whose result may be written."""
Place = tuple[int, int]
"""A line and a column, both from 1, the column in code points."""


class Range(NamedTuple):
    """From the first character of an expression to the one behind it."""

    start: Place
    end: Place

    def holds(self, place: Place) -> bool:
        """Return whether a place lies in it."""
        return self.start <= place < self.end


@dataclass(slots=True)
class Call:
    """One call, and the statement whose whole value it is."""

    range: Range
    function: Range
    keywords: dict[str, Place] = field(default_factory=dict[str, Place])
    """The place at which each keyword begins."""
    arguments: list[Place] = field(default_factory=list[Place])
    """The places at which the arguments begin, and the values of keywords."""
    statement: Place | None = None
    targets: dict[str, Place] = field(default_factory=dict[str, Place])
    """The names that it is assigned to."""
    is_result_wanted: bool = True
    """True if the statement, where it assigns the value, does so to what has a declared type."""

    @property
    def places(self) -> Iterator[Place]:
        """The places at which a checker may report that an argument is not taken."""
        yield self.range.start
        yield from self.keywords.values()
        yield from self.arguments


class Syntax:
    """The calls, assignments and copies in one source; none of a source that Python cannot read."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self.calls: dict[Range, Call] = {}
        self.by_function: dict[Range, Call] = {}
        self.by_place: dict[Place, list[Call]] = defaultdict(list)
        self.keyword_of: dict[Place, Place] = {}
        """From the place of the value of a keyword to that of the keyword."""
        self.written: dict[Range, Range] = {}
        """From the target of an assignment to the statement."""
        self.values_of: dict[Range, list[Place]] = defaultdict(list)
        """The places at which the value of an assignment begins."""
        self.copies: list[tuple[str, Range]] = []
        """The names of mutable copies, each with the statement in which it is one."""
        nodes = list(_nodes(source))
        self._declared = set(filter(None, map(_declared, nodes)))
        for node in nodes:
            self._add(node)

    def is_declared(self, target: ast.expr) -> bool:
        """Return whether the type of a target is written somewhere here, as far as its name tells."""
        if isinstance(target, ast.Name):
            return target.id in self._declared
        return not isinstance(target, ast.Attribute) or target.attr in self._declared

    def _add(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self._add_call(node)
        elif isinstance(node, ast.With):
            for item in node.items:
                if isinstance(item.optional_vars, ast.Name) and _makes_copy(item.context_expr):
                    self.copies.append((item.optional_vars.id, self._range(node)))
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in filter(None, targets):
                self.written[self._range(target)] = self._range(node)
            if not isinstance(node, ast.Return) and node.value is not None:
                self.values_of[self._range(node)].append(self._range(node.value).start)
            if isinstance(node.value, ast.Call):
                call = self._add_call(node.value)
                call.statement = self._range(node).start
                names = (each for each in targets if isinstance(each, ast.Name))
                call.targets = {each.id: self._range(each).start for each in names}
                call.is_result_wanted = all(target is None or self.is_declared(target) for target in targets)

    def _add_call(self, node: ast.Call) -> Call:
        known = self.calls.get(self._range(node))
        if known is not None:
            return known
        call = Call(self._range(node), self._range(node.func))
        call.arguments = [self._range(argument).start for argument in node.args]
        for keyword in node.keywords:
            value, start = self._range(keyword.value).start, self._range(keyword).start
            call.arguments.append(value)
            if keyword.arg is not None:
                call.keywords[keyword.arg] = start
                self.keyword_of[value] = start
        self.calls[call.range] = self.by_function[call.function] = call
        for place in set(call.places):
            self.by_place[place].append(call)
        return call

    def begins_with(self, target: Range, name: str) -> bool:
        """Return whether an expression is an attribute, or an item, of what a name stands for."""
        line, column = target.start
        text = self._source.line(line)[column - 1 :]
        return text.startswith(name) and text[len(name) : len(name) + 1] in (".", "[")

    def _range(self, node: ast.expr | ast.stmt | ast.keyword) -> Range:
        last = node.end_lineno or node.lineno
        end = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return Range((node.lineno, self._column(node.lineno, node.col_offset)), (last, self._column(last, end)))

    def _column(self, line: int, utf8_bytes: int) -> int:
        text = self._source.line(line)
        return utf8_bytes + 1 if text.isascii() else len(text.encode()[:utf8_bytes].decode(errors="ignore")) + 1


def _declared(node: ast.AST) -> str | None:
    if isinstance(node, ast.arg):
        return node.arg if node.annotation is not None else None
    target = node.target if isinstance(node, ast.AnnAssign) else None
    return target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else None


def _makes_copy(expression: ast.expr) -> bool:
    function = expression.func if isinstance(expression, ast.Call) else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name == COPY


def _nodes(source: SourceFile) -> Iterator[ast.AST]:
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse("\n".join(source.lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return iter(())
    return ast.walk(tree)


@lru_cache(maxsize=256)
def syntax_of(path: str) -> Syntax:
    """Return the syntax of a source, read once in a run."""
    return Syntax(source_file(path))
