"""`auto_static`: how static values are compared, and that one changed in place never gives a stale result."""

import collections
import dataclasses
import decimal
import enum
import fractions
import functools
import math
import random
import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


class Held:
    """Shows a function its static value, and counts the traces."""

    def __init__(self, look=repr):
        self.traces = 0
        self.look = look
        self.jitted = jit(self.fun)

    def fun(self, value, x):
        self.traces += 1
        return self.look(value), x + 1

    def __call__(self, value):
        shown, one = self.jitted(value, 0.0)
        assert one == 1.0
        return shown


@dataclasses.dataclass
class Config:
    size: object
    parts: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Frozen:
    size: object


@dataclasses.dataclass(frozen=True)
class FrozenWithList:
    parts: list


class Plain:
    def __init__(self, size):
        self.size = size

    def __repr__(self):
        return f"Plain({self.size!r})"

    def show(self):
        return repr(self)


class Slotted:
    __slots__ = ("size",)
    __init__ = Plain.__init__
    __repr__ = Plain.__repr__


class ByName:
    """Equal and of one hash whatever else is changed."""

    def __init__(self, size):
        self.size = size

    __repr__ = Plain.__repr__

    def __eq__(self, other):
        return isinstance(other, ByName)

    def __hash__(self):
        return 0


class Cached:
    def __init__(self, size):
        self.size = size

    @functools.cached_property
    def double(self):
        return 2 * self.size

    def __repr__(self):
        return str(self.double)


class Text(str):
    pass


def changing(value, change):
    return pytest.param(value, change, id=f"{type(value).__name__}-{getattr(change, '__name__', change)}")


def resize(value):
    value.size = "new"


def grow(value):
    value.parts.append(1)


CYCLE = Plain(1)
CYCLE.self = CYCLE
CHANGES = [
    ({1}, lambda value: value.add(2)),
    (bytearray(b"a"), lambda value: value.extend(b"b")),
    (collections.deque([[1]]), lambda value: value[0].append(2)),
    (Config(1), resize),
    (Config(1), grow),
    (FrozenWithList([]), grow),
    (Plain(1), resize),
    (Plain(Plain({"a": [1]})), lambda value: value.size.size["a"].append(2)),
    (Plain(np.zeros(2)), lambda value: value.size.__setitem__(0, 1.0)),
    (Slotted(1), resize),
    (ByName(1), resize),
    (Plain(1).show, lambda value: resize(value.__self__)),
    (functools.partial(print, [1]), lambda value: value.args[0].append(2)),
    (functools.partial(print, a={1}), lambda value: value.keywords["a"].add(2)),
    (functools.partial(print), lambda value: value.keywords.update(a=2)),
    ([1].append, lambda value: value.__self__.append(2)),
    (np.array([[1], None], object), lambda value: value[0].append(2)),
    (np.array(["aa"]), lambda value: value.__setitem__(0, "bb")),
    (CYCLE, resize),
    (random.Random(1), lambda value: value.random()),
]
LOOK = {
    functools.partial: lambda value: f"{value.args} {value.keywords}",
    random.Random: lambda value: value.getstate()[1],
}


@pytest.mark.parametrize(("value", "change"), CHANGES, ids=lambda given: type(given).__name__)
def test_a_change_in_place_is_noticed(value, change):
    look = LOOK.get(type(value), lambda value: repr(getattr(value, "__self__", value)))
    held = Held(lambda value: str(look(value)))
    before = held(value)
    assert held(value) == before == str(look(value))
    change(value)
    assert held(value) == str(look(value)) != before
    assert held(value) == str(look(value))
    assert held.traces == 2


def test_containers_are_seen_by_their_structure():
    held = Held()
    tree = {"a": ["x", {"b": "y"}]}
    assert held(tree) == repr(tree)
    tree["a"][1]["b"] = "z"
    assert held(tree) == repr(tree)
    tree["a"].append("more")
    assert held(tree) == repr(tree)
    tree["a"].pop()
    held(tree)
    assert held.traces == 3


