"""The whole interface as a program uses it, which every checker accepts. It also runs."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar, Generic, Protocol, Self, TypeVar, assert_type, dataclass_transform

import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc
from jdc_runtime import Static, pytree_dataclass

T = TypeVar("T")


@pytree_dataclass
class Layer:
    """A field of every kind that a constructor can have."""

    kernel: jax.Array
    bias: jax.Array
    name: jdc.Static[str] = "layer"
    shape: Static[tuple[int, ...]] = ()
    activation: Static[Callable[[jax.Array], jax.Array]] = jnp.tanh
    units: int = jdc.static_field(default=0)
    tags: frozenset[str] = jdc.static_field(default_factory=frozenset)
    scale: float = jdc.field(default=1.0)
    history: list[jax.Array] = jdc.field(default_factory=list)
    seed: int = jdc.field(default=0, static=True, kw_only=True)
    plain: int = dataclasses.field(default=0, repr=False)
    count: ClassVar[int] = 0

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.activation(x @ self.kernel + self.bias) * self.scale

    def scaled(self, by: float) -> Self:
        with jdc.copy_and_mutate(self) as new:
            new.scale = by * new.scale
        result: Self = new
        return result

    @classmethod
    def zeros(cls, inputs: int, outputs: int) -> Self:
        return cls(jnp.zeros((inputs, outputs)), jnp.zeros(outputs), units=outputs)


@jdc.pytree_dataclass(order=True, kw_only=True, unsafe_hash=True, slots=True)
class Version:
    major: int = 0
    minor: Static[int] = 0


@jdc.pytree_dataclass
class Inner:
    first: int
    _: dataclasses.KW_ONLY
    second: Static[str] = "b"


@jdc.pytree_dataclass
class Outer(Inner):
    third: float = 0.0
    scale: dataclasses.InitVar[float] = 1.0

    def __post_init__(self, scale: float) -> None:
        assert scale > 0


@jdc.pytree_dataclass(meta_fields=["static"], data_fields=("value",), drop_fields=["cache"])
class Listed:
    value: jax.Array
    static: str = "s"
    cache: int = 0


@jdc.pytree_dataclass
class Box(Generic[T]):
    value: T


class Node(jdc.PyTreeNode):
    x: jax.Array
    depth: Static[int] = 0

    def moved(self) -> Self:
        return self.replace(depth=self.depth + 1)


class Leaf(Node, kw_only=True):
    label: str = jdc.static_field(default="leaf")


class WithOwnReplace(jdc.PyTreeNode):
    x: int

    def replace(self, **changes: int) -> WithOwnReplace:
        return WithOwnReplace(1 + changes["x"])


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(jdc.field, jdc.static_field))
def keywords_only(cls: type[T]) -> type[T]:
    """A decorator of one's own."""
    return jdc.pytree_dataclass(kw_only=True)(cls)


@keywords_only
class Settings:
    rate: float
    steps: int = jdc.static_field(default=3)


@jdc.pytree_dataclass
class Batch(jdc.EnforcedAnnotationsMixin):
    images: Annotated[jax.Array, (..., 28, 28), jnp.float32]
    labels: Annotated[jax.Array, (...,), jnp.integer]


@jdc.pytree_dataclass
class State:
    layers: list[Layer]
    node: Node
    step: int = 0

    @jdc.jit
    def advance(self, by: int, *, times: int = 1) -> State:
        return dataclasses.replace(self, step=self.step + by * times)

    @jdc.jit(donate_argnums=())
    def loss(self, x: jax.Array) -> jax.Array:
        for layer in self.layers:
            x = layer(x)
        return x.sum()

    @staticmethod
    @jdc.jit
    def double(x: jax.Array) -> jax.Array:
        return 2 * x


class HasStep(Protocol):
    @property
    def step(self) -> int: ...


class Shaped(Protocol):
    @property
    def kernel(self) -> jax.Array: ...


@jdc.jit
def norm(x: jax.Array, order: Static[int] = 2) -> jax.Array:
    return jnp.sum(jnp.abs(x) ** order)


@jdc.jit(static_argnames="verbose", inline=True)
def total(batch: Batch, verbose: bool = False) -> jax.Array:
    return batch.labels.sum()


@partial(jdc.jit, keep_unused=True)
def squared(x: jax.Array) -> jax.Array:
    return x**2


auto_jit = jdc.auto_static(jax.jit)


