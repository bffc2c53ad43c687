"""Constructs on which checkers differ: the rows of the table in docs/checkers.md.

A block runs from one heading to the next. In a `mistake` block, a checker that reports any line has seen the mistake;
in a `correct` block, one that does has raised a false alarm. `(needs: ...)` names a correct block without which the
mistake cannot be judged; `[README]` puts a row into the README's table too, and `(from 3.13)`
says which Python has the construct. Nothing here is executed.
"""

# --- setup
import abc
import copy
import dataclasses
import functools
from collections.abc import Callable
from typing import Annotated, Generic, Protocol, Self, TypeVar, assert_type, dataclass_transform

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc
from jdc_runtime import Static

T = TypeVar("T")


@jdc.pytree_dataclass
class Layer:
    kernel: jax.Array
    units: int
    name: Static[str] = "layer"
    rate: float = jdc.field(default=0.5, kw_only=True)


@jdc.pytree_dataclass
class Pair:
    first: int
    second: float = 2.0


class Node(jdc.PyTreeNode):
    x: jax.Array
    depth: Static[int] = 0


@jdc.jit
def power(x: jax.Array, order: Static[int] = 2) -> jax.Array:
    return x**order


kernel = jnp.ones(3)
layer = Layer(kernel, 3)
pair = Pair(1)
node = Node(kernel)

# === Constructors

# --- mistake: unknown keyword [README]
Layer(kernel, 3, nam="a")

# --- mistake: missing argument
Layer(kernel)

# --- mistake: wrong type
Layer(kernel, "three")

# --- mistake: wrong type for a static field
Layer(kernel, 3, name=1)

# --- mistake: too many positions
Pair(1, 2.0, 3)

# --- mistake: position given to a `kw_only` field
Layer(kernel, 3, "a", 0.5)


# --- mistake: field without default after one with
@jdc.pytree_dataclass
class Order:
    first: int = 0
    second: int


# --- mistake: default of the wrong type
@jdc.pytree_dataclass
class Default:
    first: int = jdc.field(default="s")


# --- mistake: default of the wrong type, `static_field`
@jdc.pytree_dataclass
class StaticDefault:
    first: int = jdc.static_field(default="s")


# --- mistake: `frozen=False`
@jdc.pytree_dataclass(frozen=False)
class Mutable:
    x: int


# --- mistake: unknown keyword, `PyTreeNode`
Node(kernel, deep=3)


# --- mistake: wrong type, generic class
@jdc.pytree_dataclass
class Box(Generic[T]):
    value: T


Box[int]("s")


# --- correct: `dataclasses.InitVar`
@jdc.pytree_dataclass
class Init:
    x: int
    scale: dataclasses.InitVar[int]

    def __post_init__(self, scale: int) -> None: ...


Init(1, scale=2)


# --- correct: `jdc.InitVar`
@jdc.pytree_dataclass
class InitAlias:
    x: int
    scale: jdc.InitVar[int]

    def __post_init__(self, scale: int) -> None: ...


InitAlias(1, scale=2)


# --- correct: decorator under another name
tree = jdc.pytree_dataclass


@tree
class Renamed:
    x: int


Renamed(x=1)

# --- correct: decorator with keywords in a variable
keyword_tree = jdc.pytree_dataclass(kw_only=True)


@keyword_tree
class Kept:
    x: int


Kept(x=1)


# --- correct: `functools.partial(jdc.pytree_dataclass, kw_only=True)`
@functools.partial(jdc.pytree_dataclass, kw_only=True)
class Partial:
    x: int


Partial(x=1)


# --- correct: own decorator with `typing.dataclass_transform`
@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(jdc.field, jdc.static_field))
def own_tree(cls: type[T]) -> type[T]:
    return jdc.pytree_dataclass(kw_only=True)(cls)


@own_tree
class Transformed:
    x: int


Transformed(x=1)


# --- correct: `flax.struct.field` before a field without default
@jdc.pytree_dataclass
class Mixed:
    size: int = flax.struct.field(pytree_node=False)
    x: jax.Array


