"""A followed run: classes as Python makes them; nothing here is wrong but where it says so."""

import dataclasses
import functools
from collections.abc import Callable, Iterator
from dataclasses import InitVar, dataclass, field
from typing import Any

import jax
import jax.numpy as jnp

width = 7


def ones(count: int) -> jax.Array:
    return jnp.ones(count)


class Body:
    width, other = 3, 4
    number = width
    height = 3
    height += 1
    if number:
        depth = 4
    one = two = 4

    def helper() -> int:  # type: ignore[misc]
        return 4

    made = helper()


ones(Body.number) + ones(3)
ones(Body.number) + ones(4)  # E: jdc-shape
ones(Body.height) + ones(4)
ones(Body.depth) + ones(4)
ones(Body.two) + ones(4)
ones(Body.made) + ones(4)


def helper() -> int:
    return 9


def factory(count: int) -> Any:
    class Made:
        size = count

        def w(self) -> jax.Array:
            return ones(count)

    return Made


three, four = factory(3), factory(4)
ones(three.size) + ones(3)
three().w() + ones(3)


class Collects:
    def add(self, x: int, into: list[int] = []) -> list[int]:
        into.append(x)
        return into


collects = Collects()
collects.add(1)
collects.add(2)
ones(len(collects.add(3))) + ones(3)
size = 3


class Late:
    def w(self, count: int = size) -> jax.Array:
        return ones(count)


size = 4
Late().w() + ones(3)


class Net:
    size = 3

    def out(self) -> jax.Array:
        return ones(3)

    @property
    def prop(self) -> jax.Array:
        return ones(3)


class Sub(Net):
    def out(self) -> jax.Array:
        return super().out()


net = Net()
type(net).size = 6
ones(Net.size) + ones(6)
Net.out = lambda self: ones(4)  # type: ignore[method-assign]
net.out() + ones(4)
Sub().out() + ones(4)
Net.prop = property(lambda self: ones(4))  # type: ignore[method-assign, assignment]
net.prop + ones(4)


def patch(cls: Any) -> None:
    cls.size = 5


patch(Net)
ones(Net.size) + ones(5)


class Doubled:
    def __set_name__(self, owner: type, name: str) -> None:
        self.name = "_" + name

    def __get__(self, owner: Any, of: type | None = None) -> Any:
        return getattr(owner, self.name)

    def __set__(self, owner: Any, value: int) -> None:
        setattr(owner, self.name, 2 * value)


class HasDoubled:
    w = Doubled()

    def __init__(self, w: int) -> None:
        self.w = w


ones(HasDoubled(2).w) + ones(4)


def second(x: Any, y: jax.Array = ones(3)) -> jax.Array:
    return y


class Bound:
    f = second


Bound().f(ones(4)) + ones(4)  # type: ignore[arg-type]


class Meta(type):
    def __call__(cls, *args: Any) -> Any:
        made = super().__call__(*args)
        made.w = ones(4)
        return made


class WithMeta(metaclass=Meta):
    def __init__(self) -> None:
        self.w = ones(3)


WithMeta().w + ones(4)


class Box:
    def __init__(self) -> None:
        self.w = ones(3)
        self.count = 0

    def __setitem__(self, at: int, thing: jax.Array) -> None:
        self.w = thing

    def __getitem__(self, at: int) -> jax.Array:
        self.count += 1
        return self.w

    def __iter__(self) -> Iterator[int]:
        self.count += 5
        return iter([1])

    def __contains__(self, thing: object) -> bool:
        self.count += 5
        return True

    def __enter__(self) -> jax.Array:
        return ones(4)

    def __exit__(self, *args: object) -> None: ...


box = Box()
box[0] = ones(4)
box.w + ones(4)
box[1] + box[2]
ones(box.count) + ones(2)
for _ in box:
    is_in = 3 in box
ones(box.count) + ones(12)
with Box() as entered:
    entered + ones(4)

registered: dict[str, Any] = {}


def register(cls: Any) -> Any:
    registered[cls.__name__] = cls
    return cls


@register
class Registered:
    width = 4


ones(len(registered)) + ones(1)


class Base:
    found: list[Any] = []

    def __init_subclass__(cls) -> None:
        Base.found.append(cls)


class Derived(Base): ...


ones(len(Base.found)) + ones(1)


def counted(function: Callable[..., Any]) -> Callable[..., jax.Array]:
    calls: list[int] = []

    def inner(*args: Any) -> jax.Array:
        calls.append(1)
        return ones(len(calls))

    return inner


class Counted:
    @counted
    def f(self) -> int:
        return 1


counts = Counted()
counts.f()
counts.f() + ones(2)
counts.f() + ones(2)  # E: jdc-shape


@dataclass
class Rectangle:
    w: int = 3
    h: int = 1
    area: int = field(init=False)

    def __post_init__(self) -> None:
        self.area = self.w * self.h


ones(dataclasses.replace(Rectangle(), w=4).area) + ones(4)
ones(dataclasses.replace(Rectangle(), w=4).area) + ones(3)  # E: jdc-shape


@dataclass
class Given:
    number: InitVar[int]
    w: Any = None

    def __post_init__(self, number: int) -> None:
        self.w = ones(number)


Given(4).w + ones(4)


@dataclass
class Plain:
    width: int = 3


class Wider(Plain):
    def __init__(self) -> None:
        super().__init__(width=4)


ones(Wider().width) + ones(4)
Plain.width = 5
ones(Plain().width) + ones(3)
ones(Plain().width) + ones(5)  # E: jdc-shape


class Cached:
    def __init__(self) -> None:
        self.number = 3

    @functools.cached_property
    def w(self) -> jax.Array:
        return ones(self.number)


cached = Cached()
kept = cached.w
cached.number = 4
cached.w + ones(3)
cached.w + ones(4)  # E: jdc-shape
