"""Errors that keep mypy from parsing a text: looked for before mypy gets it, as one such text stops it for others."""

from __future__ import annotations

import warnings
from typing import Final

from mypy.errors import Errors
from mypy.options import Options
from mypy.parse import parse

from jdc_check.live.answers import Broken

LONGEST: Final = 1_000_000
"""Characters of a file that is analysed while it is edited; no one writes more by hand."""
_TOO_DEEP: Final = "too many"
"""CPython says so of a text on which another parser may run out of stack."""


def problem_of(text: str) -> Broken | None:
    """Return why a text cannot be parsed; None where it can."""
    if len(text) > LONGEST:
        return Broken(None, f"longer than {LONGEST:,} characters")
    try:
        with warnings.catch_warnings(action="ignore"):  # of the checked code, such as "\d" in a string
            compile(text, "<text>", "exec", dont_inherit=True)
    except SyntaxError as error:
        refused = Broken(error.lineno, f"cannot be parsed: {error.msg}")
        return refused if _TOO_DEEP in error.msg else _refused_by_mypy(text, refused)
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return Broken(None, f"cannot be parsed: {error}")
    return None


def _refused_by_mypy(text: str, otherwise: Broken) -> Broken | None:
    """Return what mypy's own parser says of a text that this Python refuses: it knows the syntax of newer ones."""
    options = Options()
    if not getattr(options, "native_parser", False):
        return otherwise
    errors = Errors(options)
    errors.set_file("<text>", None, options)
    parse(text, "<text>", None, errors, options, eager=True)
    if not errors.is_blockers():
        return None
    first = next(info for infos in errors.error_info_map.values() for info in infos if info.blocker)
    message = "".join(char if char.isprintable() else repr(char)[1:-1] for char in first.message)
    return Broken(first.line if first.line > 0 else None, f"cannot be parsed: {message}")
