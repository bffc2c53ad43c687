"""Initializers of equinox: what it refuses and passes over, and what is right about the others."""

import abc
import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp

T = TypeVar("T")


class Undeclared(eqx.Module):
    x: jax.Array

    def __init__(self, size: int) -> None:
        self.x = jnp.ones(size)
        self.size = size  # E: jdc-equinox-init
        if size > 3:
            self.large: bool = True  # E: jdc-equinox-init


class OfClass(eqx.Module):
    """Class attributes and properties: other rules speak of them, or no one does."""

    x: jax.Array
    steps = 3

    def __init__(self) -> None:
        self.x = jnp.ones(3)
        self.steps = 4
        other = object.__new__(Other)
        other.anything = 3


class Other:
    anything: int


class Based(eqx.Module):
    x: jax.Array

    def __init__(self, size: int) -> None:
        self.x = jnp.ones(size)
        self.size = size  # E: jdc-equinox-init
        self.kept = size


class Below(Based):
    """A subclass declares one of the two."""

    kept: int
    y: jax.Array

    def __init__(self) -> None:
        super().__init__(3)
        self.y = self.x


class Missing(eqx.Module):
    x: jax.Array
    y: jax.Array
    name: str = "a"

    def __init__(self) -> None:
        self.x = jnp.ones(3)


class Late(eqx.Module):
    x: jax.Array
    cache: jax.Array = eqx.field(init=False)

    def __init__(self) -> None:
        self.x = jnp.ones(3)


class Child(Missing):
    """A subclass may give the field a value."""

    def __init__(self) -> None:
        super().__init__()
        self.y = jnp.ones(3)


class WithDefault(Missing):
    y: jax.Array = eqx.field(default=None)


class Parent(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)


class Grown(Parent):
    more: int


class GrownWithDefault(Parent):
    more: int = 1


class Some(eqx.Module):
    """A field that gets a value on some path may get it on every path that is taken."""

    x: jax.Array
    y: jax.Array

    def __init__(self, flag: bool) -> None:
        self.x = jnp.ones(3)
        if flag:
            self.y = self.x


class Helped(eqx.Module):
    x: jax.Array
    y: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)
        self._rest()

    def _rest(self) -> None:
        self.y = jnp.ones(3)  # type: ignore[jdc-frozen, unused-ignore]


class ByObject(eqx.Module):
    x: jax.Array
    y: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)
        object.__setattr__(self, "y", self.x)


class ByNames(eqx.Module):
    x: jax.Array
    y: jax.Array

    def __init__(self, **values: jax.Array) -> None:
        for name, value in values.items():
            setattr(self, name, value)


class Unpacked(eqx.Module):
    x: jax.Array
    y: jax.Array
    z: jax.Array

    def __init__(self) -> None:
        self.x, (self.y, *_) = jnp.ones(3), (jnp.ones(3), 1)
        for self.z in (self.x, self.y):
            pass


class Generated(eqx.Module):
    x: jax.Array
    y: jax.Array


class BelowGenerated(Generated):
    z: jax.Array

    def __init__(self) -> None:
        super().__init__(jnp.ones(3), jnp.ones(3))
        self.z = self.x


class Raises(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        raise NotImplementedError


class Answers(eqx.Module):
    x: jax.Array
    y: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)

    def __getattr__(self, name: str) -> Any:
        return 1


class Mixin:
    def __init__(self) -> None:
        self.other = 3


class Mixed(Mixin, Missing):
    pass


class WithAbstract(eqx.Module):
    x: jax.Array
    y: eqx.AbstractVar[jax.Array]

    def __init__(self) -> None:
        self.x = jnp.ones(3)
        self.y = self.x


class Concrete(WithAbstract):
    y: jax.Array


class Base(eqx.Module):
    """Its subclass declares what it assigns."""

    x: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)
        self.label = "a"


class Labelled(Base):
    label: str


class Misspelt(eqx.Module):
    """Its subclass declares something else."""

    coeffs: jax.Array | None = None

    def __init__(self) -> None:
        self.coefs = jnp.ones(3)  # E: jdc-equinox-init


class Scaled(Misspelt):
    scale: float = 1.0


class Abstract(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)
        self.label = "a"

    @abc.abstractmethod
    def apply(self) -> None: ...


class Two(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)

    def __post_init__(self) -> None:  # E: jdc-equinox-init
        print(self.x)


class Called(eqx.Module):
    x: jax.Array

    def __init__(self) -> None:
        self.x = jnp.ones(3)
        self.__post_init__()

    def __post_init__(self) -> None:
        print(self.x)


class OnlyPost(eqx.Module):
    x: jax.Array
    y: jax.Array = eqx.field(init=False)

    def __post_init__(self) -> None:
        self.y = self.x