ALIKE = [
    [1, True, 1.0, 1 + 0j, np.float32(1), np.float64(1), np.int32(1), decimal.Decimal(1), fractions.Fraction(1)],
    ["a", Text("a"), b"a", bytearray(b"a"), np.str_("a")],
    [0.0, -0.0, 0, False],
    [Frozen(1), Frozen(True), Frozen(1.0), Frozen(Frozen(1)), Config(1), Config(1.0)],
    [frozenset({1}), frozenset({True}), frozenset({1.0}), {1}, {True}],
    [np.array([1], object), np.array([True], object), np.array([[1]], object)],
    [enum.IntEnum("A", "X").X, enum.IntEnum("B", "X").X, 1],
    [(), [], {}, None],
    [jnp.float32, np.float32, np.dtype("float32"), "float32"],
    [float("nan"), 1.0, "nan"],
    [jnp.ones(2), np.ones(2), jnp.ones((2, 1)), jnp.ones(2, jnp.int32), jnp.zeros(2)],
    [jnp.asarray(1.0), jnp.float32(1.0), 1.0],
    [jax.random.key(0), jax.random.key(1), jax.random.key_data(jax.random.key(0))],
]


@pytest.mark.parametrize("values", ALIKE)
def test_values_that_are_alike_do_not_share_a_program(values):
    seen = []
    jitted = jit(lambda value, x: seen.append(value) or x + 1, static_argnums=0)
    for value in (*values, *values):
        jitted(value, 0.0)
    assert [type(value) for value in seen] == [type(value) for value in values]
    containers = (tuple, list, dict)  # which are put together anew
    assert all(one is other or type(one) in containers for one, other in zip(seen, values, strict=True))


class Anew:
    """Makes equal values that are not the same object."""

    text = staticmethod(lambda: "".join(["a", "b"]))
    a_set = staticmethod(lambda: {1, "a", (2, frozenset({3}))})
    not_a_number = staticmethod(lambda: float("nan"))
    frozen = staticmethod(lambda: Frozen((1, "a")))
    config = staticmethod(lambda: Config(1, [{"a": {1}}]))
    partial = staticmethod(lambda: functools.partial(print, [1], sep="a"))
    strings = staticmethod(lambda: np.array(["a", "b"]))
    objects = staticmethod(lambda: np.array([None, "a", [1]], object))
    aux = staticmethod(lambda: {"n": 1, "flag": False, "rate": 0.5, "table": np.ones(2), "jax": jnp.ones(2)})
    deque = staticmethod(lambda: collections.deque([1, 2], maxlen=3))
    deep = staticmethod(lambda: Frozen(decimal.Decimal("1.50")))
    annotation = staticmethod(lambda: dict[str, list[int]])
    a_slice = staticmethod(lambda: slice(1, None))
    key = staticmethod(lambda: jax.random.key(3))


@pytest.mark.parametrize("name", [name for name in vars(Anew) if not name.startswith("_")])
def test_equal_values_share_a_program(name):
    make = getattr(Anew, name)
    traces = []
    jitted = jit(lambda value, x: traces.append(1) or x + 1, static_argnums=0)
    for _ in range(3):
        assert jitted(make(), 0.0) == 1.0
    assert len(traces) == 1


def test_bound_methods_compare_by_their_object():
    held = Held(lambda value: value())
    plain = Plain(1)
    for _ in range(2):
        assert held(plain.show) == "Plain(1)"
    assert held(Plain(1).show) == "Plain(1)"  # another object without ==
    assert held.traces == 2


class Answer:
    """Its == answers what it is given."""

    def __init__(self, answer):
        self.answer = answer

    def __eq__(self, other):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    __hash__ = None


@pytest.mark.parametrize(
    ("answer", "same"),
    [
        (True, True),
        (np.True_, True),
        (False, False),
        ("truthy", False),
        (np.array([True, True]), False),
        (None, False),
    ],
    ids=str,
)
def test_equality_that_is_no_bool_counts_as_different(answer, same):
    held = Held(lambda value: "seen")
    one, other = Answer(answer), Answer(answer)
    for value in (one, one, other, other, one):
        held(value)
    assert held.traces == (1 if same else 2)


def test_equality_that_raises_counts_as_different():
    held = Held(lambda value: "seen")
    error = ValueError("not comparable")
    one, other = Answer(error), Answer(error)
    for value in (one, one, other, other):
        held(value)
    assert held.traces == 2


