"""`StateOrganizer` and the decorators that hand one over."""

import copy
import inspect

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from structure.trees import double, snapshot

import jdc_runtime as jdc
from jdc_runtime import random, structure
from jdc_runtime.structure import (
    StateOrganizer,
    StructureError,
    organized_apply,
    organized_init,
    organized_init_with_rng,
)


@organized_apply
def linear_apply(organizer, x):
    organizer.count = organizer.count + 1
    return x @ organizer.weight


@organized_init_with_rng
def Linear(organizer, inputs, outputs, rng=None):
    organizer.weight = random.normal((inputs, outputs))
    organizer.register_buffer("count", jnp.zeros((), jnp.int32))
    organizer.set_apply(linear_apply)


@organized_apply
def block_apply(organizer, x):
    return organizer.linear(jax.nn.relu(organizer.linear(x)))


@organized_init_with_rng
def Block(organizer, width, rng=None):
    organizer.linear = Linear(width, width)
    organizer.set_apply(block_apply)


@organized_apply
def net_apply(organizer, x):
    for layer in organizer.layers:
        x = layer(x)
    return organizer.head(x)


@organized_init_with_rng
def Net(organizer, width, depth=2, rng=None):
    organizer.layers = [Block(width) for _ in range(depth)]
    organizer.head = Linear(width, 1)
    organizer.set_apply(net_apply)


def test_state_is_renewed_through_all_levels():
    tree, config = Net(3, rng=0)
    before = snapshot(tree)
    x = jnp.ones((2, 3))
    new, output = structure.apply_tree(tree, config, x)
    assert output.shape == (2, 1)
    for path in ("layers.0.linear", "layers.1.linear", "head"):
        assert structure.at_path(new, path)["buffers"]["count"] == (1 if path == "head" else 2)
    assert snapshot(tree) == before

    for index in range(2):
        weight = structure.at_path(tree, f"layers.{index}.linear")["params"]["weight"]
        x = jax.nn.relu(x @ weight) @ weight
    np.testing.assert_allclose(output, x @ tree["submodules"]["head"]["params"]["weight"], rtol=1e-6)


def test_an_organizer_is_a_copy():
    tree, config = Net(3, rng=0)
    before = snapshot(tree)
    organizer = StateOrganizer(tree, config)
    organizer.head.weight = jnp.zeros((3, 1))
    organizer.layers[0].linear.register_buffer("extra", jnp.ones(()))
    organizer.head(jnp.ones(3))
    state = organizer.get_state()
    organizer.head.count = jnp.array(7)
    organizer.register_aux("k", 1)
    assert snapshot(tree) == before
    assert state["submodules"]["head"]["buffers"]["count"] == 1
    assert state["aux"] == {}
    assert (state["submodules"]["head"]["params"]["weight"] == 0).all()
    assert structure.at_path(state, "layers.0.linear")["buffers"].keys() == {"count", "extra"}
    np.testing.assert_array_equal(
        organizer.get_state_update()["submodules"]["head"]["buffers"]["count"], organizer.head.count
    )


@jdc.pytree_dataclass
class Scale:
    factor: jax.Array
    power: jdc.Static[int] = 1

    def __call__(self, x):
        return self.factor * x**self.power


@jdc.pytree_dataclass
class Pair:
    left: jax.Array
    right: jax.Array


def group_of(value):
    organizer = StateOrganizer()
    organizer.name = value
    state = organizer.get_state()
    return next(key for key in ("params", "buffers", "aux", "submodules") if state[key])


@pytest.mark.parametrize(
    ("value", "group"),
    [
        (jnp.ones(2), "params"),
        (np.ones(2), "params"),
        (np.float32(1), "params"),
        (jax.random.key(0), "params"),
        ({"w": jnp.ones(2), "b": [jnp.ones(1)]}, "params"),
        (Pair(jnp.ones(1), jnp.ones(2)), "params"),
        (None, "params"),
        ([], "params"),
        ((structure.empty_tree(), {}), "submodules"),
        (structure.empty_tree(), "submodules"),
        (jax.nn.relu, "submodules"),
        (lambda x: x, "submodules"),
        (Scale(jnp.ones(())), "submodules"),
        ([structure.empty_tree(), jax.nn.relu], "submodules"),
        ((jax.nn.relu, jax.nn.silu), "submodules"),
        ({"a": jax.nn.relu}, "submodules"),
    ],
)
def test_kinds_of_values(value, group):
    assert group_of(value) == group


