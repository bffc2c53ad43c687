"""Postponed ``jdc.KW_ONLY`` and ``jdc.InitVar``, which `dataclasses` knows by their spelling alone.

It compares the text of an annotation with names of its own module, so ``jdc.InitVar[int]`` in quotes, or under
``from __future__ import annotations``, would be an ordinary field (CPython's `dataclasses._is_type`).
"""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from .name_scope import Scope

_PSEUDO: Final = re.compile(r"\s*(?P<name>[\w.]+)\s*(?:\[(?P<type>.*)\])?\s*", re.DOTALL)


def resolve_pseudo_fields(cls: type, scope: Scope) -> None:
    """Replace the text of such annotations in the body of a class by what it stands for."""
    annotations = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - to change it, not to read it
    for name, annotation in annotations.items():
        match = _PSEUDO.fullmatch(annotation) if isinstance(annotation, str) else None
        if match is None or match["name"].rpartition(".")[2] not in ("KW_ONLY", "InitVar"):
            continue
        try:
            meant = scope.evaluate(match["name"])
        except Exception:  # noqa: S112 - evaluation raises anything; then it is not a name of dataclasses
            continue
        if meant is dataclasses.KW_ONLY:
            annotations[name] = dataclasses.KW_ONLY
        elif meant is dataclasses.InitVar:
            annotations[name] = _init_var(match["type"])


def _init_var(written: str | None) -> object:
    return dataclasses.InitVar(cast("type[Any]", written)) if written else dataclasses.InitVar
