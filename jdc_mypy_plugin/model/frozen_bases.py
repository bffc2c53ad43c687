"""Frozen plain dataclasses as bases of classes that a library freezes without telling mypy.

The decorators of flax and jax_dataclasses do not tell mypy that they freeze, so that it refuses a frozen base.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import Any, Final

from mypy.nodes import DataclassTransformSpec, TypeInfo

from ..libraries.definition import Definition
from ..libraries.library import Library

_DATACLASS: Final = "dataclass"
_FROZEN: Final = "frozen"


@contextlib.contextmanager
def below_frozen_bases(
    library: Library | None, definition: Definition, spec: DataclassTransformSpec | None
) -> Generator[None]:
    """Hide from mypy's transform that bases are frozen, where the library freezes the class too, in silence."""
    hidden = [] if library is None else _frozen(definition.cls.info)
    if hidden and library is not None and not _freezes_in_silence(library, definition, spec):
        hidden = []
    for noted in hidden:
        noted[_FROZEN] = False
    try:
        yield
    finally:
        for noted in hidden:
            noted[_FROZEN] = True


def _freezes_in_silence(library: Library, definition: Definition, spec: DataclassTransformSpec | None) -> bool:
    """Return whether a class is frozen, though neither its decorator nor the type of that says so."""
    is_told = definition.flag("frozen", default=spec is not None and spec.frozen_default)
    return is_told is False and library.facts.of_class(library.read(definition).differences).frozen


def _frozen(info: TypeInfo) -> list[dict[str, Any]]:
    """Return what mypy has noted of each base that is a frozen dataclass."""
    noted = (base.metadata.get(_DATACLASS) for base in info.mro[1:-1])
    return [each for each in noted if each is not None and each.get(_FROZEN) is True]
