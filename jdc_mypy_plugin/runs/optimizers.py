"""Optimizers of optax, and those whose updates may have other shapes than the gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .things import Foreign, Named, Thing, parts

OPTAX: Final = Foreign("optax")
"""An object of optax that gives updates of the shapes of the gradients, if it is an optimizer."""
_OTHER: Final = Foreign("optax.other")
_RESHAPING: Final = ("dpsgd", "differentially_private_aggregate")
"""Functions whose optimizers put the gradients of several examples together."""
_GIVEN: Final = ("GradientTransformation", "GradientTransformationExtraArgs", "stateless", "stateless_with_tree_map")
"""Functions whose optimizers do what functions of the program do."""


def made_by(name: str, given: Sequence[Thing]) -> Foreign:
    """Return what a function of optax makes, by its full name."""
    *modules, short = name.split(".")
    if name == _OTHER.library or "experimental" in modules or short in (*_RESHAPING, *_GIVEN):
        return _OTHER
    if short == "chain" and any(each != OPTAX for each in given):
        return _OTHER
    if short == "inject_hyperparams" and not any(isinstance(each, Named) for each in given):
        return _OTHER
    inside = [part for each in given for part in (each, *parts(each))]
    return _OTHER if _OTHER in inside else OPTAX
