"""jdc-donated: what programs do with donated arrays that works."""

import copy
import functools
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

step = jax.jit(lambda x: x + 1, donate_argnums=0)
constant = jax.jit(lambda x: 2)
shaped = jax.jit(lambda x: jnp.zeros(x.shape))


@functools.partial(jax.jit, donate_argnums=0)
def descend(params):
    return jax.tree.map(lambda p: p - 0.1, params)


@functools.partial(jax.jit, static_argnums=1, donate_argnums=0)
def left_early(x, flag):
    if flag:
        return jnp.ones(3)
    return x + 1


@functools.partial(jax.jit, donate_argnums=0)
def drops(x, y):
    loss = (x * y).sum()
    scaled = loss * 2
    return jnp.ones(3) * y


@functools.partial(jax.jit, donate_argnums=(0, 1))
def updated(params, state, x):
    slopes = jax.grad(lambda p: jnp.sum((x @ p["w"]) ** 2))(params)
    updates, state = tx.update(slopes, state, params)
    return optax.apply_updates(params, updates), state


@flax.struct.dataclass
class Body:
    place: jax.Array
    count: int = flax.struct.field(pytree_node=False, default=3)


moved = jax.jit(lambda body: body.replace(place=body.place + 1), donate_argnums=0)
tx = optax.sgd(0.1)


def numbers_beside_arrays():
    params: dict[str, Any] = {"w": jnp.ones(3), "n": 3, "scale": 2.0}
    out = descend(params)
    print(params["n"] + 1, out["w"], params["scale"] * 2)
    add = jax.jit(lambda x, n: (x + n, n + 1), donate_argnums=(0, 1))
    x, n = jnp.ones(3), 0
    for _ in range(3):
        x, _m = add(x, n)
    print(x, n + 1)
    body = Body(jnp.ones(3))
    print(moved(body).place, body.count + 1, body.place.shape, body.place.size * 2)


def put_back():
    params = {"w": jnp.ones(3)}
    out = descend(params)
    params["w"] = out["w"]
    print(params["w"] + 1)
    params.update(descend(params))
    print(params["w"] + 1)


class Holder:
    def __init__(self):
        self.params = {"w": jnp.ones(3)}
        self.x = jnp.ones(3)
        self.step = jax.jit(self.doubled, donate_argnums=(0,))

    def doubled(self, x):
        return x * 2

    def updated(self):
        self.params.update(descend(self.params))
        return self.params["w"].sum()

    def by_setattr(self):
        setattr(self, "params", descend(self.params))
        return self.params["w"].sum()

    def by_dict(self):
        self.__dict__["params"] = descend(self.params)
        return self.params["w"].sum()

    def later(self):
        x = self.step(self.x)
        self.x = x
        return self.x + 1

    def taken_out(self):
        x = self.x
        del self.x
        self.x = self.step(x)
        return self.x + 1


def asked_for_shapes():
    x = jnp.ones(3)
    y = step(x)
    print(constant(x), shaped(x), y, x.T.shape, jnp.shape(x), len(x), x.nbytes, x.itemsize, x.committed)
    print(jnp.asarray(x).shape, x.reshape(3).shape, x.astype(jnp.float32).dtype, jax.lax.stop_gradient(x).shape)
    print(jax.vmap(lambda a: 1)(x), jax.grad(lambda a: 1.0)(x), x is None, isinstance(x, jax.Array), x.is_deleted())
    print(jnp.zeros_like(x), jnp.full_like(x, 2.0), jnp.result_type(x, jnp.float32), jax.tree.structure(x))
    print(jax.eval_shape(lambda a: a * 2, x), jax.make_jaxpr(lambda a: a + 1)(x), jax.typeof(x))


def measured():
    x = jnp.ones(3)
    step(x.copy()).block_until_ready()
    for _ in range(3):
        step(jnp.copy(x))
    for _ in range(3):
        step(jax.tree.map(jnp.copy, x))
    for _ in range(3):
        step(x + 0)
    print(x.sum())
    for _ in range(3):
        x = step(x)
    body = Body(jnp.ones(3))
    print(moved(copy.deepcopy(body)), moved(jax.tree.map(jnp.copy, body)), body.place + 1)


def caught():
    x = jnp.ones(3)
    y = step(x)
    try:
        print(x + 1)
    except (RuntimeError, ValueError):
        print("deleted", y)
    if not x.is_deleted():
        print(x + 1)
    print((y if x.is_deleted() else x) + 1)


def handed_round():
    a, b = jnp.zeros(3), jnp.ones(3)
    for _ in range(4):
        a, b = b, step(a)
    rows = [jnp.zeros(3), jnp.ones(3)]
    for i in range(4):
        rows[i % 2] = step(rows[i % 2])
    print(rows[0] + rows[1])
    rows = [step(each) for each in rows]
    rows.append(step(rows.pop()))
    held = {"s": jnp.zeros(3)}
    held["s"] = step(held["s"])
    held["s"] = step(held.pop("s"))
    print(a + b, rows[0] + 1, held["s"] + 1)
    whole = jnp.zeros((4, 3))
    print([step(row) for row in whole], [step(whole[i]) for i in range(4)], whole + 1)


def unread():
    x = jnp.ones(3)
    print(left_early(x, True) + x, drops(x, 2.0) + x)
    some = jax.jit(lambda x, y: x + y, donate_argnums=(0, 1))
    y = jnp.ones(3)
    print(some(x, y) + y)


def looked_at():
    x = jnp.ones(3)
    host = jax.device_get(x)
    print(step(x) + x, host)
    params = {"w": jnp.ones(3)}
    kept = [jax.tree.map(np.asarray, params)]
    print(descend(params)["w"] + params["w"], kept)


def without_momentum():
    params, x = {"w": jnp.ones((3, 1))}, jnp.ones((2, 3))
    state = tx.init(params)
    for _ in range(3):
        params, _ = updated(params, state, x)
    print(params, state)


def other_names():
    settings = {"rate": 0.1}
    both = {"params": {"w": jnp.ones(3)}, "settings": settings}
    both = descend(both)
    print(settings["rate"] * 2, both)
    pair = jnp.ones(3), jnp.zeros(3)
    pair = jax.jit(lambda p: (p[0] + 1, p[1] + 2), donate_argnums=0)(pair)
    one, other = pair
    print(one + other)
    body = Body(jnp.ones(3))
    alias, body = body, body.replace(count=4)
    print(alias.place, body.place)
    body = moved(body.replace(place=body.place + 0))
    print(body.place)


def wrong():
    best = {"w": jnp.ones(3)}
    params = best
    params = descend(params)
    print(best["w"] - params["w"])  # E: jdc-donated


def without_donation():
    fresh = jax.jit(lambda x: x * 3, donate_argnums=0)
    x = jnp.ones(3)
    with jax.disable_jit():
        y = fresh(x)
    print(x + y)


if __name__ == "__main__":
    numbers_beside_arrays()
    put_back()
    print(Holder().updated(), Holder().by_setattr(), Holder().by_dict(), Holder().later(), Holder().taken_out())
    asked_for_shapes()
    measured()
    caught()
    handed_round()
    unread()
    looked_at()
    without_momentum()
    other_names()
    wrong()
    without_donation()
