"""The classes that `pytree_dataclass` makes: constructor, fields, freezing, copies."""

import abc
import collections
import collections.abc
import contextlib
import copy
import dataclasses
import enum
import functools
import inspect
import pickle
import sys
import traceback
import types
import typing
import weakref
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

T = TypeVar("T")
SEED = dataclasses.InitVar[int]  # one object: InitVar[int] != InitVar[int]


@jdc.pytree_dataclass
class Point:
    """A point."""

    x: jax.Array
    y: jax.Array
    name: jdc.Static[str] = "origin"
    tags: list = jdc.field(default_factory=list, repr=False)


@jdc.pytree_dataclass(slots=True, weakref_slot=True, kw_only=True)
class Slotted:
    x: float
    name: jdc.Static[str] = "slots"
    parts: list = jdc.field(default_factory=list)
    derived: int = jdc.field(default=4, init=False)


@jdc.pytree_dataclass(slots=True)
class SlottedChild(Slotted):
    z: float = 0.0


class Node(jdc.PyTreeNode):
    x: float
    y: jdc.Static[int] = 3


class Leafy(Node, kw_only=True, order=True):
    z: float


def test_bare_and_called_are_pytrees_with_named_key_paths():
    leaves, treedef = jax.tree_util.tree_flatten_with_path(Point(1.0, 2.0, "p", [3.0]))
    assert [(jax.tree_util.keystr(path), leaf) for path, leaf in leaves] == [
        (".x", 1.0),
        (".y", 2.0),
        (".tags[0]", 3.0),
    ]
    assert treedef == jax.tree.structure(Point(0, 0, "p", [0]))
    assert treedef != jax.tree.structure(Point(0, 0, "q", [0]))
    assert jax.tree.leaves(Slotted(x=1.0)) == [1.0, 4]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"kw_only": True},
        {"slots": True},
        {"order": True, "repr": False},
        {"eq": False},
        {"unsafe_hash": True},
        {"match_args": False},
    ],
    ids=str,
)
def test_generated_methods_are_those_of_dataclasses(options):
    def body() -> type:
        class Sample:
            """Documented."""

            a: int
            _: dataclasses.KW_ONLY
            b: "float" = 2.0
            c: list = dataclasses.field(default_factory=list)
            seed: SEED = 7
            d: int = dataclasses.field(default=5, init=False)
            e: list = dataclasses.field(default_factory=list, init=False)
            shared: ClassVar[int] = 1

            def __post_init__(self, seed):
                object.__setattr__(self, "d", seed)

        return Sample

    ours = jdc.pytree_dataclass(**options)(body())
    theirs = dataclasses.dataclass(frozen=True, **options)(body())
    assert inspect.signature(ours) == inspect.signature(theirs)
    assert ours.__init__.__annotations__ == theirs.__init__.__annotations__
    assert ours.__init__.__qualname__ == theirs.__init__.__qualname__
    assert ours.__init__.__module__ == theirs.__init__.__module__
    assert ours.__doc__ == theirs.__doc__
    assert getattr(ours, "__match_args__", None) == getattr(theirs, "__match_args__", None)
    assert dataclasses.asdict(ours(a=1, b=3.0)) == dataclasses.asdict(theirs(a=1, b=3.0))
    assert dataclasses.asdict(ours(a=1, seed=9, c=[1])) == {"a": 1, "b": 2.0, "c": [1], "d": 9, "e": []}
    if not options.get("repr", True):
        return
    assert repr(ours(a=1)) == repr(theirs(a=1))
    with pytest.raises(TypeError, match="missing 1 required"):
        ours()


def test_default_factories_are_called_for_each_object():
    assert Point(0, 0).tags is not Point(0, 0).tags
    assert Slotted(x=0.0).parts is not Slotted(x=0.0).parts


def test_field_names_that_could_clash_with_the_generated_code():
    @jdc.pytree_dataclass
    class Odd:
        self: int
        cls: int
        object: int = 3
        type: int = 4
        dict: list = jdc.field(default_factory=list)

    odd = Odd(1, 2)
    assert (odd.self, odd.cls, odd.object, odd.type, odd.dict) == (1, 2, 3, 4, [])
    assert jax.tree.leaves(odd) == [1, 2, 3, 4]


