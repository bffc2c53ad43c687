"""`auto_static` keeps nothing alive, and no more programs than `jax.jit` does."""

import gc
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc
from jdc_runtime._jit.auto_static import arrays

jit = jdc.auto_static(jax.jit)


class Thing:
    pass


def is_freed(*references):
    gc.collect()
    return [reference() is None for reference in references] == [True] * len(references)


@pytest.mark.parametrize(
    "wrapper", [jax.jit, jax.vmap, jax.checkpoint, lambda fun: jax.jit(fun)], ids=["jit", "vmap", "checkpoint", "own"]
)
def test_a_dropped_function_frees_its_trees(wrapper):
    def make():
        def apply(tree, x):
            return {**tree, "buffers": {"x": x}}, thing, x + 1

        def user(tree, x):
            return tree["apply"](tree, x)

        thing, config, result = Thing(), Thing(), Thing()
        tree = {"params": {"w": jnp.ones(2)}, "buffers": {}, "aux": {"c": config}, "apply": apply, "submodules": {}}
        wrapped = jdc.auto_static(wrapper)(user)
        for _ in range(2):
            wrapped(tree, jnp.ones(2))
        wrapped({**tree, "aux": {"c": result, "d": np.ones(2)}}, jnp.ones(2))
        return [weakref.ref(value) for value in (thing, config, result, apply, user, wrapped, tree["params"]["w"])]

    assert is_freed(*make())


def test_a_dropped_stage_frees_its_function():
    def make():
        thing = Thing()
        compiled = jit(lambda x, value: (x, value)).lower(jnp.ones(2), thing).compile()
        assert compiled(jnp.ones(2), thing)[1] is thing
        return weakref.ref(thing), weakref.ref(compiled)

    assert is_freed(*make())


def test_clear_cache_frees_static_values():
    f = jit(lambda x, value: (x, value))
    thing = Thing()
    f(1.0, thing)
    f(jnp.ones(2), {"a": thing})
    reference = weakref.ref(thing)
    del thing
    f.clear_cache()
    assert is_freed(reference)


def test_plans_are_bounded(monkeypatch):
    monkeypatch.setattr("jdc_runtime._jit.auto_static.stand_in_names._MOST", 8)
    traces = []

    @jit
    def f(tree, mode):
        traces.append(1)
        return mode

    trees = [{f"key{n}": 1.0} for n in range(10)]
    for tree in (*trees, *trees):
        assert f(tree, "mode") == "mode"
    assert len(traces) == 2 * len(trees)
    for tree in trees[-8:]:
        assert f(tree, "mode") == "mode"
    assert len(traces) == 2 * len(trees)


def test_contents_of_arrays_are_forgotten_with_them():
    before = len(arrays._read)
    f = jit(lambda table, x: x, static_argnums=0)
    table = jnp.arange(5.0)
    f(table, 1.0)
    assert len(arrays._read) == before + 1
    del table, f
    gc.collect()
    assert len(arrays._read) == before
