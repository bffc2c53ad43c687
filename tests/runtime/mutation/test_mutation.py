"""`copy_and_mutate`: what is copied, what may be written and when, and what must not have changed on leaving."""

import asyncio
import contextlib
import dataclasses
import gc
import sys
import threading
import time
from collections import OrderedDict, defaultdict
from functools import cached_property
from typing import Annotated, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Point:
    x: Any
    name: jdc.Static[Any] = "p"


@jdc.pytree_dataclass
class Twin:
    """Of the same arity and static value as `Point`, so that JAX takes their treedefs for equal."""

    x: Any
    name: jdc.Static[Any] = "p"


@jdc.pytree_dataclass
class Tree:
    left: Any
    right: Any = None


class Pair(NamedTuple):
    one: Any
    two: Any


@jax.tree_util.register_pytree_node_class
class Box:
    """A node of somebody else's, mutable and with an auxiliary value."""

    def __init__(self, content, label="box"):
        self.content = content
        self.label = label

    def tree_flatten(self):
        return (self.content,), self.label

    @classmethod
    def tree_unflatten(cls, label, children):
        return cls(*children, label)


class Model(jdc.PyTreeNode):
    weights: dict[str, jax.Array]
    layers: list[Point]


def assert_frozen(instance, field="x"):
    value = getattr(instance, field)
    with pytest.raises(dataclasses.FrozenInstanceError, match=f'cannot assign to field "{field}"'):
        setattr(instance, field, value)
    assert getattr(instance, field) is value


# Writes that are allowed


def test_copy_is_writable_in_the_block_and_frozen_after():
    original = Tree(Point(jnp.zeros(3)), Point(jnp.zeros(2)))
    with jdc.copy_and_mutate(original) as copy:
        copy.left.x = jnp.ones(3)
        copy.right.x += 1
        assert_frozen(original.left)
        assert_frozen(Point(1.0))
    np.testing.assert_array_equal(copy.left.x, np.ones(3))
    np.testing.assert_array_equal(copy.right.x, np.ones(2))
    np.testing.assert_array_equal(original.left.x, np.zeros(3))
    assert type(copy) is Tree
    assert_frozen(copy, "left")
    assert_frozen(copy.left)


def test_frozen_after_an_exception_which_is_not_replaced():
    with pytest.raises(ZeroDivisionError), jdc.copy_and_mutate(Point(jnp.zeros(3))) as copy:
        copy.x = jnp.zeros(4)  # would be a MutationError
        _ = 1 / 0
    assert_frozen(copy)


def test_frozen_after_a_failed_validation():
    with pytest.raises(jdc.MutationError), jdc.copy_and_mutate(Point(jnp.zeros(3))) as copy:
        copy.x = jnp.zeros(4)
    assert_frozen(copy)


def test_frozen_after_a_generator_is_abandoned():
    copies = []

    def produce():
        with jdc.copy_and_mutate(Point(1.0)) as copy:
            copies.append(copy)
            yield

    generator = produce()
    next(generator)
    copies[0].x = 2.0
    del generator
    gc.collect()
    assert_frozen(copies[0])


def test_frozen_after_the_manager_is_dropped_without_leaving():
    manager = jdc.copy_and_mutate(Point(1.0))
    copy = manager.__enter__()
    copy.x = 2.0
    del manager
    gc.collect()
    assert_frozen(copy)


def test_what_is_put_into_the_copy_stays_frozen():
    other = Point(jnp.ones(3))
    with jdc.copy_and_mutate(Tree(Point(jnp.zeros(3)))) as copy:
        copy.left = other
        assert_frozen(copy.left)
    assert copy.left is other


def test_what_is_taken_out_of_the_copy_is_frozen_after():
    with jdc.copy_and_mutate(Tree(Point(1.0))) as copy:
        taken = copy.left
        copy.left = Point(2.0)
        taken.x = 3.0
    assert taken.x == 3.0
    assert_frozen(taken)


