"""The options that an editor may set: in its own settings under ``jdc``, or as initialization options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of an editor."""

    trusted: bool = True
    """False where nothing of the project may run: its ``.venv`` holds an interpreter that it brought along."""
    inlayHints: bool = False  # noqa: N815 - as editors write settings
    """True if hints in the text show static fields and known shapes."""
    pythonExecutable: str | None = None  # noqa: N815
    """The interpreter whose packages the code imports; None for that of the project."""
    openFilesOnly: bool = False  # noqa: N815
    """True if nothing is told of files that are not open."""

    def updated(self, settings: object) -> Options:
        """Return the options with what an editor sets; what it sets to something else than expected is left out."""
        if not isinstance(settings, Mapping):
            return self
        known = {field.name for field in fields(self)}
        items = cast("Mapping[str, Any]", settings).items()
        given = {name: value for name, value in items if name in known and _fits(name, value)}
        return replace(self, **given)


def _fits(name: str, value: object) -> bool:
    if name == "pythonExecutable":
        return value is None or isinstance(value, str)
    return isinstance(value, bool)