@pytest.mark.parametrize("value", ["text", 1e-5, 3, True, object(), {"w": 1.0}, [jnp.ones(1), "x"]])
def test_values_of_no_known_kind(value):
    with pytest.raises(
        StructureError, match=r'organizer.register_aux\("eps", \.\.\.\) for a constant|for a constant write'
    ):
        StateOrganizer().eps = value


def test_a_number_is_no_parameter_by_accident():
    with pytest.raises(StructureError, match=r"write jnp.asarray\(0.5\) for a parameter that is trained"):
        StateOrganizer().scale = 0.5


def test_reading_and_writing_items():
    organizer = StateOrganizer(*Net(2, rng=0))
    assert organizer["head"]["weight"] is organizer.head.weight
    organizer["bias"] = jnp.ones(2)
    assert organizer.bias is organizer.params["bias"]
    assert "bias" in organizer
    assert "biass" not in organizer
    del organizer.bias
    assert "bias" not in organizer
    assert getattr(organizer, "bias", None) is None
    assert organizer.layers[-1].linear.weight is organizer.layers[1].linear.weight
    assert len(organizer.layers) == 2
    assert {"head", "layers", "get_state"} <= set(dir(organizer))
    assert repr(organizer.head) == '<StateOrganizer of submodule "head"; params: weight; buffers: count>'
    with pytest.raises(IndexError, match='submodule "layers" has 2 submodules, no number 2'):
        organizer.layers[2]
    with pytest.raises(KeyError, match="heda"):
        organizer["heda"]
    with pytest.raises(TypeError, match="is a module, no list of modules"):
        list(organizer)


def test_lists_keep_their_order_through_jit():
    tree, config = Net(1, depth=12, rng=0)
    state, bound = structure.bind_module(tree, config)
    state, _ = jax.jit(bound)(state, jnp.ones(1))
    tree, config = structure.unbind_module(state, bound)
    weights = [layer.linear.weight for layer in StateOrganizer(tree, config).layers]
    expected = [structure.at_path(tree, f"layers.{index}.linear")["params"]["weight"] for index in range(12)]
    assert all(one is other for one, other in zip(weights, expected, strict=True))


def test_dicts_of_modules():
    organizer = StateOrganizer()
    organizer.heads = {"b": Linear(2, 1, rng=0), "a": Linear(2, 3, rng=1)}
    assert organizer.heads["a"](jnp.ones(2)).shape == (3,)
    assert list(organizer.heads.submodules()) == ["a", "b"]
    with pytest.raises(StructureError, match="a list or dict of modules cannot be called itself"):
        organizer.heads(1)


def test_unknown_names():
    organizer = StateOrganizer(*Net(2, rng=0))
    with pytest.raises(
        AttributeError,
        match=r'root of the tree has no "haed"; it has submodules: layers, head; did you mean "head"\?',
    ):
        organizer.haed
    with pytest.raises(
        AttributeError, match=r'submodule "head" has no "wieght"; it has params: weight; buffers: count; did'
    ):
        organizer.head.wieght
    with pytest.raises(AttributeError, match="it has nothing"):
        StateOrganizer().x
    with pytest.raises(AttributeError):
        del organizer.nothing
    assert not hasattr(organizer, "__array__")
    copied = copy.copy(organizer.get_state())
    assert structure.is_structure_tree(copied)


@pytest.mark.parametrize(
    "name", ["params", "apply", "get_state", "submodules", "_tree", "__class__", "__w", "__w__", "__"]
)
def test_reserved_names(name):
    with pytest.raises(StructureError, match=f'"{name}" is reserved'):
        setattr(StateOrganizer(), name, jnp.ones(1))
    with pytest.raises(StructureError, match="is reserved"):
        StateOrganizer().register_aux(name, 1)


