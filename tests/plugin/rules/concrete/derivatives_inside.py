"""jdc-concrete: functions that a derivative calls in a traced function."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    step: int
    w: jax.Array
    train: bool = True
    rows: int = flax.struct.field(pytree_node=False, default=2)


def loss(w: jax.Array, state: State) -> jax.Array:
    if state.train:  # E: jdc-concrete
        return w.sum()
    return w.mean()


def loss_by_rows(w: jax.Array, state: State) -> jax.Array:
    return w.sum() if state.rows > 2 else w.mean()


def eager_loss(w: jax.Array, state: State) -> jax.Array:
    return w.sum() if state.train else w.mean()


@jax.jit
def step(state: State) -> State:
    grads = jax.grad(loss)(state.w, state) + jax.grad(loss_by_rows)(state.w, state)
    return state.replace(w=state.w - grads)


@jax.jit
def step_by_name(state: State, x: jax.Array) -> State:
    def inner(w: jax.Array) -> jax.Array:
        if state.train:  # E: jdc-concrete
            return (x @ w).sum()
        return x.sum()

    def given(w: jax.Array, s: State) -> jax.Array:
        return w.sum() * jnp.ones(s.step).sum()  # E: jdc-concrete

    grad_fn, given_fn = jax.value_and_grad(inner), jax.grad(given)
    _, grads = jax.value_and_grad(inner)(state.w)
    return state.replace(w=state.w - grads - given_fn(state.w, state))


@jax.jit
def step_by_single_name(state: State, x: jax.Array) -> State:
    def inner(w: jax.Array) -> jax.Array:
        if state.train:  # E: jdc-concrete
            return (x @ w).sum()
        return x.sum()

    grad_fn = jax.value_and_grad(inner)
    _, grads = grad_fn(state.w)
    return state.replace(w=state.w - grads)


def eager(state: State) -> jax.Array:
    grad_fn = jax.grad(eager_loss)
    return grad_fn(state.w, state)


class Model(eqx.Module):
    w: jax.Array
    t: jax.Array
    eps: float = 1.0

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class Plain(eqx.Module):
    w: jax.Array


@eqx.filter_value_and_grad
def model_loss(m: Model, x: jax.Array) -> jax.Array:
    if m.eps > 0:
        x = x * m.eps
    if m.t > 3:  # E: jdc-concrete
        return m.w.sum()
    return x.sum()


@eqx.filter_jit
def make_step(m: Model, x: jax.Array) -> jax.Array:
    value, _ = model_loss(m, x)  # E: jdc-no-gradient
    return value


@jax.jit
def same(a: Plain, b: Plain, c: Model, d: Model) -> jax.Array:
    if c == d:
        return c.w
    if a == b:  # E: jdc-concrete
        return a.w
    return b.w


def same_eagerly(a: Plain, b: Plain) -> bool:
    return bool(a == b)


@jax.jit
def read_by_items(w: jax.Array, x: jax.Array) -> jax.Array:
    value, grads = jax.value_and_grad(lambda p: ((p * x).sum(), p), has_aux=True)(w)
    both = jax.value_and_grad(lambda p: (p * x).sum())(w)
    if value[0] < 1:  # E: jdc-concrete
        return grads
    return w - both[1] if both[0] > 0 else w  # E: jdc-concrete


def read_eagerly(w: jax.Array, x: jax.Array) -> jax.Array:
    value, grads = jax.value_and_grad(lambda p: ((p * x).sum(), p), has_aux=True)(w)
    return grads if value[0] < 1 else w
