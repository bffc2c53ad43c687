"""Each layer against flax or numpy: outputs, gradients, initial values, dtypes."""

import flax.linen as linen
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_runtime import random
from jdc_runtime.structure import bind_module, filter_keys, is_structure_tree, merge_trees, nn

KEY = jax.random.key(0)
TRAIN, EVAL = {"train_mode": True}, {"train_mode": False}


def normal(*shape, seed=1):
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def build(make):
    """The module of ``make`` with random params, without the compilations that drawing initial values takes."""
    made = []

    def arrays():
        made.append(make())
        return filter_keys(made[0][0], "params", "buffers")

    values = jax.tree.map(lambda leaf: 1 + 0.3 * normal(*leaf.shape), jax.eval_shape(arrays))
    return merge_trees(made[0][0], values), made[0][1]


def close(a, b, tolerance=2e-5):
    for got, expected in zip(jax.tree.leaves(a), jax.tree.leaves(b), strict=True):
        np.testing.assert_allclose(
            np.asarray(got, np.float64), np.asarray(expected, np.float64), rtol=tolerance, atol=tolerance
        )


def jitted(module, config=None):
    """The state of a module, and it as one program."""
    tree, own = module
    state, bound = bind_module(tree, {**own, **(config or {})})
    return state, jax.jit(bound)


def check(module, reference, x, config=EVAL):
    """Compare the output and the gradients for params and input with those of ``reference(params, x)``."""
    tree, own = module
    assert is_structure_tree(tree)
    params = tree["params"]

    def ours(params, x):
        return tree["apply"]({**tree, "params": params}, {**own, **config}, x)[1]

    @jax.jit
    def both(params, x):
        out, pull = jax.vjp(ours, params, x)
        expected, expected_pull = jax.vjp(reference, params, x)
        weights = jnp.cos(jnp.arange(out.size)).reshape(out.shape)
        return (out, pull(weights)), (expected, expected_pull(weights))

    got, expected = both(params, x)
    assert got[0].shape == expected[0].shape
    close(got, expected)


def test_linear():
    module = build(lambda: nn.Linear(3, 5, rng=KEY))

    def kernel(p):
        return {"params": {"kernel": p["weight"].T, "bias": p["bias"]}}

    check(module, lambda p, x: linen.Dense(5).apply(kernel(p), x), normal(2, 4, 3))
    check(build(lambda: nn.Linear(3, 5, bias=False, rng=KEY)), lambda p, x: x @ p["weight"].T, normal(3))


def test_embedding():
    tree, config = build(lambda: nn.Embedding(7, 3, rng=KEY))
    indices = np.array([[1, 0], [6, 1]])
    state, apply = jitted((tree, config))
    np.testing.assert_array_equal(apply(state, indices)[1], tree["params"]["weight"][indices])
    gradient = jax.jit(jax.grad(lambda w: tree["apply"]({**tree, "params": {"weight": w}}, {}, indices)[1].sum()))
    close(gradient(tree["params"]["weight"])[:, 0], np.array([1, 2, 0, 0, 0, 0, 1]))
    assert np.isnan(apply(state, np.array([7, -1]))[1]).all()


@pytest.mark.parametrize(
    ("shape", "options"),
    [
        ((2, 4, 9), {"kernel_size": (3,), "padding": 1, "stride": 2}),
        ((2, 4, 6, 7), {"kernel_size": 3, "padding": "SAME", "stride": (2, 1)}),
        ((2, 4, 6, 7), {"kernel_size": (3, 2), "padding": ((1, 0), (0, 2)), "dilation": 2, "groups": 2}),
        ((2, 4, 6, 7), {"kernel_size": 1, "padding": "VALID", "bias": False}),
        ((1, 4, 4, 3, 5), {"kernel_size": (2, 1, 3), "padding": (0, 1, 1)}),
    ],
)
def test_conv(shape, options):
    axes = len(shape) - 2
    size = options["kernel_size"]
    flax_options = {
        "kernel_size": (size,) * axes if isinstance(size, int) else size,
        "strides": options.get("stride", 1),
        "padding": options["padding"],
        "kernel_dilation": options.get("dilation", 1),
        "feature_group_count": options.get("groups", 1),
        "use_bias": options.get("bias", True),
    }

    def reference(p, x):
        variables = {"kernel": jnp.moveaxis(p["weight"], (0, 1), (-1, -2))} | (
            {"bias": p["bias"]} if "bias" in p else {}
        )
        out = linen.Conv(6, **flax_options).apply({"params": variables}, jnp.moveaxis(x, 1, -1))
        return jnp.moveaxis(out, -1, 1)

    check(build(lambda: nn.Conv(4, 6, rng=KEY, **options)), reference, normal(*shape))


