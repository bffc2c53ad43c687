"""`auto_static`: what is traced, what is static, and the options and wrappers."""

import copy
import dataclasses
import enum
import functools
import inspect
import pickle
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


class Mode(enum.Enum):
    TRAIN = "train"
    TEST = "test"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Traces:
    """Counts how often a function is traced, and keeps what it was traced with."""

    def __init__(self, fun=lambda *args, **kwargs: (args, kwargs)):
        self.seen = []
        functools.update_wrapper(self, fun)
        self.fun = fun

    def __call__(self, *args, **kwargs):
        self.seen.append((args, kwargs))
        return self.fun(*args, **kwargs)

    def __len__(self):
        return len(self.seen)


def is_tracer(leaf):
    return isinstance(leaf, jax.core.Tracer)


TRACED = {
    "jax": jnp.ones(2),
    "numpy": np.ones(2, np.float32),
    "bool": True,
    "int": 1,
    "float": 1.0,
    "complex": 1j,
    "numpy scalar": np.float32(1),
    "key": jax.random.key(0),
    "bfloat16": np.ones(2, jnp.bfloat16),
}
STATIC = {
    "str": "a",
    "bytes": b"a",
    "function": len,
    "lambda": lambda x: x,
    "jitted": jnp.tanh,
    "partial": partial(jnp.add, 1),
    "method": "a".upper,
    "enum": Mode.TRAIN,
    "int enum": Level.LOW,
    "type": int,
    "dtype": np.dtype("float32"),
    "scalar type": jnp.float32,
    "object": object(),
    "set": {1, 2},
    "bytearray": bytearray(b"ab"),
    "slice": slice(1, 2),
    "range": range(3),
    "ellipsis": ...,
    "strings": np.array(["a"]),
    "objects": np.array([None, "a"], object),
    "date": np.datetime64("2020-01-01"),
    "annotation": list[int],
    "module": np,
}


def test_what_is_traced_and_what_is_static():
    traces = Traces()
    returned = jit(traces)({**TRACED, **STATIC, "none": None})
    (((seen,), _),) = traces.seen
    assert {key for key in seen if is_tracer(seen[key])} == set(TRACED)
    assert all(seen[key] is STATIC[key] for key in STATIC)
    ((given,), kwargs) = returned
    assert kwargs == {}
    assert all(given[key] is STATIC[key] for key in STATIC)
    assert all(isinstance(given[key], jax.Array) for key in TRACED)
    assert given["none"] is None


@pytest.mark.parametrize("name", STATIC)
def test_each_static_value_is_traced_once(name):
    traces = Traces()
    jitted = jit(traces)
    for scale in range(3):
        (value, array), _ = jitted(STATIC[name], scale * jnp.ones(2))
        assert value is STATIC[name]
        assert array[0] == scale
    assert len(traces) == 1


def test_all_kinds_of_parameters():
    @jit
    def f(a, b=2.0, /, c="c", *rest, d, e="e", **others):
        return a, b, c, rest, d, e, others

    assert f(1, d="d") == (1, 2.0, "c", (), "d", "e", {})
    assert f(1, "b", "c", "x", 3, d=4, e=5, f="f", self="s") == (
        1, "b", "c", ("x", 3), 4, 5, {"f": "f", "self": "s"}
    )  # fmt: skip
    assert inspect.signature(f) == inspect.signature(f.__wrapped__)
    assert f.__name__ == "f"


def test_keywords_and_positions():
    traces = Traces()
    jitted = jit(traces)
    assert jitted(1, mode="a", x=2) == ((1,), {"mode": "a", "x": 2})
    assert jitted(1, x=3, mode="a") == ((1,), {"mode": "a", "x": 3})
    assert len(traces) == 1


def test_static_arguments():
    traces = Traces(lambda n, x, flag=False: (jnp.zeros(n) + x, flag))
    for jitted in (
        jit(traces, static_argnums=0, static_argnames="flag"),
        jit(traces, static_argnames=("n", "flag")),
        jit(static_argnums=(0, -1))(traces),
        jdc.auto_static(partial(jax.jit, static_argnums=(0, 2)))(traces),
        jdc.auto_static(partial(jax.jit, static_argnums=0))(traces, static_argnums=(0, 2)),
    ):
        for result in (jitted(3, 1.0, True), jitted(3, x=1.0, flag=True), jitted(n=3, x=1.0, flag=True)):
            assert result[0].shape == (3,)
            assert result[1]  # a number, which returns as an array
    args = [traces.seen[0][0], traces.seen[1][0], traces.seen[2][1]]
    assert args[0][0] == 3
    assert args[1] == (3,)
    assert args[2]["n"] == 3
    assert args[2]["flag"] is True


