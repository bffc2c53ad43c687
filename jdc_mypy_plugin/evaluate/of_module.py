"""The evaluators that all share who ask about one module."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Statement

from .evaluator import Evaluator


class _Evaluators:
    """The evaluators of the module under check, made when they are first asked for."""

    def __init__(self) -> None:
        self._made_for: tuple[TypeChecker, list[Statement]] | None = None
        self._evaluators: dict[tuple[bool, bool], Evaluator] = {}

    def of(self, api: TypeChecker, *, is_ahead: bool, is_first: bool) -> Evaluator:
        """Return the evaluator; a daemon may check a new syntax tree with the checker of the old one."""
        made_for = self._made_for
        if made_for is None or made_for[0] is not api or made_for[1] is not api.tree.defs:
            self._evaluators.clear()
            self._made_for = api, api.tree.defs
        key = is_ahead, is_first
        if key not in self._evaluators:
            self._evaluators[key] = Evaluator(api, is_ahead=is_ahead, is_first=is_first)
        return self._evaluators[key]


_EVALUATORS: Final = _Evaluators()


def evaluator_of(api: TypeChecker, *, is_ahead: bool = False, is_first: bool = False) -> Evaluator:
    """Return the evaluator of the module under check: that for code that mypy has not come to where ``is_ahead``.

    That of the first pass of each loop where ``is_first``.
    """
    return _EVALUATORS.of(api, is_ahead=is_ahead, is_first=is_first)
