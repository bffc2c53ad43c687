"""Sends objects of its own classes to `receiver.py` and compares what comes back: ``sender.py pickler``."""

import abc
import dataclasses
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import jax
import jax.numpy as jnp

import jdc_runtime as jdc

pickler = importlib.import_module(sys.argv[1])

T: Any = TypeVar("T")


@jdc.pytree_dataclass
class Plain:
    x: Any
    name: jdc.Static[str] = "n"
    tags: list = jdc.field(default_factory=list)


@jdc.pytree_dataclass(slots=True)
class Slotted:
    x: Any
    n: jdc.Static[int] = 3
    tags: list = jdc.field(default_factory=list)


class Node(jdc.PyTreeNode, kw_only=True):
    x: Any
    depth: jdc.Static[int] = 3


class Leafy(Node, order=True):
    y: Any = 1.0


class Empty(Node):
    pass


@jdc.pytree_dataclass
class Child(Plain):
    z: Any = 5.0


@jdc.pytree_dataclass
class Box(Generic[T]):
    item: T


@jdc.pytree_dataclass
class Shape(abc.ABC):
    x: Any

    @abc.abstractmethod
    def area(self): ...


@jdc.pytree_dataclass
class Square(Shape):
    def area(self):
        return self.x**2


@jdc.pytree_dataclass
class Derived:
    x: Any
    twice: Any = jdc.field(init=False)
    seed: dataclasses.InitVar[int] = 0

    def __post_init__(self, seed):
        object.__setattr__(self, "twice", 2 * self.x + seed)


@jdc.pytree_dataclass
class OwnInit:
    x: Any
    width: jdc.Static[int]

    def __init__(self, width):
        object.__setattr__(self, "x", jnp.ones(width))
        object.__setattr__(self, "width", width)


@jdc.pytree_dataclass(drop_fields=["cache", "made"])
class Dropping:
    x: Any
    cache: Any = 4
    made: list = jdc.field(default_factory=list)


@jdc.pytree_dataclass
class Image(jdc.EnforcedAnnotationsMixin):
    pixels: Annotated[jax.Array, (..., 2), jnp.floating]


class Recursive(jdc.PyTreeNode):
    x: Any
    parent: "Recursive | None" = None

    def child(self):
        return Recursive(self.x + 1, self)


@jdc.pytree_dataclass
class Outer:
    @jdc.pytree_dataclass
    class Inner:
        x: Any

    inner: "Outer.Inner"


def local():
    @jdc.pytree_dataclass
    class Local:
        x: Any
        kind: jdc.Static[type] = Box

    return Local(1.0)


@jdc.pytree_dataclass
class Jitted:
    x: Any

    @jdc.jit
    def double(self):
        return self.replace(x=2 * self.x)


OBJECTS = [
    Plain(1.0),
    Plain(2.0, "m", [3.0]),
    Slotted(1.0, 2, [4.0]),
    Node(x=1.0),
    Leafy(x=1.0, y=2.0, depth=4),
    Empty(x=1.0),
    Child(1.0, z=2.0),
    Box(1.0),
    Box[int](3),
    Square(2.0),
    Derived(1.0, 3),
    OwnInit(2),
    Dropping(1.0, 5, [6]),
    Image(jnp.ones((3, 2))),
    Recursive(1.0).child(),
    Outer(Outer.Inner(1.0)),
    local(),
    Jitted(jnp.ones(2)),
]


def framed(value):
    data = pickler.dumps(value)
    return len(data).to_bytes(8, "big") + data


def same(received, sent):
    """Return whether an object is what the receiver makes of one that was sent to it."""
    return (
        type(received) is type(sent)
        and jax.tree.structure(received) == jax.tree.structure(sent)
        and repr(received) == repr(jax.tree.map(lambda leaf: leaf + 1, sent))
    )


command = [sys.executable, str(Path(__file__).with_name("receiver.py")), *sys.argv[1:]]
sent = framed(OBJECTS) + framed((OBJECTS, [jax.tree.leaves(o) for o in OBJECTS], [repr(o) for o in OBJECTS]))
finished = subprocess.run(command, input=sent, stdout=subprocess.PIPE, check=True)
if pickler.__name__ == "cloudpickle":  # which knows a class again that comes back
    for received, original in zip(pickler.loads(finished.stdout), OBJECTS, strict=True):
        assert same(received, original), original
    assert jax.tree.leaves(Slotted(1.0)) == [1.0]
    assert not hasattr(Slotted(1.0), "__dict__")
    assert OwnInit(3).replace(x=1.0).width == 3
print("done")
