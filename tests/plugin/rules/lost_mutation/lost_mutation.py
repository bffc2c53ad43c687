"""Assignments to arguments of traced functions, and those that somebody sees."""

import dataclasses
import functools

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Counter:
    x: jax.Array
    steps: int = 0
    width: int = dataclasses.field(default=1, metadata={"static": True})

    @jax.jit
    def incr(self) -> None:
        self.x = self.x + 1  # E: jdc-lost-mutation
        self.steps += 1  # E: jdc-lost-mutation

    @jax.jit
    def untyped(self):  # type: ignore[no-untyped-def]
        self.x = self.x + 1  # E: jdc-lost-mutation

    @functools.partial(jax.jit, static_argnums=0)
    def static(self) -> None:  # E: jdc-static-self
        self.x = self.x + 1

    @jax.jit
    def set_by_name(self) -> None:
        setattr(self, "x", self.x + 1)  # E: jdc-lost-mutation

    @jax.jit
    def moved(self) -> jax.Array:
        self.steps += self.width  # E: jdc-lost-mutation
        return self.x

    @jax.jit
    def set_and_used(self) -> jax.Array:
        setattr(self, "x", self.x + 1)
        return self.x * 2

    @jax.jit
    def set_and_returned(self) -> "Counter":
        setattr(self, "x", self.x + 1)
        return self

    @jax.jit
    def set_by_any_name(self, name: str = "x") -> jax.Array:
        setattr(self, name, self.x + 1)
        self.steps += 1
        return jax.numpy.asarray(getattr(self, name))

    @jax.jit
    def changed(self) -> "Counter":
        self.x = self.x + 1
        return self

    def eager(self) -> None:
        self.x = self.x + 1

    @jax.jit
    def used(self) -> jax.Array:
        self.x = self.x + 1
        return self.x * 2

    @jax.jit
    def handed_on(self) -> None:
        self.x = self.x + 1
        self.eager()  # E: jdc-lost-mutation


@chex.dataclass
class Chex:
    x: jax.Array


@flax.struct.dataclass(frozen=False)
class Flax:
    x: jax.Array


@flax.struct.dataclass
class Frozen:
    x: jax.Array


class Plain:
    x: jax.Array


@jax.jit
def update(c: Chex, f: Flax, frozen: Frozen) -> jax.Array:
    c.x = f.x  # E: jdc-lost-mutation
    f.x = jnp.ones(2)  # E: jdc-lost-mutation
    frozen.x = jnp.ones(2)  # E: jdc-frozen
    return jnp.ones(2)


def mapped(c: Chex, scale: jax.Array) -> jax.Array:
    c.x = c.x * scale  # E: jdc-lost-mutation
    return scale


def body(c: Chex, _: None) -> tuple[Chex, None]:
    c.x = c.x + 1
    return c, None


def run(c: Chex) -> None:
    jax.vmap(mapped)(c, c.x)
    jax.lax.scan(body, c, None, length=3)


def differentiated(weights: jax.Array, c: Chex) -> jax.Array:
    c.x = weights * 2
    return weights.sum()


def other(c: Chex, plain: Plain) -> None:
    c.x = c.x + 1
    jax.grad(differentiated)(c.x, c)
    plain.x = c.x


@jax.jit
def rebound(c: Chex) -> jax.Array:
    c = Chex(x=c.x)
    c.x = c.x + 1
    return jnp.ones(2)


@jax.jit
def handed(c: Chex) -> jax.Array:
    c.x = c.x + 1
    return jax.tree.leaves(c)[0]  # type: ignore[no-any-return]


@jdc.jit
def through_jdc(c: Chex) -> None:
    other(c, Plain())


@jdc.jit
def by_jdc(c: Chex) -> None:
    c.x = c.x + 1  # E: jdc-lost-mutation


@jdc.jit(auto_static=True)
def by_jdc_separated(c: Chex) -> None:
    c.x = c.x + 1


@jax.jit
def maybe(c: Chex | None) -> None:
    if c is not None:
        c.x = jnp.ones(2)  # E: jdc-lost-mutation


@jax.jit
def renamed(c: Chex) -> None:
    d = c
    d.x = d.x + 1  # E: jdc-lost-mutation


@jax.jit
def renamed_and_returned(c: Chex, other: Chex | None) -> Chex:
    d = c
    d.x = d.x + 1
    return c