class Methods(eqx.Module):
    own: Callable[..., Any]
    jitted: Callable[..., Any]
    static: Callable[..., Any]
    of_class: Callable[..., Any]
    made: jax.Array
    of_other: Callable[..., Any]
    bound: Callable[..., Any]

    def __init__(self, layer: eqx.nn.Linear) -> None:
        self.own = self.apply  # E: jdc-equinox-init
        self.jitted = self.compiled
        self.static = self.helper
        self.of_class = self.create
        self.made = self.value
        self.of_other = layer.__call__
        self.bound = functools.partial(self.apply, 3)

    def apply(self, x: int) -> int:
        return x

    @eqx.filter_jit
    def compiled(self) -> int:
        return 1

    @staticmethod
    def helper() -> int:
        return 1

    @classmethod
    def create(cls) -> None: ...

    @property
    def value(self) -> jax.Array:
        return jnp.ones(3)


def double(x: jax.Array) -> jax.Array:
    return 2 * x


class Transformed(eqx.Module):
    mapped: Callable[..., Any]
    jitted: Callable[..., Any]
    filtered: Callable[..., Any]
    function: Callable[..., Any]
    identity: Callable[..., Any]
    given: Callable[..., Any]
    layer: eqx.nn.Linear
    layers: list[Callable[..., Any]]
    more: tuple[Callable[..., Any], ...]

    def __init__(self, key: jax.Array, given: Callable[..., Any]) -> None:
        keys = jax.random.split(key)
        self.layers = [jax.vmap(eqx.nn.Linear(2, 2, key=each)) for each in keys]  # E: jdc-equinox-init
        self.more = (jax.nn.relu, jax.vmap(double), jax.vmap(eqx.nn.LayerNorm(2)))  # E: jdc-equinox-init
        self.mapped = jax.vmap(eqx.nn.Linear(2, 2, key=key))  # E: jdc-equinox-init
        self.jitted = jax.jit(eqx.nn.MLP(2, 2, 2, 2, key=key))  # E: jdc-equinox-init
        self.filtered = eqx.filter_vmap(eqx.nn.Linear(2, 2, key=key))
        self.function = jax.vmap(double)
        self.identity = jax.vmap(eqx.nn.Identity())
        self.given = jax.vmap(given)
        self.layer = eqx.nn.Linear(2, 2, key=key)


class Holder(eqx.Module, Generic[T]):
    item: T

    def __init__(self, item: T) -> None:
        self.item = item


if TYPE_CHECKING:

    class Hidden(eqx.Module):
        x: jax.Array

        def __init__(self) -> None: ...


class NotOfEquinox:
    x: jax.Array

    def __init__(self) -> None:
        self.y = 3

    def __post_init__(self) -> None: ...


def use(key: jax.Array) -> None:
    Undeclared(3)
    OfClass()
    Missing()  # E: jdc-equinox-init
    Late()  # E: jdc-equinox-init
    Child()
    WithDefault()
    Grown()  # E: jdc-equinox-init
    GrownWithDefault()
    Some(flag=True)
    Helped()
    ByObject()
    ByNames(x=key, y=key)
    Unpacked()
    BelowGenerated()
    Raises()
    Answers()
    Mixed()
    Concrete()
    Labelled()
    Two()
    Called()
    OnlyPost(key)
    Methods(eqx.nn.Linear(2, 2, key=key))
    Transformed(key, double)
    Holder(3)
    Hidden()
    NotOfEquinox()


if not TYPE_CHECKING:

    class Unseen(Undeclared):
        pass


class KeptByName(eqx.Module):
    f: Callable[[], int]

    def __init__(self) -> None:
        f = self.one
        self.f = f  # E: jdc-equinox-init

    def one(self) -> int:
        return 3


class Ranked(eqx.Module):
    rank: int
    size: int = 2
    value: jax.Array = eqx.field(converter=jnp.asarray)

    def __init__(self, value: jax.Array) -> None:
        self.value = value

    def __neg__(self) -> "Ranked":
        return self.__class__(-self.value)

    @classmethod
    def zeros(cls) -> "Ranked":
        return cls(jnp.zeros((cls.size,) * cls.rank))

    def total(self) -> jax.Array:
        if self.rank > 1 and self.size > 1:
            return self.value.sum()
        return self.value


class Matrix(Ranked):
    rank = 2


def doubled(matrix: Matrix) -> jax.Array:
    if matrix.rank > 1:
        return 2 * matrix.total()
    return matrix.value


def of_matrices() -> jax.Array:
    Ranked(jnp.zeros(3))  # E: jdc-equinox-init
    return jax.vmap(doubled)(jax.vmap(Matrix)(jnp.ones((4, 2, 2)))) + jax.jit(doubled)(Matrix(jnp.ones((2, 2))))