def test_layer_norm():

    def names(p):
        return {"params": {"scale": p["weight"], "bias": p["bias"]}}

    module = linen.LayerNorm(epsilon=1e-5, use_fast_variance=False)
    check(build(lambda: nn.LayerNorm(6)), lambda p, x: module.apply(names(p), x), 3 + normal(2, 4, 6))
    wide = linen.LayerNorm(epsilon=1e-3, reduction_axes=(-2, -1), feature_axes=(-2, -1), use_fast_variance=False)
    check(build(lambda: nn.LayerNorm((4, 6), eps=1e-3)), lambda p, x: wide.apply(names(p), x), normal(2, 4, 6))
    plain = linen.LayerNorm(epsilon=1e-5, use_bias=False, use_scale=False, use_fast_variance=False)
    check(nn.LayerNorm(6, affine=False), lambda p, x: plain.apply({}, x), normal(2, 6))
    assert nn.LayerNorm(6, bias=False)[0]["params"].keys() == {"weight"}


def test_group_norm():
    module = linen.GroupNorm(num_groups=2, epsilon=1e-5, use_fast_variance=False)

    def reference(p, x):
        out = module.apply({"params": {"scale": p["weight"], "bias": p["bias"]}}, jnp.moveaxis(x, 1, -1))
        return jnp.moveaxis(out, -1, 1)

    check(build(lambda: nn.GroupNorm(2, 6)), reference, 1 + normal(2, 6, 3, 4))
    assert not nn.GroupNorm(2, 6, affine=False)[0]["params"]


class TestBatchNorm:
    x = 2 + 3 * normal(4, 5, 3)

    def flax(self, training):
        return linen.BatchNorm(use_running_average=not training, momentum=0.9, use_fast_variance=False, axis=1)

    @pytest.mark.parametrize("training", [True, False])
    def test_against_flax(self, training):
        def reference(p, x):
            variables = {"params": {"scale": p["weight"], "bias": p["bias"]}, "batch_stats": stats}
            return self.flax(training).apply(variables, x, mutable=["batch_stats"])[0]

        tree, config = build(lambda: nn.BatchNorm(5))
        stats = {"mean": tree["buffers"]["running_mean"], "var": tree["buffers"]["running_var"]}
        check((tree, config), reference, self.x, {"train_mode": training})

    def test_running_statistics(self):
        tree, config = nn.BatchNorm(5)
        assert config == {"train_mode": True}
        state, apply = jitted((tree, config))
        new, _ = apply(state, self.x)
        close(new["buffers"]["running_mean"], 0.1 * self.x.mean((0, 2)))
        close(new["buffers"]["running_var"], 0.9 + 0.1 * self.x.var((0, 2), ddof=1))
        assert new["buffers"]["num_batches_tracked"] == 1
        assert tree["buffers"]["num_batches_tracked"] == 0
        assert tree["apply"](tree, EVAL, self.x)[0] is tree

    def test_without_momentum_all_batches_weigh_the_same(self):
        state, apply = jitted(nn.BatchNorm(5, momentum=None, affine=False))
        batches = [self.x, -self.x, 2 * self.x]
        for batch in batches:
            state, _ = apply(state, batch)
        close(state["buffers"]["running_mean"], np.stack(batches).mean((0, 1, 3)))

    def test_without_running_statistics(self):
        module = nn.BatchNorm(5, track_running_stats=False)
        assert not module[0]["buffers"]
        (state, training), (_, evaluating) = jitted(module), jitted(module, EVAL)
        close(evaluating(state, self.x)[1], training(state, self.x)[1])

    def test_features_on_another_axis(self):
        (state, last), (_, second) = jitted(nn.BatchNorm(3, axis=-1)), jitted(nn.BatchNorm(3))
        swapped = np.swapaxes(self.x, 1, 2)
        close(last(state, self.x)[1], np.swapaxes(second(state, swapped)[1], 1, 2))

    def test_mapped_axes_are_one_batch(self):
        tree, config = nn.BatchNorm(5)
        state, apply = jitted((tree, config))
        whole, expected = apply(state, self.x)
        mapped = jax.vmap(lambda x: _values(tree["apply"](tree, {**config, "batch_axis": "i"}, x)), axis_name="i")
        buffers, out = jax.jit(mapped)(self.x.reshape(2, 2, 5, 3))
        close(np.asarray(out).reshape(4, 5, 3), expected)
        close({name: np.asarray(buffer)[1] for name, buffer in buffers.items()}, whole["buffers"])

    def test_half_precision(self):
        state, apply = jitted(nn.BatchNorm(5, dtype=jnp.bfloat16))
        new, out = jax.eval_shape(apply, state, self.x.astype(jnp.bfloat16))
        assert (out.dtype, new["buffers"]["running_mean"].dtype) == (jnp.bfloat16, jnp.bfloat16)


