"""`auto_static`: static return values belong to their trace, and never follow or leak what is traced."""

import dataclasses
import threading
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


@dataclasses.dataclass
class Box:
    content: object


class Shared:
    def __init__(self):
        self.content = "first"


def test_each_trace_has_its_own():
    traces = []

    @jit
    def f(x, mode):
        traces.append(1)
        return str(x.shape), x * 2, {"dtype": x.dtype, "mode": mode, "shapes": [str(x.shape)]}

    inputs = [(jnp.ones(shape, dtype), mode) for shape in ((1,), (2, 3)) for dtype in "fi" for mode in "ab"]
    for x, mode in (*inputs, *reversed(inputs), *inputs):
        shape, _, rest = f(x, mode)
        assert shape == str(x.shape)
        assert rest == {"dtype": x.dtype, "mode": mode, "shapes": [str(x.shape)]}
    assert len(traces) == len(inputs)
    f.clear_cache()
    assert f(*inputs[0])[0] == "(1,)"


def test_structure_may_differ_between_traces():
    f = jit(lambda x: {"a": x} if x.ndim else ("scalar", x))
    for _ in range(2):
        assert set(f(jnp.ones(2))) == {"a"}
        assert f(jnp.ones(()))[0] == "scalar"


def test_only_static_and_nothing():
    assert jit(lambda x: "name")(1.0) == "name"
    assert jit(lambda x: None)(1.0) is None
    assert jit(lambda: {"a": (1, "b", None)})() == {"a": (1, "b", None)}
    assert jit(lambda name: name)("n") == "n"


def test_static_returns():
    def f(x, n):
        return x * n, n, {"shape": x.shape, "n": 2 * n}

    f = jit(f, static_argnames="n", static_returns=(1, -1))
    for n in (2, 3, 2):
        y, same, rest = f(jnp.ones((2, 3)), n)
        assert isinstance(y, jax.Array)
        assert type(same) is int
        assert same == n
        assert rest == {"shape": (2, 3), "n": 2 * n}
        assert all(type(size) is int for size in rest["shape"])
    size = jit(lambda x: x.size, static_returns=0)
    assert type(size(jnp.ones((2, 3)))) is int
    assert [size(jnp.ones(n)) for n in (1, 2, 1)] == [1, 2, 1]
    vmapped = jdc.auto_static(jax.vmap)(lambda x: (x, x.shape[0]), static_returns=1)
    assert vmapped(jnp.ones((2, 3)))[1] == 3


class Pair(NamedTuple):
    array: object
    size: object


def test_static_returns_of_a_named_tuple():
    pair = jit(lambda x: Pair(x, x.size), static_returns=1)(jnp.ones(3))
    assert type(pair) is Pair
    assert type(pair.size) is int


def test_without_compilation():
    f = jit(lambda tree, x: ({**tree, "y": x * 2}, str(x.shape)))
    with jax.disable_jit():
        tree, shape = f({"tags": {"a"}, "name": "n"}, jnp.ones(2))
    assert tree["tags"] == {"a"}
    assert shape == "(2,)"


def structure(**changes):
    return {"params": {}, "buffers": {}, "aux": {}, "apply": len, "submodules": {}, **changes}


@pytest.mark.parametrize("wrapper", [jax.jit, jax.vmap, jax.checkpoint], ids=lambda wrapper: wrapper.__name__)
@pytest.mark.parametrize(
    ("fun", "options", "path"),
    [
        (lambda x: structure(aux={"n": x}), {}, r"\['aux'\]\['n'\]"),
        (
            lambda x: [x, structure(submodules={"s": structure(aux={"n": x})})],
            {},
            r"\[1\]\['submodules'\]\['s'\]\['aux'\]\['n'\]",
        ),
        (lambda x: (x, x), {"static_returns": 1}, r"\[1\]"),
        (lambda x: (x, Box([x])), {}, r"\[1\]"),
        (lambda x: {"a": {1}, "b": {"c": Box({"d": x})}}, {}, r"\['b'\]\['c'\]"),
    ],
)
def test_a_static_return_that_depends_on_what_is_traced(wrapper, fun, options, path):
    wrapped = jdc.auto_static(wrapper)(fun, **options)
    for _ in range(2):
        with pytest.raises(TypeError, match=f"is static at {path}, but depends on what is traced.*static_returns"):
            wrapped(jnp.ones(2))