def test_threads_see_only_their_own_copy_writable():
    original = Point(0)
    barrier = threading.Barrier(4)
    problems = []

    def work(number):
        barrier.wait()
        for turn in range(200):
            with jdc.copy_and_mutate(original) as copy:
                for _ in range(3):
                    copy.x += number
                if copy.x != 3 * number:
                    problems.append((number, turn, copy.x))
                try:
                    original.x = 1
                    problems.append("the original was writable")
                except dataclasses.FrozenInstanceError:
                    pass
            try:
                copy.x = 0
                problems.append("the copy was writable after the block")
            except dataclasses.FrozenInstanceError:
                pass

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert problems == []
    assert original.x == 0


def test_tasks_interleave():
    original = Point(0)

    async def work(number):
        with jdc.copy_and_mutate(original) as copy:
            for _ in range(5):
                copy.x += number
                await asyncio.sleep(0)
        assert_frozen(copy)
        return copy.x

    async def gather():
        return await asyncio.gather(*map(work, range(6)))

    assert asyncio.run(gather()) == [5 * number for number in range(6)]
    assert original.x == 0


def test_blocks_nest():
    with jdc.copy_and_mutate(Tree(Point(1.0))) as outer:
        with jdc.copy_and_mutate(outer) as inner:
            inner.left.x = 2.0
            outer.left.x = 3.0
        assert_frozen(inner.left)
        outer.left.x += 1
    assert (inner.left.x, outer.left.x) == (2.0, 4.0)
    assert_frozen(outer.left)


def test_inner_block_is_compared_with_what_was_copied():
    with jdc.copy_and_mutate(Tree(Point(jnp.zeros(3)), [1.0]), validate=False) as outer:
        with jdc.copy_and_mutate(outer) as inner:
            outer.left.x = jnp.zeros(5)
            outer.right.append(2.0)
            inner.left.x = jnp.ones(3)
        with pytest.raises(jdc.MutationError), jdc.copy_and_mutate(outer) as inner:
            inner.left.x = jnp.ones(3)


def test_unknown_attributes_teach():
    with (
        jdc.copy_and_mutate(Model({"w": jnp.zeros(2)}, [])) as model,
        pytest.raises(AttributeError, match=r'"Model" has no field "layer", .*; did you mean "layers"') as caught,
    ):
        model.layer = []
    assert not isinstance(caught.value, dataclasses.FrozenInstanceError)
    assert "layer" not in vars(model)


@pytest.mark.parametrize("inside", [True, False])
def test_nothing_is_deleted(inside):
    point = Point(1.0)
    with (
        jdc.copy_and_mutate(point) as copy,
        pytest.raises(dataclasses.FrozenInstanceError, match='cannot delete "x" of "Point"'),
    ):
        del (copy if inside else point).x
    assert copy.x == 1.0


def test_outside_a_block_the_error_says_what_to_write():
    with pytest.raises(dataclasses.FrozenInstanceError, match=r"\.replace\(x=\.\.\.\).*copy_and_mutate"):
        Point(1.0).x = 2.0
    with pytest.raises(dataclasses.FrozenInstanceError, match='no field "y"'):
        Point(1.0).y = 2.0


def test_undecorated_subclass_is_a_leaf_and_told_so():
    class Sub(Point):
        pass

    sub = Sub(1.0)
    with (
        jdc.copy_and_mutate([sub]) as copy,
        pytest.raises(
            dataclasses.FrozenInstanceError, match='"Sub" inherits from a pytree dataclass and is not one itself'
        ),
    ):
        copy[0].x = 2.0
    assert copy[0] is sub


def test_properties_with_a_setter_work():
    @jdc.pytree_dataclass
    class Angle:
        radians: Any

        @property
        def degrees(self):
            return self.radians * 180

        @degrees.setter
        def degrees(self, value):
            self.radians = value / 180

    with jdc.copy_and_mutate(Angle(1.0)) as angle:
        angle.degrees = 360.0
    assert angle.radians == 2.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        angle.degrees = 1.0


@pytest.mark.parametrize("options", [{"slots": True}, {"kw_only": True}, {"eq": False}, {"order": True}])
def test_options_of_the_decorator(options):
    @jdc.pytree_dataclass(**options)
    class Optioned:
        x: Any

    original = Optioned(x=1.0)
    with jdc.copy_and_mutate(original) as copy:
        copy.x = 2.0
    assert (original.x, copy.x) == (1.0, 2.0)
    assert_frozen(copy)


