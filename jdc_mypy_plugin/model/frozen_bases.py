"""Frozen dataclasses as bases of each other, where a library freezes classes without telling mypy.

The decorators of flax and jax_dataclasses do not say that they freeze, so that mypy refuses a frozen base of their
classes, and a frozen class below one of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import Any, Final

from mypy.nodes import DataclassTransformSpec, TypeInfo

from ..libraries.definition import Definition
from ..libraries.library import Library
from .classes import model_of

_DATACLASS: Final = "dataclass"
_FROZEN: Final = "frozen"


@contextlib.contextmanager
def with_bases_alike(
    library: Library | None, definition: Definition, spec: DataclassTransformSpec | None
) -> Generator[None]:
    """Let mypy's transform take frozen bases for what it takes a class, where both are frozen.

    A plain dataclass that is not frozen may not inherit from them, so there mypy is told that they are.
    """
    flag = definition.flag("frozen", default=spec is not None and spec.frozen_default)
    is_plain = library is None and spec is None and flag is False
    is_told = is_plain or flag is True
    noted = _frozen_bases(definition.cls.info, is_told=not is_told)
    if noted and not is_told and not _freezes(library, definition):
        noted = []
    for each in noted:
        each[_FROZEN] = is_told
    try:
        yield
    finally:
        for each in noted:
            each[_FROZEN] = not is_told


def _frozen_bases(info: TypeInfo, *, is_told: bool) -> list[dict[str, Any]]:
    """Return what mypy has noted of each base that is frozen, if that says so or if it does not."""
    bases = [(each, each.metadata.get(_DATACLASS)) for each in info.mro[1:-1]]
    return [
        noted
        for base, noted in bases
        if noted is not None and noted.get(_FROZEN) is is_told and (is_told or _is_frozen(base))
    ]


def _is_frozen(base: TypeInfo) -> bool:
    model = model_of(base)
    # what can be assigned to in ``__init__`` is frozen by the library, and dataclasses need not know
    return model is not None and model.facts.frozen and not model.facts.opens_in_construction


def _freezes(library: Library | None, definition: Definition) -> bool:
    """Return whether the library freezes a class, though its decorator does not say so."""
    return library is not None and library.facts.of_class(library.read(definition).differences).frozen
