"""A cell as Python alone: what only IPython understands is replaced, line by line, so that each line keeps its place.

https://ipython.readthedocs.io/en/stable/interactive/reference.html says what IPython understands.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from jdc_check.notebooks.raw import NEWLINE

RUN_AS_THEY_ARE: Final = frozenset(("capture", "debug", "prun", "time"))
"""The magics of a cell that run it like any other."""
_ESCAPE: Final = re.compile(r"\s*[%!?/,;]")
_HELP: Final = re.compile(r"\s*%{0,2}[\w.\[\]'\"*]+\?{1,2}\s*(#.*)?$")
_ASSIGNED: Final = re.compile(r"[^=#'\"]+=\s*(?:%\w|!)")
_AUTOMAGIC: Final = re.compile(
    r"\s*(?:alias|autoreload|cat|cd|conda|config|cp|debug|env|load|load_ext|ls|man|matplotlib|mkdir|mv|pip|prun|pylab|"
    r"reload_ext|rm|rmdir|run|time|timeit|unload_ext|uv|who|whos|xmode)\s+[^\s=(.,:\[]"
)
"""Magics that IPython takes without their percent sign; only looked for in a cell that Python refuses."""
_PROMPT: Final = re.compile(r"(?:>>>|\.\.\.|In \[\d+\]:| *\.\.\.+:)(?: |$)")
_BOUND: Final = re.compile(r"\b((?:[A-Za-z_]\w*\s*,\s*)*[A-Za-z_]\w*)\s*(?::[^=]+)?(?:[-+*/@]?=(?!=)|<<)")
_DEFINED: Final = re.compile(r"\b(?:def|class|for|as|import)\s+([A-Za-z_]\w*)")
_LONGEST: Final = 1000
"""Characters of a line in which names are looked for: the rest is data, as in a cell of HTML."""
_PIECE: Final = re.compile(
    r"""(?P<comment>\#.*)
    |(?P<triple>\"{3}|'{3})
    |"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?
    |(?P<open>[\[({])
    |(?P<close>[\])}])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Python:
    """The Python of a cell."""

    lines: tuple[str, ...]
    tree: ast.Module | None
    """None where nothing of the cell can be checked."""
    unseen: frozenset[str] = frozenset()
    """Names that what was replaced may bind."""
    problem: tuple[int, str] | None = None
    """The line, from 1, and the reason for which Python refuses a cell that only holds Python."""
    magic_line: int = 0
    """The line, from 1, with the magic of the whole cell; 0 where there is none."""


def python_of(source: str) -> Python:
    """Return the Python of a cell, line for line."""
    lines = NEWLINE.split(source)
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return Python(tuple("" for _ in lines), ast.Module([], []))
    magic = re.match(r"%%\s*(\S*)", lines[first])
    if magic is not None and magic[1] not in RUN_AS_THEY_ARE:
        return _unseen(lines)
    magic_line = 0
    if magic is not None:
        lines[first], magic_line = "", first + 1
    tree = parsed("\n".join(lines))
    if isinstance(tree, ast.Module):
        return Python(tuple(lines), tree, magic_line=magic_line)
    replaced, escapes = _replaced(lines)
    if not escapes:
        problem = None if _is_understood(lines[first:]) else tree
        return Python(tuple("" for _ in lines), None, _names(lines), problem)
    tree = parsed("\n".join(replaced))
    if not isinstance(tree, ast.Module):
        return _unseen(lines)
    return Python(tuple(replaced), tree, _names(escapes), magic_line=magic_line)


def parsed(text: str) -> ast.Module | tuple[int, str]:
    """Return the tree of a cell, which may await something; the line and the reason where Python refuses it."""
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        with warnings.catch_warnings(action="ignore"):  # of the checked code, such as "\d" in a string
            compile(text, "<cell>", "exec", flags, dont_inherit=True)  # refuses more than the parser alone
            return ast.parse(text)
    except SyntaxError as error:
        return error.lineno or 1, error.msg
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return 1, str(error)


def _is_understood(lines: Sequence[str]) -> bool:
    """Return whether IPython takes a cell that Python refuses: an indented one, or one with prompts."""
    indented = re.match(r"\s*", lines[0])
    assert indented is not None
    dedented = [line.removeprefix(indented[0]) for line in lines]
    return isinstance(parsed("\n".join(_PROMPT.sub("", line) for line in dedented)), ast.Module)


def _unseen(lines: Sequence[str]) -> Python:
    return Python(tuple("" for _ in lines), None, _names(lines))


def _names(lines: Iterable[str]) -> frozenset[str]:
    """Return the names that code may bind, by its looks."""
    found: set[str] = set()
    for line in (line[:_LONGEST] for line in lines):
        found.update(_DEFINED.findall(line))
        for bound in _BOUND.findall(line):
            found.update(re.split(r"\s*,\s*", bound))
    return frozenset(found)


def _replaced(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lines with ``pass`` in the place of what is IPython's, and what that was."""
    kept, escapes, scan, continued = list[str](), list[str](), _Scan(), False
    for line in lines:
        is_escape = scan.is_between_statements and _is_escape(line)
        if continued or is_escape:
            escapes.append(line)
            kept.append("" if continued else f"{line[: len(line) - len(line.lstrip())]}pass")
            continued = line.endswith("\\")
        else:
            scan.take(line)
            kept.append(line)
    return kept, escapes


def _is_escape(line: str) -> bool:
    return any(form.match(line) is not None for form in (_ESCAPE, _HELP, _ASSIGNED, _AUTOMAGIC))


class _Scan:
    """Knows, line by line, whether a statement is still open: by brackets, by quotes, by a backslash."""

    def __init__(self) -> None:
        self._depth, self._quotes, self._continued = 0, "", False

    @property
    def is_between_statements(self) -> bool:
        return not (self._depth or self._quotes or self._continued)

    def take(self, line: str) -> None:
        for piece in self._pieces(line):
            if piece["triple"]:
                self._quotes = piece["triple"]
            elif piece["open"]:
                self._depth += 1
            elif piece["close"]:
                self._depth = max(self._depth - 1, 0)
        self._continued = not self._quotes and line.endswith("\\")

    def _pieces(self, line: str) -> Iterator[re.Match[str]]:
        """Yield what matters in a line, outside of long strings."""
        at = 0
        while True:
            if self._quotes:
                end = re.compile(rf"(?:\\.|[^\\])*?{self._quotes}").match(line, at)
                if end is None:
                    return
                at, self._quotes = end.end(), ""
            piece = _PIECE.search(line, at)
            if piece is None:
                return
            at = piece.end()
            yield piece