# Objects that are copied


def test_any_pytree_can_be_yielded():
    for tree in ([Point(1.0)], {"a": Point(1.0)}, (Point(1.0),), Pair(Point(1.0), None), Box(Point(1.0))):
        with jdc.copy_and_mutate(tree) as copy:
            (point,) = [p for p in jax.tree.leaves(copy, is_leaf=lambda p: isinstance(p, Point)) if p is not None]
            point.x = 2.0
        assert type(copy) is type(tree)
        assert jax.tree.leaves(copy) == [2.0]
        assert jax.tree.leaves(tree) == [1.0]
    with jdc.copy_and_mutate(5) as number:
        assert number == 5


def test_containers_are_copied_with_everything_they_have():
    default = defaultdict(list, b=Point(1.0), a=[])
    ordered = OrderedDict(z=Point(1.0), a=1.0)
    original = Tree({"plain": [Point(1.0)], 3: None}, (default, ordered, Pair([1.0], 2.0)))
    with jdc.copy_and_mutate(original, validate=False) as copy:
        copy.left["plain"][0].x = 2.0
        copy.left["new"] = 1.0
        copy.right[0]["c"].append(1.0)
        copy.right[2].one.append(3.0)
    assert list(copy.left) == ["plain", 3, "new"]
    assert list(copy.right[0]) == ["b", "a", "c"]
    assert list(copy.right[1]) == ["z", "a"]
    assert original.left == {"plain": [Point(1.0)], 3: None}
    assert default == {"b": Point(1.0), "a": []}
    assert original.right[2] == Pair([1.0], 2.0)
    assert copy.right[2] == Pair([1.0, 3.0], 2.0)


def test_leaves_and_static_values_are_shared():
    array, config = np.zeros(3), ("a", ["mutable by mistake"])
    with jdc.copy_and_mutate(Point(array, config)) as copy:
        pass
    assert copy.x is array
    assert copy.name is config


def test_what_is_shared_stays_shared():
    shared, items = Point(1.0), [Point(2.0)]
    original = Tree({"a": shared, "b": shared}, [items, items, shared])
    with jdc.copy_and_mutate(original) as copy:
        copy.left["a"].x = 5.0
        copy.right[0][0].x = 6.0
    assert copy.left["a"] is copy.left["b"] is copy.right[2]
    assert copy.right[0] is copy.right[1]
    assert jax.tree.leaves(copy) == [5.0, 5.0, 6.0, 6.0, 5.0]
    assert jax.tree.leaves(original) == [1.0, 1.0, 2.0, 2.0, 1.0]


def test_fields_that_the_tree_leaves_out_are_copied():
    @jdc.pytree_dataclass(data_fields=["x"], meta_fields=[], drop_fields=["note"])
    class Noted:
        x: Any
        note: Any = "default"

    with jdc.copy_and_mutate(Noted(1.0, "mine")) as copy:
        copy.x = 2.0
        assert copy.note == "mine"
        copy.note = "changed"
    assert copy.note == "changed"


def test_no_code_of_the_class_runs():
    calls = []

    @jdc.pytree_dataclass
    class Counting:
        x: Any
        y: Any = jdc.field(init=False)
        start: dataclasses.InitVar[float] = 0.0

        def __post_init__(self, start):
            calls.append(start)
            object.__setattr__(self, "y", self.x + start)

    @jdc.pytree_dataclass
    class Custom:
        x: Any

        def __init__(self, n):
            calls.append(n)
            object.__setattr__(self, "x", 2.0 * n)

    original = Tree(Counting(1.0, 5.0), Custom(1))
    before = list(calls)
    with jdc.copy_and_mutate(original) as copy:
        copy.left.y = 7.0
        copy.right.x = 8.0
    assert calls == before
    assert (copy.left.x, copy.left.y, copy.right.x) == (1.0, 7.0, 8.0)
    assert (original.left.y, original.right.x) == (6.0, 2.0)


