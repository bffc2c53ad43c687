"""The checkers that `--with` knows."""

from __future__ import annotations

from collections.abc import Mapping
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