@jax.jit
def renamed_and_used(c: Chex) -> jax.Array:
    d = c
    d.x = d.x + 1
    return c.x


@jax.jit
def renamed_otherwise(c: Chex, f: Chex) -> Chex:
    d = c
    if f is not None:
        d = f
    d.x = d.x + 1
    return d


@jax.jit
def maybe_handed_on(c: Chex | None) -> Chex | None:
    if c is not None:
        c.x = jnp.ones(2)
    return c


@jax.jit
def either(c: Chex | Flax) -> None:
    c.x = jnp.ones(2)


@jax.jit
def read_later(c: Chex) -> jax.Array:
    def later() -> jax.Array:
        return c.x * 2

    c.x = c.x + 1
    return later()


@jax.jit
def read_in_lambda(c: Chex) -> jax.Array:
    later = lambda: c.x * 2
    rows = (c.x * each for each in range(3))
    c.x = c.x + 1
    return later() + next(rows)


@jax.jit
def read_on_the_line(c: Chex) -> jax.Array:
    c.x = c.x + 1; return c.x  # noqa: E702  # fmt: skip


@jax.jit
def written_over_lines(c: Chex) -> None:
    c.x = (  # E: jdc-lost-mutation
        c.x + 1
    )  # fmt: skip


@jax.jit
def read_before(c: Chex) -> jax.Array:
    def before(x: jax.Array) -> jax.Array:
        return x * 2

    doubled = before(c.x)
    c.x = doubled  # E: jdc-lost-mutation
    return doubled


@jax.jit
def given_back(c: Chex) -> jax.Array:
    old = c.x
    c.x = c.x + 1
    try:
        return c.x * 2
    finally:
        c.x = old


@jax.jit
def given_something_else(c: Chex) -> jax.Array:
    old = c.x
    c.x = old + 1  # E: jdc-lost-mutation
    return old


@flax.struct.dataclass(frozen=False)
class Noise:
    key: jax.Array
    count: jax.Array

    def draw(self) -> jax.Array:
        self.key, key = jax.random.split(self.key)
        return jax.random.normal(key)

    def counted(self) -> jax.Array:
        self.count = self.count + 1
        return self.count

    def grown(self) -> "Noise":
        self.count = self.count + 1
        return self

    def looked_at(self) -> jax.Array:
        return self.count * 2


@jax.jit
def disturbed(noise: Noise, x: jax.Array) -> jax.Array:
    return x + noise.draw()  # E: jdc-lost-mutation


@jax.jit
def disturbed_twice(noise: Noise, x: jax.Array) -> jax.Array:
    x = x + noise.draw() * noise.count
    return x + noise.draw()  # E: jdc-lost-mutation


@jax.jit
def handed_back(noise: Noise, x: jax.Array) -> tuple[jax.Array, Noise]:
    return x + noise.draw(), noise


@jax.jit
def key_handed_back(noise: Noise, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    y = x + noise.draw()
    return y, noise.key


@jax.jit
def count_handed_back(noise: Noise) -> tuple[jax.Array, jax.Array, Noise]:
    return noise.counted(), noise.looked_at(), noise.grown()


def disturbed_by(noise: Noise, x: jax.Array) -> jax.Array:
    return x + noise.draw()


@jax.jit
def through_a_function(noise: Noise, x: jax.Array) -> tuple[jax.Array, Noise]:
    return disturbed_by(noise, x), noise


@jax.jit
def drawn_later(noise: Noise, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    draw = noise.draw
    y = noise.draw()
    return y, draw()


@jax.jit
def disturbed_by_new(noise: Noise, x: jax.Array) -> jax.Array:
    x = x + noise.draw()
    return x + noise.draw()


def of_new_objects(x: jax.Array) -> jax.Array:
    x = disturbed_by_new(Noise(jax.random.key(0), jnp.zeros(())), x)
    return disturbed_by_new(Noise(jax.random.key(1), jnp.zeros(())), x)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Kicked:
    velocity: jax.Array
    dt = 0.01

    @jax.jit
    def kick(self, force: jax.Array) -> None:
        self.velocity += self.dt * force  # E: jdc-lost-mutation

    @jax.jit
    def kicked(self, force: jax.Array) -> "Kicked":
        self.velocity += self.dt * force
        return self