def test_field_without_a_value_is_named():
    @jdc.pytree_dataclass
    class Unset:
        x: Any
        y: Any = jdc.field(init=False)

    with pytest.raises(AttributeError, match='field "y" of "Unset" has no value'), jdc.copy_and_mutate(Unset(1.0)):
        pass


def test_cached_property_is_computed_again_after_an_assignment_in_the_block():
    @jdc.pytree_dataclass
    class Square:
        side: float
        area: float

        @cached_property
        def double(self) -> float:
            return 2 * self.side

    with jdc.copy_and_mutate(Square(3.0, 9.0)) as square:
        assert square.double == 6.0
        square.side = 10.0
        square.area = square.double
    assert (square.area, square.double) == (20.0, 20.0)


def test_cached_properties_are_computed_anew():
    @jdc.pytree_dataclass
    class Vector:
        x: Any

        @cached_property
        def norm(self):
            return abs(self.x)

    original = Vector(-1.0)
    assert original.norm == 1.0
    with jdc.copy_and_mutate([original]) as copy:
        copy[0].x = -2.0
        assert copy[0].norm == 2.0
        copy[0].x = -3.0
    assert copy[0].norm == 3.0
    assert original.norm == 1.0


def test_classes_of_jax_dataclasses_are_copied_and_not_opened():
    jax_dataclasses = pytest.importorskip("jax_dataclasses")

    @jax_dataclasses.pytree_dataclass
    class Theirs:
        x: Any

    original = Theirs(Point(1.0))
    with jdc.copy_and_mutate(original) as copy:
        copy.x.x = 2.0
        with pytest.raises(dataclasses.FrozenInstanceError):
            copy.x = Point(3.0)
    assert (original.x.x, copy.x.x) == (1.0, 2.0)


def test_class_registered_after_it_was_met_as_a_leaf():
    class Late:
        def __init__(self, item):
            self.item = item

    late = Late(Point(1.0))
    with jdc.copy_and_mutate([late]) as copy:
        assert copy[0] is late
    jax.tree_util.register_pytree_node(Late, lambda node: ((node.item,), None), lambda _, items: Late(*items))
    with jdc.copy_and_mutate([late]) as copy:
        copy[0].item.x = 2.0
    assert (late.item.x, copy[0].item.x) == (1.0, 2.0)


# Properties that must not have changed


def outcome(original, change):
    """Return the lines of the error that leaving the block raises."""
    with pytest.raises(jdc.MutationError) as caught, jdc.copy_and_mutate(original) as copy:
        change(copy)
    assert isinstance(caught.value, AssertionError)
    first, *lines, last = str(caught.value).splitlines()
    assert f'"{type(original).__name__}"' in first
    assert "validate=False" in last
    return [line.strip() for line in lines]


def test_every_difference_is_named_with_its_path():
    original = Tree(
        Point(jnp.zeros((2, 3))), {"w": [jnp.zeros(3), jnp.zeros(3, int)], 0: (Point(None), Box(jnp.zeros(2)))}
    )

    def change(copy):
        copy.left.x = jnp.zeros((3, 2), jnp.float16)
        copy.right["w"][1] = jnp.zeros(3)
        copy.right[0][0].x = jnp.zeros(1)
        copy.right[0][1].content = jnp.zeros(4)

    lines = outcome(original, change)
    assert lines[:3] == [
        ".left.x: shape (2, 3) became (3, 2)",
        ".left.x: dtype float32 became float16",
        ".right['w'][1]: dtype int32 became float32",
    ]
    assert lines[3] == ".right[0][0].x: None became float32[1]"
    assert lines[4].startswith(".right[0][1]")
    assert lines[4].endswith(": shape (2,) became (4,)")