def test_a_name_is_in_one_group():
    organizer = StateOrganizer()
    organizer.w = jnp.ones(1)
    with pytest.raises(
        StructureError, match=r'`w` of the root of the tree is in "params" already.*`del organizer.w` first'
    ):
        organizer.register_buffer("w", jnp.ones(1))
    organizer.f = jax.nn.relu
    with pytest.raises(StructureError, match="`f` of the root of the tree is a submodule, 3 is none"):
        organizer.f = 3
    tree = structure.fill_tree({"params": {"x": 1}, "buffers": {"x": 2}})
    with pytest.raises(StructureError, match=r'is in "params", "buffers"; read it as organizer.params\["x"\]'):
        StateOrganizer(tree).x
    assert StateOrganizer(tree).params["x"] == 1


def test_parameters_are_arrays():
    organizer = StateOrganizer()
    organizer.register_parameter("scale", 1.0)
    with pytest.raises(StructureError, match=r"""'x', of type str, is none; for a constant write"""):
        organizer.register_parameter("name", "x")
    with pytest.raises(StructureError, match='is in "params" and so holds arrays'):
        organizer.scale = "large"


def test_new_names_in_an_apply_function():
    def attempt(function):
        tree, config = Linear(1, 1, rng=0)
        with pytest.raises(StructureError) as raised:
            organized_apply(function)(tree, config, None)
        return str(raised.value)

    message = attempt(lambda organizer, x: setattr(organizer, "cache", jnp.ones(1)))
    assert 'an apply function adds "cache" to "params" of the root of the tree' in message
    assert "adds" in attempt(lambda organizer, x: organizer.register_buffer("cache", jnp.ones(1)))
    assert 'takes "count" out of' in attempt(lambda organizer, x: delattr(organizer, "count"))


def test_what_apply_may_not_return():
    def call(function):
        structure.apply_tree(structure.fill_tree({"params": {"w": 1}, "apply": function}), {}, 1)

    with pytest.raises(
        StructureError, match=r'"apply" of the root of the tree \(.*<lambda>\) returned a int; it must'
    ):
        call(lambda tree, config, x: x)
    with pytest.raises(StructureError, match="returned None"):
        call(lambda tree, config, x: None)
    with pytest.raises(StructureError, match="returned a tuple of 3"):
        call(lambda tree, config, x: (tree, x, x))
    with pytest.raises(StructureError, match=r"the first of what .* returned is not a structure tree"):
        call(lambda tree, config, x: (x, tree))
    with pytest.raises(StructureError) as raised:
        call(lambda tree, config, x: ({**tree, "params": {"v": 1}, "submodules": {"x": structure.empty_tree()}}, x))
    for line in (
        '"params" of the root of the tree: new "v"',
        '"params" of the root of the tree: missing "w"',
        '"submodules" of the root of the tree: new "x"',
    ):
        assert line in str(raised.value)


def test_a_module_without_apply():
    organizer = StateOrganizer()
    with pytest.raises(StructureError, match=r"has no apply; give it one where it is made: `organizer.set_apply"):
        organizer(1)
    with pytest.raises(StructureError, match="set_apply takes a function, not 3"):
        organizer.set_apply(3)
    tree, _ = organizer.create_module(double)
    assert tree["apply"] is double
    assert StateOrganizer(tree)(4) == 8


def test_exceptions_name_the_submodule():
    tree, config = Net(2, rng=0)
    with pytest.raises(TypeError) as raised:
        structure.apply_tree(tree, config, jnp.ones((1, 5)))
    assert [note for note in raised.value.__notes__ if note.startswith("in ")] == [
        'in submodule "layers.0.linear"',
    ]


def test_global_config():
    def module(**config):
        return structure.empty_tree(), config

    organizer = StateOrganizer()
    organizer.update_global_config("train_mode", True)
    organizer.one = module(train_mode=False, width=1)
    organizer.two = [module(width=2, depth=2), module(depth=3)]
    assert organizer.get_global_config() == {"train_mode": True, "width": 1, "depth": 2}
    organizer.update_global_config({"width": 5}, extra=None)
    organizer.set_train_mode(False)
    assert organizer.create_module()[1] == {"train_mode": False, "width": 5, "depth": 2, "extra": None}
    organizer.get_global_config().clear()
    assert organizer.get_global_config()
    with pytest.raises(TypeError, match="takes a name and a value"):
        organizer.update_global_config("train_mode")


