"""Values of traced arguments, where Python needs them and where it does not."""

import functools
from collections.abc import Callable

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import numpy as np
import pytest

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
    assert (x > 0).all()  # E: jdc-concrete
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


@jdc.jit
def by_jdc(p: Params, n: jdc.Static[int], m: int) -> jax.Array:
    if n > 3 or p.size > 3:
        return p.x
    if m > 3:  # E: jdc-concrete
        return p.x
    return p.x if p.train else -p.x  # E: jdc-concrete


@jdc.jit(donate_argnums=0)
def by_jdc_with_options(p: Params) -> jax.Array:
    return p.x if p.train else -p.x  # E: jdc-concrete


@functools.partial(jdc.jit, static_argnames="p")
def by_jdc_static(p: Params) -> jax.Array:
    return p.x if p.train else -p.x


@jdc.jit(auto_static=True)
def by_jdc_separated(p: Params, n: int) -> jax.Array:
    return p.x if p.train or n > 3 else -p.x


@jax_dataclasses.jit
def by_upstream(p: Params, n: jax_dataclasses.Static[int]) -> jax.Array:
    if n > 3:
        return p.x
    return p.x if p.train else -p.x  # E: jdc-concrete


def mixed(n: jdc.Static[int], m: int) -> jax.Array:
    return jnp.zeros(n) if n > 3 else jnp.zeros(m)  # E: jdc-concrete


by_call = jdc.jit(mixed)


@jax.jit
def respelled(p: Params | None, q: Params, x: jax.Array, key: jax.Array) -> jax.Array:
    from jax.numpy import zeros

    if p is None or p.names or 2 < q.size < 5 or not q.size:
        return x
    if p.train:  # E: jdc-concrete
        return x
    again = q
    if again.train or 1 < q.n < 5:  # E: jdc-concrete
        return x
    if 1 < q.n < 5 or (q.x - 1 > 0).all():  # E: jdc-concrete
        return x
    flag = not q.train  # E: jdc-concrete
    most = max(q.n, 2) + min(3, q.n)  # E: jdc-concrete, jdc-concrete
    either = q.train and x  # E: jdc-concrete
    print(x.item(), flag, most, either, q.x.tolist())  # E: jdc-concrete, jdc-concrete
    x = zeros(q.n) + jnp.zeros(dtype=int, shape=(q.n,)) + np.ones(q.n)  # E: jdc-concrete, jdc-concrete, jdc-concrete
    x = jnp.arange(0, q.n) + jnp.linspace(0, 1, num=q.n)  # E: jdc-concrete, jdc-concrete
    x = jnp.tile(q.x, (q.n, 1)) + jnp.broadcast_to(q.x, (q.n, 3))  # E: jdc-concrete, jdc-concrete
    x = jax.nn.one_hot(q.x, q.n) + jax.random.normal(key, (q.n,))  # E: jdc-concrete, jdc-concrete
    return q.x.reshape(q.n, 1) + q.x.reshape((-1, q.n)) + x  # E: jdc-concrete, jdc-concrete


class Rows:
    def __init__(self, n: int) -> None:
        self.n = n

    def reshape(self, n: int) -> "Rows":
        return Rows(n)

    def item(self) -> int:
        return self.n


@jax.jit
def respelled_silent(p: Params | None, q: Params, x: jax.Array, n: int | None) -> jax.Array:
    from numpy import maximum

    last = not q.names or n or (q.limit and 3) or (q.size and x.ndim)
    again = q
    again = q.replace(train=True)
    if again.train or max(q.size, x.shape[0]) > 3 or max([q.n, 3], key=lambda _: 0) or 1 < x.ndim < 3:
        x = x.reshape(q.size, -1) + x.reshape(x.shape) + jnp.reshape(x, x.shape)
    Rows(3).reshape(q.n).item()
    if p is not None and last:
        x = jnp.linspace(p.x, q.n, 5) + jnp.full((3,), q.n) + jnp.broadcast_to(q.n, (3,)) + jnp.maximum(q.n, 3)
    return x + jax.random.uniform(x, (q.size,), minval=q.n) + maximum(3, 4) + jnp.eye(3, dtype=x.dtype)


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


def refused(x: jax.Array) -> float:
    return float(x.sum())


def refused_in_loop(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, float]:
    return carry, float(x)


@jax.jit
def refused_always(x: jax.Array) -> jax.Array:
    return x if x.sum() > 0 else -x


def refused_by_name(x: jax.Array) -> jax.Array:
    return x if x.sum() > 0 else -x


def not_always_refused(x: jax.Array) -> jax.Array:
    return x if x.sum() > 0 else -x  # E: jdc-concrete


traced_by_name = jax.jit(refused_by_name)
used_by_name = jax.jit(not_always_refused)


def test_that_tracers_have_no_value(x: jax.Array) -> None:
    with pytest.raises(TypeError):
        jax.jit(refused)(x)
    with pytest.raises(TypeError):
        jax.lax.scan(refused_in_loop, x, x)
    with pytest.raises(TypeError):
        refused_always(x)
    with pytest.raises(TypeError):
        traced_by_name(x)
    with pytest.raises(TypeError):
        used_by_name(x)
    assert refused(x) > used_by_name(x)
