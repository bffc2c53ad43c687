"""Numbers and arrays that a traced function hands on to functions without annotations."""

import functools

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


def decayed(x, rate=None):
    rate = rate or 0.9  # E: jdc-concrete
    return x * rate


@jax.jit
def updated(x, rate):
    return decayed(x, rate)


def update():
    return updated(jnp.ones(3), 0.5)


def solved(f, y, dt, most):
    if most == 1:  # E: jdc-concrete
        return y + dt * f(y)
    return jax.lax.scan(lambda y, _: (y + dt * f(y), None), y, None, length=16)[0]


def simulated(y, dt, most):
    return solved(lambda y: -y, y, dt, most)


def simulate():
    run = jax.jit(simulated)
    return run(jnp.ones(2), 0.1, 16)


@flax.struct.dataclass
class State:
    x: jax.Array
    done: jax.Array
    level: int = flax.struct.field(pytree_node=False, default=1)


def ended(done):
    return 1 if done else 0  # E: jdc-concrete


@jax.jit
def stepped(state: State):
    return state.x * ended(state.done)


def faded(x, rate=None):
    if rate is None:
        rate = 0.9
    return x * rate


@jax.jit
def dimmed(x, rate):
    return faded(x, rate)


def dim():
    return dimmed(jnp.ones(4), 0.5)


def chosen(x, level, name):
    if level == 1 or name:
        return x
    return -x


@functools.partial(jax.jit, static_argnames=("name",))
def choose(state: State, name):
    return chosen(state.x, state.level, name)


def named():
    return choose(State(jnp.ones(5), jnp.array(True)), name="a")


def shown(x, scale):
    if isinstance(scale, float) and scale == 2.0:
        return 2 * x
    if x.ndim == 1 and scale is not None:
        return x * scale
    return x


@jax.jit
def scaled(x, scale):
    return shown(x, scale)


def scale():
    return scaled(jnp.ones(6), 2.0)


def summed(rows, weights):
    total = 0.0
    for row in rows:
        total = total + row.sum()
    return total if weights is None else total * weights


@jax.jit
def sums(rows, weights):
    return summed(rows, weights)


def total():
    return sums(jnp.ones((7, 2)), 1.0)


@jax.jit
def made_anew(x, count):
    count = 3
    return decayed_by(x, count)


def decayed_by(x, count):
    if count == 3:
        return x
    return -x


def anew():
    return made_anew(jnp.ones(8), 4)


class Scale:
    def __init__(self, matrix):
        self.matrix = matrix

    @classmethod
    def of(cls, factors: jax.Array, name: str = "a") -> jax.Array:
        if jnp.any(factors == 0):  # E: jdc-concrete
            raise ValueError("singular")
        return jnp.diag(factors)

    @classmethod
    def of_size(cls, size: int, x: jax.Array) -> jax.Array:
        return jnp.zeros(size) + x

    @classmethod
    def by_hand(cls, factors: jax.Array) -> jax.Array:
        if bool(jnp.any(factors == 0)):
            raise ValueError("singular")
        return jnp.diag(factors)


def by_class():
    return jax.jit(Scale.of)(jnp.ones(9))


def with_a_static_size():
    Scale.by_hand(jnp.ones(10))
    return jax.jit(Scale.of_size, static_argnums=0)(3, jnp.ones(3))


class Shift(eqx.Module):
    offset: jax.Array

    @classmethod
    def of(cls, offset: jax.Array) -> "Shift":
        if bool(jnp.any(offset < 0)):  # E: jdc-concrete
            raise ValueError("negative")
        return cls(offset)

    @classmethod
    def of_number(cls, x: jax.Array, count: int) -> "Shift":
        return cls(x * 2 if count > 3 else x)


class Solver:
    def __init__(self, most: int) -> None:
        self.most = most

    def solved(self, x: jax.Array) -> jax.Array:
        if x.sum() > 0:  # E: jdc-concrete
            return x
        return -x

    def repeated(self, x: jax.Array) -> jax.Array:
        for _ in range(self.most):
            x = x * 2
        return x


def filtered_class_method():
    return eqx.filter_jit(Shift.of)(jnp.ones(11))


def filtered_number():
    return eqx.filter_jit(Shift.of_number)(jnp.ones(12), 4)


def filtered_method():
    return eqx.filter_jit(Solver(3).solved)(jnp.ones(13))


def filtered_attribute():
    return eqx.filter_jit(Solver(3).repeated)(jnp.ones(14))
