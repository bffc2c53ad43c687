"""Results of branches: None and arrays, containers, static values."""

import dataclasses
from typing import Any, NamedTuple

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax
from jax.tree_util import register_dataclass

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    x: jax.Array
    cache: jax.Array | None = None
    tag: str = flax.struct.field(pytree_node=False, default="a")


@jdc.pytree_dataclass
class Named:
    x: jax.Array
    name: jdc.Static[str]


class Pair(NamedTuple):
    a: jax.Array
    b: jax.Array | None


@register_dataclass
@dataclasses.dataclass(frozen=True)
class OwnReplace:
    x: jax.Array | None = None

    def replace(self, **changes: Any) -> "OwnReplace":
        return self


def found(x: jax.Array, flag: bool, i: int) -> Any:
    lax.cond(flag, lambda s: s.replace(cache=s.x), lambda s: s.replace(cache=None), State(x))  # E: jdc-carry
    lax.cond(flag, lambda s: s.replace(cache=s.x), lambda s: s, State(x))  # E: jdc-carry
    lax.cond(flag, lambda: State(x, x), lambda: State(x))  # E: jdc-carry
    lax.switch(i, [lambda y: (y, None), lambda y: (y, y)], x)  # E: jdc-carry
    lax.cond(flag, lambda: x, lambda: None)  # E: jdc-carry
    lax.cond(flag, lambda: x, lambda: (x, x))  # E: jdc-carry
    lax.cond(flag, lambda: (x, x), lambda: [x, x])  # E: jdc-carry
    lax.cond(flag, lambda: {"x": x}, lambda: {"x": x, "y": x})  # E: jdc-carry
    lax.cond(flag, lambda y: Named(y, "a"), lambda y: Named(y, "b"), x)  # E: jdc-carry
    lax.cond(flag, lambda p: p._replace(b=p.a), lambda p: p, Pair(x, None))  # E: jdc-carry
    lax.cond(flag, lambda op: op[0], lambda op: op[0].replace(cache=op[1]), (State(x), x))  # E: jdc-carry


def found_in_functions(x: jax.Array, flag: bool) -> Any:
    def yes(y: jax.Array) -> tuple[jax.Array, jax.Array]:
        return y, y

    def no(y: jax.Array) -> tuple[jax.Array, None]:
        return y, None  # E: jdc-carry

    return lax.cond(flag, yes, no, x)


def silent(x: jax.Array, flag: bool, i: int, unknown: Any, maybe: jax.Array | None) -> Any:
    lax.cond(flag, lambda s: s.replace(x=s.x * 2, cache=None), lambda s: s, State(x))
    lax.cond(flag, lambda s: s, lambda s: s.replace(cache=s.x), State(x, x))
    lax.cond(flag, lambda: State(x, maybe), lambda: State(x))
    lax.switch(i, [lambda y: (y, None), lambda y: (y + 1, None)], x)
    lax.cond(flag, lambda: unknown, lambda: None)
    lax.cond(flag, lambda: maybe, lambda: None)
    lax.cond(flag, lambda: x, lambda: unknown)
    lax.cond(flag, lambda: (x, {"a": x, "b": x}), lambda: (x, {"b": x, "a": x}))
    lax.cond(flag, lambda y: Named(y, "a"), lambda y: Named(-y, "a"), x)
    lax.cond(flag, lambda o: o.replace(x=x), lambda o: o, OwnReplace())
    lax.cond(flag, lambda p: p, lambda p: Pair(p.a * 2, p.b), Pair(x, None))
    lax.cond(flag, lambda *y: y, lambda *y: y, x)
    operands = {"x": x}
    operands["y"] = x
    lax.cond(flag, lambda o: o, lambda o: {"x": o["x"], "y": o["x"]}, operands)


def silent_in_functions(x: jax.Array, flag: bool) -> Any:
    def keep(s: State) -> State:
        if s.cache is not None:
            return s.replace(cache=s.cache + 1)
        return s

    def bound_again(s: State) -> State:
        if s.cache is None:
            s = s.replace(cache=s.x)
        return s.replace(x=s.x + 1)

    lax.cond(flag, keep, lambda s: s, State(x))
    return lax.cond(flag, bound_again, lambda s: s, State(x, x))


print(jnp.zeros(3))


@flax.struct.dataclass
class Fit:
    theta: jax.Array
    covariance: jax.Array | None


def with_covariance(fit: Fit) -> Fit:
    return fit.replace(covariance=jnp.outer(fit.theta, fit.theta))


def without(fit: Fit) -> Fit:
    return fit.replace(covariance=None)  # E: jdc-carry


def as_it_is(fit: Fit) -> Fit:
    return fit


@jax.jit
def finish(fit: Fit, good: jax.Array) -> Fit:
    kept = jax.lax.cond(good, with_covariance, as_it_is, fit)
    return jax.lax.cond(good, with_covariance, without, kept)


def insert(sampler, score, extra):
    def put():
        new = {**sampler, "score": score}
        if extra is not None:
            new["extra"] = extra
        return new

    def put_all():
        rows = [sampler["score"], *extra]
        return rows

    kept = jax.lax.cond(score > 0, put, lambda: None)  # E: jdc-carry
    rows = jax.lax.cond(score > 0, put_all, lambda: None)  # E: jdc-carry
    same = jax.lax.cond(score > 0, put, lambda: sampler)
    return kept, rows, same