@auto_jit
def described(x: jax.Array, names: list[str]) -> tuple[jax.Array, str]:
    return x + 1, ", ".join(names)


@auto_jit(static_argnames="order", static_returns=1)
def powered(x: jax.Array, order: int) -> tuple[jax.Array, int]:
    return x**order, order


@jdc.jit(auto_static=True, static_returns=(), inline=True)
def measured(x: jax.Array, axis: Static[int], name: str = "n") -> dict[str, jax.Array]:
    return {name: x.sum(axis)}


class Model:
    """No pytree: static for its functions."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    @auto_jit
    def scaled(self, x: jax.Array) -> jax.Array:
        return self.scale * x

    @staticmethod
    @auto_jit
    def doubled(x: jax.Array) -> jax.Array:
        return 2 * x


def constructors() -> None:
    layer = Layer(jnp.ones((2, 3)), bias=jnp.zeros(3), name="first", shape=(2, 3), activation=jnp.sin, seed=1)
    assert_type(layer, Layer)
    assert_type(layer.kernel, jax.Array)
    assert_type(layer.bias, jax.Array)
    name: str = layer.name
    shape: tuple[int, ...] = layer.shape
    assert_type(layer.units, int)
    assert_type(layer.tags, frozenset[str])
    assert_type(layer.history, list[jax.Array])
    assert_type(Layer.zeros(2, 3), Layer)
    assert_type(layer(jnp.ones(2)), jax.Array)
    assert_type(Box(3), Box[int])
    assert_type(Box("s").value, str)
    assert Version(major=1) < Version(major=1, minor=2)
    assert len({Version(major=1): name, Version(major=1): name}) == 1
    outer = Outer(1, 2.0, 3.0, second="c")
    assert_type(outer.third, float)
    Listed(jnp.ones(2), "s", 1)
    assert_type(Settings(rate=0.1, steps=4).steps, int)
    leaf = Leaf(jnp.ones(2), 3, label="l")
    assert_type(leaf, Leaf)
    assert shape == (2, 3)


def reading() -> None:
    state = State([Layer.zeros(2, 2)], Node(jnp.ones(2)), step=3)
    stepped: HasStep = state
    shaped: Shaped = state.layers[0]
    assert stepped.step == 3
    assert shaped.kernel.shape == (2, 2)
    assert jdc.is_dataclass(state)
    assert [f.name for f in jdc.fields(state)] == ["layers", "node", "step"]
    pairs: dict[str, Any] = jdc.asdict(Version(major=1))
    values: tuple[Any, ...] = jdc.astuple(Version(major=1))
    assert tuple(pairs.values()) == values
    key: Hashable = Version(major=1)
    assert hash(key) == hash(Version(major=1))
    match Inner(1, second="b"):
        case Inner(first, second=second):
            assert_type(first, int)
            assert_type(second, str)
    for field in jdc.fields(state):
        with contextlib.suppress(jdc.FrozenInstanceError):
            setattr(state, field.name, None)
    assert state.step == 3
    assert_type(jax.tree.leaves(state), list[Any])


def copies() -> None:
    state = State([Layer.zeros(2, 2)], Node(jnp.ones(2)))
    assert_type(jdc.replace(state, step=1), State)
    assert_type(dataclasses.replace(state, step=1, node=Node(jnp.zeros(2))), State)
    node = Node(jnp.ones(2))
    assert_type(node.replace(x=jnp.zeros(2), depth=3), Node)
    assert_type(Leaf(jnp.ones(2)).replace(label="l"), Leaf)
    assert state.layers[0].scaled(2.0).scale == 2.0
    assert WithOwnReplace(1).replace(x=2).x == 3
    moved: Leaf = Leaf(jnp.ones(2)).moved().moved()
    assert moved.depth == 2
    with jdc.copy_and_mutate(state) as changed:
        changed.step += 1
        changed.layers[0].scale = 2.0
        changed.layers.append(Layer.zeros(2, 2))
        changed.layers.pop()
        changed.node.x = jnp.zeros(2)
    with jdc.copy_and_mutate(state, validate=False) as changed:
        changed.layers.append(Layer.zeros(2, 2))
    with jdc.copy_and_mutate([node, Leaf(node.x)]) as nodes, jdc.copy_and_mutate(Inner(1)) as inner:
        nodes[0].x = jnp.zeros(2)
        inner.first = 2
    with contextlib.ExitStack() as stack:
        held = stack.enter_context(jdc.copy_and_mutate(state))
        held.step = 1
    result: State = changed
    assert len(state.layers) == 1
    assert len(result.layers) == 2


def batches() -> None:
    batch = Batch(jnp.zeros((5, 28, 28)), jnp.zeros(5, jnp.int32))
    assert_type(batch.get_batch_axes(), tuple[int, ...])
    assert_type(batch.images, jax.Array)
    try:
        Batch(batch.images, jnp.append(batch.labels, 1))
    except jdc.AnnotationError as error:
        assert isinstance(error, AssertionError)
    assert issubclass(jdc.MutationError, AssertionError)
    assert issubclass(jdc.StaticFieldError, TypeError)
    assert issubclass(jdc.StaticFieldError, ValueError)
    assert issubclass(jdc.MalformedAnnotationError, Exception)


def jitted() -> None:
    x = jnp.ones(3)
    assert_type(norm(x), jax.Array)
    assert_type(norm(x, order=3), jax.Array)
    assert_type(norm.lower(jax.ShapeDtypeStruct((3,), jnp.float32)), jax.stages.Lowered)
    assert_type(norm.lower(x, 3).compile(), jax.stages.Compiled)
    assert_type(norm.trace(x), jax.stages.Traced)
    assert norm.eval_shape(x).shape == ()
    norm.clear_cache()
    assert_type(norm.__wrapped__(x, 3), jax.Array)
    assert_type(total(Batch(jnp.zeros((5, 28, 28)), jnp.zeros(5, jnp.int32)), verbose=True), jax.Array)
    assert squared(x).shape == (3,)
    state = State([Layer.zeros(2, 2)], Node(jnp.ones(2)))
    assert_type(state.advance(1), State)
    assert_type(state.advance(1, times=2).advance(3), State)
    assert_type(State.advance(state, 1), State)
    assert_type(state.loss(jnp.ones(2)), jax.Array)
    assert_type(state.double(x), jax.Array)
    assert jdc.jit(lambda a: a)(1) == 1
    step: Callable[[jax.Array], jax.Array] = jdc.jit(norm.__wrapped__)
    mapped: Any = jax.vmap(norm)(jnp.ones((2, 3)))
    gradient: Any = jax.grad(norm)(x)
    assert step(x) == norm(x)
    assert mapped.shape == (2,)
    assert gradient.shape == (3,)


def separated() -> None:
    x = jnp.ones(3)
    assert_type(described(x, ["a"]), tuple[jax.Array, str])
    assert_type(described(x, names=["a"])[1], str)
    assert_type(described.lower(x, ["a"]), jax.stages.Lowered)
    assert_type(described.trace(x, ["a"]), jax.stages.Traced)
    assert_type(described.__wrapped__(x, ["a"]), tuple[jax.Array, str])
    described.clear_cache()
    assert_type(powered(x, order=2), tuple[jax.Array, int])
    assert_type(measured(jnp.ones((2, 3)), 0), dict[str, jax.Array])
    assert_type(jdc.jit(norm.__wrapped__, auto_static=True)(x), jax.Array)
    summed: jax.Array = jdc.auto_static(jdc.jit)(norm.__wrapped__)(x)
    assert summed == 3.0
    model = Model(2.0)
    assert_type(model.scaled(x), jax.Array)
    assert_type(model.doubled(x), jax.Array)
    assert_type(Model.scaled(model, x), jax.Array)
    mapped = jdc.auto_static(jax.vmap)(norm.__wrapped__, in_axes=(0, None))
    rows: jax.Array = mapped(jnp.ones((2, 3)), 1)
    assert rows.shape == (2,)
    remat: Callable[[jax.Array, list[str]], Any] = jdc.auto_static(jax.checkpoint)(described)
    assert remat(x, ["a"])[1] == "a"
    gradient: Any = jdc.auto_static(partial(jax.grad, argnums=0))(norm.__wrapped__)(x, 2)
    assert gradient.shape == (3,)


def arrays() -> None:
    """NumPy arrays and plain dataclasses beside jdc's."""

    @dataclass
    class Plain:
        value: Box[np.ndarray[Any, Any]]

    plain = Plain(Box(np.ones(3)))
    plain.value = Box(np.zeros(3))
    assert float(plain.value.value.sum()) == 0.0


def main() -> None:
    constructors()
    reading()
    copies()
    batches()
    jitted()
    separated()
    arrays()


if __name__ == "__main__":
    main()