def test_what_has_no_state_to_read_is_compared_by_identity():
    held = Held(lambda value: "seen")
    locks = [threading.Lock(), threading.Lock()]
    for lock in (*locks, *locks):
        held(lock)
    held(Plain(locks[0]))
    assert held.traces == 3


def test_a_cached_property_costs_one_more_trace():
    held = Held()
    value = Cached(2)
    assert [held(value) for _ in range(4)] == ["4"] * 4
    assert held.traces == 2


def structure(**changes):
    leaf = {"params": {}, "buffers": {}, "aux": {}, "apply": len, "submodules": {}}
    return {**leaf, **changes}


def test_aux_of_structure_trees_is_static_at_every_depth():
    seen = []

    @jit
    def f(tree, scale):
        seen.append(tree)
        inner = tree["submodules"]["inner"]
        if inner["aux"]["flag"]:
            return tree, inner["params"]["w"] * scale
        return tree, inner["params"]["w"]

    inner = structure(params={"w": 1.0, "note": "n"}, aux={"flag": False, "rate": 0.5, "table": np.ones(2)})
    tree = structure(submodules={"inner": inner}, buffers={"count": 3, "nested": structure(aux={"n": 1})})
    for flag in (False, True, False):
        inner["aux"]["flag"] = flag
        returned, w = f({"wrapped": [tree]}["wrapped"][0], 5.0)
        assert w == (5.0 if flag else 1.0)
        aux = returned["submodules"]["inner"]["aux"]
        assert aux["flag"] is flag
        assert type(aux["rate"]) is float
        assert aux["table"] is inner["aux"]["table"]
        assert returned["buffers"]["nested"]["aux"] == {"n": 1}
        assert type(returned["buffers"]["nested"]["aux"]["n"]) is int
        assert isinstance(returned["buffers"]["count"], jax.Array)
        assert returned["apply"] is len
    inner["aux"]["table"][0] = 7.0
    f(tree, 5.0)
    assert len(seen) == 3
    assert isinstance(seen[0]["submodules"]["inner"]["params"]["w"], jax.core.Tracer)
    assert isinstance(seen[0]["buffers"]["count"], jax.core.Tracer)
    assert seen[0]["submodules"]["inner"]["params"]["note"] == "n"


@pytest.mark.parametrize(
    "not_one",
    [
        {"params": {}, "buffers": {}, "aux": {"n": 1}, "apply": len},
        structure(aux={"n": 1}, apply="not callable"),
        structure(aux={"n": 1}, params=[]),
        structure(aux={"n": 1}, more={}),
    ],
)
def test_what_only_looks_like_a_structure_tree_is_a_dict(not_one):
    assert isinstance(jit(lambda tree: tree)(not_one)["aux"]["n"], jax.Array)


def test_a_tracer_where_a_static_value_belongs():
    f = jit(lambda tree, x: x)

    def outer(x):
        return f(structure(aux={"a": {1}, "n": 2.0, "scale": x}), x)

    with pytest.raises(
        TypeError, match=r'argument "tree\[\'aux\'\]\[\'scale\'\]" of "<lambda>" is static, but holds'
    ):
        jax.jit(outer)(1.0)
    with pytest.raises(TypeError, match=r'argument "tree" of .*register a class that holds arrays as a pytree'):
        jax.jit(lambda x: f(Plain([x]), x))(1.0)
    with pytest.raises(TypeError, match=r'argument "mode" of "g" is static'):
        jax.jit(lambda x: jit(g, static_argnames="mode")(mode=x))(1.0)
    assert f(structure(aux={"scale": 1.0}), 2.0) == 2.0


def g(mode):
    return mode


def test_constants_inside_other_traces_are_static():
    key, table = jax.random.key(0), jnp.arange(3.0)
    f = jit(lambda tree, x: (tree["aux"]["table"].sum() + x, tree))
    tree = structure(aux={"table": table, "key": key})
    value, returned = f(tree, 1.0)
    assert jax.jit(lambda x: f(tree, x)[0])(1.0) == value == 4.0
    assert returned["aux"]["table"] is table
    assert returned["aux"]["key"] is key
    assert math.isclose(jax.grad(lambda x: f(tree, x)[0])(1.0), 1.0)
