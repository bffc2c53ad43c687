"""State that is renewed inside of a transformation of JAX, by a tree outside of it."""

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_runtime import structure
from jdc_runtime.structure import StateOrganizer, StructureError, apply_tree, nn, organized_apply, organized_init

KEY = jax.random.key(0)


def custom_vjp(function):
    wrapped = jax.custom_vjp(function)
    wrapped.defvjp(lambda x: (function(x), None), lambda residuals, cotangent: (cotangent,))
    return jax.jit(wrapped)


TRANSFORMS = {
    "scan": lambda f, x: jax.lax.scan(lambda carry, _: (f(carry), None), x, None, 2)[0],
    "fori_loop": lambda f, x: jax.lax.fori_loop(0, 2, lambda _, x: f(x), x),
    "while_loop": lambda f, x: jax.lax.while_loop(lambda x: x.sum() < 0, f, x),
    "cond": lambda f, x: jax.lax.cond(True, f, f, x),
    "switch": lambda f, x: jax.lax.switch(0, [f, f], x),
    "map": lambda f, x: jax.lax.map(f, jnp.stack([x, x]))[0],
    "checkpoint": lambda f, x: jax.checkpoint(f)(x),
    "jit": lambda f, x: jax.jit(f)(x),
    "custom_vjp": lambda f, x: custom_vjp(f)(x),
    "grad of checkpoint": lambda f, x: jax.grad(lambda x: jax.checkpoint(f)(x).sum())(x),
}


def model(inner, transform):
    @organized_apply
    def apply(organizer, x):
        return transform(organizer.inner["0"], x)

    @organized_init
    def Model(organizer: StateOrganizer) -> None:
        organizer.inner = nn.Sequential(inner)
        organizer.set_apply(apply)

    return Model()


@pytest.mark.parametrize("outer", ["eager", "jit"])
@pytest.mark.parametrize("name", TRANSFORMS)
def test_state_is_not_renewed_inside(name, outer):
    tree, config = model(nn.Dropout(0.5, rng=KEY), TRANSFORMS[name])
    x = jnp.ones((3, 2))

    def run(x):
        return apply_tree(tree, config, x)[1]

    with pytest.raises(StructureError, match=r'"rng" in "buffers" of submodule "inner.0" is renewed inside of a tr'):
        jax.jit(run)(x) if outer == "jit" else run(x)
    tree["aux"]["still"] = "whole"
    evaluated = apply_tree(tree, {**config, "train_mode": False}, x)
    assert evaluated[1].shape == x.shape


@pytest.mark.parametrize("name", TRANSFORMS)
def test_layers_without_state_go_anywhere(name):
    tree, config = model(nn.Linear(2, 2, rng=KEY), TRANSFORMS[name])
    new, _ = apply_tree(tree, config, jnp.ones((3, 2)))
    assert not [leaf for leaf in jax.tree.leaves(structure.filter_keys(new)) if isinstance(leaf, jax.core.Tracer)]


def test_vmap():
    tree, config = model(nn.BatchNorm(2), lambda f, x: jax.vmap(f)(x))
    with pytest.raises(StructureError, match='"running_mean" in "buffers" of submodule "inner.0"'):
        apply_tree(tree, config, jnp.ones((2, 3, 2)))


def test_what_does_not_depend_on_the_mapped_values_may_be_kept():
    tree, config = model(nn.Dropout(0.5, rng=KEY), lambda f, x: jax.vmap(f)(x))
    new, _ = apply_tree(tree, config, jnp.ones((2, 3, 2)))
    again, _ = apply_tree(new, config, jnp.ones((2, 3, 2)))
    keys = [jax.random.key_data(structure.at_path(t, "inner.0")["buffers"]["rng"]) for t in (tree, new, again)]
    assert len({tuple(np.asarray(key).tolist()) for key in keys}) == 3


@pytest.mark.parametrize("outer", ["eager", "jit"])
def test_differentiation_inside_of_an_apply_function(outer):
    tree, config = model(nn.BatchNorm(2), lambda f, x: jax.grad(lambda x: (f(x) ** 3).sum())(x))
    state, bound = structure.bind_module(tree, config)
    run = jax.jit(bound) if outer == "jit" else bound
    for count in (1, 2):
        state, gradient = run(state, jnp.arange(6.0).reshape(3, 2))
        assert structure.at_path(state, "inner.0")["buffers"]["num_batches_tracked"] == count
        assert np.isfinite(gradient).all()