def _values(result):
    tree, out = result
    return tree["buffers"], out


class TestDropout:
    def test_training(self):
        module = nn.Dropout(0.25, rng=KEY)
        assert module[1] == {"train_mode": True}
        state, apply = jitted(module)
        x = np.ones(4000, np.float32)
        new, out = apply(state, x)
        out = np.asarray(out)
        assert set(np.unique(out)) == {0, np.float32(1 / 0.75)}
        assert np.mean(out == 0) == pytest.approx(0.25, abs=0.03)
        _, again = apply(new, x)
        assert (np.asarray(again) != out).any()
        np.testing.assert_array_equal(out, apply(state, x)[1])

    def test_evaluation(self):
        tree, _ = nn.Dropout(0.25, rng=KEY)
        x = normal(3)
        new, out = tree["apply"](tree, EVAL, x)
        assert new is tree
        assert out is x

    def test_each_leaf_has_its_own_zeros(self):
        state, apply = jitted(nn.Dropout(0.5, rng=KEY))
        _, out = apply(state, {"a": np.ones(64), "b": np.ones(64)})
        assert (np.asarray(out["a"]) != np.asarray(out["b"])).any()

    def test_mapped_axes_have_their_own_zeros_and_the_same_next_key(self):
        tree, config = nn.Dropout(0.5, rng=KEY)

        def apply(config):
            return lambda x: _values(tree["apply"](tree, config, x))

        x = np.ones((2, 64), np.float32)
        alike = np.asarray(jax.jit(jax.vmap(apply(config)))(x)[1])
        buffers, apart = jax.jit(jax.vmap(apply({**config, "batch_axis": "i"}), axis_name="i"))(x)
        apart = np.asarray(apart)
        assert (alike[0] == alike[1]).all()
        assert (apart[0] != apart[1]).any()
        keys = np.asarray(jax.random.key_data(buffers["rng"]))
        assert (keys[0] == keys[1]).all()

    def test_extremes(self):
        x = np.ones(9, np.float32)
        for rate, expected in ((0.0, 1), (1.0, 0)):
            state, apply = jitted(nn.Dropout(rate, rng=KEY))
            assert (np.asarray(apply(state, x)[1]) == expected).all()
        state, apply = jitted(nn.Dropout(0.5, rng=jax.random.PRNGKey(0)))
        assert jax.eval_shape(apply, state, x.astype(jnp.bfloat16))[1].dtype == jnp.bfloat16
        close(jax.jit(jax.grad(lambda x: apply(state, x)[1].sum()))(x), apply(state, x)[1])


class TestAttention:
    @staticmethod
    def reference(p, query, key, mask=None, heads=2):
        q, k, v = ("q_proj_weight", "k_proj_weight", "v_proj_weight")
        weights = jnp.split(p["in_proj_weight"], 3) if "in_proj_weight" in p else (p[q], p[k], p[v])
        biases = jnp.split(p["in_proj_bias"], 3)

        def split(w):
            return w.T.reshape(w.shape[1], heads, -1)

        params = {
            name: {"kernel": split(w), "bias": b.reshape(heads, -1)}
            for name, w, b in zip(("query", "key", "value"), weights, biases, strict=True)
        }
        features = weights[0].shape[0]
        params["out"] = {"kernel": p["out"].T.reshape(heads, -1, features), "bias": p["out_bias"]}
        module = linen.MultiHeadDotProductAttention(num_heads=heads, qkv_features=features, out_features=features)
        return module.apply({"params": params}, query, key, mask=mask)

    def joined(self, module):
        """The layer with the params of its submodule beside its own, for `check`."""
        tree, config = module
        out = tree["submodules"]["out_proj"]
        joined = tree["params"] | {"out": out["params"]["weight"], "out_bias": out["params"]["bias"]}

        def apply(joined, config, *args, **kwargs):
            params = dict(joined["params"])
            inner = {**out, "params": {"weight": params.pop("out"), "bias": params.pop("out_bias")}}
            split = {**tree, "params": params, "submodules": {"out_proj": inner}}
            return tree["apply"](split, config, *args, **kwargs)

        return {**tree, "params": joined, "apply": apply}, config

    @pytest.mark.parametrize("causal", [True, False])
    def test_self(self, causal):
        module = self.joined(build(lambda: nn.MultiHeadAttention(6, 2, is_causal=causal, rng=KEY)))
        mask = jnp.tri(5, dtype=bool) if causal else None
        check(module, lambda p, x: self.reference(p, x, x, mask), normal(3, 5, 6))

    def test_cross_with_mask(self):
        tree, config = self.joined(build(lambda: nn.MultiHeadAttention(6, 2, kdim=4, vdim=4, rng=KEY)))
        memory = normal(3, 7, 4, seed=5)
        mask = jnp.arange(7) < jnp.array([7, 4, 1])[:, None, None, None]
        wrapped = {**tree, "apply": lambda tree_, c, x: tree["apply"](tree_, c, x, memory, mask=mask)}
        check((wrapped, config), lambda p, x: self.reference(p, x, memory, mask), normal(3, 5, 6))

    def test_nothing_is_seen_of_the_future(self):
        tree, config = build(lambda: nn.MultiHeadAttention(6, 2, is_causal=True, rng=KEY))
        x = normal(5, 6)
        changed = np.concatenate([x[:3], 9 * x[3:]])
        both = jax.jit(lambda x: tree["apply"](tree, config, x)[1])(np.stack([x, changed]))
        close(both[0, :3], both[1, :3])
        assert not np.allclose(both[0, 3:], both[1, 3:])


