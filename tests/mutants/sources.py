"""A file of a package, the places in it, and the text that edits make of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Span(NamedTuple):
    """A part of a text by its offsets."""

    start: int
    end: int


class Edit(NamedTuple):
    """A replacement of a part of a text."""

    span: Span
    text: str


@dataclass(frozen=True)
class Source:
    """A module of a package: its path within the package's parent directory, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.splitlines(keepends=True)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self._lines:
            starts.append(starts[-1] + len(line))
        return starts

    @property
    def module(self) -> str:
        """The full name of the module."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a position as `ast` gives it, with columns in bytes."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> Span:
        """Return the place of a node."""
        end = self.offset(node.end_lineno or 0, node.end_col_offset or 0)
        return Span(self.offset(node.lineno, node.col_offset), end)

    def of(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of a node."""
        span = self.span(node)
        return self.text[span.start : span.end]

    def line(self, number: int) -> Span:
        """Return the place of a line without its end."""
        return Span(self._starts[number - 1], self._starts[number - 1] + len(self._lines[number - 1].rstrip("\n")))

    def is_silenced(self, span: Span) -> bool:
        """Return whether a comment at a place tells mypy to say nothing."""
        return "type: ignore" in self.text[span.start : self.text.find("\n", span.end)]

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        """The classes at the top level of the module."""
        return {each.name: each for each in self.tree.body if isinstance(each, ast.ClassDef)}

    @cached_property
    def imported(self) -> Edit | None:
        """An edit that imports what mutants use, on the line of an import that is there; None where no line is fit."""
        for each in self.tree.body:
            if isinstance(each, ast.Import) and each.lineno == each.end_lineno and ";" not in self.of(each):
                end = self.span(each).end
                return Edit(Span(end, end), "; import dataclasses, functools, jax, jax.numpy")
        return None

    def functions(self) -> Iterator[tuple[ast.ClassDef | None, Function]]:
        """Yield functions at the top level, and methods of classes there."""
        for each in self.tree.body:
            if isinstance(each, Function):
                yield None, each
            elif isinstance(each, ast.ClassDef):
                yield from ((each, method) for method in each.body if isinstance(method, Function))


@dataclass(frozen=True)
class Changed:
    """The text that edits make of a source, in which places of the former text can be found again."""

    source: Source
    edits: tuple[Edit, ...]
    appended: tuple[str, ...] = ()
    text: str = field(init=False)

    def __post_init__(self) -> None:
        parts, position = [], 0
        for span, new in sorted(self.edits):
            parts += [self.source.text[position : span.start], new]
            position = span.end
        parts.append(self.source.text[position:].rstrip("\n") + "\n")
        object.__setattr__(self, "text", "".join([*parts, *self.appended]))

    def lines(self, span: Span) -> range:
        """Return the lines of the new text on which a part of the former one is now."""
        first = self._line(span.start, (edit for edit in self.edits if edit.span.end < span.start))
        last = self._line(span.end, (edit for edit in self.edits if edit.span.start <= span.end))
        return range(first, last + 1)

    def appended_lines(self, text: str) -> range:
        """Return the lines of a text that was appended."""
        start = self.text.index(text)
        first = self.text.count("\n", 0, start) + 1
        return range(first, first + text.count("\n"))

    def _line(self, offset: int, before: Iterable[Edit]) -> int:
        added = sum(new.count("\n") - self.source.text.count("\n", *span) for span, new in before)
        return self.source.text.count("\n", 0, offset) + 1 + added
