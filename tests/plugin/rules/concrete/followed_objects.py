"""Objects that calls make, and methods of objects in attributes."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp
from flax import nnx


@flax.struct.dataclass
class S:
    x: jax.Array
    wrap: bool = True
    n: int = 3
    static: bool = flax.struct.field(pytree_node=False, default=True)


def kick(s: S) -> S:
    v = s.x * 2
    return dataclasses.replace(s, x=v)


def drift(s: S) -> S:
    y = s.x if s.wrap else -s.x  # E: jdc-concrete
    if s.static:
        y = y + 1
    return s.replace(x=y)


@jax.jit
def leap(s: S) -> S:
    return drift(kick(s))


class Physics:
    dt: float = 0.1

    def integrate(self, s: S) -> S:
        if s.wrap:  # E: jdc-concrete
            return s
        return s.replace(x=s.x + self.dt)


class Env:
    physics: Physics

    def __init__(self) -> None:
        self.physics = Physics()
        self.other = Physics()

    def step(self, s: S) -> S:
        s = self.physics.integrate(s)
        if s.wrap:  # E: jdc-concrete
            return s
        return s

    def host(self, s: S) -> bool:
        s = self.other.integrate(s)
        return s.wrap and True


env = Env()
step = jax.jit(env.step)


def moved(s: S) -> S:
    return s.replace(x=s.x + 1)


@jax.jit
def rebind(s: S) -> S:
    s = moved(s)
    if s.wrap:  # E: jdc-concrete
        return s
    return s


@jax.jit
def rebind_new(s: S) -> S:
    new = moved(s)
    if new.wrap:  # E: jdc-concrete
        return s
    return new


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.l = nnx.Linear(2, 2, rngs=rngs)


@nnx.jit
def train_step(model: Net, x: jax.Array) -> jax.Array:
    def loss_fn(m: Net) -> jax.Array:
        return jnp.mean(m.l(x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    if loss > 10.0:  # E: jdc-concrete
        loss = jnp.zeros(())
    return loss


@jax.jit
def train(w: jax.Array, x: jax.Array) -> jax.Array:
    def loss_fn(w: jax.Array) -> jax.Array:
        return jnp.mean(w * x)

    loss, grads = jax.value_and_grad(loss_fn)(w)
    if loss > 10.0:  # E: jdc-concrete
        loss = jnp.zeros(())
    return loss


@jax.jit
def train2(w: jax.Array, x: jax.Array) -> jax.Array:
    grads = jax.grad(lambda w: jnp.mean(w * x))(w)
    norm = jnp.linalg.norm(grads)
    if norm > 10.0:  # E: jdc-concrete
        return w
    return w - grads


@flax.struct.dataclass
class Line:
    p: jax.Array

    def advance(self) -> "Line":
        return self.replace(p=self.p * 2)

    @property
    def is_small(self) -> jax.Array:
        return jnp.linalg.norm(self.p) < 1


@jax.jit
def guarded(s: Line) -> Line:
    new = s.advance()
    return new if new.is_small else s  # E: jdc-concrete


@flax.struct.dataclass
class Timed:
    inner: S
    t: jax.Array


class Plain:
    def move(self, timed: Timed) -> S:
        inner = timed.inner
        return inner.replace(x=inner.x + 1)

    def step(self, timed: Timed) -> Timed:
        inner = self.move(timed)
        return timed.replace(inner=inner.replace(x=inner.x * 2))


class Wrapper:
    def __init__(self, env: Plain, *, verbose: bool = False) -> None:
        self.env = env
        self.verbose = verbose

    def step(self, timed: Timed) -> Timed:
        timed = self.env.step(timed)
        if timed.inner.wrap:  # E: jdc-concrete
            return timed
        return timed.replace(t=timed.t + 1)


def rolled(wrapper: Wrapper, timed: Timed) -> Timed:
    def body(carry: Timed, _: None) -> tuple[Timed, None]:
        return wrapper.step(carry), None

    return jax.lax.scan(body, timed, None, length=3)[0]


class Asks:
    def is_done(self, s: S):
        return s.x > 1


class Never:
    def is_done(self, s: S):
        return False


class Changed:
    def __init__(self) -> None:
        self.asks = Asks()

    def step(self, s: S) -> jax.Array:
        if self.asks.is_done(s):
            return s.x
        return s.x + 1


changed = Changed()
changed.asks = Never()  # type: ignore[assignment]
jax.jit(changed.step)(S(jnp.ones(())))
