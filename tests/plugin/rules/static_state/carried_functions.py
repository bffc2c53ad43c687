"""jdc-static-state: functions of the module that make the next carry of a loop."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Solution:
    x: jax.Array
    it: int = flax.struct.field(pytree_node=False, default=0)


def iterated(rate: float, s: Solution) -> Solution:
    return dataclasses.replace(s, x=s.x - rate, it=s.it + 1)  # E: jdc-static-state


def doubled(s: Solution) -> Solution:
    return s.replace(it=s.it * 2 + 1)  # E: jdc-static-state


def kept(s: Solution) -> Solution:
    return s.replace(x=s.x * 2)


def counted_on_the_host(s: Solution) -> Solution:
    return s.replace(it=s.it + 1)


def counted_beside(s: Solution) -> Solution:
    return s.replace(it=s.it + 1)


def run(s: Solution) -> Solution:
    s = jax.lax.fori_loop(0, 3, lambda _, each: iterated(0.1, each), s)
    s, _ = jax.lax.scan(lambda c, _: (doubled(c), c.x), s, None, length=2)
    s, _ = jax.lax.scan(lambda c, _: (kept(c), counted_beside(c).x), s, None, length=2)
    return counted_on_the_host(counted_on_the_host(s))


def main() -> None:
    print(run(Solution(jnp.ones(2))))
