"""Small programs, each run once or twice: what XLA's optimizations cost is more than they gain."""

import jax
import pytest


@pytest.fixture(autouse=True, scope="package")
def _unoptimized():
    before = jax.config.read("jax_disable_most_optimizations")
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", before)