STRUCTURE = [
    (lambda t: setattr(t.left, "x", None), ".left.x: float32[3] became None"),
    (lambda t: setattr(t, "left", Twin(t.left.x)), ".left: Point became Twin"),
    (lambda t: setattr(t, "left", Point(t.left.x, "q")), ".left.name: static value 'p' became 'q'"),
    (lambda t: setattr(t, "left", t.left.x), ".left: Point became float32[3]"),
    (lambda t: t.right.append(1.0), ".right: list of 3 became list of 4"),
    (lambda t: t.right.__delitem__(0), ".right: list of 3 became list of 2"),
    (lambda t: t.right.__setitem__(2, [1.0]), ".right[2]: tuple became list"),
    (lambda t: t.right[1].pop("a"), ".right[1]: a dict with keys ['a', 'b'] became one with keys ['b']"),
    (lambda t: setattr(t, "right", t.left), ".right: list became Point"),
    (lambda t: setattr(t.right[0], "label", "bag"), ".right[0]: structure"),
    (lambda t: setattr(t, "left", t), ".left: Point became Tree"),
]


@pytest.mark.parametrize(("change", "line"), STRUCTURE, ids=[line for _, line in STRUCTURE])
def test_structure(change, line):
    original = Tree(Point(jnp.zeros(3)), [Box(1.0), {"a": 1.0, "b": 2.0}, (1.0,)])
    (found,) = outcome(original, change)
    assert found.startswith(line)
    with jdc.copy_and_mutate(original, validate=False) as copy:
        change(copy)


def test_two_classes_of_one_name_are_told_apart():
    def make(module):
        return jdc.pytree_dataclass(type("Point", (), {"__annotations__": {"x": Any}, "__module__": module}))

    one, other = make("first"), make("second")
    lines = outcome(Tree(one(1.0)), lambda tree: setattr(tree, "left", other(1.0)))
    assert lines == [".left: first.Point became second.Point"]


def test_the_object_itself_can_be_what_changed():
    assert outcome([1.0], lambda copy: copy.append(2.0)) == ["the object itself: list of 1 became list of 2"]


def test_what_left_the_tree_does_not_count():
    with jdc.copy_and_mutate(Tree(Point(jnp.zeros(3)))) as copy:
        taken = copy.left
        taken.x = jnp.zeros(7)
        copy.left = Point(jnp.ones(3))
    assert taken.x.shape == (7,)


def test_changes_that_were_taken_back_do_not_count():
    with jdc.copy_and_mutate(Tree([Point(jnp.zeros(3))])) as copy:
        x = copy.left[0].x
        copy.left[0].x = None
        copy.left.append(5)
        copy.left[0].x = x
        copy.left.pop()


def test_order_of_keys_counts_where_jax_counts_it():
    def rotate(copy):
        copy["a"] = copy.pop("a")

    with jdc.copy_and_mutate({"a": jnp.zeros(1), "b": jnp.zeros(2)}) as copy:
        rotate(copy)
    assert len(outcome(OrderedDict(a=1.0, b=2.0), rotate)) == 1


def test_the_factory_of_a_defaultdict_counts_as_in_jax():
    original = Tree(defaultdict(list, a=1.0))
    lines = outcome(original, lambda copy: setattr(copy.left, "default_factory", set))
    assert lines == [".left: default_factory <class 'list'> became <class 'set'>"]
    assert outcome(original, lambda copy: setattr(copy, "left", defaultdict(None, a=1.0))) != []
    with jdc.copy_and_mutate(original) as copy:
        copy.left = defaultdict(list, a=2.0)
    assert copy.left.default_factory is list


def test_static_values_whose_repr_raises():
    class Shy:
        def __repr__(self):
            raise ValueError

    lines = outcome(Tree(Point(1.0, Shy())), lambda copy: setattr(copy, "left", Point(1.0, Shy())))
    assert [line.count("an object of ") for line in lines] == [2]


def test_what_holds_itself_is_told_so():
    items = [1.0]
    items.append(items)
    with pytest.raises(RecursionError, match="holds itself"), jdc.copy_and_mutate(Tree(items)):
        pass


def test_many_blocks_at_a_time():
    def seconds(count):
        def once():
            start = time.process_time()
            with contextlib.ExitStack() as stack:
                copies = [stack.enter_context(jdc.copy_and_mutate(Point(1.0))) for _ in range(count)]
                for copy in copies:
                    copy.x += 1
            return time.process_time() - start

        return min(once() for _ in range(4))

    assert seconds(1600) < 16 * seconds(200)  # 64 where each block looks at all others


