"""The classes whose objects refuse writes to their fields."""

from __future__ import annotations

from mypy.nodes import TypeInfo

from .classes import PytreeClass, model_of, pytree_bases


def frozen_model(info: TypeInfo) -> PytreeClass | None:
    """Return the model that freezes a class, unless a class of its own manages who may write.

    jax_dataclasses keeps who may write in ``__mutability__``; a program that declares it does so itself.
    """
    if any("__mutability__" in base.names for base in info.mro):
        return None
    for base in pytree_bases(info):
        before = info.mro[: info.mro.index(base)]
        if any("__setattr__" in subclass.names for subclass in before):
            return None
        model = model_of(base)
        return model if model is not None and model.facts.frozen else None
    return None