def test_the_way_that_the_message_names():
    @organized_apply
    def apply(organizer, x):
        with pytest.raises(StructureError) as caught:
            jax.lax.scan(lambda carry, _: (organizer.layers[0](carry), None), x, None, 3)
        messages.append(str(caught.value))
        state, bound = structure.bind_module(*organizer.layers[0].create_module())

        def body(carry, _):
            state, x = carry
            state, output = bound(state, x)
            return (state, output), output

        (state, _), outputs = jax.lax.scan(body, (state, x), None, 3)
        organizer.layers[0].update_tree(state)
        return outputs

    @organized_init
    def Model(organizer: StateOrganizer) -> None:
        organizer.layers = [nn.Dropout(0.5, rng=KEY)]
        organizer.set_apply(apply)

    messages = []
    tree, config = Model()
    state, bound = structure.bind_module(tree, config)
    new, outputs = jax.jit(bound)(state, jnp.ones(64))
    zeros = np.asarray(outputs) == 0
    assert (zeros[0] < zeros[1]).any()
    assert (zeros[1] < zeros[2]).any()
    assert (apply_tree(*structure.unbind_module(new, bound), jnp.ones(64))[1] != outputs).any()
    for code in (
        "structure.bind_module(*organizer.layers[0].create_module())",
        "organizer.layers[0].update_tree(state)",
    ):
        assert code in messages[0]


@pytest.mark.parametrize("write", ["attribute", "buffer", "aux", "update", "submodule"])
def test_every_way_to_write(write):
    def renew(organizer, x):
        if write == "attribute":
            organizer.seen = x
        elif write == "buffer":
            organizer.register_buffer("seen", x)
        elif write == "aux":
            organizer.register_aux("constant", (x, {1: 2, "a": 3}))
        elif write == "update":
            organizer.update_tree({"buffers": {"seen": x}, "submodules": {}})
        else:
            organizer.part = structure.fill_tree({"params": {"w": x}})
        return x

    @organized_apply
    def apply(organizer, x):
        return jax.lax.map(lambda x: renew(organizer, x), x)

    tree = structure.fill_tree(
        {
            "buffers": {"seen": jnp.zeros(())},
            "aux": {"constant": 1},
            "apply": apply,
            "submodules": {"part": structure.fill_tree({"params": {"w": jnp.zeros(())}})},
        }
    )
    with pytest.raises(StructureError, match="renewed inside of a transformation"):
        apply_tree(tree, {}, jnp.ones(2))


@pytest.mark.parametrize("group", ["buffers", "params", "aux"])
def test_apply_functions_without_an_organizer(group):
    def apply(tree, config, x):
        kept = []
        jax.lax.map(lambda x: kept.append(x) or x, x)
        return {**tree, group: {"seen": kept[0]}}, x

    tree = structure.fill_tree({group: {"seen": jnp.zeros(())}, "apply": apply})
    outer = structure.fill_tree(
        {
            "apply": lambda tree, config, x: nn._containers.apply_submodule(tree, config, "a", x),
            "submodules": {"a": tree},
        }
    )
    with pytest.raises(
        StructureError, match=rf'"seen" in "{group}" of the root of the tree has a value of a tra'
    ) as c:
        apply_tree(outer, {}, jnp.ones(2))
    assert re.search('in submodule "a"', "".join(c.value.__notes__))


def test_values_of_an_outer_trace_are_kept():
    def apply(tree, config, x):
        return {**tree, "buffers": {"a": tree["buffers"]["b"], "b": tree["buffers"]["a"]}}, x

    @jax.jit
    def run(a, b, xs):
        tree = structure.fill_tree({"buffers": {"a": a, "b": b}, "apply": apply})

        def body(carry, x):
            new, _ = apply_tree(tree, {}, x)
            return new["buffers"]["a"], new["buffers"]["b"]

        return jax.lax.scan(body, a, xs)

    assert run(1.0, 2.0, jnp.ones(3))[0] == 2