def test_static_arguments_may_be_anything():
    traces = Traces(lambda config, x: jnp.zeros(config["sizes"][0]) + config["w"].sum() + x)
    jitted = jit(traces, static_argnums=0)
    config = {"sizes": [3, 4], "w": np.ones(2), "kept": {1}}
    assert jitted(config, 1.0).tolist() == [3.0] * 3
    config["sizes"][0] = 2
    assert jitted(config, 1.0).tolist() == [3.0] * 2
    config["w"][0] = 5.0
    assert jitted(config, 1.0).tolist() == [7.0] * 2
    config["kept"].add(2)
    jitted(config, 1.0)
    jitted(copy.deepcopy(config), 1.0)
    assert len(traces) == 4


def test_options_that_name_nothing():
    def f(x, *, y=0):
        return x + y

    with pytest.raises(ValueError, match=r'static_argnames: "f" has no parameter \'z\'; there are: x, y'):
        jit(f, static_argnames="z")
    with pytest.raises(ValueError, match='donate_argnums: "f" has no argument 3, but 1 positional'):
        jit(f, donate_argnums=3)
    with pytest.raises(ValueError, match=r'static_returns: "f" returned 1 values, there is none at 1'):
        jit(f, static_returns=1)(1)
    with pytest.raises(TypeError, match="nothing"):
        jit(f, nothing=1)


def test_donation():
    @partial(jit, donate_argnums=0, donate_argnames="extra")
    def f(state, x, *, extra):
        return {**state, "w": state["w"] + x}, extra + 1

    state = {"w": jnp.ones(3), "name": "state"}
    x, extra = jnp.ones(3), jnp.zeros(3)
    new, _ = f(state, x, extra=extra)
    assert new["name"] == "state"
    assert new["w"].tolist() == [2.0] * 3
    assert state["w"].is_deleted()
    assert extra.is_deleted()
    assert not x.is_deleted()


def test_donation_with_snapshots():
    w = jnp.ones(3)
    f = jit(lambda state: {"w": state["w"] + 1, "tags": state["tags"]}, donate_argnames="state")
    assert f({"w": w, "tags": {"a"}})["tags"] == {"a"}
    assert w.is_deleted()


def test_shardings_follow_the_structure():
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("d",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("d"))
    f = jit(
        lambda tree, name: ({**tree, "w": tree["w"] * 2}, name),
        in_shardings=({"w": sharding, "name": None}, None),
        out_shardings=({"w": sharding, "name": None}, None),
    )
    new, name = f({"w": jnp.ones(3), "name": "n"}, "m")
    assert new["w"].sharding == sharding
    assert (new["name"], name) == ("n", "m")
    new, name = f({"w": jnp.ones(3), "name": "n2"}, "m2")
    assert (new["name"], name) == ("n2", "m2")


@dataclasses.dataclass
class Plain:
    n: int

    @jit
    def scaled(self, x):
        return jnp.zeros(self.n) + x, self

    @classmethod
    @jit
    def make(cls, x):
        return x, cls

    @jit
    @staticmethod
    def free(x, mode="a"):
        return x, mode


class Layer(jdc.PyTreeNode):
    w: jax.Array
    size: jdc.Static[int] = 3

    @partial(jdc.jit, auto_static=True)
    def scaled(self, mode, n: jdc.Static[int]):
        assert is_tracer(self.w)
        assert isinstance(n, int)
        return self.replace(w=self.w * self.size), mode, n


def test_methods():
    plain = Plain(3)
    array, same = plain.scaled(1.0)
    assert array.shape == (3,)
    assert same is plain
    plain.n = 2
    assert plain.scaled(1.0)[0].shape == (2,)
    assert Plain.make(1.0) == (1.0, Plain)
    assert plain.free(1.0) == (1.0, "a")
    layer, mode, n = Layer(jnp.ones(2)).scaled("mode", 4)
    assert layer.w.tolist() == [3.0, 3.0]
    assert mode == "mode"
    assert n == 4
    assert Layer.scaled.lower(layer, "mode", 4).compile()(layer, "mode", 4)[1] == "mode"


