"""Abstract attributes of equinox where annotations are text."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, ClassVar

import equinox
import equinox as eqx
from equinox import AbstractClassVar, AbstractVar

if TYPE_CHECKING:
    from typing import ClassVar as AbstractName


class Bare(eqx.Module):
    x: AbstractVar[int]  # E: jdc-equinox-init
    y: AbstractClassVar[int]  # E: jdc-equinox-init


class Dotted(eqx.Module):
    x: eqx.AbstractVar[int]  # E: jdc-equinox-init
    y: equinox.AbstractVar[int]  # E: jdc-equinox-init
    z: int
    other: AbstractName[int]


class Plain:
    x: eqx.AbstractVar[int]


class Solver(eqx.Module):
    order: eqx.AbstractClassVar[int]

    @abc.abstractmethod
    def step(self) -> int: ...


class Euler(Solver):
    order: ClassVar[int] = 1

    def step(self) -> int:
        return self.order


class Stepped(eqx.Module):
    order: eqx.AbstractClassVar[int]  # E: jdc-equinox-init

    @abc.abstractmethod
    def step(self) -> int: ...


class Heun(Stepped):
    order = 2

    def step(self) -> int:
        return self.order