def test_apply_sees_the_global_config():
    seen = []

    def look(tree, config, x):
        seen.append(dict(config))
        config["leak"] = True
        return tree, x

    organizer = StateOrganizer()
    organizer.inner = (structure.fill_tree({"apply": look}), {"train_mode": True})
    organizer.inner(1)
    organizer.inner.set_train_mode(False)
    organizer.inner(1)
    assert seen == [{"train_mode": True}, {"train_mode": False}]
    assert organizer.get_global_config() == {"train_mode": False}


def test_update_tree_and_recursive_aux():
    tree, config = Net(2, rng=0)
    organizer = StateOrganizer(tree, config)
    head = organizer.head
    organizer.recursive_register_aux("dtype", "f32")
    zeros = jax.tree.map(jnp.zeros_like, structure.filter_keys(tree))
    organizer.update_tree(zeros)
    assert (head.weight == 0).all()
    assert head.dtype == organizer.layers[1].linear.dtype == "f32"
    assert organizer.submodules()["head"].weight is head.weight
    with pytest.raises(StructureError, match="the tree has not"):
        organizer.update_tree({"submodules": {"new": {}}})


def test_init_functions_return_nothing():
    @organized_init
    def wrong(organizer):
        return organizer.create_module()

    with pytest.raises(StructureError, match=r'"wrong" returned a tuple; a function under organized_init fills'):
        wrong()
    with pytest.raises(TypeError, match="has no parameter for the organizer"):
        organized_init(lambda: None)


def test_signatures():
    assert list(inspect.signature(Net).parameters) == ["width", "depth", "rng"]
    assert list(inspect.signature(net_apply).parameters) == ["tree", "global_config", "x"]
    assert Net.__name__ == "Net"


def rng_forms():
    def positional(organizer, rng=None):
        organizer.key = rng

    def required(organizer, rng):
        organizer.key = rng

    def keyword_only(organizer, *, rng=None):
        organizer.key = rng

    def positional_only(organizer, rng=None, /):
        organizer.key = rng

    def first(organizer, rng=None, width=1):
        organizer.key = rng

    return [positional, required, keyword_only, positional_only, first]


def data(module):
    return jax.random.key_data(module[0]["params"]["key"]).tolist()


@pytest.mark.parametrize("init", rng_forms(), ids=lambda init: init.__name__)
def test_rng_in_every_position(init):
    make = organized_init_with_rng(init)
    kinds = {parameter.kind for name, parameter in inspect.signature(init).parameters.items() if name == "rng"}
    forms = []
    if inspect.Parameter.KEYWORD_ONLY not in kinds:
        forms.append(lambda rng: make(rng))
    if inspect.Parameter.POSITIONAL_ONLY not in kinds:
        forms.append(lambda rng: make(rng=rng))
    given = [data(form(jax.random.key(3))) for form in forms]
    with random.keys(1):
        none = [data(form(None)) for form in forms]
        omitted = data(make())
    assert all(each == given[0] for each in given)
    assert omitted not in [*none, *given]
    assert len({tuple(each) for each in none}) == len(forms)
    assert data(forms[0](3)) == given[0]
    with random.keys(1):
        assert data(make()) == none[0]


def test_rng_is_not_used_twice():
    drawn = []

    @organized_init_with_rng
    def layer(organizer, rng=None):
        drawn.extend([jax.random.split(rng)[1], rng, random.split(), random.split()])

    layer(rng=5)
    layer(rng=5)
    values = [tuple(jax.random.key_data(key).tolist()) for key in drawn]
    assert values[:4] == values[4:]
    assert len(set(values)) == 4


def test_rng_must_be_there():
    with pytest.raises(
        TypeError, match=r'"layer" has no parameter `rng`; add `rng: jax.Array \| int \| None = None`'
    ):

        @organized_init_with_rng
        def layer(organizer):
            pass

    with pytest.raises(random.KeyContextError):
        Linear(1, 1)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'outputs'"):
        Linear(1, rng=0)
    with pytest.raises(TypeError, match="widht"):
        Net(widht=3, rng=0)