def test_keys_that_jax_cannot_sort():
    with jdc.copy_and_mutate(Tree({1: 1.0, "a": 2.0, None: Point(3.0)})) as copy:
        copy.left["a"] = 3.0
        copy.left[None].x = 4.0
    assert list(copy.left) == [1, "a", None]


def test_static_fields_may_be_assigned_by_name():
    with jdc.copy_and_mutate(Tree(Point(1.0, "p"), [Point(2.0, "q")])) as copy:
        copy.left.name = "other"
        copy.right[0].name = "another"
    assert (copy.left.name, copy.right[0].name) == ("other", "another")


def test_equal_static_values_of_another_object_are_not_changes():
    with jdc.copy_and_mutate(Tree(Point(1.0, (1, 2)), None)) as copy:
        copy.left = Point(2.0, (*range(1, 3),))
    lines = outcome(Tree(Point(1.0, np.zeros(2)), None), lambda copy: setattr(copy, "left", Point(1.0, np.zeros(2))))
    assert len(lines) == 1  # JAX cannot compare them either


F32, I32, B, C64 = (np.zeros((), dtype) for dtype in ("float32", "int32", "bool", "complex64"))
SCALARS = [
    (0.0, F32, True),
    (F32, 0.0, True),
    (0, F32, True),
    (I32, 0, True),
    (0, I32, True),
    (0.0, C64, True),
    (0, 0.5, False),
    (0.5, 0, False),
    (True, 1, False),
    (0.5, 1j, False),
    (1, 2, True),
    (False, B, True),
    (B, False, True),
    (0.5, I32, False),
    (I32, 0.5, False),
    (B, 0, False),
    (False, I32, False),
    (False, 1, False),
    (1j, F32, False),
    ("a", "b", True),
    ("a", 1.0, False),
    (F32, I32, False),
    (0.0, np.zeros(3, "float32"), False),
    (np.zeros((), "float64"), jnp.zeros(()), not jax.config.jax_enable_x64),
    (0.5, np.datetime64("2020-01-01"), False),
    (0, np.zeros((), object), False),
    (np.longdouble(1), 0.5, False),
    (np.float64(1), jnp.zeros(()), not jax.config.jax_enable_x64),
]


@pytest.mark.parametrize(("old", "new", "allowed"), SCALARS)
def test_scalars_go_with_what_they_promote_to(old, new, allowed):
    try:
        with jdc.copy_and_mutate(Point(old)) as copy:
            copy.x = new
        assert allowed
    except jdc.MutationError:
        assert not allowed


def test_a_number_of_python_changes_as_it_does_under_jit():
    def half(point):
        with jdc.copy_and_mutate(point) as point:
            point.x = 0.5 * point.x
        return point

    for change in (half, jax.jit(half)):
        with pytest.raises(jdc.MutationError, match="int.* became .*float"):
            change(Point(2))
        assert change(Point(2.0)).x == 1.0


def test_under_jit_and_as_carry_of_scan():
    @jax.jit
    def step(state):
        with jdc.copy_and_mutate(state) as state:
            state.left.x = state.left.x + 1
            state.right["n"] += 1
        return state

    state = Tree(Point(jnp.zeros(3)), {"n": 0})
    stepped = step(step(state))
    np.testing.assert_array_equal(stepped.left.x, 2 * np.ones(3))
    assert stepped.right["n"] == 2
    last, _ = jax.lax.scan(lambda carry, _: (step(carry), None), step(state), None, length=3)
    assert last.right["n"] == 4

    @jax.jit
    def wrong(state):
        with jdc.copy_and_mutate(state) as state:
            state.left.x = state.left.x[:2]
        return state

    with pytest.raises(jdc.MutationError, match=r"\.left\.x: shape \(3,\) became \(2,\)"):
        wrong(state)


