"""jdc-flatten: pairs of functions that flatten and unflatten, and do not agree."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Self

import jax
from jax.tree_util import (
    GetAttrKey,
    register_pytree_node,
    register_pytree_node_class,
    register_pytree_with_keys_class,
)

Pair = tuple[tuple[Any, ...], Any]


@register_pytree_node_class
@dataclass
class Swapped:
    x: jax.Array
    y: jax.Array

    def tree_flatten(self) -> Pair:
        return (self.y, self.x), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(*children)


@register_pytree_node_class
class Forgotten:
    def __init__(self, x: jax.Array, y: jax.Array | None = None) -> None:
        self.x = x
        self.y = y

    def tree_flatten(self) -> Pair:
        children = (self.x,)
        return children, None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(*children)


@register_pytree_node_class
@dataclass
class TooMany:
    x: jax.Array

    def tree_flatten(self) -> Pair:
        return (self.x, self.x), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(*children)


@register_pytree_node_class
@dataclass
class SwappedAux:
    x: jax.Array
    name: str
    size: int

    def tree_flatten(self) -> Pair:
        return (self.x,), (self.size, self.name)  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: tuple[Any, ...], children: tuple[Any, ...]) -> Self:
        return cls(*children, *aux)


@register_pytree_with_keys_class
@dataclass
class SwappedKeys:
    x: jax.Array
    y: jax.Array

    def tree_flatten_with_keys(self) -> Pair:
        return ((GetAttrKey("y"), self.y), (GetAttrKey("x"), self.x)), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(*children)


@register_pytree_node_class
@dataclass
class Right:
    x: jax.Array
    y: jax.Array
    name: str

    def tree_flatten(self) -> Pair:
        return (self.x, self.y), self.name

    @classmethod
    def tree_unflatten(cls, aux: str, children: tuple[Any, ...]) -> Self:
        x, y = children
        return cls(x, y, aux)


@register_pytree_node_class
@dataclass
class RightByName:
    x: jax.Array
    y: jax.Array

    def tree_flatten(self) -> Pair:
        return (self.y, self.x), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        y, x = children
        return cls(x=x, y=y)


@register_pytree_node_class
class Computed:
    """The constructor takes something else than the attributes."""

    def __init__(self, x: jax.Array, y: jax.Array) -> None:
        self.low = min(x, y)
        self.high = max(x, y)

    def tree_flatten(self) -> Pair:
        return (self.high, self.low), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(*children)


@register_pytree_node_class
@dataclass
class PastInit:
    x: jax.Array
    y: jax.Array

    def tree_flatten(self) -> Pair:
        return (self.y, self.x), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        self = object.__new__(cls)
        self.y, self.x = children
        return self


@register_pytree_node_class
@dataclass
class ByDict:
    x: jax.Array
    y: jax.Array

    def tree_flatten(self) -> Pair:
        return tuple(vars(self).values()), tuple(vars(self))

    @classmethod
    def tree_unflatten(cls, aux: tuple[str, ...], children: tuple[Any, ...]) -> Self:
        return cls(**dict(zip(aux, children, strict=True)))


@dataclass
class Outside:
    x: jax.Array
    y: jax.Array


def take_apart(outside: Outside) -> Pair:
    return (outside.y, outside.x), None  # E: jdc-flatten


def rebuild(aux: None, children: tuple[Any, ...]) -> Outside:
    return Outside(*children)


register_pytree_node(Outside, take_apart, rebuild)


class OutsideRight(Outside):
    pass


class OutsideSwapped(Outside):
    pass


class OutsideReversed(Outside):
    pass


register_pytree_node(OutsideRight, lambda o: ((o.x, o.y), None), lambda aux, children: OutsideRight(*children))
register_pytree_node(OutsideSwapped, lambda o: ((o.y, o.x), None), lambda _, c: OutsideSwapped(*c))  # E: jdc-flatten
register_pytree_node(OutsideReversed, lambda o: ((o.y, o.x), None), lambda _, c: OutsideReversed(*reversed(c)))


@register_pytree_node_class
class AssignedInARow:
    def __init__(self, lo: jax.Array, hi: jax.Array) -> None:
        self.lo, self.hi = lo, hi

    def tree_flatten(self) -> Pair:
        return tuple([self.hi, self.lo]), None  # noqa: C409  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(*children)


@register_pytree_node_class
class ByIndex:
    def __init__(self, lo: jax.Array, hi: jax.Array) -> None:
        self.lo, self.hi = lo, hi

    def tree_flatten(self) -> Pair:
        return (self.hi, self.lo), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(hi=children[1], lo=children[0])


@register_pytree_node_class
class ByIndexRight:
    def __init__(self, lo: jax.Array, hi: jax.Array) -> None:
        self.hi, self.lo = hi, lo

    def tree_flatten(self) -> Pair:
        return tuple((self.hi, self.lo)), None  # noqa: C409

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(hi=children[0], lo=children[-1])


@register_pytree_node_class
class ByIndexOfBoth:
    def __init__(self, lo: jax.Array, hi: jax.Array) -> None:
        self.hi, self.lo = hi, lo

    def tree_flatten(self) -> Pair:
        return (self.hi, self.lo), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(children[1], children[0])


@register_pytree_node_class
class Exchanged:
    """The constructor gives the attributes each other's arguments."""

    def __init__(self, lo: jax.Array, hi: jax.Array) -> None:
        self.hi, self.lo = lo, hi

    def tree_flatten(self) -> Pair:
        return (self.hi, self.lo), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, ...]) -> Self:
        return cls(*children)


@register_pytree_node_class
@dataclass
class WithMore(Right):  # E: jdc-flatten
    more: int = 0


