"""The calls and assignments of a source, by the places at which checkers report them."""

from __future__ import annotations

import ast
import warnings
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from jdc_check.sourcefile import SourceFile, source_file

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

    @property
    def places(self) -> Iterator[Place]:
        """The places at which a checker may report that an argument is not taken."""
        yield self.range.start
        yield from self.keywords.values()
        yield from self.arguments


class Syntax:
    """What is known of one source; nothing, of one that Python cannot read."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self.calls: dict[Range, Call] = {}
        self.by_function: dict[Range, Call] = {}
        self.by_place: dict[Place, list[Call]] = defaultdict(list)
        self.keyword_of: dict[Place, Place] = {}
        """From the place of the value of a keyword to that of the keyword."""
        self.written: dict[Range, Range] = {}
        """From the target of an assignment to the statement."""
        for node in _nodes(source):
            self._add(node)

    def _add(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self._add_call(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in filter(None, targets):
                self.written[self._range(target)] = self._range(node)
            if isinstance(node.value, ast.Call):
                call = self._add_call(node.value)
                call.statement = self._range(node).start
                names = (each for each in targets if isinstance(each, ast.Name))
                call.targets = {each.id: self._range(each).start for each in names}

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

    def _range(self, node: ast.expr | ast.stmt | ast.keyword) -> Range:
        last = node.end_lineno or node.lineno
        end = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return Range((node.lineno, self._column(node.lineno, node.col_offset)), (last, self._column(last, end)))

    def _column(self, line: int, utf8_bytes: int) -> int:
        text = self._source.line(line)
        return utf8_bytes + 1 if text.isascii() else len(text.encode()[:utf8_bytes].decode(errors="ignore")) + 1


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
