"""Layers, losses and optimizers against torch, and modules that come from it. torch is no requirement of the tests."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jdc_runtime import random
from jdc_runtime.structure import (
    bind_module,
    fill_tree_from_torch_module,
    filter_keys,
    from_torch,
    functional,
    get_params,
    merge_trees,
    nn,
    optim,
)

torch = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
tnn = torch.nn

KEY = jax.random.key(0)


@pytest.fixture(autouse=True)
def _seeded():
    torch.manual_seed(0)


def close(ours, theirs, tolerance=2e-5):
    np.testing.assert_allclose(
        np.asarray(ours, np.float64), theirs.detach().double().numpy(), rtol=tolerance, atol=tolerance
    )


def randomize(module):
    """No ones and zeros."""
    with torch.no_grad():
        for value in [*module.parameters(), *module.buffers()]:
            if value.is_floating_point():
                value.copy_(torch.rand_like(value) + 0.2)
    return module


LAYERS = [
    (lambda: nn.Linear(3, 4, rng=KEY), lambda: tnn.Linear(3, 4), (2, 3)),
    (lambda: nn.Linear(3, 4, bias=False, rng=KEY), lambda: tnn.Linear(3, 4, bias=False), (2, 5, 3)),
    (
        lambda: nn.Conv(4, 6, (3,), stride=2, padding=1, rng=KEY),
        lambda: tnn.Conv1d(4, 6, 3, stride=2, padding=1),
        (2, 4, 9),
    ),
    (
        lambda: nn.Conv(4, 6, 3, padding=(1, 0), dilation=2, groups=2, rng=KEY),
        lambda: tnn.Conv2d(4, 6, 3, padding=(1, 0), dilation=2, groups=2),
        (2, 4, 7, 8),
    ),
    (
        lambda: nn.Conv(4, 6, (2, 4), padding="SAME", rng=KEY),
        lambda: tnn.Conv2d(4, 6, (2, 4), padding="same"),
        (2, 4, 7, 8),
    ),
    (lambda: nn.Conv(2, 3, (2, 1, 3), rng=KEY), lambda: tnn.Conv3d(2, 3, (2, 1, 3)), (1, 2, 4, 3, 5)),
    (lambda: nn.LayerNorm((4, 3), eps=1e-3), lambda: tnn.LayerNorm((4, 3), eps=1e-3), (2, 4, 3)),
    (lambda: nn.LayerNorm(3, bias=False), lambda: tnn.LayerNorm(3, bias=False), (2, 3)),
    (lambda: nn.GroupNorm(2, 4), lambda: tnn.GroupNorm(2, 4), (2, 4, 3)),
    (lambda: nn.BatchNorm(4), lambda: tnn.BatchNorm2d(4), (3, 4, 2, 5)),
    (
        lambda: nn.BatchNorm(4, momentum=None, affine=False),
        lambda: tnn.BatchNorm1d(4, momentum=None, affine=False),
        (3, 4),
    ),
    (
        lambda: nn.MultiHeadAttention(6, 2, rng=KEY),
        lambda: tnn.MultiheadAttention(6, 2, batch_first=True),
        (2, 5, 6),
    ),
    (
        lambda: nn.MultiHeadAttention(6, 2, bias=False, rng=KEY),
        lambda: tnn.MultiheadAttention(6, 2, bias=False, batch_first=True),
        (5, 6),
    ),
]


@pytest.mark.filterwarnings("ignore:Using padding='same'")
@pytest.mark.parametrize(("ours", "theirs", "shape"), LAYERS)
def test_layer(ours, theirs, shape):
    """Outputs and gradients in training, then the statistics it left, then outputs in evaluation."""
    module = randomize(theirs())
    tree, _ = ours()
    tree = fill_tree_from_torch_module(tree, module)
    x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    tensor = torch.tensor(x, requires_grad=True)
    run = (lambda t: module(t, t, t)[0]) if isinstance(module, tnn.MultiheadAttention) else module

    state, bound = bind_module(tree, {"train_mode": True})
    params, rest = get_params(state)

    @jax.jit
    def training(params, x, weights):
        def apply(params, x):
            new, out = bound(merge_trees(rest, params), x)
            return out, new

        out, pull, new = jax.vjp(apply, params, x, has_aux=True)
        return out, pull(weights), new

    expected = run(tensor)
    weights = np.cos(np.arange(expected.numel(), dtype=np.float32)).reshape(expected.shape)
    out, (gradients, x_gradient), new = training(params, x, weights)
    close(out, expected)
    expected.backward(torch.tensor(weights))
    close(x_gradient, tensor.grad, 1e-4)
    reference = fill_tree_from_torch_module(tree, module, gradients=True)
    for got, wanted in zip(
        jax.tree.leaves(gradients), jax.tree.leaves(filter_keys(reference, "params")), strict=True
    ):
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)
    for name, value in new["buffers"].items():
        close(value, getattr(module, name))
    evaluating = jax.jit(bind_module(tree, {"train_mode": False})[1])
    close(evaluating(new, x)[1], (module.eval(), run(tensor))[1])


def test_cross_attention_and_masks():
    module = randomize(tnn.MultiheadAttention(6, 2, kdim=4, vdim=3, batch_first=True))
    tree, config = nn.MultiHeadAttention(6, 2, kdim=4, vdim=3, rng=KEY)
    tree = fill_tree_from_torch_module(tree, module)
    query, key, value = (torch.randn(2, 5, 6), torch.randn(2, 7, 4), torch.randn(2, 7, 3))
    blocked = torch.rand(5, 7) < 0.4
    blocked[:, 0] = False
    expected = module(query, key, value, attn_mask=blocked)[0]
    arrays = [jnp.asarray(t.numpy()) for t in (query, key, value)]
    close(tree["apply"](tree, config, *arrays, mask=~blocked.numpy())[1], expected)


def test_initial_values_are_distributed_as_in_torch():
    pairs = [
        (nn.Linear(50, 80, rng=KEY), tnn.Linear(50, 80)),
        (nn.Conv(8, 32, 3, rng=KEY), tnn.Conv2d(8, 32, 3)),
        (nn.Embedding(90, 30, rng=KEY), tnn.Embedding(90, 30)),
        (nn.MultiHeadAttention(32, 2, rng=KEY), tnn.MultiheadAttention(32, 2)),
        (nn.MultiHeadAttention(32, 2, kdim=16, rng=KEY), tnn.MultiheadAttention(32, 2, kdim=16)),
        (nn.BatchNorm(5), tnn.BatchNorm1d(5)),
        (nn.GroupNorm(1, 5), tnn.GroupNorm(1, 5)),
    ]
    for (tree, _), module in pairs:
        for name, theirs in module.named_parameters():
            node, leaf = (tree["submodules"]["out_proj"], name[9:]) if name.startswith("out_proj") else (tree, name)
            ours = np.asarray(node["params"][leaf])
            theirs = theirs.detach().numpy()
            assert ours.std() == pytest.approx(theirs.std(), rel=0.35 if ours.size < 100 else 0.06, abs=1e-7), name
            assert np.abs(ours).max() == pytest.approx(np.abs(theirs).max(), rel=0.3, abs=1e-7), name


class TestLosses:
    logits = np.random.default_rng(1).normal(size=(6, 4)).astype(np.float32)
    labels = np.array([0, 3, 1, 2, 3, 0])

    @pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
    @pytest.mark.parametrize("smoothing", [0.0, 0.2])
    @pytest.mark.parametrize("weighted", [False, True])
    def test_cross_entropy(self, reduction, smoothing, weighted):
        weight = np.array([1.0, 2.0, 0.5, 3.0], np.float32) if weighted else None
        options = {"reduction": reduction, "label_smoothing": smoothing}
        theirs = {**options, "weight": None if weight is None else torch.tensor(weight)}
        probabilities = np.asarray(jax.nn.softmax(self.logits * 2))
        for labels, ignored in ((self.labels, -100), (self.labels, 3), (probabilities, -100)):
            expected = tnn.functional.cross_entropy(
                torch.tensor(self.logits), torch.tensor(labels), ignore_index=ignored, **theirs
            )
            got = functional.softmax_cross_entropy(
                jnp.asarray(self.logits), labels, ignore_index=ignored, weight=weight, **options
            )
            close(got, expected)

    @pytest.mark.parametrize("name", ["mse_loss", "l1_loss", "huber_loss", "binary_cross_entropy_with_logits"])
    def test_others(self, name):
        targets = np.asarray(jax.nn.sigmoid(self.logits[::-1]))
        for reduction in ("mean", "none"):
            expected = getattr(tnn.functional, name)(
                torch.tensor(self.logits), torch.tensor(targets), reduction=reduction
            )
            close(getattr(functional, name)(jnp.asarray(self.logits), targets, reduction=reduction), expected)

    def test_pools(self):
        x = np.random.default_rng(2).normal(size=(2, 3, 7, 8)).astype(np.float32)
        options = {"stride": (2, 1), "padding": 1}
        close(
            functional.max_pool(jnp.asarray(x), 3, **options),
            tnn.functional.max_pool2d(torch.tensor(x), 3, **options),
        )
        for counts in (True, False):
            expected = tnn.functional.avg_pool2d(torch.tensor(x), 3, **options, count_include_pad=counts)
            close(functional.avg_pool(jnp.asarray(x), 3, **options, count_include_pad=counts), expected)

    def test_attention(self):
        query, key, value = (torch.randn(2, 3, 5, 4) for _ in range(3))
        for options in ({"is_causal": True}, {"scale": 0.2}):
            expected = tnn.functional.scaled_dot_product_attention(query, key, value, **options)
            got = functional.scaled_dot_product_attention(
                *(jnp.asarray(t.numpy()) for t in (query, key, value)), **options
            )
            close(got, expected)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (
            lambda: optim.sgd(0.1, momentum=0.9, weight_decay=0.01),
            lambda p: torch.optim.SGD(p, 0.1, 0.9, weight_decay=0.01),
        ),
        (lambda: optim.sgd(0.1, momentum=0.9, nesterov=True), lambda p: torch.optim.SGD(p, 0.1, 0.9, nesterov=True)),
        (lambda: optim.adamw(1e-2), lambda p: torch.optim.AdamW(p, 1e-2)),
    ],
)
def test_optimizers(ours, theirs):
    module = tnn.Linear(3, 2)
    tree, _ = from_torch(module)
    optimizer, reference = ours(), theirs(module.parameters())
    state = optim.init(optimizer, tree)
    params, _ = get_params(tree)
    step = jax.jit(lambda slopes, state, params: optim.update(optimizer, slopes, state, params))
    for number in range(5):
        gradients = [np.cos(np.arange(p.numel()) + number).reshape(p.shape) for p in module.parameters()]
        for parameter, gradient in zip(module.parameters(), gradients, strict=True):
            parameter.grad = torch.tensor(gradient, dtype=torch.float32)
        slopes = {**params, "params": dict(zip(("weight", "bias"), map(np.float32, gradients), strict=True))}
        params, state = step(slopes, state, params)
        reference.step()
    close(params["params"]["weight"], module.weight)
    close(params["params"]["bias"], module.bias)


class TestFromTorch:
    def test_a_network(self):
        module = tnn.Sequential(
            tnn.Conv2d(3, 8, 3, padding="same", bias=False),
            tnn.BatchNorm2d(8),
            tnn.ReLU(),
            tnn.MaxPool2d(2),
            tnn.Sequential(tnn.Conv2d(8, 4, 1), tnn.GELU(), tnn.AvgPool2d(2, padding=1), tnn.LeakyReLU(0.3)),
            tnn.Flatten(),
            tnn.Dropout(0.5),
            tnn.Linear(36, 5),
            tnn.Tanh(),
            tnn.Identity(),
            tnn.LayerNorm(5),
            tnn.ELU(0.5),
            tnn.GELU("tanh"),
            tnn.SiLU(),
        )
        randomize(module)
        module.eval()
        tree, config = from_torch(module, rng=KEY)
        assert config == {"train_mode": False}
        x = torch.randn(2, 3, 8, 8)
        state, bound = bind_module(tree, config)
        close(jax.jit(bound)(state, x.numpy())[1], module(x))
        assert from_torch(module.train(), rng=KEY)[1] == {"train_mode": True}

    def test_names_of_a_sequential_stay(self):
        module = tnn.Sequential()
        module.add_module("first", tnn.Linear(2, 3))
        module.add_module("second", tnn.Sigmoid())
        tree, _ = from_torch(module)
        assert list(tree["submodules"]) == ["first", "second"]

    def test_embedding_attention_and_half_precision(self):
        module = tnn.Sequential(tnn.Embedding(9, 4), tnn.Linear(4, 4)).bfloat16()
        tree, config = from_torch(module)
        assert tree["submodules"]["1"]["params"]["weight"].dtype == jnp.bfloat16
        indices = torch.tensor([[1, 2, 3]])
        close(tree["apply"](tree, config, indices.numpy())[1], module(indices), 2e-2)
        attention = tnn.MultiheadAttention(4, 2, kdim=3, batch_first=True)
        assert "k_proj_weight" in from_torch(attention)[0]["params"]

    def test_values_are_copies(self):
        module = tnn.Linear(2, 2)
        tree, _ = from_torch(module)
        before = np.array(tree["params"]["weight"])
        with torch.no_grad():
            module.weight.fill_(7)
        np.testing.assert_array_equal(tree["params"]["weight"], before)

    def test_what_has_no_counterpart_is_named(self):
        with pytest.raises(TypeError, match=r'"1.0" is a torch.nn.modules.rnn.LSTM, which has no counterpart'):
            from_torch(tnn.Sequential(tnn.ReLU(), tnn.Sequential(tnn.LSTM(2, 2))))
        with pytest.raises(
            ValueError, match="the module has padding_mode='circular', which only 'zeros' has a counterpart"
        ):
            from_torch(tnn.Conv2d(1, 1, 1, padding_mode="circular"))
        with pytest.raises(ValueError, match="the module has batch_first=False"):
            from_torch(tnn.MultiheadAttention(4, 2))


class TestFill:
    def test_every_difference_is_named(self):
        with random.keys(0):
            tree, _ = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 4))
        module = tnn.Sequential(tnn.Linear(2, 5), tnn.Linear(3, 4, bias=False), tnn.Linear(1, 1, bias=False))
        with pytest.raises(ValueError, match="the torch module and the tree differ:") as caught:
            fill_tree_from_torch_module(tree, module)
        assert str(caught.value).split("\n  ")[1:] == [
            "0.weight: torch has shape (5, 2), the tree shape (3, 2)",
            "0.bias: torch has shape (5,), the tree shape (3,)",
            "1.bias: the torch module has no such parameter",
            "2.weight: the tree has no such param",
        ]

    def test_gradients(self):
        tree, _ = nn.Linear(2, 1, rng=KEY)
        module = tnn.Linear(2, 1)
        with pytest.raises(ValueError, match=r"weight: has no gradient; call backward\(\) first"):
            fill_tree_from_torch_module(tree, module, gradients=True)
        module(torch.tensor([[1.0, 2.0]])).sum().backward()
        filled = fill_tree_from_torch_module(tree, module, gradients=True)
        np.testing.assert_array_equal(filled["params"]["weight"], [[1.0, 2.0]])

    def test_the_tree_says_the_dtype_and_is_not_changed(self):
        tree, _ = nn.Linear(2, 1, dtype=jnp.float16, rng=KEY)
        before = tree["params"]["weight"]
        filled = fill_tree_from_torch_module(tree, tnn.Linear(2, 1).double())
        assert filled["params"]["weight"].dtype == jnp.float16
        assert tree["params"]["weight"] is before
        assert filled["apply"] is tree["apply"]
