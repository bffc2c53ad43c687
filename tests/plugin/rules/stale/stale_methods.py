"""jdc-stale: numbers of an object whose constructor jits one of its methods, where nothing runs the module."""

import jax


class Annealed:
    def __init__(self) -> None:
        self.scale = 1.0
        self.rate = 0.1
        self.shown = 2.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        print(self.shown)
        return x * self.scale + x / (1 + self.rate)

    def annealed(self, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        first = self.step(x)
        self.scale *= 0.5
        return first, self.step(x)  # E: jdc-stale

    def given_another_rate(self, x: jax.Array) -> jax.Array:
        first = self.step(x)
        self.rate = 0.2
        second = self.step(x)  # E: jdc-stale
        return second - first

    def shown_again(self, x: jax.Array) -> jax.Array:
        first = self.step(x)
        self.shown = 3.0
        return self.step(x) - first


class Before:
    def __init__(self, x: jax.Array) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def run(self, x: jax.Array) -> jax.Array:
        self.scale = 2.0
        return self.step(x) + self.step(x)


class Same:
    def __init__(self) -> None:
        self.scale = 1.0
        self.factor = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale * self.factor

    def run(self, x: jax.Array) -> jax.Array:
        first = self.step(x)
        self.scale = 1.0
        self.factor *= 1.0
        return first + self.step(x)


class OtherShapes:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def run(self, x: jax.Array, y: jax.Array) -> jax.Array:
        first = self.step(x)
        self.scale = 2.0
        return first.sum() + self.step(y).sum()


class JittedAgain:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def run(self, x: jax.Array) -> jax.Array:
        first = self.step(x)
        self.scale = 2.0
        self.step = jax.jit(self._step)
        return first + self.step(x)


class Unjitted:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def run(self, x: jax.Array) -> jax.Array:
        first = self.step(x)
        self.scale = 2.0
        return first + self._step(x)


class InBranches:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def run(self, x: jax.Array, flag: bool) -> jax.Array:
        if flag:
            return self.step(x)
        self.scale = 2.0
        return self.step(x)


class Given:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array, scale: float) -> jax.Array:
        return x * scale

    def run(self, x: jax.Array) -> jax.Array:
        first = self.step(x, self.scale)
        self.scale = 2.0
        return first + self.step(x, self.scale)


class Reset:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def run(self, x: jax.Array) -> jax.Array:
        first = self.step(x)
        self.scale = 2.0
        self.scale = 1.0
        return first + self.step(x)


class Overridden:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def run(self, x: jax.Array) -> jax.Array:
        first = self.step(x)
        self.scale = 2.0
        return first + self.step(x)


class Below(Overridden):
    def _step(self, x: jax.Array) -> jax.Array:
        return x * 2


class Shown:
    def __init__(self) -> None:
        self.scale = 1.0
        self.step = jax.jit(self._step)

    def _step(self, x: jax.Array) -> jax.Array:
        return x * self.scale

    def keeps_its_number(self, x: jax.Array) -> None:
        first = self.step(x)
        self.scale = 2.0
        second = self.step(x)
        assert (first == second).all(), "the number of the trace"
