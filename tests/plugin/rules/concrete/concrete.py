"""Values of traced arguments, where Python needs them and where it does not."""

import functools
from collections.abc import Callable

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class Params:
    x: jax.Array
    n: int
    train: bool
    limit: int | None
    names: tuple[jax.Array, ...]
    size: int = flax.struct.field(pytree_node=False)

    @jax.jit
    def doubled(self) -> jax.Array:
        return self.x if self.train else -self.x  # E: jdc-concrete

    def eager(self) -> jax.Array:
        return self.x if self.train else -self.x


@flax.struct.dataclass
class Outer:
    params: Params


@jax.jit
def found(p: Params, outer: Outer, x: jax.Array, n: int) -> jax.Array:
    if p.train:  # E: jdc-concrete
        return p.x
    if p.n > 3 and p.train:  # E: jdc-concrete
        return p.x
    while not outer.params.train:  # E: jdc-concrete
        pass
    assert (x > 0).all()  # a method of a comparison is not followed
    assert x.sum() > 0  # E: jdc-concrete
    if jnp.any(p.x > 0):  # E: jdc-concrete
        pass
    for _ in range(p.n):  # E: jdc-concrete
        pass
    count = p.n + 1
    made = jnp.zeros(p.n) + jnp.ones((2, count))  # E: jdc-concrete, jdc-concrete
    print(int(p.n), float(x), bool(n))  # E: jdc-concrete, jdc-concrete, jdc-concrete
    return made + x[: p.n]  # E: jdc-concrete


@jax.jit
def silent(p: Params, x: jax.Array, limit: int | None, default: int = 3) -> jax.Array:
    if p.size > 3 or x.ndim == 2 or x.shape[0] > 3 or len(p.names) > 3 or x.dtype == jnp.float32:
        return p.x
    if p.limit is None or p.x is None or limit is not None:
        return p.x
    if isinstance(p.n, int) and p.n > 3:
        return p.x
    for name in p.names:
        x = x + name
    if p.names or default:
        x = x[: p.size]
    rows = x.shape[0]
    return jnp.zeros(rows) + jnp.where(p.train, p.x, -p.x) + sum(range(default)) + x[p.n]


@functools.partial(jax.jit, static_argnames=("n", "p"))
def named(x: jax.Array, n: int, p: Params) -> jax.Array:
    return jnp.zeros(n) if n > 3 or p.train else x


@functools.partial(jax.jit, static_argnums=0)
def numbered(n: int, x: jax.Array) -> jax.Array:
    return jnp.zeros(n) if n > 3 else x


@jax.grad
def differentiated(x: jax.Array, p: Params) -> jax.Array:
    return x.sum() if x.sum() > 0 or p.train else -x.sum()


def helper(p: Params) -> jax.Array:
    return p.x if p.train else -p.x


def body(p: Params, step: jax.Array) -> tuple[Params, None]:
    if p.train:  # E: jdc-concrete
        return p, None
    return p.replace(x=p.x + 1), None


def mapped(p: Params, n: int) -> jax.Array:
    return p.x if n > 3 else -p.x


def only_branch(p: Params) -> jax.Array:
    return p.x if p.train else -p.x


def branch(p: Params) -> jax.Array:
    return p.x if p.train else -p.x  # E: jdc-concrete


def other_branch(p: Params) -> jax.Array:
    return p.x


def run(p: Params) -> None:
    jax.lax.switch(0, [only_branch], p)
    jax.lax.switch(p.n, [branch, other_branch], p)
    jax.lax.scan(body, p, None, length=3)
    jax.vmap(mapped, in_axes=(0, None))(p, 3)
    helper(p)


@jax.jit
def rebound(n: int, x: jax.Array, p: Params) -> jax.Array:
    n = 3
    if n > 3:
        return x

    def on_host(p: Params) -> None:
        print(int(p.n))

    jax.debug.callback(on_host, p)
    jax.debug.callback(lambda p: print(int(p.n)), p)
    try:
        print(int(p.n))
    except jax.errors.ConcretizationTypeError:
        pass
    return x


@jdc.jit
def static(n: jdc.Static[int], x: jax.Array) -> jax.Array:
    return jnp.zeros(n) if n > 3 else x


def decorated(function: Callable[[Params], jax.Array]) -> Callable[[Params], jax.Array]:
    return lambda p: function(p.replace(train=True))


@jax.jit
@decorated
def concrete_again(p: Params) -> jax.Array:
    return p.x if p.train else -p.x


# Functions that run without a trace


@jax.jit
def debugged(x: jax.Array) -> float:
    return float(x.sum())


@jax.jit
def half_debugged(x: jax.Array) -> float:
    return float(x.sum())  # E: jdc-concrete


def stepped(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, float]:
    return carry, float(x)


def debug(x: jax.Array) -> float:
    with jax.disable_jit():
        jax.lax.scan(stepped, x, x)
        total = debugged(x) + half_debugged(x)
    return total + half_debugged(x)