@jit
def at_module_level(x):
    return x


def test_pickles_and_copies_as_functions_do():
    assert pickle.loads(pickle.dumps(at_module_level)) is at_module_level
    assert copy.deepcopy(at_module_level) is at_module_level


def test_jit_with_auto_static_reads_annotations():
    def f(x, n: jdc.Static[int], mode):
        return jnp.zeros(n) + x, mode

    for jitted in (jdc.jit(f, auto_static=True), jdc.jit(auto_static=True)(f), jdc.auto_static(jdc.jit)(f)):
        assert jitted(1.0, 3, "a")[0].shape == (3,)
        assert jitted(1.0, n=2, mode="a")[1] == "a"
    with pytest.raises(TypeError, match="outermost"):
        jdc.jit(_nested_marker, auto_static=True)


def _nested_marker(x: list[jdc.Static[int]]): ...


def test_vmap():
    traces = Traces(lambda tree, name, x: ({"y": tree["w"] * x, "name": tree["name"]}, name))
    vmapped = jdc.auto_static(jax.vmap)(traces, in_axes=({"w": 1, "name": None}, None, 0), out_axes=(0, None))
    tree = {"w": jnp.arange(6.0).reshape(2, 3), "name": "tree"}
    new, name = vmapped(tree, "name", jnp.ones(3))
    assert new["y"].shape == (3, 2)
    assert new["name"] == "tree"
    assert name == "name"
    ((seen, _, _), _) = traces.seen[0]
    assert seen["w"].shape == (2,)
    simple = jdc.auto_static(jax.vmap)(lambda x, name: (x + 1, name))
    assert simple(jnp.zeros(3), "n")[0].shape == (3,)
    assert simple(jnp.zeros(3), name="n")[1] == "n"


def test_pmap():
    if not hasattr(jax, "pmap"):
        pytest.skip("this JAX has no pmap")
    pmapped = jdc.auto_static(jax.pmap)(lambda x, name, n: (x + n, name), static_broadcasted_argnums=2)
    result, name = pmapped(jnp.zeros((1, 3)), "n", 2)
    assert result.shape == (1, 3)
    assert result[0, 0] == 2
    assert name == "n"


def test_checkpoint_grad_and_custom_wrappers():
    def loss(params, mode):
        assert mode in ("a", "b")
        return (params["w"] ** 2).sum() * (1.0 if mode == "a" else 2.0), mode

    params = {"w": jnp.ones(2), "name": "p"}
    remat = jdc.auto_static(jax.checkpoint)(loss)
    assert remat(params, "b") == (4.0, "b")
    grad = jdc.auto_static(partial(jax.grad, has_aux=True))(loss)
    for mode, slope in (("a", 2.0), ("b", 4.0), ("a", 2.0)):
        gradient, aux = grad(params, mode)
        assert gradient["w"].tolist() == [slope] * 2
        assert gradient["name"] == "p"
        assert aux == mode
    (value, _), _ = jdc.auto_static(jax.value_and_grad)(loss, has_aux=True)(params, "a")
    assert value == 2.0
    swapped = jdc.auto_static(lambda fun: jax.jit(lambda b, a: fun(a, b)))(lambda a, b: (a, b))
    assert swapped("x", 1) == (1, "x")
    assert swapped("y", 2) == (2, "y")
    assert swapped({1}, 2) == (2, {1})
    assert not hasattr(jdc.auto_static(jax.vmap)(loss), "lower")


def test_inside_other_transformations():
    @jit
    def scaled(tree, mode):
        assert mode in ("twice", "thrice")
        return {**tree, "w": tree["w"] * (2.0 if mode == "twice" else 3.0)}, mode

    def loss(w, mode):
        tree, same = scaled({"w": w, "name": "n"}, mode)
        assert (tree["name"], same) == ("n", mode)
        return tree["w"].sum()

    w = jnp.ones(3)
    for mode, slope in (("twice", 2.0), ("thrice", 3.0)):
        assert jax.grad(loss)(w, mode).tolist() == [slope] * 3
        assert jax.vmap(lambda row: loss(row, mode))(jnp.ones((2, 3))).tolist() == [3 * slope] * 2
        assert jax.jit(loss, static_argnums=1)(w, mode) == 3 * slope
        assert jit(loss)(w, mode) == 3 * slope
    carried, _ = jax.lax.scan(lambda c, _: (scaled({"w": c}, "twice")[0]["w"], None), w, None, length=2)
    assert carried.tolist() == [4.0] * 3


