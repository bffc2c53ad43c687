"""jdc-unregistered: a module that looks a class up by its name, to make an object of it, registers none."""

import sys
from dataclasses import dataclass
from typing import Any

import jax
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Known:
    value: jax.Array


@dataclass
class Inner:
    value: jax.Array


def found(name: str) -> Any:
    return globals()[name]


def made(name: str, *values: Any) -> Any:
    return globals()[name](*values)


def described() -> str:
    return sys.modules[__name__].__doc__ or ""


@jax.jit
def summed(x: jax.Array) -> Inner:
    return Inner(x.sum())  # E: jdc-unregistered


@jax.jit
def known(x: jax.Array) -> Known:
    return Known(x.sum())


def plain(x: jax.Array) -> Inner:
    return Inner(x.sum())
