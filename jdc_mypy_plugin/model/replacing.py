"""The method ``replace`` that a library adds to a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jdc_spec.libraries import MODULES

from .classes import model_of

if TYPE_CHECKING:
    from mypy.nodes import TypeInfo

REPLACE: Final = "replace"


def adds_replace(info: TypeInfo) -> bool:
    """Return whether ``replace`` of a class is that of its library, which makes an object of the class."""
    model, symbol = model_of(info), info.get(REPLACE)
    if model is None or not model.facts.adds_replace or symbol is None:
        return False
    owners = (base.module_name.partition(".")[0] for base in info.mro if REPLACE in base.names)
    return symbol.plugin_generated or next(owners) in MODULES
