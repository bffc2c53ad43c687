"""`unbind_module` of a bound module under transformations."""

import functools

import jax
import jax.numpy as jnp
import pytest
from structure.trees import assert_same, double

import jdc_runtime as jdc
from jdc_runtime import structure
from jdc_runtime.structure import StructureError

CONFIG = {"train_mode": True}


def identity(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


WRAPPERS = {
    "nothing": lambda bound: bound,
    "jit": jax.jit,
    "jit of jit": lambda bound: jax.jit(jax.jit(bound)),
    "vmap": lambda bound: jax.vmap(bound, in_axes=(None, 0)),
    "jit of vmap": lambda bound: jax.jit(jax.vmap(bound, in_axes=(None, 0))),
    "checkpoint": jax.checkpoint,
    "grad": lambda bound: jax.grad(bound, has_aux=True),
    "partial": lambda bound: functools.partial(bound, x=1.0),
    "jit of partial": lambda bound: jax.jit(functools.partial(bound, x=1.0)),
    "Partial": jax.tree_util.Partial,
    "jdc.jit": jdc.jit,
    "auto_static": jdc.auto_static(jax.jit),
    "wraps": identity,
}


@pytest.mark.parametrize("wrapper", WRAPPERS.values(), ids=[name.replace(" ", "-") for name in WRAPPERS])
def test_unbinding_through(wrapper):
    tree = structure.fill_tree({"params": {"w": jnp.ones(2)}, "aux": {"k": "x"}, "apply": double})
    state, bound = structure.bind_module(tree, CONFIG)
    back, config = structure.unbind_module(state, wrapper(bound))
    assert_same(back, tree)
    assert config == CONFIG
    assert config is not CONFIG


def test_unbinding_with_the_state_that_it_returned():
    tree = structure.fill_tree({"params": {"w": jnp.ones(2)}, "apply": double})
    state, bound = structure.bind_module(tree, CONFIG)
    step = jax.jit(bound)
    state, _ = step(state, 1.0)
    assert_same(structure.unbind_module(state, step)[0], tree)


@pytest.mark.parametrize("function", [double, jax.jit(double), lambda state, x: (state, x), 3, None])
def test_what_is_not_bound(function):
    with pytest.raises(
        StructureError, match=r"not a bound module, .* nor a function that wraps one; give unbind_module"
    ):
        structure.unbind_module({"params": {}, "buffers": {}, "submodules": {}}, function)


def test_a_loop_of_wrappers_ends():
    def loop():
        pass

    loop.__wrapped__ = loop
    with pytest.raises(StructureError, match="not a bound module"):
        structure.unbind_module({"params": {}, "buffers": {}, "submodules": {}}, loop)