class TestSequential:
    def test_modules_and_functions(self):
        with random.keys(0):
            tree, config = nn.Sequential(nn.Linear(3, 4), jax.nn.relu, nn.BatchNorm(4), nn.Dropout(0.5))
        assert list(tree["submodules"]) == ["0", "1", "2", "3"]
        assert config == {"train_mode": True}
        assert is_structure_tree(tree)
        x = normal(8, 3)
        state, apply = jitted((tree, config))
        new, out = apply(state, x)
        assert out.shape == (8, 4)
        assert new["submodules"]["2"]["buffers"]["num_batches_tracked"] == 1
        assert tree["submodules"]["2"]["buffers"]["num_batches_tracked"] == 0
        _, out = jitted((tree, config), EVAL)[1](state, x)
        first = jax.tree.map(np.asarray, tree["submodules"]["0"]["params"])
        close(out, np.maximum(x @ first["weight"].T + first["bias"], 0) / np.sqrt(1 + 1e-5))

    def test_empty_and_identity(self):
        for module in (nn.Sequential(), nn.Identity()):
            tree, config = module
            x = {"any": jnp.ones(2)}
            assert tree["apply"](tree, config, x) == (tree, x)

    def test_the_earlier_configuration_holds(self):
        tree, _ = nn.Identity()
        _, config = nn.Sequential((tree, {"train_mode": False, "a": 1}), nn.BatchNorm(2), (tree, {"a": 2, "b": 3}))
        assert config == {"train_mode": False, "a": 1, "b": 3}


@pytest.mark.parametrize(
    ("module", "bound"),
    [
        (lambda: nn.Linear(64, 128, rng=KEY), 1 / 8),
        (lambda: nn.Conv(16, 32, 2, groups=2, rng=KEY), 1 / 32**0.5),
        (lambda: nn.MultiHeadAttention(64, 2, rng=KEY), (6 / (4 * 64)) ** 0.5),
    ],
)
def test_initial_values_are_uniform_within_the_bound_of_torch(module, bound):
    params = module()[0]["params"]
    weight = np.asarray(params.get("weight", params.get("in_proj_weight")))
    assert 0.98 * bound < np.abs(weight).max() <= bound
    assert weight.std() == pytest.approx(bound / 3**0.5, rel=0.06)
    bias = np.abs(np.asarray(params.get("bias", params.get("in_proj_bias"))))
    assert bias.max() <= bound
    assert (bias.max() == 0) == ("in_proj_bias" in params)


def test_random_keys_are_drawn_where_none_is_given():
    with random.keys(0):
        first, second = nn.Linear(2, 2)[0], nn.Linear(2, 2)[0]
    with random.keys(0):
        again = nn.Linear(2, 2)[0]
    assert (np.asarray(first["params"]["weight"]) != np.asarray(second["params"]["weight"])).any()
    close(first["params"], again["params"])


@pytest.mark.parametrize(
    "make",
    [
        lambda dtype: nn.Linear(4, 4, dtype=dtype, rng=KEY),
        lambda dtype: nn.Embedding(4, 4, dtype=dtype, rng=KEY),
        lambda dtype: nn.Conv(4, 4, (1,), dtype=dtype, rng=KEY),
        lambda dtype: nn.LayerNorm(4, dtype=dtype),
        lambda dtype: nn.GroupNorm(2, 4, dtype=dtype),
        lambda dtype: nn.MultiHeadAttention(4, 2, dtype=dtype, rng=KEY),
    ],
)
@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.dtype("float16"), None])
def test_dtype(make, dtype):
    def arrays(x):
        tree, config = make(dtype)
        if tree["apply"].__name__ == "apply_embedding":
            x = x.astype(int)
        return tree["params"], tree["apply"](tree, config, x)[1]

    expected = jnp.dtype(dtype or jnp.float32)
    shapes = jax.eval_shape(arrays, jax.ShapeDtypeStruct((2, 4, 4), expected))
    assert {leaf.dtype for leaf in jax.tree.leaves(shapes)} == {expected}
