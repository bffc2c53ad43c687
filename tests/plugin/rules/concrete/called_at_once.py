"""Functions without annotations whose arguments stand in a call right after the transformation; heads of loops."""

import dataclasses
import math

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclasses.dataclass
class Solver:
    rate: jax.Array
    steps: int = 5
    fixed: int = dataclasses.field(default=3, metadata={"static": True})

    def solve(self, x: jax.Array) -> jax.Array:
        for _ in range(self.steps):  # E: jdc-concrete
            x = x - self.rate * x
        return x

    def solve_fixed(self, x: jax.Array) -> jax.Array:
        for _ in range(self.fixed):
            x = x - self.rate * x
        return x

    def powers(self) -> list[jax.Array]:
        return [self.rate**power for power in range(self.steps)]  # E: jdc-concrete

    def named_powers(self) -> dict[int, jax.Array]:
        return {power: self.rate**power for power in range(self.steps)}  # E: jdc-concrete

    def few(self, powers: tuple[int, ...]) -> list[jax.Array]:
        return [jnp.ones(self.steps) for _ in powers]

    def pairs(self, powers: tuple[int, ...]) -> list[int]:
        return [power for power in powers for _ in range(self.steps)]

    def kind(self, x: jax.Array) -> jax.Array:
        match self.steps:  # E: jdc-concrete
            case 3:
                return x
            case _:
                return -x

    def scale(self) -> float:
        return 1 / math.sqrt(self.steps)  # E: jdc-concrete

    def on_host(self) -> list[int]:
        return list(range(self.steps))


@jax.jit
def run(solver: Solver, x: jax.Array) -> jax.Array:
    total = sum(solver.powers(), start=x) + solver.named_powers()[0] + solver.kind(x)
    return solver.solve(x) + solver.solve_fixed(x) + total


@jax.jit
def run_nothing(solver: Solver, x: jax.Array) -> jax.Array:
    return x + len(solver.few(())) + len(solver.pairs(()))


solver = Solver(jnp.ones(()))
jax.jit(lambda s, x: x * s.scale())(solver, jnp.ones(2))
jax.jit(lambda s: jnp.zeros(s.steps))(solver)  # E: jdc-concrete
jax.jit(lambda s: jnp.zeros(s.fixed))(solver)
jax.jit(lambda x, s=solver: jnp.zeros(s.steps) + x)(jnp.ones(5))
jax.jit(lambda x: jnp.zeros(solver.steps) + x)(jnp.ones(5))
jax.jit(lambda s, x: jnp.zeros(s.steps) + x, static_argnums=0)(3, jnp.ones(3))
jax.vmap(lambda s, x: jnp.zeros(s.steps) + x, in_axes=(None, 0))(solver, jnp.ones((2, 5)))
jax.grad(lambda s, x: x * s.steps if s.steps > 2 else x, argnums=1)(solver, 2.0)
for count in solver.on_host():
    assert count < 5


@flax.struct.dataclass
class Choice:
    x: jax.Array
    flag: bool
    other: jax.Array | None = None

    def pick(self) -> jax.Array:
        return self.x if self.other is None else self.other


jax.jit(lambda c: c.x if c.flag else -c.x)(Choice(jnp.ones(1), True))  # E: jdc-concrete
jax.jit(lambda c: c.pick())(Choice(jnp.ones(1), True))
jax.jit(lambda c: jax.lax.cond(c.flag, lambda x: x, lambda x: -x, c.x))(Choice(jnp.ones(1), True))


class Layer(eqx.Module):
    weight: jax.Array
    width: int


eqx.filter_jit(lambda layer: jnp.ones(layer.width))(Layer(jnp.ones(1), 2))


@jax.jit
def behind_return(x: jax.Array) -> jax.Array:
    if x.sum() > 0:  # E: jdc-concrete
        raise ValueError
        assert x.sum() > 0
    return x
    if x.sum() > 0:
        x = x + 1
    return x


@jax.jit
def behind_continue(x: jax.Array) -> jax.Array:
    for _ in range(2):
        continue
        assert x.sum() > 0
    return x