def test_keys_and_shape_structs_are_leaves():
    key, struct = jax.random.key(0), jax.ShapeDtypeStruct((3,), jnp.float32)
    with jdc.copy_and_mutate(Tree(key, struct)) as copy:
        copy.left = jax.random.key(1)
        copy.right = jnp.zeros(3)
    assert outcome(Tree(key), lambda tree: setattr(tree, "left", jax.random.split(key))) == [
        ".left: shape () became (2,)"
    ]


def test_annotations_are_checked_on_leaving():
    @jdc.pytree_dataclass
    class Counted(jdc.EnforcedAnnotationsMixin):
        n: Annotated[Any, (), jnp.integer]

    match = 'dtype float32 does not match integer of field "n"'
    with pytest.raises(jdc.AnnotationError, match=match), jdc.copy_and_mutate([Counted(0)]) as copy:
        copy[0].n = jnp.float32(0)
    with jdc.copy_and_mutate([Counted(0)], validate=False) as copy:
        copy[0].n = jnp.float32(0)
    with jdc.copy_and_mutate([Counted(0)]) as copy:
        copy[0].n = jnp.float32(0)
        copy[0] = Counted(1)
    transformed = jax.tree.map(lambda n: jnp.float32(n), Tree(Counted(0), Counted(0)))
    with jdc.copy_and_mutate(transformed) as copy:  # only what the block wrote is its fault
        copy.right = copy.left


# How much it costs


def fastest(make, change, count):
    """Return the seconds of processor time that a block takes, of several the fastest."""
    tree = Tree([make() for _ in range(count)])

    def once():
        start = time.process_time()
        with jdc.copy_and_mutate(tree) as copy:
            for child in copy.left:
                change(child)
        return time.process_time() - start

    return min(once() for _ in range(4))


@pytest.mark.parametrize(
    ("make", "change"),
    [
        (lambda: [1.0], lambda child: child.__setitem__(0, 2.0)),
        (lambda: {"a": 1.0}, lambda child: child.__setitem__("a", 2.0)),
        (lambda: Box([1.0]), lambda child: setattr(child, "content", [2.0])),
        (lambda: Point([1.0]), lambda child: setattr(child, "x", [2.0])),
    ],
    ids=["list", "dict", "custom", "dataclass"],
)
def test_time_grows_with_the_number_of_changes_and_no_faster(make, change):
    assert fastest(make, change, 4000) < 24 * fastest(make, change, 500)  # 64 where each looks at all others


def nest(depth):
    tree = Point(jnp.zeros(3))
    for _ in range(depth):
        tree = Point([tree])
    return tree


def innermost(tree):
    while isinstance(tree.x, list):
        tree = tree.x[0]
    return tree


def test_deep_trees_as_jax_takes_them():
    tree = nest(350)
    assert len(jax.tree.leaves(tree)) == 1
    with jdc.copy_and_mutate(tree) as copy:
        innermost(copy).x = jnp.ones(3)
    with (
        pytest.raises(jdc.MutationError, match=r"shape \(3,\) became \(2,\)"),
        jdc.copy_and_mutate(tree) as copy,
    ):
        innermost(copy).x = jnp.ones(2)


def test_children_that_are_shared_many_times_are_looked_at_once():
    shared = Point(jnp.zeros(3))
    tree = shared
    for _ in range(60):
        tree = Tree(tree, [tree])
    with jdc.copy_and_mutate(tree) as copy:
        innermost_left(copy).x = jnp.ones(3)
    lines = outcome(tree, lambda copy: setattr(innermost_left(copy), "x", jnp.ones(2)))
    assert lines == [".left" * 60 + ".x: shape (3,) became (2,)"]


def innermost_left(tree):
    while isinstance(tree, Tree):
        tree = tree.left
    return tree


def test_enforced_annotations_in_a_tree_that_shares():
    @jdc.pytree_dataclass
    class Counted(jdc.EnforcedAnnotationsMixin):
        n: Annotated[Any, (), jnp.integer]

    tree = Counted(0)
    for _ in range(60):
        tree = Tree(tree, [tree])
    with pytest.raises(jdc.AnnotationError), jdc.copy_and_mutate(tree) as copy:
        innermost_left(copy).n = np.float32(1.5)
