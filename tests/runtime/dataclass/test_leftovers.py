"""Attributes that a constructor sets and no field keeps: refused, because JAX would lose them without a word."""

import abc
import copy
import dataclasses
import functools
import gc
import inspect
import pickle
import sys
import threading
import types
from typing import Any, Generic, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

T = TypeVar("T")
REFUSED = r'the constructor of "C" sets "scale", which is not a field: '
LOST = REFUSED + r".*it would be gone.*\n    scale: int = jdc\.field\(init=False\)\n"
REPLACED = REFUSED + r".*its class attribute would take its place.*\n    scale: int = jdc\.field\(init=False\)\n"


def put(self: object, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(self, name, value)


def decorated(**options: Any) -> Any:
    return lambda body: jdc.pytree_dataclass(**options)(body)


def as_node(body: type) -> type:
    members = {name: v for name, v in vars(body).items() if name not in ("__dict__", "__weakref__")}
    return types.new_class(body.__name__, (jdc.PyTreeNode,), {}, lambda namespace: namespace.update(members))


@pytest.mark.parametrize("decorate", [decorated(), decorated(kw_only=True), as_node])
@pytest.mark.parametrize("others", [0, 1, 2, 12, 40])
def test_attribute_of_post_init_is_refused(decorate: Any, others: int) -> None:
    class C:
        __annotations__ = {f"x{i}": int for i in range(others)}

        def __post_init__(self):
            put(self, scale=30)

    with pytest.raises(TypeError, match=LOST):
        decorate(C)(**{f"x{i}": i for i in range(others)})


def test_attribute_that_covers_a_class_attribute() -> None:
    @jdc.pytree_dataclass
    class C:
        x: jax.Array
        scale = 3

        def __post_init__(self):
            put(self, scale=30)

    with pytest.raises(TypeError, match=REPLACED):
        C(jnp.ones(()))

    @jdc.pytree_dataclass
    class Declared:
        x: jax.Array
        scale: int = jdc.field(default=3, init=False)

        def __post_init__(self):
            put(self, scale=30)

    assert jax.jit(lambda c: c.x * c.scale)(Declared(jnp.ones(()))) == 30


def test_error_names_every_attribute_and_its_type() -> None:
    @jdc.pytree_dataclass
    class C:
        x: int

        def __post_init__(self):
            put(self, a=jnp.ones(1), b=np.ones(1), c="c", d=len, e=[1], f=1.5, g=None, h=Box(1))

    with pytest.raises(TypeError) as info:
        C(1)
    for line in (
        "a: jax.Array",
        "b: np.ndarray",
        "c: jdc.Static[str]",
        "d: jdc.Static[Callable[..., Any]]",
        "e: list",
        "f: float",
        "g: jdc.Static[None]",
        "h: Box",
    ):
        assert f"    {line} = jdc.field(init=False)\n" in str(info.value)


@jdc.pytree_dataclass
class Box(Generic[T]):
    item: T

    def __post_init__(self) -> None:
        pass


def test_unset_field_beside_a_leftover() -> None:
    @jdc.pytree_dataclass
    class C:
        x: int
        y: int
        kept: int = jdc.field(default=4, init=False)

        def __post_init__(self):
            put(self, scale=30)

    with pytest.raises(TypeError, match=LOST):
        C(1, 2)

    @jdc.pytree_dataclass
    class Misspelt:
        x: int
        area: int = jdc.field(init=False)

        def __post_init__(self):
            put(self, aera=30)

    with pytest.raises((TypeError, AttributeError), match=r"aera|area"):
        jax.tree.leaves(Misspelt(1))


@pytest.mark.parametrize("value", [4, 5])
def test_fields_with_a_class_attribute_may_be_set_or_not(value: int) -> None:
    @jdc.pytree_dataclass
    class C:
        x: int
        y: int
        kept: int = jdc.field(default=4, init=False)

        def __post_init__(self):
            if self.x:
                put(self, kept=value)

    assert (C(1, 2).kept, C(0, 2).kept) == (value, 4)
    assert jax.tree.leaves(C(1, 2)) == [1, 2, value]


def own_init(*, inherited: bool = False, count: int = 1) -> type:
    class Base:
        def __init__(self, x, *, keyword=3, **others):
            """Make it."""
            put(self, **{f"x{i}": x for i in range(count)}, **others)

    names = {f"x{i}": int for i in range(count)}
    if inherited:
        return jdc.pytree_dataclass(init=False)(type("C", (Base,), {"__annotations__": names}))
    return jdc.pytree_dataclass(type("C", (), {"__annotations__": names, "__init__": Base.__init__}))


@pytest.mark.parametrize("inherited", [False, True])
@pytest.mark.parametrize("count", [1, 2, 40])
def test_attribute_of_an_own_init_is_refused(inherited: bool, count: int) -> None:
    cls = own_init(inherited=inherited, count=count)
    assert jax.tree.leaves(cls(7)) == [7] * count
    with pytest.raises(TypeError, match=LOST):
        cls(7, scale=30)
    assert str(inspect.signature(cls)) == "(x, *, keyword=3, **others)"
    assert (cls.__init__.__name__, cls.__init__.__doc__) == ("__init__", "Make it.")


def test_own_init_that_leaves_the_only_field_out() -> None:
    cls = own_init(count=0)
    assert jax.tree.leaves(cls(7)) == []
    with pytest.raises(TypeError, match=LOST):
        cls(7, scale=30)

    @jdc.pytree_dataclass
    class C:
        x: int

        def __init__(self, **others):
            put(self, **others)

    C()
    with pytest.raises((TypeError, AttributeError), match='sets "scale"|field "x" of "C" has no value'):
        jax.tree.leaves(C(scale=1))

    @jdc.pytree_dataclass
    class Guessing(C):
        __init__ = C.__init__

        def __getattr__(self, name):
            return 0

    assert jax.tree.leaves(Guessing()) == [0]
    with pytest.raises(TypeError, match='constructor of "Guessing" sets "scale"'):
        Guessing(scale=1)


def test_own_init_keeps_its_parameters() -> None:
    @jdc.pytree_dataclass
    class C:
        x: tuple

        def __init__(_jdc_init, a, /, b=2, *_jdc_class, args=3, self, **keywords):
            put(_jdc_init, x=(a, b, _jdc_class, args, self, keywords))

    assert C(1, self=0).x == (1, 2, (), 3, 0, {})
    assert C(1, 5, 6, self=0, args=7, a=8).x == (1, 5, (6,), 7, 0, {"a": 8})
    with pytest.raises(TypeError, match=r"C\.__init__\(\) missing 1 required keyword-only argument: 'self'"):
        C(1)
    assert str(inspect.signature(C)) == "(a, /, b=2, *_jdc_class, args=3, self, **keywords)"

    @jdc.pytree_dataclass
    class Packed:
        x: int

        def __init__(*arguments):
            put(arguments[0], x=arguments[1:])

    assert Packed(1, 2).x == (1, 2)


def test_inits_call_each_other() -> None:
    calls = []

    @jdc.pytree_dataclass
    class A:
        x: int

        def __init__(self, x):
            calls.append("A")
            put(self, x=x)

    @jdc.pytree_dataclass(init=False)
    class B(A):
        y: int = 0

    @jdc.pytree_dataclass
    class C(A):
        scale: int

        def __init__(self, x):
            calls.append("C")
            super().__init__(x)
            put(self, scale=2)

    @jdc.pytree_dataclass(init=False)
    class Both(B, C):
        pass

    @jdc.pytree_dataclass
    class Leaving(A):
        def __init__(self, x):
            put(self, y=2)
            super().__init__(x)

    assert jax.tree.leaves(C(1)) == [1, 2]
    calls.clear()
    assert jax.tree.leaves(Both(1)) == [1, 2, 0]
    assert calls == ["C", "A"]
    with pytest.raises(TypeError, match='constructor of "Leaving" sets "y"'):
        Leaving(1)


def test_subclasses_may_declare_what_their_base_sets() -> None:
    @jdc.pytree_dataclass
    class C:
        x: int

        def __post_init__(self):
            put(self, scale=2 * self.x)

    @jdc.pytree_dataclass
    class Declares(C):
        scale: int = jdc.field(init=False)

    @jdc.pytree_dataclass
    class Inherits(C):
        y: int

    class Plain(C):
        pass

    assert jax.tree.leaves(Declares(1)) == [1, 2]
    assert Plain(1).scale == 2  # one leaf, with all its attributes
    with pytest.raises(TypeError, match='constructor of "Inherits" sets "scale"'):
        Inherits(1, 2)


def test_state_of_plain_parents() -> None:
    class ByNew:
        def __new__(cls, *args, **keywords):
            made = super().__new__(cls)
            put(made, scale=1)
            return made

    class ByMixin:
        def __post_init__(self):
            put(self, scale=1)

    @dataclasses.dataclass(frozen=True)
    class ByDataclass:
        def __post_init__(self):
            put(self, scale=1)

    for base in (ByNew, ByMixin, ByDataclass):
        body = {"__annotations__": {"x": int, "y": int}}
        with pytest.raises(TypeError, match=LOST):
            jdc.pytree_dataclass(type("C", (base,), body))(1, 2)
        body["__annotations__"]["scale"] = int
        body["scale"] = jdc.field(init=False)
        assert jax.tree.leaves(jdc.pytree_dataclass(type("C", (base,), body))(1, 2)) == [1, 2, 1]


def test_construction_that_ends_outside_of_init_is_looked_at_when_it_is_flattened() -> None:
    class Meta(type):
        def __call__(cls, *args, **keywords):
            made = super().__call__(*args, **keywords)
            put(made, scale=1)
            return made

    @jdc.pytree_dataclass
    class C(metaclass=Meta):
        x: int

    with pytest.raises(TypeError, match=LOST):
        jax.tree.leaves(C(1))
    with pytest.raises(TypeError, match=LOST):
        jax.jit(lambda c: c.x)(C(1))

    def by_new() -> type:
        class C:
            x: int
            y: int

            def __new__(cls):
                made = super().__new__(cls)
                put(made, x=1, y=2, scale=1)
                return made

        return jdc.pytree_dataclass(init=False)(C)

    with pytest.raises(TypeError, match=LOST):
        jax.tree.leaves(by_new()())


def test_slots() -> None:
    @jdc.pytree_dataclass(slots=True)
    class Closed:
        x: int

        def __post_init__(self):
            put(self, scale=1)

    with pytest.raises(AttributeError, match="scale"):
        Closed(1)

    class Slot:
        __slots__ = ("scale",)

    for slots in (True, False):

        class C(Slot):
            x: int
            leaves: dataclasses.InitVar[bool] = True

            def __post_init__(self, leaves):
                if leaves:
                    put(self, scale=1)

        made = jdc.pytree_dataclass(slots=slots)(C)
        assert jax.tree.leaves(made(1, leaves=False)) == [1]
        with pytest.raises(TypeError, match=REPLACED):
            made(1)

    class Open:
        pass

    @jdc.pytree_dataclass(slots=True)
    class C(Open):
        x: int
        y: int

        def __post_init__(self):
            put(self, scale=1)

    with pytest.raises(TypeError, match=LOST):
        C(1, 2)


def test_init_only_and_shadowed_methods() -> None:
    @jdc.pytree_dataclass
    class C:
        x: int
        scale: dataclasses.InitVar[int] = 3

        def __post_init__(self, scale):
            put(self, scale=scale + 1)

    with pytest.raises(TypeError, match=REPLACED):
        C(1)

    @jdc.pytree_dataclass
    class Method:
        x: int

        def __post_init__(self):
            put(self, apply=lambda: 1)

        def apply(self):
            return 2

    with pytest.raises(TypeError, match='sets "apply".*its class attribute would take its place'):
        Method(1)

    @jdc.pytree_dataclass
    class Property:
        x: int

        def __post_init__(self):
            self.__dict__["twice"] = 30

        @property
        def twice(self):
            return self.__dict__.get("twice", 3)

    with pytest.raises(TypeError, match='sets "twice"'):
        Property(1)


class Lazy:
    """A cached property of somebody else."""

    def __init__(self, compute):
        self.compute = compute
        self.name = compute.__name__

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value


@pytest.mark.parametrize("cached", [functools.cached_property, Lazy])
@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("count", [1, 3])
def test_cached_properties_may_be_filled_at_any_time(cached: Any, early: bool, count: int) -> None:
    class C:
        __annotations__ = {f"x{i}": int for i in range(count)}

        def __post_init__(self):
            if early:
                assert self.twice == 2

        @cached
        def twice(self):
            return 2 * self.x0

    made = jdc.pytree_dataclass(C)(*[1] * count)
    assert made.twice == 2
    assert jax.tree.map(lambda leaf: leaf + 1, made).twice == 4
    assert jax.tree.leaves(copy.copy(made)) == jax.tree.leaves(made) == [1] * count


def test_what_python_and_typing_set_may_stay() -> None:
    class Parent(Generic[T]):
        def __new__(cls, *args, **keywords):
            made = super().__new__(cls)
            put(made, __orig_class__=cls)
            return made

    @jdc.pytree_dataclass
    class C(Parent[T]):
        x: T
        y: T

        def __post_init__(self):
            pass

    assert jax.tree.leaves(C[int](1, 2)) == [1, 2]
    assert jax.tree.leaves(Box[int](3)) == [3]

    @jdc.pytree_dataclass
    class Failure(Exception):
        x: int

        def __post_init__(self):
            put(self, __notes__=["noted"])

    assert jax.tree.leaves(Failure(1)) == [1]


def test_storage_of_a_descriptor_may_stay() -> None:
    class Stored:
        def __set_name__(self, owner, name):
            self.name = f"_{name}"

        def __get__(self, instance, owner):
            return 1 if instance is None else instance.__dict__[self.name]

        def __set__(self, instance, value):
            instance.__dict__[self.name] = int(value)

    @jdc.pytree_dataclass
    class C:
        x: int = Stored()
        leaves: dataclasses.InitVar[bool] = False

        def __post_init__(self, leaves):
            if leaves:
                put(self, scale=1)

    assert jax.tree.map(lambda leaf: leaf + 1, C(3.0)).x == 4
    with pytest.raises(TypeError, match=LOST):
        C(3.0, leaves=True)


def test_abstract_classes_and_mixins() -> None:
    class Shape(abc.ABC):
        @abc.abstractmethod
        def area(self): ...

    @jdc.pytree_dataclass
    class C(Shape, jdc.EnforcedAnnotationsMixin):
        x: jax.Array
        y: int

        def __post_init__(self):
            super().__post_init__()

        def area(self):
            return self.x

    assert len(jax.tree.leaves(C(jnp.ones(2), 1))) == 2


def test_attributes_set_later_are_nobodys_business() -> None:
    @jdc.pytree_dataclass
    class C:
        x: int

        def __post_init__(self):
            pass

    made = C(1)
    put(made, scale=1)
    assert jax.tree.leaves(made) == [1]
    assert not hasattr(jax.tree.map(lambda leaf: leaf, made), "scale")
    assert not hasattr(made.replace(x=2), "scale")


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the dict of an object is a view of its inline values there")
@pytest.mark.parametrize("count", [1, 2, 10])
def test_looking_does_not_take_inline_values(count: int) -> None:
    class C:
        __annotations__ = {f"x{i}": object for i in range(count)}

        def __post_init__(self):
            pass

    made = jdc.pytree_dataclass(C)
    values: list[Any] = [{} for _ in range(count)]
    assert len(gc.get_referents(made(*values))) == count + 1
    assert len(gc.get_referents(own_init(count=count)({}))) == count + 1


def test_classes_without_user_code_are_not_looked_at() -> None:
    @jdc.pytree_dataclass
    class Plain:
        x: int
        y: list = jdc.field(default_factory=list)
        z: int = jdc.field(default=3, init=False)

    class Enforced(jdc.PyTreeNode, jdc.EnforcedAnnotationsMixin):
        x: int

    for cls in (Plain, Enforced):
        assert "_jdc_refuse" not in cls.__init__.__code__.co_freevars


def test_jit_of_a_class_with_an_own_init_reads_its_annotations() -> None:
    @jdc.pytree_dataclass
    class C:
        x: jax.Array

        def __init__(self, x: jax.Array, width: jdc.Static[int]):
            put(self, x=x[:width])

    assert jdc.jit(C)(jnp.arange(4), 2).x.shape == (2,)


def test_threads_and_copies() -> None:
    results = []
    threads = [threading.Thread(target=lambda: results.append(Box(1))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [Box(1)] * 4
    assert pickle.loads(pickle.dumps(Box(2))) == Box(2)
