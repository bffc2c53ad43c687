"""Methods that do nothing but compute with other methods of theirs, and in loops over a range."""

from __future__ import annotations

from typing import Self

import flax.struct
import jax


@flax.struct.dataclass
class P:
    x: jax.Array
    v: jax.Array

    def kick(self, dt: float) -> P:
        return self.replace(v=self.v - dt * self.x)

    def drift(self, dt: float) -> Self:
        return self.replace(x=self.x + dt * self.v)

    def step(self, dt: float) -> P:
        return self.kick(dt / 2).drift(dt).kick(dt / 2)

    def steps(self, n: int) -> P:
        x = self.x
        for _ in range(n):
            x = x * 2
        return self.replace(x=x)

    def logged(self, n: int) -> P:
        print(self.x)
        return self.kick(1.0)

    def both(self, n: int) -> P:
        return self.logged(n)

    def energy(self) -> jax.Array:
        return (self.x**2).sum() + self._kin()

    def _kin(self) -> jax.Array:
        return (self.v**2).sum()

    def rec(self) -> P:
        return self.rec()


def use(p: P) -> P:
    p.step(0.1)  # E: jdc-discarded
    p.steps(3)  # E: jdc-discarded
    p.logged(3)
    p.both(3)
    p.rec()
    return p


@flax.struct.dataclass
class Logged(P):
    def logged_twice(self) -> P:
        return self.kick(1.0)


@flax.struct.dataclass
class Plan:
    x: jax.Array

    def next(self) -> Plan:
        return self.replace(x=self.x * 2)

    def after(self) -> Plan:
        return self.next()


@flax.struct.dataclass
class PrintedPlan(Plan):
    def next(self) -> Plan:
        print("next")
        return self.replace(x=self.x * 2)


def of_overridden(plan: Plan, printed: PrintedPlan) -> None:
    plan.next()
    plan.after()
    printed.next()
