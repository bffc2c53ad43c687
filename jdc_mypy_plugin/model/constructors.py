"""Constructors: what a call gives to each parameter, and those that put it into the fields as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, TypeInfo

from ..libraries.registry import base_classes
from ..syntax.arguments import after_self, bound, has_stars
from .classes import ENFORCED_MIXINS

_MAKERS: Final = ("__post_init__", "__new__", "__pre_init__")
"""Methods that may convert what a constructor is given; the last one is of netket."""

_OF_PYTHON: Final = ("builtins", "collections")


def keeps_arguments(info: TypeInfo) -> bool:
    """Return whether construction is the generated one: a class's own may convert what it is given."""
    initialiser = info.get("__init__")
    makers = [base for base in info.mro if any(name in base.names for name in _MAKERS)]
    own = [base for base in makers if base.fullname not in (*ENFORCED_MIXINS, *base_classes(), "builtins.object")]
    return initialiser is not None and initialiser.plugin_generated and not own


def makes_itself(info: TypeInfo) -> bool:
    """Return whether a call of a class makes an object of it; a ``__new__`` of Python or equinox does."""
    others = (base for base in info.mro[:-1] if base.module_name not in _OF_PYTHON)
    own = (base for base in others if base.fullname not in base_classes())
    return not any("__new__" in base.names for base in own)


def arguments_of(call: CallExpr, info: TypeInfo) -> Mapping[str, Expression]:
    """Return the argument of each parameter of a constructor call that is only read, before mypy comes to it."""
    constructor = info.get_method("__init__")
    if not isinstance(constructor, FuncDef) or has_stars(call):
        return {}
    return {name: value for value, name in bound(call, after_self(constructor)) if name is not None}
