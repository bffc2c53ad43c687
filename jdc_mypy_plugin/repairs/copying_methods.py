"""Methods that make objects or copy them, and what gives their calls the keywords of the fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import TypeInfo
from mypy.plugin import MethodSigContext
from mypy.types import FunctionLike

from ..libraries.jax_md import SET
from ..libraries.registry import REPLACING, base_classes
from .libraries.train_states import FILLING, is_of_flax, state_signature
from .replace import METHOD, has_set, replace_signature, set_signature

_NAMES: Final = (METHOD, SET, *FILLING)


def signature_of_copying(
    owner: str, name: str, find: Callable[[str], TypeInfo | None]
) -> Callable[[MethodSigContext], FunctionLike] | None:
    """Return what gives a method of a class its signature; None of any other method."""
    if name not in _NAMES:
        return None
    info = find(owner)
    if name == METHOD:
        return replace_signature if info is not None or owner in base_classes() or owner in REPLACING else None
    if info is not None and name == SET and has_set(info):
        return set_signature
    return state_signature if info is not None and is_of_flax(info, name) else None