def test_functions_of_equal_kind_are_equal():
    one, other = structure.create_tree_from_func(jax.nn.relu), structure.create_tree_from_func(jax.nn.relu)
    assert one["apply"] == other["apply"]
    assert hash(one["apply"]) == hash(other["apply"])
    assert one["apply"] != structure.create_tree_from_func(jax.nn.silu)["apply"]
    assert one["apply"].__name__ == "relu"
    tree, output = structure.apply_tree(one, {}, -1.0)
    assert tree is one
    assert output == 0
    assert structure.module_from_func(abs)[1] == {}
    with pytest.raises(StructureError, match="takes a function, not 3"):
        structure.create_tree_from_func(3)


def test_items_count_from_the_end():
    organizer = StateOrganizer()
    organizer.layers = [jax.nn.relu, jax.nn.silu]
    organizer.layers[-1] = jnp.cos
    assert list(organizer.layers.submodules()) == ["0", "1"]
    assert organizer.layers[1](0.0) == 1.0
    assert 0 in organizer.layers
    assert 2 not in organizer.layers
    with pytest.raises(TypeError, match=r"names or numbers, not slice\(0, 1, None\)"):
        organizer.layers[0:1]
    with pytest.raises(IndexError, match="has 2 submodules, no number 5"):
        organizer.layers[5] = jnp.cos


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": jax.nn.relu, "b": 3}, "holds modules alone, and 3, of type int, is none"),
        ([jnp.tanh, jnp.ones(2)], "holds modules alone, and Array"),
        ({1: jnp.tanh}, "dicts have strings for keys"),
    ],
)
def test_mixed_containers_name_what_is_wrong(value, message):
    with pytest.raises(StructureError, match=message):
        StateOrganizer().x = value


def test_a_parameter_does_not_become_a_module():
    organizer = StateOrganizer()
    organizer.w = jnp.ones(3)
    with pytest.raises(StructureError, match=r'"w" .* is in "params", a module is a submodule; `del organizer.w`'):
        organizer.w = structure.module_from_func(jnp.cos)
    del organizer.w
    organizer.w = structure.module_from_func(jnp.cos)
    assert list(organizer.submodules()) == ["w"]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies_are_apart(copied):
    organizer = StateOrganizer()
    organizer.w = jnp.ones(3)
    other = copied(organizer)
    other.w = jnp.zeros(3)
    assert organizer.w.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    "value",
    [
        np.array(["a"]),
        np.array(["a"], np.dtypes.StringDType()) if hasattr(np.dtypes, "StringDType") else np.array([b"a"]),
        np.array([None]),
        np.zeros(1, "M8[s]"),
        np.zeros(1, [("a", int)]),
    ],
    ids=lambda value: value.dtype.kind,
)
def test_arrays_of_no_numbers_are_no_parameters(value):
    organizer = StateOrganizer()
    with pytest.raises(StructureError, match="is neither an array, which would be a parameter"):
        organizer.names = value
    for register in (organizer.register_parameter, organizer.register_buffer):
        with pytest.raises(StructureError, match="and so holds arrays; .* is none; .*register_aux"):
            register("names", value)
    organizer.register_aux("names", value)
    for group in ("params", "buffers"):
        tree = structure.fill_tree({group: {"names": [value]}})
        with pytest.raises(StructureError, match=rf"\['{group}'\]\['names'\]\[0\] of the tree is array"):
            structure.bind_module(tree, {})


def test_outputs_beside_the_loss_may_be_arrays_of_strings():
    tree = structure.fill_tree({"params": {"w": jnp.ones(())}})
    (_, _, names), _ = structure.value_and_grad(lambda t: (t, t["params"]["w"] * 2, np.array(["a"])))(tree)
    assert names.tolist() == ["a"]


@pytest.mark.parametrize(
    "value", [np.array([1], "float16"), np.array([1], jnp.bfloat16), np.array([True]), np.int8(1)]
)
def test_arrays_of_numbers_are_parameters(value):
    organizer = StateOrganizer()
    organizer.w = value
    state, _ = structure.bind_module(*organizer.create_module(lambda tree, config: (tree, None)))
    assert state["params"]["w"].dtype == value.dtype


def test_integers_that_jax_would_wrap_are_refused():
    tree = structure.fill_tree({"buffers": {"tokens": np.array(2**40)}})
    with pytest.raises(OverflowError, match="an array of int64 holds 1099511627776, of which JAX keeps 0"):
        structure.bind_module(tree, {})
