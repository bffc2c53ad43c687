"""jdc-stale: numbers that are no constants of a trace, and some that are."""

import functools

import jax
import jax.numpy as jnp
import numpy as np

rate_of_learning = 0.1
n_traces = 0
N = 3


@jax.jit
def f(x):
    return x * rate_of_learning


@jax.jit
def counted(x):
    global n_traces
    n_traces += 1
    return x + 1


class Model:
    def __init__(self):
        self.calls = 0
        self.rate = 0.5
        self.step = jax.jit(self._step)

    def _step(self, x):
        self.calls += 1
        return x * self.rate

    def retraced(self):
        self.rate = 0.25
        self.step = jax.jit(self._step)
        return self.step(jnp.ones(3))

    def set_before(self, rate):
        self.rate = rate
        return self.step(jnp.ones(2))


print(f(jnp.ones(3)))
rate_of_learning = 0.1
print(f(jnp.ones(3)))
rate_of_learning = 0.2
print(f(jnp.ones(5)))
print(f(jnp.ones(6, jnp.bfloat16)))
counted(jnp.ones(3))
counted(jnp.ones(3))
print(n_traces)
m = Model()
print(m.step(jnp.ones(3)))
print(m.retraced(), m.calls)
m2 = Model()
m2.calls = 5
print(m2.set_before(0.3), m2.set_before(0.3))


def make(rate):
    @jax.jit
    def g(x):
        return x * rate

    return g


for rate in (0.1, 0.2):
    print(make(rate)(jnp.ones(3)))


@functools.partial(jax.jit, static_argnums=1)
def s(x, n):
    return x * n * N


for n in range(3):
    print(s(jnp.ones(3), n))
N = 4
print(s(jnp.ones(3), 7))


@jax.tree_util.register_pytree_node_class
class P:
    def __init__(self, x, m):
        self.x, self.m = x, m

    def tree_flatten(self):
        return (self.x,), self.m

    @classmethod
    def tree_unflatten(cls, aux, ch):
        return cls(ch[0], aux)


@jax.jit
def k(p):
    return p.x * p.m


p = P(jnp.ones(3), 2.0)
print(k(p))
p.m = 3.0
print(k(p))
scale = 2.0
k2 = jax.jit(lambda x: x * scale)
print(k2(1.0))
scale = 3.0
print(k2(1))
print(k2(np.ones(3)))
i = 0


@jax.jit
def local(x):
    j = 1

    def inner(y):
        return y * j

    z = inner(x)
    j = 2
    return z + inner(x)


print(local(jnp.ones(3)), local(jnp.ones(3)))
t = 0
while t < 3:
    print(local(jnp.ones(3)) * t)
    t += 1
turn = 0


@jax.jit
def shown(x):
    jax.debug.callback(lambda v: print(v, turn), x)
    return jax.pure_callback(lambda v: np.asarray(v) * np.float32(turn), x, x)


print(shown(jnp.ones(3)))
turn = 1
print(shown(jnp.ones(3)))
gravity = -9.8
length = 2


@jax.jit
def moved(x, dt):
    def force(y):
        return gravity * y

    return x + dt * force(x) / length


print(moved(jnp.ones(3), 0.1))
gravity = -1.6
print(moved(jnp.ones(3), 0.2))  # E: jdc-stale
gravity = -3.7
print(moved(jnp.ones(3), 0.2), moved(jnp.ones((3, 1)), 0.2))


def tuned():
    alpha = 0.1

    @jax.jit
    def smooth(u):
        return u + alpha * jnp.roll(u, 1)

    u = smooth(jnp.ones(4))
    for alpha in (0.1, 0.2, 0.3):
        u = smooth(u)  # E: jdc-stale
    return u


class Trainer:
    def __init__(self):
        self.rate = 0.1
        self.params = {"w": jnp.ones(3)}
        self.step = jax.jit(self._step)

    def _step(self, params, x):
        slopes = jax.grad(lambda p: jnp.sum((p["w"] * x) ** 2))(params)
        return jax.tree.map(lambda p, g: p - self.rate * g, params, slopes)

    def fit(self, x, count):
        for _ in range(count):
            self.params = self.step(self.params, x)  # E: jdc-stale
            self.rate *= 0.5
        return self.params


print(tuned(), Trainer().fit(jnp.ones(3), 4))
with jax.disable_jit():
    rate_of_learning = 0.9
    print(f(jnp.ones(3)))