def test_stages():
    @jit
    def f(tree, mode="a"):
        return {"y": tree["w"] * 2, "mode": mode, "tags": tree["tags"]}

    spec = {"w": jax.ShapeDtypeStruct((3,), jnp.float32), "tags": {"t"}}
    tree = {"w": jnp.ones(3), "tags": {"t"}}
    shapes = f.eval_shape(spec, mode="b")
    assert shapes["y"].shape == (3,)
    assert shapes["mode"] == "b"
    assert shapes["tags"] is spec["tags"]
    lowered = f.lower(spec, mode="b")
    assert lowered.out_info["y"].shape == (3,)
    assert "stablehlo" in lowered.as_text()
    compiled = lowered.compile()
    result = compiled(tree, mode="b")
    assert result["y"].tolist() == [2.0] * 3
    assert result["mode"] == "b"
    assert result["tags"] is tree["tags"]
    for other in (
        lambda: compiled(tree, mode="a"),
        lambda: compiled(tree),
        lambda: compiled({**tree, "tags": set()}),
    ):
        with pytest.raises(TypeError, match="other static values"):
            other()
    traced = f.trace(spec)
    assert "mul" in str(traced.jaxpr)
    assert traced.lower().compile()(tree)["mode"] == "a"
    f.clear_cache()
    assert f(tree)["mode"] == "a"
    assert compiled(tree, mode="b")["mode"] == "b"


def test_stages_where_options_follow_the_structure():
    f = jit(lambda tree, mode: (tree["w"] * 2, mode), donate_argnums=0, out_shardings=None)
    tree = {"w": jnp.ones(3), "name": "n"}
    compiled = f.lower(tree, "a").compile()
    assert compiled({"w": jnp.ones(3), "name": "n"}, "a")[1] == "a"
    with pytest.raises(TypeError):
        compiled(tree, "b")


def test_names_in_programs():
    def some_function(x, mode):
        return x

    assert "some_function" in str(jax.make_jaxpr(lambda x: jit(some_function)(x, "m"))(1.0))


def test_own_dataclasses_and_numpy_arguments():
    traces = Traces(lambda layer, x, names: (layer, x + 1, names))
    jitted = jit(traces)
    for size in (3, 3, 4):
        layer, x, names = jitted(Layer(jnp.ones(2), size), np.ones(2), np.array(["a"]))
        assert layer.size == size
        assert isinstance(x, jax.Array)
        assert names.tolist() == ["a"]
    assert len(traces) == 2
    assert jitted(Layer(jnp.ones(2)), np.ones(2), np.array([1.0]))[2].tolist() == [1.0]


def test_trees_of_one_shape_and_many_types_share_a_program():
    traces = Traces(lambda x, mode: x + 1)
    jitted = jit(traces)
    for value in (jnp.float32(1), np.float32(2), np.ones((), np.float32)):
        jitted(value, "a")
    assert len(traces) == 1


def test_dicts_in_static_arguments_keep_their_order():
    traces = []

    def keys(x, tree):
        traces.append(tree)
        return list(tree), [list(part) for part in tree.values() if isinstance(part, dict)]

    f = jit(keys, static_argnums=1, static_returns=(0, 1))
    for tree in (
        {"b": 1, "a": {"d": 1, "c": 2}},
        {"a": {"c": 2, "d": 1}, "b": 1},
        {1: "a", "b": 2},
        {True: "a", "b": 2},
    ):
        for _ in range(2):
            names, inner = f(1.0, tree)
            assert list(map(repr, names)) == list(map(repr, tree))
            assert inner == [list(part) for part in tree.values() if isinstance(part, dict)]
        assert f.lower(1.0, tree).compile()(1.0, tree)[0] == list(tree)
        assert f(1.0, tree=tree)[0] == list(tree)
    assert len(traces) == 8


def test_shardings_without_those_of_static_arguments():
    one = jax.sharding.SingleDeviceSharding(jax.devices()[0])

    def f(x, n: jdc.Static[int], y):
        return x * n + y

    for shardings in ((one, one), [one, one], (one, None, one), one):
        y = jdc.jit(f, auto_static=True, in_shardings=shardings)(jnp.ones(2), 3, jnp.ones(2))
        assert y.tolist() == [4.0, 4.0]
