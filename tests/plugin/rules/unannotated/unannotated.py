"""jdc-unannotated: names of a class body that look like fields."""

# ruff: noqa: C408, PIE794

import dataclasses
from dataclasses import field
from typing import Any, ClassVar, Final

import equinox
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import numpy as np

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Inner:
    x: jax.Array


def helper(value: float) -> float:
    return value


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    x: jax.Array
    scale = 1.0  # E: jdc-unannotated
    offset = -1.5  # E: jdc-unannotated
    table = jnp.zeros(3)  # E: jdc-unannotated
    doubled = 2 * jnp.ones(3)  # E: jdc-unannotated
    made = field(default=1.0)  # E: jdc-unannotated
    nested = Inner(jnp.zeros(3))  # E: jdc-unannotated
    RATE = 1.0
    TABLE = jnp.zeros(3)
    _hidden = 1.0
    __array_priority__ = 100.0
    name = "a"
    count = 3
    is_trained = False
    pair = (1.0, 2.0)
    nothing = None
    told: ClassVar[float] = 1.0
    final: Final = 1.0
    shape = property(lambda self: self.x.shape)
    called = helper(1.0)
    function = staticmethod(jnp.sum)
    commented = 1.0  # type: float

    class Nested:
        scale = 1.0

    later: float  # E: misc
    later = 1.0
    later_field: float  # E: misc
    later_field = field(default=1.0)

    def method(self) -> float:
        scale = 1.0
        return scale


@flax.struct.dataclass
class Flax:
    x: jax.Array
    static = flax.struct.field(pytree_node=False)  # E: jdc-unannotated
    plain = dataclasses.field(default=1)  # E: jdc-unannotated
    rate = 0.1  # E: jdc-unannotated


@jax_dataclasses.pytree_dataclass
class Upstream:
    x: jax.Array
    made = jax_dataclasses.field(default=1.0)  # E: jdc-unannotated
    rate = 0.1  # E: jdc-unannotated


class Base(jdc.PyTreeNode):
    rate: float = 0.1
    size: float = 2.0
    momentum: ClassVar[float] = 0.9
    decay = 0.5  # E: jdc-unannotated
    computed: float = jdc.field(init=False, default=1.0)


class Derived(Base):
    rate = 0.5  # E: jdc-unannotated
    size: float = 3.0
    momentum = 0.8
    decay = 0.4
    computed = 2.0


class Written(Base):
    rate = 0.5

    def __init__(self) -> None: ...


class Marker(jdc.PyTreeNode):
    """A class without fields is a set of constants."""

    rate = 0.5


class Layer(flax.struct.PyTreeNode):
    x: jax.Array
    inner = Inner(jnp.zeros(3))  # E: jdc-unannotated
    rate = 0.5  # E: jdc-unannotated


class Plain:
    rate = 0.5
    table = jnp.zeros(3)


@dataclasses.dataclass
class PlainDataclass:
    x: Any
    rate = 0.5
    table = jnp.zeros(3)


class Module(equinox.Module):
    x: jax.Array
    name = "module"


@jdc.pytree_dataclass
class Normal:
    x: jax.Array
    eps = 1e-6
    tolerance = -0.5


@jdc.pytree_dataclass
class Solver:
    """Tables of coefficients, as in the solvers of diffrax."""

    y: jax.Array
    coefficients = np.array([[-6.3, 22.1], [0.0, 1.0]])
    weights = jnp.asarray([1.0, 2.0]) / 3
    nodes = jnp.linspace(0.0, 1.0, 5)
    identity = -jnp.eye(3)[0]
    start = np.zeros(3)  # E: jdc-unannotated
    step_sizes = jnp.array([0.1, 0.2])  # E: jdc-unannotated


@jdc.pytree_dataclass
class InARow:
    x: jax.Array
    u, t = jnp.ones(3), jnp.zeros(3)  # E: jdc-unannotated, jdc-unannotated
    one, two = "one", "two"
    LOW, HIGH = jnp.zeros(3), jnp.ones(3)
    first, *others = jnp.ones(3), jnp.zeros(3)


