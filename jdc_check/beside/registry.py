"""The checkers that `--with` knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from jdc_check.beside.checker import Checker
from jdc_check.beside.mypy import MYPY, ZUBAN
from jdc_check.beside.pyrefly import PYREFLY
from jdc_check.beside.pyright import BASEDPYRIGHT, PYRIGHT
from jdc_check.beside.ty import TY

CHECKERS: Final[Mapping[str, Checker]] = {
    checker.name: checker for checker in (PYRIGHT, BASEDPYRIGHT, TY, PYREFLY, ZUBAN, MYPY)
}
"""By the name of the program."""

_OF_PYRIGHT: Final = ("--outputjson", "--stats", "--verbose", "--watch", "-w", "--dependencies")
_OF_MYPY: Final = ("--output", "-O", "--pretty", "--no-error-summary", "--verbose", "-v")
OWN_OPTIONS: Final[Mapping[str, Sequence[str]]] = {
    "pyright": _OF_PYRIGHT,
    "basedpyright": _OF_PYRIGHT,
    "ty": ("--output-format", "--watch", "-W", "--quiet", "-q", "--verbose", "-v"),
    "pyrefly": ("--output-format", "--watch", "--summarize-errors", "--verbose", "-v"),
    "zuban": ("--pretty", "--no-error-summary"),
    "mypy": _OF_MYPY,
}
"""By the name of the program: options that decide what it prints, which jdc does."""
