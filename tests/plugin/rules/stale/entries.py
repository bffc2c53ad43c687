"""jdc-stale: entries of dicts, and numbers that a trace hands to other functions of the module."""

import functools

import jax
import jax.numpy as jnp

x = jnp.ones(3)

cfg = {"lr": 0.1, "k": 2, "on": 1}


@jax.jit
def passed(p, y):
    return y * p["lr"]


passed(cfg, x)
cfg["lr"] = 0.2
passed(cfg, x)

c2 = {"lr": 0.1}


@jax.jit
def shapes(y):
    return y * c2["lr"]


shapes(x)
c2["lr"] = 0.3
shapes(jnp.ones(4))

c3 = {"lr": 0.1, "n": 0}


@jax.jit
def shown(y):
    print("lr", c3["lr"])
    c3["n"] += 1
    tell(c3["lr"], y)
    return y * 2


def tell(v, y):
    print(v, y.shape)
    return y


shown(x)
c3["lr"] = 0.4
shown(x)
shown(x)

c4 = {"lr": 0.1}


@jax.jit
def same(y):
    return y * c4["lr"]


same(x)
c4["lr"] = 0.2
c4["lr"] = 0.1
same(x)

c5 = {"lr": 0.1}


def raw(y):
    return y * c5["lr"]


jax.jit(raw)(x)
c5["lr"] = 0.3
raw(x)

c6 = {"lr": 0.1}


@functools.partial(jax.jit, static_argnames=("n",))
def static(y, n):
    return y * c6["lr"] * n


static(x, 1)
c6["lr"] = 0.2
static(x, 2)

c7 = {"lr": 0.1}


@jax.jit
def copied(y):
    c = dict(c7)
    c["lr"] = 0.5
    d = {**c7, "lr": 3.0}
    return y * c["lr"] * d["lr"]


copied(x)
c7["lr"] = 0.7
copied(x)

c8 = {"steps": 3}


@jax.jit
def bounded(y):
    for _ in range(min(c8["steps"], 2)):
        y = y + 1
    assert c8["steps"] > 1
    return y


bounded(x)
c8["steps"] = 5
bounded(x)


def made(k):
    opts = {"k": k}

    @jax.jit
    def g(y):
        return y * opts["k"]

    return g


made(1.0)(x)
made(2.0)(x)


def forward(y, scale, debug):
    if debug:
        print("scale", scale)
    return y * 2


class R:
    def __init__(self):
        self.scale = 1.0
        self.opts = {"debug": 1.0, "scale": 2.0}
        self.run = jax.jit(self._run)

    def _run(self, y):
        return forward(y, self.scale, debug=False) + forward(y, *[self.opts["scale"], True])

    def go(self, y):
        y = self.run(y)
        self.scale = 2.0
        self.opts["scale"] = 4.0
        return self.run(y)


R().go(x)


def nested(f, v):
    return f(v)


class Q:
    def __init__(self):
        self.v = 1.0
        self.run = jax.jit(self._run)

    def _run(self, y):
        nested(print, self.v)
        nested(lambda v: tell(v, y), self.v)
        describe(helper(self.v), y)
        return y

    def go(self, y):
        y = self.run(y)
        self.v = 3.0
        return self.run(y)


def helper(v):
    return f"{v}"


def describe(text, y):
    print(text, y)


Q().go(x)


rates = {"first": 0.1, "second": 2.0}


@jax.jit
def scaled(y):
    return y * rates["first"]


scaled(x)
rates["first"] = 0.2
scaled(x)  # E: jdc-stale


def updated(y):
    settings = {"first": 0.1}
    g = jax.jit(lambda z: z * settings["first"])
    y = g(y)
    settings.update(first=0.2)
    return g(y)  # E: jdc-stale


updated(x)


class Handing:
    def __init__(self):
        self.options = {"rate": 0.1}
        self.step = jax.jit(self._step)

    def _step(self, y):
        return times(y, self.options["rate"], show=True)

    def run(self, y):
        for _ in range(3):
            y = self.step(y)  # E: jdc-stale
            self.options["rate"] *= 0.5
        return y


def times(y, rate, show):
    if show:
        print(rate)
    return y * rate


Handing().run(x)


def asserted(y):
    settings = {"first": 1.0}

    @jax.jit
    def f(z):
        return z * settings["first"]

    before = f(y)
    settings["first"] = 2.0
    after = f(y)
    assert (before == after).all(), "the number of the trace"


asserted(x)