def give(registered: Registered, states: list[Flax], other: Layer) -> None:
    registered.scale = 9.0
    made = Registered(jnp.ones(3))  # E: call-arg
    made.offset = 1.0
    print([each.replace(rate=0.5) for each in states])  # E: call-arg
    dataclasses.replace(other, rate=0.5)  # E: jdc-discarded, call-arg


def copied(derived: Base, upstream: Upstream, solver: Solver) -> None:
    with jdc.copy_and_mutate(solver) as table:
        table.step_sizes = jnp.ones(2)
    with jdc.copy_and_mutate(derived) as new:
        new.decay = 0.1
    with jax_dataclasses.copy_and_mutate(upstream) as changed:
        changed.rate = 0.1


# Numbers of a class whose names are given to something else


class Optimizer(equinox.Module):
    w: jax.Array
    speed = 0.9
    friction = 0.1
    warmup = 0.5

    def __call__(self, x: jax.Array) -> jax.Array:
        return x * self.w * self.speed


class Other:
    friction: float


@dataclasses.dataclass
class Config:
    speed: float = 0.1


def train(rate: float, speed: float, anything: Any) -> Other:
    other = Other()
    other.friction = 3.0
    print(Config(speed=0.2), dict(speed=2.0), anything.replace(warmup=0.5))
    config = dataclasses.replace(Config(), speed=0.3)
    config.speed = 0.5
    anything.warmup = 0.1
    print(train(0.1, speed=0.5, anything=Optimizer(jnp.ones(3))))
    return other


@jdc.pytree_dataclass
class Rows:
    x: jax.Array
    layers = [jnp.ones(3), jnp.zeros(3)]  # E: jdc-unannotated
    params = {"w": jnp.ones(3)}  # E: jdc-unannotated
    one, two = jnp.ones(3), jnp.ones(3)  # E: jdc-unannotated, jdc-unannotated
    nothing = ()
    sizes = [1, 2]
    names = {"a": "b"}
    mixed = [jnp.ones(3), "a"]
    tables = [jnp.arange(3), jnp.array([1.0, 2.0])]
    _private = [jnp.ones(3)]
    LAYERS = [jnp.ones(3)]
    known: ClassVar[list[jax.Array]] = [jnp.ones(3)]


# Numbers of a class that a method sets to what it is given


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Average:
    value: jax.Array
    decay = 0.99  # E: jdc-unannotated
    table = jnp.arange(3)  # E: jdc-unannotated
    derived = 1.0
    made = 1.0
    steps = 3
    same = 0.5
    _cache = 0.5
    annotated: float = 0.5

    def __post_init__(self) -> None:
        self.made = self.derived

    def with_decay(self, decay: float, table: jax.Array, made: float) -> "Average":
        self.decay = decay
        self.table = table
        self.derived = 3.0 * made
        self.derived = self.decay
        self._cache = self.annotated = made
        self.steps = 4
        decay = 0.5
        return self


class Mixer:
    same: float

    def set(self, same: float) -> None:
        self.same = same


@jdc.pytree_dataclass
class FrozenAverage:
    value: jax.Array
    decay = 0.99

    def with_decay(self, decay: float) -> None:
        self.decay = decay


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class FlattenedByHand:
    value: jax.Array
    decay = 0.99
    offset = jnp.zeros(3)

    def tree_flatten(self) -> tuple[tuple[Any, ...], tuple[str, ...]]:
        return tuple(vars(self).values()), tuple(vars(self))

    @classmethod
    def tree_unflatten(cls, names: tuple[str, ...], children: tuple[Any, ...]) -> "FlattenedByHand":
        made = object.__new__(cls)
        made.__dict__.update(zip(names, children, strict=True))
        return made

    def with_decay(self, decay: float) -> "FlattenedByHand":
        self.decay = decay
        return self


def kept(each: FlattenedByHand) -> None:
    each.decay = 0.5
    each.offset = jnp.ones(3)
