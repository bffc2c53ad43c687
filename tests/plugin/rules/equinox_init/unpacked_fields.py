"""Fields of equinox that an `__init__` unpacks something into."""

import equinox as eqx
import jax


class Unpacked(eqx.Module):
    first: jax.Array
    second: jax.Array

    def __init__(self, key: jax.Array) -> None:
        self.first, self.second = jax.random.split(key)


class Undeclared(eqx.Module):
    first: jax.Array

    def __init__(self, key: jax.Array) -> None:
        self.first, self.second = jax.random.split(key)  # E: jdc-equinox-init
        self.third = self.fourth = key  # E: jdc-equinox-init, jdc-equinox-init


class Methods(eqx.Module):
    size: int
    function: object

    def __init__(self, size: int) -> None:
        self.size, self.function = size, self.method  # E: jdc-equinox-init

    def method(self) -> int:
        return self.size


class Local(eqx.Module):
    total: jax.Array

    def __init__(self, keys: list[jax.Array]) -> None:
        total, rest = keys[0], keys[1:]
        for total in rest:
            pass
        self.total = total