@pytest.mark.parametrize("count", [0, 1, 30, 31, 60])
@pytest.mark.parametrize("slots", [False, True])
def test_any_number_of_fields(count, slots):
    names = [f"f{i}" for i in range(count)]
    made = jdc.pytree_dataclass(slots=slots)(type("Many", (), {"__annotations__": dict.fromkeys(names, int)}))
    instance = made(*range(count))
    assert type(instance) is made
    assert jax.tree.leaves(instance) == list(range(count))
    assert jax.tree.map(lambda leaf: leaf, instance) == instance


def test_subclass_with_slots_calls_the_constructor_of_its_base():
    class Plain(Slotted):
        def __init__(self):
            super().__init__(x=2.0)

    assert Plain().x == 2.0
    assert type(Plain()) is Plain
    assert SlottedChild(x=1.0, z=2.0).z == 2.0


@pytest.mark.parametrize("instance", [Point(1, 2), Slotted(x=1), SlottedChild(x=1), Node(1), Leafy(1, z=2)])
def test_frozen(instance):
    name = type(instance).__name__
    with pytest.raises(dataclasses.FrozenInstanceError, match=f'field "x" of "{name}".*replace'):
        instance.x = 3
    with pytest.raises(dataclasses.FrozenInstanceError, match=f'"{name}"'):
        instance.unknown = 3
    with pytest.raises(dataclasses.FrozenInstanceError, match=f'"x" of "{name}"'):
        del instance.x


def test_undecorated_subclass_stays_frozen_and_a_leaf():
    class Child(Point):
        pass

    child = Child(1, 2)
    with pytest.raises(dataclasses.FrozenInstanceError, match='"Child" inherits from a pytree dataclass'):
        child.x = 3
    assert jax.tree.leaves(child) == [child]


def test_frozen_false_is_refused():
    with pytest.raises(TypeError, match=r"frozen=False.*always frozen.*\.replace"):
        jdc.pytree_dataclass(frozen=False)


