"""Objects that hold arrays, compared with ``==``."""

import dataclasses
from typing import Annotated

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    n: int
    x: jax.Array


@jdc.pytree_dataclass
class Own:
    x: jax.Array


@jdc.pytree_dataclass
class Scalar:
    x: Annotated[jax.Array, (), np.float32]


@jdc.pytree_dataclass
class Numbers:
    n: int
    maybe: jax.Array | None = None


@jax.tree_util.register_dataclass
@dataclasses.dataclass(eq=False)
class ByIdentity:
    x: jax.Array


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class OwnEquality:
    x: jax.Array

    def __eq__(self, other: object) -> bool:
        return self is other


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class LeavesOut:
    n: int
    x: jax.Array = dataclasses.field(compare=False)


def found(a: State, b: State, rows: list[State], c: Own, d: Own) -> bool:
    if a == b:  # E: jdc-compare
        return True
    if rows.index(a):  # E: jdc-compare
        return False
    assert c != d  # E: jdc-compare
    rows.remove(a)  # E: jdc-compare
    return a == b and not c == d  # E: jdc-compare, jdc-compare


def silent(
    a: State, rows: list[State], s: Scalar, t: Scalar, n: Numbers, i: ByIdentity, o: OwnEquality, left: LeavesOut
) -> None:
    print(
        a is rows[0], s == t, n == Numbers(3), i == ByIdentity(a.x), o == OwnEquality(a.x), left == LeavesOut(3, a.x)
    )
    print(a == 3, a.n == 3, a.x == a.x, i in [i], n in [n])
    if jax.tree.all(jax.tree.map(np.array_equal, a, rows[0])):
        print("equal")


@flax.struct.dataclass
class Outer:
    inner: State
    n: int = 0


@flax.struct.dataclass
class Row:
    pair: tuple[int, jax.Array]


@flax.struct.dataclass
class OuterOfOthers:
    scalar: Scalar
    own: OwnEquality
    left: LeavesOut
    many: tuple[jax.Array, ...]
    by_name: dict[str, jax.Array]
    itself: "OuterOfOthers | None" = None


def more(a: State, b: State, maybe: State | None, rows: tuple[State, State], outer: Outer, row: Row) -> None:
    print(maybe == a)  # E-3.13: jdc-compare
    print(a == b == a)  # E: jdc-compare
    print(a == a == b)  # E: jdc-compare
    rows.index(a)  # E: jdc-compare
    print(outer == Outer(a), row != Row((1, a.x)))  # E: jdc-compare, jdc-compare


def silent_too(
    a: State, b: State, maybe: State, one: OuterOfOthers, other: OuterOfOthers, mixed: int, rows: tuple[int, int]
) -> None:
    print(one == other, a == mixed, a == a == a, rows.index(3), a is b is a, a is maybe is b)


# Comparisons that give True or False


@flax.struct.dataclass
class Metrics:
    step: int
    loss: jax.Array


@flax.struct.dataclass
class Axes:
    x: jax.Array
    y: jax.Array


@flax.struct.dataclass
class OfNone:
    x: jax.Array


@flax.struct.dataclass
class OfNumPy:
    x: np.ndarray


@flax.struct.dataclass
class Held:
    metrics: Metrics


@flax.struct.dataclass
class Point:
    n: int
    x: jax.Array


def single(one: Metrics, rows: list[Metrics], held: Held, other: Held, none: OfNone, axes: Axes) -> None:
    a = Metrics(1, jnp.array(0.5))
    print(a == Metrics(1, jnp.array(0.5)), a == one, rows.index(Metrics(2, jnp.array(2))), held == other)
    print(OfNumPy(np.float32(3)) == OfNumPy(np.float32(3)))  # type: ignore[arg-type]
    print(axes == Axes(1.0, 0), none == OfNone(None))  # type: ignore[arg-type]


def of_trees(a: Point, b: Point) -> None:
    shapes = jax.eval_shape(lambda each: each, a)
    print(shapes == jax.eval_shape(lambda each: each, b))
    print(jax.tree.map(jnp.shape, a) == jax.tree.map(jnp.shape, b), a == jax.tree.map(jnp.sum, b))


def early() -> None:
    p = Point(3, jnp.ones(3))
    pool = [p, Point(4, jnp.ones(3))]
    late = [Point(3, jnp.ones(3)), p]
    print(Point(0, jnp.ones(3)) != Point(1, jnp.ones(3)), p == Point(4, jnp.ones(3)))
    print(pool.index(p), pool.count(p))
    pool.remove(p)
    print(late.index(p))  # E: jdc-compare
    print(p == Point(3, jnp.ones(3)))  # E-3.13: jdc-compare
    print(Point(0, jnp.ones(3)) == Point(0, jnp.ones(3)))  # E-3.13: jdc-compare


@flax.struct.dataclass
class Batch:
    rows: jax.Array
    size: jax.Array


def several_rows_beside_one_item() -> bool:
    first = Batch(rows=jnp.ones((4, 3)), size=jnp.array(4))
    return first == Batch(rows=jnp.zeros((4, 3)), size=jnp.array(4))  # E: jdc-compare


@flax.struct.dataclass
class Belief:
    mean: jax.Array
    likelihood: jax.Array


def begun(size: int) -> Belief:
    return Belief(jnp.zeros(size), jnp.zeros(()))


def of_rows_and_an_item(a: Belief, b: Belief) -> bool:
    return a == b  # E: jdc-compare


@flax.struct.dataclass
class Scalars:
    mean: jax.Array
    likelihood: jax.Array


def begun_with(mean: jax.Array) -> Scalars:
    return Scalars(mean, jnp.zeros(()))


def of_items(a: Scalars, b: Scalars) -> bool:
    return a == b


def refused_in_else(a: Belief, b: Belief) -> None:
    try:
        bool(a == b)
    except ValueError:
        pass
    else:
        raise AssertionError("no error")


def ends_in_else(a: Belief, b: Belief) -> None:
    try:
        print(a == b)  # E: jdc-compare
    except KeyError:
        pass
    else:
        raise_nothing()


def raise_nothing() -> None: ...
