"""Scripts that are notebooks to an editor: comments divide them into cells.

``# %%`` in VS Code, Spyder, PyCharm and sphinx-gallery, ``# +`` and paragraphs in the light format of jupytext
(https://jupytext.readthedocs.io/en/latest/formats-scripts.html), ``# COMMAND ----------`` in Databricks.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

_CELL: Final = re.compile(r"# ?%%|# COMMAND -{3,}")
_LIGHT_CELL: Final = re.compile(r"# [+-]( |$)|$")
"""The lines that end a cell in the light format too: a mark, or an empty line."""
_LIGHT: Final = re.compile(r"#\s+format_name: light\b")
_HEADER_LINES: Final = 60


def displayed_lines(lines: Sequence[str]) -> frozenset[int]:
    """Return the lines of the expressions whose value an editor shows, since they are the last of their cells."""
    is_light = any(map(_LIGHT.match, lines[:_HEADER_LINES]))
    if not is_light and not any(map(_CELL.match, lines)):
        return frozenset()
    found: set[int] = set()
    body = _body("\n".join(lines))
    for statement, following in zip_longest(body, body[1:]):
        end = statement.end_lineno or statement.lineno
        between = lines[end : len(lines) if following is None else following.lineno - 1]
        is_last = following is None or any(_ends_cell(line, is_light) for line in between)
        if isinstance(statement, ast.Expr) and is_last:
            found.update(range(statement.lineno, end + 1))
    return frozenset(found)


def _ends_cell(line: str, is_light: bool) -> bool:
    return _CELL.match(line) is not None or (is_light and _LIGHT_CELL.match(line) is not None)


def _body(text: str) -> list[ast.stmt]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return []
