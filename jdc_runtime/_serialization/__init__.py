"""Pytree dataclasses in `flax.serialization` and `jax.export`."""
