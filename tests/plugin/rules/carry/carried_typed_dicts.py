"""Functions of a scan that give back the dict which a method says it returns: three items are no pair."""

from typing import Any, TypedDict

import jax


class Sampler(TypedDict):
    levels: jax.Array
    scores: jax.Array
    size: int


class Two(TypedDict):
    carry: jax.Array
    out: jax.Array


class Some(TypedDict, total=False):
    carry: jax.Array
    out: jax.Array
    more: jax.Array


class Buffer:
    def update(self, sampler: Sampler, x: Any) -> Sampler:
        return sampler

    def insert(self, sampler: Sampler, x: Any) -> tuple[Sampler, int]:
        return sampler, x

    def two(self, sampler: Two, x: Any) -> Two:
        return sampler

    def some(self, sampler: Some, x: Any) -> Some:
        return sampler

    def run(self, sampler: Sampler, two: Two, some: Some, xs: jax.Array) -> Any:
        def updated(sampler, x):
            return self.update(sampler, x)

        def inserted(sampler, x):
            return self.insert(sampler, x)[0]

        def both(sampler, x):
            return self.insert(sampler, x)

        def paired(sampler, x):
            return self.two(sampler, x)

        def some_of(sampler, x):
            return self.some(sampler, x)

        jax.lax.scan(updated, sampler, xs)  # E: jdc-carry
        jax.lax.scan(inserted, sampler, xs)  # E: jdc-carry
        jax.lax.scan(both, sampler, xs)
        jax.lax.scan(paired, two, xs)
        return jax.lax.scan(some_of, some, xs)
