"""Registers the classes of modules that it gets, or that call it."""

import dataclasses
import inspect
import sys
from types import ModuleType

import jax


def make_tree(cls: type) -> None:
    jax.tree_util.register_dataclass(cls, [field.name for field in dataclasses.fields(cls)], [])


def make_trees_of(module: str | ModuleType, prefix: str = "") -> None:
    found = sys.modules[module] if isinstance(module, str) else module
    for name, cls in inspect.getmembers(found, inspect.isclass):
        if name.startswith(prefix):
            make_tree(cls)


def make_trees_of_caller(prefix: str) -> None:
    frame = inspect.currentframe()
    back = None if frame is None else frame.f_back
    for value in () if back is None else list(back.f_globals.values()):
        if isinstance(value, type) and value.__name__.startswith(prefix):
            make_tree(value)


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
