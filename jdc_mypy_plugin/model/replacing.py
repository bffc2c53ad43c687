"""The method ``replace`` that a library adds to a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jdc_spec.libraries import MODULES

from ..libraries.own.names import is_own_replacing
from .classes import model_of

if TYPE_CHECKING:
    from mypy.nodes import TypeInfo

REPLACE: Final = "replace"


def adds_replace(info: TypeInfo) -> bool:
    """Return whether ``replace`` of a class is that of its library, which makes an object of the class.

    Or one that a program writes, which does no more than ``dataclasses.replace(self, **changes)``.
    """
    model, symbol = model_of(info), info.get(REPLACE)
    if model is None or symbol is None:
        return False
    owner = next(base for base in info.mro if REPLACE in base.names)
    if not symbol.plugin_generated and is_own_replacing(owner.fullname):
        return True
    is_of_library = symbol.plugin_generated or owner.module_name.partition(".")[0] in MODULES
    return model.facts.adds_replace and is_of_library
