"""From modules that show a defect to fewer and shorter ones that still show it."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator

from .session import Files
from .writing import is_readable


def shrunk(files: Files, shows: Callable[[Files], bool], *, seconds: float) -> Files:
    """Leave out what the defect does not need: modules, then lines, from many at once to single ones."""
    stop = time.monotonic() + seconds
    for name in list(files):
        fewer = {other: text for other, text in files.items() if other != name}
        if fewer and shows(fewer):
            files = fewer
    for name in list(files):
        is_shorter = True
        while is_shorter and time.monotonic() < stop:
            is_shorter = False
            for text in _shorter(files[name]):
                if time.monotonic() > stop:
                    break
                if is_readable(text) and shows({**files, name: text}):
                    files, is_shorter = {**files, name: text}, True
                    break
    return files


def _shorter(text: str) -> Iterator[str]:
    lines = text.splitlines(keepends=True)
    size = len(lines) // 2
    while size:
        for start in range(0, len(lines), size):
            yield "".join(lines[:start] + lines[start + size :])
        size //= 2
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt) and node.end_lineno and node.end_lineno > node.lineno:
            indentation = " " * node.col_offset
            yield "".join([*lines[: node.lineno - 1], f"{indentation}pass\n", *lines[node.end_lineno :]])
