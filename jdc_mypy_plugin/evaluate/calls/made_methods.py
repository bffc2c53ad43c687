"""Methods of objects that the module makes, whose class is known for certain: ``Net(hidden, out)(x)``."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import FuncDef, Var

from .handed import Written, class_made
from .helpers import Helper, method_helper


class MadeMethod(NamedTuple):
    """A method of an object that the module makes."""

    helper: Helper
    receiver: Var
    owner: Written
    """The call that makes the object."""


def made_method(owner: Written, name: str) -> MadeMethod | None:
    """Return a method that the module writes of an object that it makes; None of one that something decorates."""
    info, module = class_made(owner.expression), owner.reader.scope.tree
    function = None if info is None else info.get_method(name)
    if not isinstance(function, FuncDef) or function.info.module_name != module.fullname:
        return None
    if function.is_static or function.is_class or function.is_property or not function.arguments:
        return None
    helper = method_helper(function, module)
    return None if helper is None else MadeMethod(helper, function.arguments[0].variable, owner)