# --- correct: `jax.tree.static` before a field without default
@jdc.pytree_dataclass
class MixedJax:
    size: int = jax.tree.static()
    x: jax.Array


# === Fields are read-only

# --- mistake: `layer.units = 1` [README]
layer.units = 1

# --- mistake: `layer.units += 1`
layer.units += 1

# --- mistake: `del layer.units`
del layer.units

# --- mistake: `setattr(layer, "units", 1)`
setattr(layer, "units", 1)

# --- mistake: `node.depth = 1`, `PyTreeNode`
node.depth = 1


# --- mistake: `self.x = 1` in a method
@jdc.pytree_dataclass
class Writer:
    x: int

    def write(self) -> None:
        self.x = 1


# --- mistake: `self.first = 1` in an undecorated subclass
class Sub(Pair):
    def write(self) -> None:
        self.first = 1


# --- mistake: given to a protocol that writes
class Writable(Protocol):
    first: int


writable: Writable = pair

# --- correct: write in a `copy_and_mutate` block [README]
with jdc.copy_and_mutate(layer) as mutable:
    mutable.units = 4

# --- correct: write deeper in a `copy_and_mutate` block
with jdc.copy_and_mutate([layer]) as mutables:
    mutables[0].units = 4
    for each in mutables:
        each.units = 4


# --- correct: write to a `copy_and_mutate` target that was declared before
def rebind(layer: Layer) -> Layer:
    with jdc.copy_and_mutate(layer) as layer:
        layer.units = 4
    return layer


# --- correct: write to an annotated part of a copy
with jdc.copy_and_mutate([layer]) as parts:
    part: Layer = parts[0]
    part.units = 4


# --- correct: return of the copy, under `mypy --strict`
def changed(layer: Layer) -> Layer:
    with jdc.copy_and_mutate(layer) as new:
        new.units = 4
    return new


# --- mistake: wrong type in a `copy_and_mutate` block (needs: write in a `copy_and_mutate` block) [README]
with jdc.copy_and_mutate(layer) as mistyped:
    mistyped.units = "four"

# --- mistake: unknown attribute in a `copy_and_mutate` block
with jdc.copy_and_mutate(layer) as misspelt:
    misspelt.unit = 4

# --- mistake: write after a `copy_and_mutate` block
with jdc.copy_and_mutate(layer) as finished:
    pass
finished.units = 4

# === Changed copies

# --- correct: `.replace`, decorated class [README]
print(layer.replace(units=4))

# --- mistake: `.replace`, decorated class, wrong type (needs: `.replace`, decorated class)
print(layer.replace(units="four"))

# --- mistake: `.replace`, decorated class, unknown field (needs: `.replace`, decorated class)
print(layer.replace(unit=4))

# --- correct: `.replace`, `PyTreeNode`
print(node.replace(depth=1).replace(x=kernel))

# --- mistake: `.replace`, `PyTreeNode`, wrong type
print(node.replace(depth="one"))

# --- mistake: `.replace`, `PyTreeNode`, unknown field [README]
print(node.replace(deep=1))


# --- correct: own `replace` in a `PyTreeNode`
class Own(jdc.PyTreeNode):
    x: int

    def replace(self, **changes: int) -> "Own":
        return self


# --- correct: `self.replace` in a method that returns `Self`, `PyTreeNode`
class Moved(jdc.PyTreeNode):
    x: int

    def moved(self) -> Self:
        return self.replace(x=self.x + 1)


# --- correct: `.replace` of a type variable, `PyTreeNode`
NodeT = TypeVar("NodeT", bound=Node)


def deepened(given: NodeT) -> NodeT:
    return given.replace(depth=1)


# --- mistake: `jdc.replace`, wrong type
print(jdc.replace(layer, units="four"))

# --- mistake: `jdc.replace`, unknown field
print(jdc.replace(layer, unit=4))

# --- correct: `copy.replace` (from 3.13)
print(copy.replace(layer, units=4))

# --- mistake: `copy.replace`, wrong type (needs: `copy.replace`) (from 3.13)
print(copy.replace(layer, units="four"))

