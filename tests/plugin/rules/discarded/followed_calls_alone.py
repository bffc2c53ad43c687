"""Calls of functions without annotations that the run of the module sees to change nothing."""

import functools
from dataclasses import dataclass, replace

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Walker:
    place: jax.Array
    speed: jax.Array


@functools.partial(jax.tree_util.register_dataclass, data_fields=["mass"], meta_fields=["name"])
@dataclass(frozen=True)
class Body:
    mass: jax.Array
    name: str


SEEN: list[float] = []
COUNTS = {"calls": 0}
TABLE = np.zeros(3)


def moved(walker, dt):
    return walker.replace(place=walker.place + dt * walker.speed)


def slower(walker, factor):
    speed = jnp.clip(walker.speed * factor, -1.0, 1.0)
    if factor > 2.0:
        speed = speed / 2.0
    return walker.replace(speed=speed)


def watched(walker, dt):
    SEEN.append(dt)
    return moved(walker, dt)


def printed(walker, dt, every=10):
    if dt > every:
        print("large")
    return moved(walker, dt)


def checked(walker):
    if walker.place.ndim != 1:
        raise ValueError("one axis")
    return walker.replace(speed=walker.speed * 1.0)


def asserted(walker):
    assert walker.place.ndim == 1
    return walker.replace(speed=walker.speed * 1.0)


def counted(walker):
    COUNTS["calls"] += 1
    return walker.replace(speed=walker.speed * 1.0)


def noted(walker):
    TABLE[0] = 1.0
    return walker.replace(speed=walker.speed * 1.0)


def traced_print(walker):
    jax.debug.print("{}", walker.speed)
    return walker.replace(speed=walker.speed * 1.0)


def drawn(walker, rng):
    return walker.replace(speed=walker.speed * rng.normal())


def same(walker):
    return walker


def loss_of(walker, weights):
    return jnp.sum(walker.speed * weights["w"])


def learned(weights, walker):
    slope = jax.grad(lambda inside: loss_of(walker, inside))(weights)
    return jax.tree.map(lambda w, g: w - 0.1 * g, weights, slope)


def scanned(walker, steps):
    def one(inside, _):
        return moved(inside, 0.1), None

    return jax.lax.scan(one, walker, None, length=steps)


@functools.partial(jax.jit, static_argnames=("times",))
def fast(walker, times):
    for _ in range(times):
        walker = moved(walker, 0.1)
    return walker, walker.place.sum()


@jax.jit
def warm(walker):
    return moved(walker, 0.1)


@flax.struct.dataclass
class Clock:
    time: jax.Array

    def advanced(self, dt):
        return self.replace(time=self.time + dt)


def ticked(clock):
    clock.advanced(0.1)  # E: jdc-discarded
    return clock


class Physics:
    def __init__(self, dt):
        self.dt = dt
        self.calls = 0

    def step(self, walker):
        return moved(walker, self.dt)

    def count(self, walker):
        self.calls += 1
        return moved(walker, self.dt)


def wrapped(walker, edge):
    if edge == "open":
        left, right = walker.place, walker.speed
    else:
        padded = jnp.pad(walker.place, 1)
        left, right = padded[:-2], padded[2:]
    return walker.replace(place=left + right)


def flagged(walker, edge):
    if edge == "open":
        left, right = walker.place, walker.speed
    else:
        left, SEEN[0] = walker.place, 1.0
        right = left
    return walker.replace(place=left + right)


def wrap_all(walker, rounds):
    for _ in range(rounds):
        wrapped(walker, "open")  # E: jdc-discarded
        flagged(walker, "open")
    return walker


class Owner:
    def __init__(self):
        self.walker = Walker(jnp.zeros(3), jnp.ones(3))
        self.physics = Physics(0.1)

    def run(self, times):
        for _ in range(times):
            self.physics.step(self.walker)  # E: jdc-discarded
            self.physics.count(self.walker)
        for _ in range(times):
            self.walker = self.physics.step(self.walker)
        return self.walker


def shifted(points):
    return points - points.mean(axis=0)


def centred(points):
    shifted(points)  # E: jdc-discarded
    return points


def alone(body):
    return replace(body, mass=body.mass * 2)


def pushed(layers, rate):
    return [(weights * rate, bias) for weights, bias in layers]


def decayed(layers, rounds):
    for _ in range(rounds):
        pushed(layers, 0.5)  # E: jdc-discarded
    return layers


def refreshed(walker, rounds):
    total = 0.0
    for i in range(rounds):
        walker, gain = moved(walker, 0.1), float(i)
        slower(walker, 0.9)  # E: jdc-discarded
        total = total + gain
    return walker, total


def restarted(rounds):
    last = 0.0
    for i in range(rounds):
        walker = Walker(jnp.zeros(3), jnp.full(3, float(i)))
        slower(walker, 0.9)
        last = i
    return last


def main():
    print(wrap_all(Walker(jnp.zeros(3), jnp.ones(3)), 2))
    print(ticked(Clock(jnp.zeros(()))))
    print(decayed([(jnp.ones((2, 2)), jnp.zeros(2))], 3), restarted(2))
    print(refreshed(Walker(jnp.zeros(3), jnp.ones(3)), 2))
    walker = Walker(jnp.zeros(3), jnp.ones(3))
    rng = np.random.default_rng(0)
    weights = {"w": jnp.ones(3)}
    for i in range(3):
        moved(walker, 0.1)  # E: jdc-discarded
        slower(walker, float(i))  # E: jdc-discarded
        watched(walker, 0.1)
        printed(walker, 0.1 * i)
        checked(walker)
        asserted(walker)
        counted(walker)
        noted(walker)
        traced_print(walker)
        drawn(walker, rng)
        same(walker)
        learned(weights, walker)  # E: jdc-discarded
        scanned(walker, 3)  # E: jdc-discarded
        fast(walker, 2)  # E: jdc-discarded
        loss_of(walker, weights)
    warm(walker)
    for _ in range(3):
        warm(walker)
    walker = warm(walker)
    for other in [walker, walker]:
        moved(other, 0.1)
    body = Body(jnp.ones(3), "sun")
    alone(body)  # E: jdc-discarded
    body = alone(body)
    points = jnp.ones((4, 2))
    shifted(points)
    print(walker, weights, body, centred(points), points, Owner().run(2))
    moved(walker, 0.2)


def test_moved():
    walker = Walker(jnp.zeros(3), jnp.ones(3))
    moved(walker, 0.1)
    print(walker)


def tried(walker):
    try:
        moved(walker, "x")
    except TypeError:
        print("refused")
    return walker


main()
print(tried(Walker(jnp.zeros(3), jnp.ones(3))))