def test_an_argument_comes_back_as_the_caller_gave_it():
    f = jit(lambda x, box, names: (box, x, {"names": names}))
    names = {"a"}
    one, equal = Box(1), Box(1)
    for box in (one, equal):
        returned, _, rest = f(0.0, box, names)
        assert returned is box
        assert rest["names"] is names
    again = {"a"}
    assert f(0.0, one, again)[2]["names"] is again
    names.add("b")
    assert f(0.0, one, names)[2]["names"] == {"a", "b"}
    assert f(0.0, one, {"a"})[2]["names"] == {"a"}


def test_a_value_made_in_the_function_is_new_for_each_call():
    f = jit(lambda x: (x, {1, 2}, Box([1]), np.array(["a"])))
    for _ in range(3):
        _, a_set, box, names = f(0.0)
        assert a_set == {1, 2}
        assert box == Box([1])
        assert names.tolist() == ["a"]
        a_set.add(3)
        box.content.append(2)
        names[0] = "b"


def test_a_shared_object_that_changed_is_an_error():
    shared = Shared()
    f = jit(lambda x: (x, shared))
    assert f(0.0)[1] is shared
    assert f(0.0)[1] is shared
    shared.content = "second"
    with pytest.raises(ValueError, match="was changed in place after the function was traced"):
        f(0.0)
    shared.content = "first"
    assert f(0.0)[1] is shared


def test_exceptions_while_tracing_leave_nothing_behind():
    fails = [True]

    @jit
    def f(x, mode):
        if fails[0]:
            raise RuntimeError("inside")
        return x + 1, mode

    for _ in range(2):
        with pytest.raises(RuntimeError, match="inside"):
            f(1.0, "a")
    fails[0] = False
    assert f(1.0, "a") == (2.0, "a")
    with pytest.raises(jax.errors.TracerBoolConversionError, match=r"test_auto_static_returns\.py"):
        jit(lambda x, mode: 1 if x else 2)(1.0, "a")


def test_nested_functions_and_their_statics():
    @jit
    def inner(x, name):
        return {"x": x * 2, "name": name + "!", "shape": str(x.shape)}

    @jit
    def outer(x, names):
        results = [inner(x, name) for name in names]
        assert [result["name"] for result in results] == [name + "!" for name in names]
        return results, sum(result["x"].sum() for result in results)

    for shape in ((2,), (3,), (2,)):
        results, total = outer(jnp.ones(shape), ["a", "b", "a"])
        assert [result["name"] for result in results] == ["a!", "b!", "a!"]
        assert {result["shape"] for result in results} == {str(shape)}
        assert total == 6 * shape[0]


def test_the_tree_that_a_function_updates():
    def apply(tree, config, x):
        count = tree["buffers"]["count"] + 1
        return {**tree, "buffers": {"count": count}}, tree["params"]["w"] * x * config["scale"]

    step = jit(lambda tree, config, x: tree["apply"](tree, config, x))
    tree = structure(params={"w": jnp.ones(2)}, buffers={"count": 0}, aux={"names": ["a"], "flag": True}, apply=apply)
    for _ in range(3):
        tree, y = step(tree, {"scale": 2.0, "train_mode": True}, 3.0)
    assert y.tolist() == [6.0, 6.0]
    assert tree["buffers"]["count"] == 3
    assert tree["aux"] == {"names": ["a"], "flag": True}
    assert tree["aux"]["flag"] is True
    assert tree["apply"] is apply


def test_threads():
    f = jit(lambda x, mode, tags: (x + len(mode), mode, str(x.shape), tags))
    errors = []
    start = threading.Barrier(4)

    def work(seed):
        start.wait()
        for turn in range(40):
            size, mode = 1 + (seed + turn) % 3, "m" * (1 + turn % 4)
            tags = {seed, turn % 2}
            y, same, shape, given = f(jnp.zeros(size), mode, tags)
            if not (same == mode and shape == f"({size},)" and y[0] == len(mode) and given is tags):
                errors.append((seed, turn))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