# --- mistake: `copy.replace`, unknown field (needs: `copy.replace`) (from 3.13)
print(copy.replace(layer, unit=4))

# === Static fields are hashable


# --- mistake: `Static[list[int]]` [README]
@jdc.pytree_dataclass
class StaticList:
    x: Static[list[int]]


# --- mistake: `Static[dict[str, int]]`
@jdc.pytree_dataclass
class StaticDict:
    x: Static[dict[str, int]]


# --- mistake: `Static[np.ndarray]`
@jdc.pytree_dataclass
class StaticNumpy:
    x: Static[np.ndarray]


# --- mistake: `Static[jax.Array]`
@jdc.pytree_dataclass
class StaticArray:
    x: Static[jax.Array]


# --- mistake: `static_field(default_factory=list)`
@jdc.pytree_dataclass
class StaticFactory:
    x: list[int] = jdc.static_field(default_factory=list)


# --- mistake: `field(static=True, default_factory=dict)`
@jdc.pytree_dataclass
class FieldFactory:
    x: dict[str, int] = jdc.field(static=True, default_factory=dict)


# --- mistake: `x: list[int] = static_field()`
@jdc.pytree_dataclass
class StaticBare:
    x: list[int] = jdc.static_field()


# --- mistake: `Static[tuple[np.ndarray, ...]]`
@jdc.pytree_dataclass
class StaticDeep:
    x: Static[tuple[np.ndarray, ...]]


# --- mistake: `Static` of a dataclass that is not frozen
@dataclasses.dataclass
class Unhashable:
    x: int


@jdc.pytree_dataclass
class StaticUnhashable:
    x: Static[Unhashable]


# --- mistake: `list[Static[int]]`, not outermost
@jdc.pytree_dataclass
class StaticNested:
    x: list[Static[int]]


# --- mistake: `str` as a data field
@jdc.pytree_dataclass
class DataString:
    x: str


# === Arrays


@jdc.pytree_dataclass
class Image(jdc.EnforcedAnnotationsMixin):
    pixels: Annotated[jax.Array, (..., 28, 28), jnp.float32]
    label: Annotated[jax.Array, (...,), jnp.integer]


# --- mistake: wrong shape [README]
Image(jnp.zeros((5, 28, 29)), jnp.zeros(5, jnp.int32))

# --- mistake: wrong dtype
Image(jnp.zeros((5, 28, 28)), jnp.zeros(5))

# --- mistake: batch axes that disagree
Image(jnp.zeros((5, 28, 28)), jnp.zeros(6, jnp.int32))


# --- mistake: malformed annotation
@jdc.pytree_dataclass
class Malformed(jdc.EnforcedAnnotationsMixin):
    x: Annotated[jax.Array, (..., 3, ...)]


# === `jdc.jit`

# --- mistake: wrong type, function [README]
power("s")

# --- mistake: missing argument, function
power()

# --- mistake: unknown keyword, function
power(kernel, ordr=3)

# --- mistake: wrong use of the result
text: str = power(kernel)

# --- mistake: unknown attribute
power.lowr(kernel)

# --- mistake: unknown keyword of `jit`
jdc.jit(power.__wrapped__, static_argname="order")


@jdc.pytree_dataclass
class Model:
    x: jax.Array

    @jdc.jit
    def step(self, rate: float) -> "Model":
        return self

    @jdc.jit
    def __call__(self, x: jax.Array) -> jax.Array:
        return self.x * x

    @jdc.jit
    def same(self, value: T) -> T:
        return value

    @staticmethod
    @jdc.jit
    def twice(x: jax.Array) -> jax.Array:
        return 2 * x

    @staticmethod
    @jdc.jit
    def untyped(x):
        return 2 * x


model = Model(kernel)


@jdc.jit
def kept(value: T) -> T:
    return value


# --- mistake: wrong type, method
model.step("s")

# --- mistake: missing argument, method
model.step()

# --- mistake: unknown field of the result, method
after = model.step(0.1).y

# --- correct: static method
model.twice(kernel)

# --- correct: static method without annotations
model.untyped(kernel)

