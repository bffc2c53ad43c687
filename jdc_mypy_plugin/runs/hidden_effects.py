"""Effects that no call shows: of methods that Python calls by itself, as ``__bool__``, and of imports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from mypy.nodes import Decorator, FuncDef, TypeInfo

from .effects import may_act
from .python.operators import METHODS
from .thing_values import parts
from .things import Class, Object, Row, Table, Thing

if TYPE_CHECKING:
    from .machine import Machine

_FOLLOWED: Final = frozenset(
    (
        *("__init__", "__post_init__", "__new__", "__call__", "__enter__", "__exit__", "__getitem__", "__setitem__"),
        *("__init_subclass__", "__class_getitem__", "__prepare__"),
        *(f"__{before}{name}__" for name in METHODS.values() for before in ("", "r", "i")),
    )
)
"""Methods that the run follows wherever they are called."""
_COMPUTING: Final = frozenset(
    (
        *("jax", "jaxlib", "numpy", "optax", "flax", "equinox", "chex", "math", "functools", "itertools", "typing"),
        *("collections", "dataclasses", "operator", "copy", "time", "abc", "enum", "__future__", "typing_extensions"),
    )
)
"""Packages that a program can import at any time."""


class HiddenEffects:
    """Counts them while a call is under way whose result nobody takes."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._known: dict[TypeInfo, bool] = {}

    def of_read(self, thing: Thing) -> None:
        """Count what Python may call of an object that is read, or of the objects in a list."""
        effects = self._machine.effects
        if not effects.is_watching:
            return
        items = parts(thing) if isinstance(thing, Row | Table) else ()
        if self._acts(thing) or any(map(self._acts, items)):
            effects.note()

    def of_import(self, modules: Iterable[str]) -> None:
        """Count the code of modules that an import may run."""
        if any(each.partition(".")[0] not in _COMPUTING for each in modules):
            self._machine.effects.note()

    def _acts(self, thing: Thing) -> bool:
        info = thing.info if isinstance(thing, Object) else None
        if isinstance(thing, Class):
            info = None if thing.info.metaclass_type is None else thing.info.metaclass_type.type
        if info is None:
            return False
        if info not in self._known:
            self._known[info] = any(map(self._writes_acting, info.mro))
        return self._known[info]

    def _writes_acting(self, info: TypeInfo) -> bool:
        """Return whether a class of the program writes a method that does more than compute."""
        if info.module_name not in self._machine.modules_followed:
            return False
        written = [each.node for name, each in info.names.items() if name not in _FOLLOWED and name[:2] == "__"]
        functions = [each.func if isinstance(each, Decorator) else each for each in written]
        return any(isinstance(each, FuncDef) and may_act(each.body.body) for each in functions)
