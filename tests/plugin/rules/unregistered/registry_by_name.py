"""Registers the classes of a module that it imports by its name."""

import importlib

import jax

_module = importlib.import_module("listed_by_name")
for _name in _module.__all__:
    jax.tree_util.register_dataclass(getattr(_module, _name), ["r"], [])


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