# --- mistake: wrong type, `__call__`
model("s")


# --- mistake: jitted method that overrides another with a wrong type
@jdc.pytree_dataclass
class Overriding(Model):
    @jdc.jit
    def step(self, rate: str) -> "Model":
        return self


# --- correct: jitted method that overrides one, plain or jitted or abstract [README]
class Stepper(abc.ABC):
    @abc.abstractmethod
    def step(self, rate: float) -> Model: ...


@jdc.pytree_dataclass
class AbstractStep(Stepper):
    @jdc.jit
    def step(self, rate: float) -> Model:
        return Model(kernel)


@jdc.pytree_dataclass
class Again(Model):
    @jdc.jit
    def step(self, rate: float) -> Model:
        return super().step(rate)


@jdc.pytree_dataclass
class Plainly(Model):
    def step(self, rate: float) -> Model:
        return self


# --- correct: jitted abstract method
class JittedStepper(abc.ABC):
    @jdc.jit
    @abc.abstractmethod
    def step(self, rate: float) -> Model: ...


# --- correct: object with jitted methods as a protocol, and as a `Callable`
class HasStep(Protocol):
    def step(self, rate: float) -> Model: ...


stepping: HasStep = model
calling: Callable[[jax.Array], jax.Array] = model

# --- correct: generic jitted method keeps its types
assert_type(model.same(kernel), jax.Array)

# --- correct: generic jitted function keeps its types
assert_type(kept(kernel), jax.Array)

# --- correct: `.lower` of a method, from its class
Model.step.lower(model, 0.1).compile()

# --- correct: `__name__` of a function, and of a method from its class
print(power.__name__, Model.step.__name__)

# --- correct: `__name__` of a bound method
print(model.step.__name__)

# --- correct: `.lower` with `jax.ShapeDtypeStruct`
power.lower(jax.ShapeDtypeStruct((3,), jnp.float32)).compile()

# --- correct: `jax.vmap(jax.grad(...))`
jax.vmap(jax.grad(power))(kernel)

# === `jdc.auto_static`


@jdc.auto_static(jax.jit)
def described(x: jax.Array, names: list[str]) -> tuple[jax.Array, str]:
    return x, names[0]


@jdc.jit(auto_static=True)
def renamed(x: jax.Array, name: str) -> str:
    return name


# --- mistake: wrong type, `auto_static(jax.jit)`
described(kernel, "name")

# --- mistake: missing argument, `auto_static(jax.jit)`
described(kernel)

# --- mistake: wrong use of the result, `auto_static(jax.jit)`
number: int = described(kernel, ["name"])[1]

# --- mistake: wrong type, `jit(auto_static=True)`
renamed(kernel, 1)

# --- mistake: `static_returns` without `auto_static`
jdc.jit(renamed.__wrapped__, static_returns=0)

# --- mistake: wrong type, `auto_static(jax.vmap)`
jdc.auto_static(jax.vmap)(renamed.__wrapped__, in_axes=(0, None))(kernel, 1)

# --- correct: `.lower`, `auto_static(jax.jit)`
described.lower(jax.ShapeDtypeStruct((3,), jnp.float32), ["name"]).compile()

# --- correct: options of `jax.vmap`, `auto_static(jax.vmap)`
jdc.auto_static(jax.vmap)(renamed.__wrapped__, in_axes=(0, None), axis_size=3)(kernel, "name")

# === As a dataclass

# --- mistake: unknown attribute
misread = layer.kernell

# --- mistake: `pair < pair` without `order=True`
ordered = pair < pair

# --- correct: as a dictionary key
keyed = {pair: 1}[pair]

# --- mistake: too many positions in a `case`
match pair:
    case Pair(first, second, third):
        pass


# --- mistake: subclass by `dataclasses.dataclass`, not frozen
@dataclasses.dataclass
class Thawed(Pair):
    third: int = 0


# --- mistake: base class that is not frozen
@dataclasses.dataclass
class Plain:
    x: int


@jdc.pytree_dataclass
class Frozen(Plain):
    y: int
