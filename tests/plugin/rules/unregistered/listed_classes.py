"""Classes that this module and others register without their names."""

import dataclasses
import sys
from dataclasses import dataclass

import jax


@dataclass
class Circle:
    r: jax.Array


@dataclass
class Square:
    s: jax.Array


for _each in list(vars(sys.modules[__name__]).values()):
    if dataclasses.is_dataclass(_each) and isinstance(_each, type):
        jax.tree_util.register_dataclass(_each, [field.name for field in dataclasses.fields(_each)], [])


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