@register_pytree_node_class
class WithMethods(Right):
    def total(self) -> jax.Array:
        return self.x + self.y


class OwnPair(Right):
    pass


@register_pytree_node_class
@dataclasses.dataclass
class Cached:
    """The cache is made anew where it is missing."""

    low: Any
    high: Any
    cache: Any = None

    def tree_flatten(self) -> Pair:
        return (self.low, self.high), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Cached:
        low, high = children
        return cls(low, high)


@register_pytree_node_class
class CachedByHand:
    def __init__(self, x: jax.Array, cache: Any = None) -> None:
        self.x = x
        self.cache = cache

    def tree_flatten(self) -> Pair:
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> CachedByHand:
        return cls(*children)


@register_pytree_node_class
@dataclasses.dataclass
class ForgottenField:
    low: Any
    high: jax.Array | None = None

    def tree_flatten(self) -> Pair:
        return (self.low,), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> ForgottenField:
        return cls(*children)


# Rebuilt past the constructor


@jax.tree_util.register_pytree_node_class
class SetSwapped:
    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high

    def tree_flatten(self) -> Any:
        return (self.low, self.high), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> SetSwapped:
        new = object.__new__(cls)
        new.high, new.low = children
        return new


@jax.tree_util.register_pytree_node_class
class SwappedByNumber:
    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high

    def tree_flatten(self) -> Any:
        return (self.low,), self.high  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> SwappedByNumber:
        """Make it."""
        new = cls.__new__(cls)
        new.low = aux
        new.high = children[0]
        return new


@jax.tree_util.register_pytree_node_class
class InOrder:
    def __init__(self, low: Any, high: Any, name: str) -> None:
        self.low, self.high, self.name = low, high, name
        self._kept = low

    def tree_flatten(self) -> Any:
        return (self.low, self.high), self.name

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> InOrder:
        new = object.__new__(cls)
        new.high = children[1]
        new.name = aux
        (new.low,) = children[:1]
        return new


@jax.tree_util.register_pytree_node_class
class ToOtherNames:
    def __init__(self, low: Any, high: Any) -> None:
        self._low, self._high = low, high

    @property
    def low(self) -> Any:
        return self._low

    @property
    def high(self) -> Any:
        return self._high

    def tree_flatten(self) -> Any:
        return (self.low, self.high), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> ToOtherNames:
        new = object.__new__(cls)
        new._low, new._high = children
        return new


@jax.tree_util.register_pytree_node_class
class SortedAgain:
    def __init__(self, low: Any, high: Any) -> None:
        self.low, self.high = low, high

    def tree_flatten(self) -> Any:
        return (self.low, self.high), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> SortedAgain:
        new = object.__new__(cls)
        new.high, new.low = reversed(children)
        return new


@register_pytree_node_class
class Kernel:
    def __init__(self, scale: jax.Array, name: str) -> None:
        self.scale = scale
        self.name = name

    def tree_flatten(self) -> Any:
        return (self.name,), self.scale  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Kernel:
        return cls(aux, *children)


@register_pytree_node_class
class NamedKernel:
    def __init__(self, scale: jax.Array, name: str, table: jax.Array) -> None:
        self.scale = scale
        self.name = name
        self.table = table

    def tree_flatten(self) -> Any:
        return (self.scale,), (self.name, self.table)  # E: jdc-static-array

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> NamedKernel:
        return cls(*children, *aux)


@register_pytree_node_class
@dataclasses.dataclass
class Table:
    rows: dict[str, jax.Array]
    count: int | None = None
    width: int | None = None

    def tree_flatten(self) -> Any:
        return (self.rows,), self.width

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Table:
        return cls(*children, width=aux)

    def __len__(self) -> int:
        if self.count is None:
            self.count = len(self.rows)
        return self.count


@register_pytree_node_class
@dataclasses.dataclass
class WideTable:
    rows: dict[str, jax.Array]
    width: int | None = None

    def tree_flatten(self) -> Any:
        return (self.rows,), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> WideTable:
        return cls(*children)

    def columns(self) -> int:
        return 1 if self.width is None else self.width


@dataclasses.dataclass
class Draws:
    samples: jax.Array


@jax.tree_util.register_pytree_node_class
class Particles:
    def __init__(self, draws: Draws, weights: jax.Array) -> None:
        self.draws = draws
        self.weights = weights

    def tree_flatten(self) -> tuple[tuple[Draws, jax.Array], None]:
        return (self.draws, self.weights), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Draws, jax.Array]) -> Particles:
        return cls(*children)


@jax.tree_util.register_pytree_node_class
class HostParticles:
    def __init__(self, draws: Draws, weights: jax.Array) -> None:
        self.draws = draws
        self.weights = weights

    def tree_flatten(self) -> tuple[tuple[Draws, jax.Array], None]:
        return (self.draws, self.weights), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Draws, jax.Array]) -> HostParticles:
        return cls(*children)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class KnownDraws:
    samples: jax.Array


@jax.tree_util.register_pytree_node_class
class KnownParticles:
    def __init__(self, draws: KnownDraws) -> None:
        self.draws = draws

    def tree_flatten(self) -> tuple[tuple[KnownDraws], None]:
        return (self.draws,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[KnownDraws]) -> KnownParticles:
        return cls(*children)


def of_particles(x: jax.Array) -> None:
    jax.jit(lambda p: p.weights)(Particles(Draws(x), x * 2))
    jax.jit(lambda p: p.draws.samples)(KnownParticles(KnownDraws(x)))
    print(jax.tree.map(lambda d: d, HostParticles(Draws(x), x * 2)))
