"""Objects that hand on what they lack to the one inside, by ``__getattr__``."""

import jax
import jax.numpy as jnp


class Pendulum:
    rate = 3

    def __init__(self, size):
        self.size = size

    def start(self, key):
        return jax.random.normal(key, (self.size,))

    def advance(self, state, force):
        return state + force, state.sum()


class HandingOn:
    def __init__(self, inside):
        self._inside = inside

    def __getattr__(self, name):
        return getattr(self._inside, name)


class Counting(HandingOn):
    def __init__(self, inside, most):
        super().__init__(inside)
        self.most = most

    def advance(self, state, force):
        state, reward = self._inside.advance(state, force)
        return state, reward, jnp.zeros(self.most)


class Many:
    def __init__(self, inside, count):
        self.inside = inside
        self.count = count

    def start(self, key):
        return jax.vmap(self.inside.start)(jax.random.split(key, self.count))

    def advance(self, state, force):
        return jax.vmap(self.inside.advance)(state, force)


class Refusing(HandingOn):
    size = 6

    def __getattr__(self, name):
        if name == "extra":
            return 2
        raise AttributeError(name)


class Keeping:
    """Keeps what it has been asked for."""

    def __init__(self):
        self.names = [1.0]

    def __getattr__(self, name):
        self.names.append(2.0)
        return self.names


def main():
    many = Many(Counting(Pendulum(4), 5), 3)
    states = many.start(jax.random.key(0))
    states, rewards, counts = many.advance(states, jnp.ones((3, 4)))
    print(states @ jnp.ones(4), rewards + jnp.ones(3), counts @ jnp.ones(5))
    print(states @ jnp.ones(5))  # E: jdc-shape
    print(many.inside.rate, jnp.ones(many.inside.size) + jnp.ones(3))  # E: jdc-shape
    refusing = Refusing(Pendulum(7))
    print(jnp.ones(refusing.size) + jnp.ones(6), jnp.ones(refusing.extra) + jnp.ones(2))
    print(jnp.ones(refusing.extra) + jnp.ones(3))  # E: jdc-shape
    print(jnp.ones(getattr(refusing, "missing", 2)))
    keeping = Keeping()
    print(keeping.anything, jnp.array(keeping.names) + jnp.ones(2))


main()
