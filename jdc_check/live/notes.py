"""Notes about what is right, kept for functions that mypy has no reason to check again.

mypy's engine takes a function with any message for one with errors, and checks it again after every edit anywhere.
In a function with nothing but these notes, they are as true as they were until mypy checks it for another reason.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from mypy.errors import ErrorInfo
from mypy.server.update import FineGrainedBuildManager

from jdc_spec.repairs import CODE

Records = list[dict[str, Any]]


class Notes:
    """The notes of one engine, by the function or module that they are in."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, Records]] = {}

    def take(self, manager: FineGrainedBuildManager) -> Records:
        """Take the outcome of an update; return the notes that mypy has not said again, as it says them in JSON."""
        if manager.blocking_error is not None:  # who knows how far it came
            manager.previous_targets_with_errors = manager.previous_targets_with_errors | self._kept.keys()
            self._kept = {}
            return []
        said = _by_target(manager)
        again = {*manager.processed_targets, *said}
        modules = manager.manager.modules.keys() - set(manager.updated_modules)
        old = {name: kept for name, kept in self._kept.items() if name not in again and kept[0] in modules}
        fresh = {name: _records(infos) for name, infos in said.items() if all(map(_is_note, infos))}
        manager.previous_targets_with_errors = manager.previous_targets_with_errors - fresh.keys()
        self._kept = old | fresh
        return list(chain.from_iterable(records for _, records in old.values()))


def _by_target(manager: FineGrainedBuildManager) -> dict[str, list[tuple[str, ErrorInfo]]]:
    found: dict[str, list[tuple[str, ErrorInfo]]] = {}
    for path, infos in manager.manager.errors.error_info_map.items():
        for info in infos:
            if info.target is not None:
                found.setdefault(info.target, []).append((path, info))
    return found


def _is_note(told: tuple[str, ErrorInfo]) -> bool:
    code = told[1].code
    return code is not None and code.code == CODE


def _records(infos: list[tuple[str, ErrorInfo]]) -> tuple[str, Records]:
    records = [
        {"file": path, "line": info.line, "column": info.column, "message": info.message, "hint": None}
        | {"code": CODE, "severity": info.severity}
        for path, info in infos
    ]
    return infos[0][1].module or "", records