@pytest.mark.parametrize("instance", [Point(1, 2), Slotted(x=1), SlottedChild(x=1), Node(1), Leafy(1, z=2)])
def test_pickle_copy_deepcopy(instance):
    copies = [pickle.loads(pickle.dumps(instance, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in [*copies, copy.copy(instance), copy.deepcopy(instance)]:
        assert other == instance
        assert type(other) is type(instance)
        with pytest.raises(dataclasses.FrozenInstanceError):
            other.x = 2


def test_weak_references_and_cached_properties():
    weakref.ref(Point(1, 2))
    weakref.ref(Slotted(x=1))

    @jdc.pytree_dataclass
    class Cached:
        x: float

        @functools.cached_property
        def twice(self):
            return 2 * self.x

    cached = Cached(2.0)
    assert cached.twice == cached.twice == 4.0
    assert jax.tree.leaves(cached) == [2.0]


def test_replace_method_function_and_copy():
    point = Point(1, 2)
    for changed in (point.replace(x=5), jdc.replace(point, x=5), point.__replace__(x=5)):
        assert (changed.x, changed.y, point.x) == (5, 2, 1)
    if sys.version_info >= (3, 13):
        assert copy.replace(point, x=5).x == 5
        with pytest.raises(TypeError, match='"Point" has no field "z"'):
            copy.replace(point, z=5)
    with pytest.raises(TypeError, match=r'^"Point" has no field "z"; its fields are: x, y, name, tags$'):
        point.replace(z=5)
    with pytest.raises((TypeError, ValueError), match=r"derived.*init=False"):
        Slotted(x=1).replace(derived=5)


def test_a_replace_of_the_class_body_is_kept():
    @jdc.pytree_dataclass
    class Own:
        x: int

        def replace(self):
            return "mine"

    class Inherits(jdc.PyTreeNode):
        x: int

        def replace(self):
            return "mine"

    assert Own(1).replace() == Inherits(1).replace() == "mine"
    with pytest.raises(TypeError, match='field "replace" of "Clash"'):

        class Clash(jdc.PyTreeNode):
            replace: int

    @jdc.pytree_dataclass
    class Field:
        replace: int

    assert jax.tree.leaves(Field(3)) == [3]


def test_replace_where_the_class_has_its_own_init():
    @jdc.pytree_dataclass
    class Custom:
        x: jax.Array
        n: jdc.Static[int]

        def __init__(self, n):
            object.__setattr__(self, "x", jnp.ones(n))
            object.__setattr__(self, "n", n)

    changed = Custom(3).replace(x=jnp.zeros(3))
    assert changed.n == 3
    np.testing.assert_array_equal(changed.x, np.zeros(3))


def test_inheritance():
    @jdc.pytree_dataclass
    class Child(Point):
        z: Any = 0
        name: jdc.Static[str] = "child"

    child = Child(1, 2, z=3)
    assert jax.tree.leaves(child) == [1, 2, 3]
    assert child.name == "child"

    @dataclasses.dataclass(frozen=True)
    class Base:
        a: int
        b: jdc.Static[str]

    @jdc.pytree_dataclass
    class OverPlain(Base):
        c: int

    assert jax.tree.leaves(OverPlain(1, "b", 2)) == [1, 2]

    @dataclasses.dataclass
    class Mutable:
        a: int

    with pytest.raises(TypeError, match="cannot inherit frozen dataclass from a non-frozen one"):

        @jdc.pytree_dataclass
        class Refused(Mutable):
            b: int


def test_generic_protocol_and_abstract_bases():
    @jdc.pytree_dataclass
    class Box(Generic[T]):
        item: T

    assert jax.tree.leaves(Box[int](3)) == [3]

    @jdc.pytree_dataclass
    class IntBox(Box[int]):
        other: int

    assert jax.tree.leaves(IntBox(3, 4)) == [3, 4]

    class Named(Protocol):
        def label(self) -> str: ...

    class Thing(jdc.PyTreeNode, Named, Generic[T]):
        x: T

        def label(self) -> str:
            return "thing"

    assert jax.tree.leaves(Thing[int](1)) == [1]


def test_pytree_node_registers_subclasses_and_theirs():
    assert jax.tree.leaves(Leafy(1.0, z=2.0)) == [1.0, 2.0]
    assert Leafy(1.0, z=2.0) < Leafy(2.0, z=0.0)
    assert Node(1.0).replace(x=2.0) == Node(2.0)
    with pytest.raises(TypeError, match=r"class Wide\(PyTreeNode, slots=True\).*@jdc.pytree_dataclass\(slots=True\)"):

        class Wide(jdc.PyTreeNode, slots=True):
            x: int

    with pytest.raises(TypeError, match="frozen=False"):

        class Loose(jdc.PyTreeNode, frozen=False):
            x: int


def test_class_keywords_of_other_bases_reach_them():
    seen = []

    class Registry:
        def __init_subclass__(cls, *, key, **others):
            super().__init_subclass__(**others)
            seen.append(key)

    class Entry(jdc.PyTreeNode, Registry, key="entry", kw_only=True):
        x: int

    assert seen == ["entry"]
    assert Entry(x=1).x == 1


def test_cyclic_references():
    tree = Tree(1, [Tree(2, [], None)], Other(3, None))
    assert jax.tree.leaves(tree) == [1, 2, 3]


@jdc.pytree_dataclass
class Tree:
    value: int
    children: "list[Tree]"
    other: "Other | None"


@jdc.pytree_dataclass
class Other:
    value: int
    tree: "Tree | None"


@pytest.mark.parametrize(
    ("decorate", "text"),
    [
        (lambda: jdc.pytree_dataclass(Point), '"Point" is a pytree dataclass already'),
        (lambda: jdc.pytree_dataclass(Node), '"Node" is a pytree dataclass already.*PyTreeNode'),
        (lambda: jdc.pytree_dataclass(dataclasses.make_dataclass("D", ["x"])), '"D" is a dataclass already'),
        (lambda: jdc.pytree_dataclass(enum.Enum("E", ["x"])), '"E" is an Enum'),
        (lambda: jdc.pytree_dataclass(collections.namedtuple("N", ["x"])), '"N" is a NamedTuple'),
        (lambda: jdc.pytree_dataclass(3), "takes a class, not 3"),
    ],
)
def test_decorating_what_cannot_be_decorated(decorate, text):
    with pytest.raises(TypeError, match=text):
        decorate()


ITEMS = (dict, list, set, frozenset, tuple, collections.deque, collections.OrderedDict, collections.Counter)
VALUES = (str, bytes, bytearray, int, float, complex, np.ndarray, np.float64)


@pytest.mark.parametrize("base", [*ITEMS, *VALUES])
def test_classes_whose_objects_hold_more_than_attributes(base):
    class Held(base):
        x: float = 1.0

    class Below(Held):
        pass

    for cls in (Held, Below):
        text = "items are not fields" if base in ITEMS else "value is not a field"
        with pytest.raises(TypeError, match=f'"{cls.__name__}" inherits from \\w+, whose {text}: .* in a field:'):
            jdc.pytree_dataclass(cls)
    with pytest.raises(TypeError, match='"Node" inherits from'):
        type("Node", (Held, jdc.PyTreeNode), {})


def test_base_classes_without_content():
    class Marker(Protocol):
        def scaled(self) -> float: ...

    class Generics(Generic[T], abc.ABC, contextlib.ContextDecorator):
        pass

    for base in (Exception, ValueError, Generics, Generics[int], Marker, collections.abc.Mapping):
        made = jdc.pytree_dataclass(types.new_class("Made", (base,), {}, lambda body: body.update(BODY)))
        assert jax.tree.map(lambda x: x + 1, made(1.0)).x == 2.0


BODY = {
    "__annotations__": {"x": float},
    **{name: lambda self, *_: iter(()) for name in ("__getitem__", "__iter__", "__len__", "scaled")},
}


class Tagged:
    __slots__ = ("x",)


@jdc.pytree_dataclass
class OfTagged(Tagged):
    x: float
    y: float = 2.0


@jdc.pytree_dataclass
class OwnSlots:
    __slots__ = ("x", "y")
    x: float
    y: Any


@jdc.pytree_dataclass
class BelowSlots(OwnSlots):
    z: float = 3.0


@jdc.pytree_dataclass(slots=True)
class MadeSlots:
    x: float
    y: Any


@pytest.mark.parametrize(
    "made", [OfTagged(1.0), OwnSlots(1.0, [2.0]), BelowSlots(1.0, [2.0]), MadeSlots(1.0, [2.0])], ids=type
)
def test_objects_with_slots_are_copied_and_pickled(made):
    copies = [copy.copy(made), copy.deepcopy(made)]
    copies += [pickle.loads(pickle.dumps(made, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for each in copies:
        assert each == made
        assert type(each) is type(made)
        assert jax.tree.leaves(each) == jax.tree.leaves(made)
        with pytest.raises(dataclasses.FrozenInstanceError):
            each.x = 2.0
    assert copies[0].y is made.y


def test_a_way_of_its_own_to_be_pickled_stays():
    @jdc.pytree_dataclass
    class Own:
        __slots__ = ("x",)
        x: float

        def __getstate__(self):
            return {"x": self.x}

        def __setstate__(self, state):
            object.__setattr__(self, "x", state["x"] + 1)

    assert copy.copy(Own(1.0)).x == 2.0


def test_decorating_classes_of_other_libraries():
    @jax.tree_util.register_pytree_node_class
    class ByHand:
        x: int

        def tree_flatten(self):
            return (self.x,), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children)

    with pytest.raises(TypeError, match='"ByHand" is registered as a pytree already'):
        jdc.pytree_dataclass(ByHand)
    struct = pytest.importorskip("flax.struct")
    with pytest.raises(TypeError, match=r'"F" is a dataclass already.*flax.struct'):
        jdc.pytree_dataclass(struct.dataclass(type("F", (), {"__annotations__": {"x": int}})))
    equinox = pytest.importorskip("equinox")
    with pytest.raises(TypeError, match=r'"E" is a dataclass already.*equinox'):
        jdc.pytree_dataclass(type(equinox.Module)("E", (equinox.Module,), {"__annotations__": {"x": int}}))


def test_own_setattr_is_refused():
    with pytest.raises(TypeError, match='"Own" defines __setattr__'):

        @jdc.pytree_dataclass
        class Own:
            x: int

            def __setattr__(self, name, value):
                object.__setattr__(self, name, value)


def test_traceback_shows_the_line_of_the_constructor():
    @jdc.pytree_dataclass
    class Fails:
        x: int

        def __post_init__(self):
            raise RuntimeError("inside")

    with pytest.raises(RuntimeError) as info:
        Fails(1)
    frames = traceback.extract_tb(info.value.__traceback__)
    assert [(frame.name, frame.line) for frame in frames[1:]] == [
        ("__init__", "self.__post_init__()"),
        ("__post_init__", 'raise RuntimeError("inside")'),
    ]
    assert "test_traceback_shows_the_line_of_the_constructor.<locals>.Fails" in frames[1].filename


def test_constructor_hints_resolve_in_the_module_of_the_class():
    assert typing.get_type_hints(Tree.__init__)["children"] == list[Tree]


def test_descriptor_fields_are_set_through_their_descriptor():
    class Doubling:
        def __set_name__(self, owner, name):
            self.name = f"_{name}"

        def __get__(self, instance, owner):
            return 1 if instance is None else instance.__dict__[self.name]

        def __set__(self, instance, value):
            instance.__dict__[self.name] = 2 * value

    @jdc.pytree_dataclass
    class Described:
        x: int = Doubling()

    assert Described(3).x == 6


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the dict of an object is a view of its inline values there")
def test_fields_that_init_leaves_alone_do_not_count_against_inline_values() -> None:
    from jdc_runtime._dataclass.constructor import fills_through_dict

    stored = [(f"x{i}", float) for i in range(25)]
    unstored = [(f"y{i}", float, jdc.field(default=0.0, init=False)) for i in range(8)]
    cls = dataclasses.make_dataclass("Wide", [*stored, *unstored])
    assert not fills_through_dict(cls)
    assert fills_through_dict(dataclasses.make_dataclass("Wider", [(f"x{i}", float) for i in range(33)]))


def test_own_getattribute_does_not_see_the_constructor() -> None:
    seen: list[str] = []

    @jdc.pytree_dataclass
    class Watched:
        x: float

        def __getattribute__(self, name: str) -> object:
            seen.append(name)
            return object.__getattribute__(self, name)

    watched = Watched(1.0)
    assert seen == []
    assert watched.x == 1.0


def test_postponed_pseudo_fields_by_any_name() -> None:
    @jdc.pytree_dataclass
    class Quoted:
        x: "float"
        seed: "jdc.InitVar[int]"
        _: "jdc.KW_ONLY"
        y: "float" = 0.0
        total: float = jdc.field(init=False)

        def __post_init__(self, seed: int) -> None:
            object.__setattr__(self, "total", self.x + seed)

    assert [f.name for f in jdc.fields(Quoted)] == ["x", "y", "total"]
    assert str(inspect.signature(Quoted)).startswith("(x: 'float', seed: ")
    assert inspect.signature(Quoted).parameters["y"].kind is inspect.Parameter.KEYWORD_ONLY
    assert jax.tree.leaves(jax.tree.map(lambda leaf: leaf + 1, Quoted(1.0, 2))) == [2.0, 1.0, 4.0]


def test_a_write_while_the_object_is_made_teaches_how() -> None:
    @jdc.pytree_dataclass
    class Sum:
        x: int
        y: int = 0

        def __post_init__(self) -> None:
            self.y = self.x

    with pytest.raises(dataclasses.FrozenInstanceError, match=r'in __post_init__: .*object.__setattr__\(self, "y"'):
        Sum(1)


def test_field_lists_give_the_order_of_the_leaves() -> None:
    @jdc.pytree_dataclass(data_fields=["b", "a"], meta_fields=[])
    class Pair:
        a: int
        b: int

    assert jax.tree.leaves(Pair(1, 2)) == [2, 1]
    assert jax.tree.map(lambda leaf: leaf, Pair(1, 2)) == Pair(1, 2)


def test_class_and_function_may_be_given_by_keyword() -> None:
    """As `jax_dataclasses.pytree_dataclass` and `jax_dataclasses.jit` take them, and `jax.jit` of jax 0.4."""

    class A:
        x: int

    assert jax.tree.leaves(jdc.pytree_dataclass(cls=A)(1)) == [1]
    assert jdc.jit(fun=lambda x: x + 1)(1) == 2


@pytest.mark.parametrize("lists", [{"data_fields": ["x"]}, {"drop_fields": ["z"]}, {"drop_fields": ["x"]}])
def test_wrong_field_lists_are_value_errors_as_those_of_jax(lists) -> None:
    with pytest.raises(ValueError) as info:
        jdc.pytree_dataclass(**lists)(type("A", (), {"__annotations__": {"x": int}}))
    assert type(info.value) is jdc.StaticFieldError
    assert isinstance(info.value, TypeError)
