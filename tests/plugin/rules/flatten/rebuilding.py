"""jdc-flatten: auxiliary data in dicts and lists, methods handed over as functions, objects finished after they are made."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import (
    GetAttrKey,
    register_pytree_node,
    register_pytree_node_class,
    register_pytree_with_keys,
    register_pytree_with_keys_class,
)

# Not rebuilt as they were


@register_pytree_node_class
class Reversed:
    def __init__(self, w: Any, b: Any, name: Any) -> None:
        self.w, self.b, self.name = w, b, name

    def tree_flatten(self) -> Any:
        return ((self.w, self.b), {"name": self.name})  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(*children[::-1], **aux)


@register_pytree_node_class
class EmptyDict:
    def __init__(self, w: Any, b: Any, name: Any = "e") -> None:
        self.w = w
        self.b = b
        self.name = name

    def tree_flatten(self) -> Any:
        return ((self.w, self.b), {})  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(*children, **aux)


@register_pytree_node_class
class Lists:
    def __init__(self, x: Any, y: Any, n: Any) -> None:
        self.x = x
        self.y = y
        self.n = n

    def tree_flatten(self) -> Any:
        children = [self.x, self.y]
        aux_data = [self.n]
        return children, aux_data  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux_data: Any, children: Any) -> Any:
        (n,) = aux_data
        x, y = children
        return cls(y, x, n)


@register_pytree_node_class
class ByKeyword:
    def __init__(self, x: Any, y: Any, n: Any) -> None:
        self.x = x
        self.y = y
        self.n = n

    def tree_flatten(self) -> Any:
        return (self.x, self.y), {"n": self.n}  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux_data: Any, children: Any) -> Any:
        return cls(x=children[1], y=children[0], n=aux_data["n"])


@register_pytree_node_class
class UnreadDict:
    def __init__(self, x: Any, y: Any, n: Any = 0) -> None:
        self.x = x
        self.y = y
        self.n = n

    def tree_flatten(self) -> Any:
        return (self.x, self.y), {"n": self.n}  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux_data: Any, children: Any) -> Any:
        return cls(*children)


@register_pytree_node_class
class UnreadTuple:
    def __init__(self, x: Any, y: Any, n: Any = 0) -> None:
        self.x = x
        self.y = y
        self.n = n

    def tree_flatten(self) -> Any:
        return (self.x, self.y), (self.n,)  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux_data: Any, children: Any) -> Any:
        obj = cls(*children)
        return obj


@register_pytree_node_class
class Unset:
    def __init__(self, x: Any, y: Any, n: Any = 0) -> None:
        self.x = x
        self.y = y
        self.n = n

    def tree_flatten(self) -> Any:
        return (self.x, self.y), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux_data: Any, children: Any) -> Any:
        obj = object.__new__(cls)
        obj.x, obj.y = children
        return obj


@dataclasses.dataclass
class ReversedWithKeys:
    x: jax.Array
    y: jax.Array


register_pytree_with_keys(
    ReversedWithKeys,
    lambda n: (((GetAttrKey("x"), n.x), (GetAttrKey("y"), n.y)), None),  # E: jdc-flatten
    lambda aux, ch: ReversedWithKeys(*tuple(ch)[::-1]),
)


@dataclasses.dataclass
class OwnMethods:
    x: jax.Array
    y: jax.Array
    tag: str = "o"

    def _flat(self) -> Any:
        return (self.x, self.y), None  # E: jdc-flatten

    @classmethod
    def _unflat(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)


register_pytree_node(OwnMethods, OwnMethods._flat, OwnMethods._unflat)


@dataclasses.dataclass
class StaticMethods:
    x: jax.Array
    y: jax.Array

    @staticmethod
    def flat(self) -> Any:
        return (self.y, self.x), None  # E: jdc-flatten

    @staticmethod
    def unflat(aux: Any, ch: Any) -> Any:
        return StaticMethods(*ch)


register_pytree_node(StaticMethods, flatten_func=StaticMethods.flat, unflatten_func=StaticMethods.unflat)


class CalledLater:
    def __init__(self, scale: Any, shift: Any) -> None:
        self._scale = scale
        self._shift = shift

    def tree_flatten(self) -> Any:
        return (self._shift, self._scale), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)


register_pytree_node_class(CalledLater)


class Wrapped:
    def __init__(self, scale: Any, shift: Any, n: Any) -> None:
        self.scale = scale
        self.shift = shift
        self.n = n


register_pytree_node(
    Wrapped,
    lambda s: ((s.scale, s.shift), (s.n,)),  # E: jdc-flatten
    lambda aux, c: Wrapped(*c, aux),
)


@register_pytree_node_class
class ExchangedParameters:
    def __init__(self, scale: Any, shift: Any) -> None:
        self.scale = scale
        self.shift = shift

    def tree_flatten(self) -> Any:
        return (self.scale, self.shift), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, children: Any, aux: Any) -> Any:
        return cls(*children)


# Rebuilt


@register_pytree_node_class
class FilledDict:
    def __init__(self, x: Any, y: Any, name: Any = "a", *, opts: Any = None) -> None:
        self.x = x
        self.y = y
        self.name = name
        self.opts = opts

    def tree_flatten(self) -> Any:
        aux = {"name": self.name}
        aux["opts"] = self.opts
        return (self.x, self.y), aux

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(*children, **aux)


@register_pytree_node_class
class UnpackedLists:
    def __init__(self, x: Any, n: Any) -> None:
        self.x = x
        self.n = n

    def tree_flatten(self) -> Any:
        return [self.x], [self.n]

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        (n,) = aux
        (x,) = children
        return cls(x, n)


@register_pytree_node_class
class Fresh:
    def __init__(self, x: Any, n: Any) -> None:
        self.x = jnp.asarray(x)
        self.n = n
        self._cache = None

    def tree_flatten(self) -> Any:
        return (self.x,), (self.n,)

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        obj = object.__new__(cls)
        obj.x = children[0]
        obj.n = aux[0]
        obj._cache = None
        return obj

    def cached(self) -> Any:
        if self._cache is None:
            self._cache = self.x * self.n
        return self._cache


@register_pytree_node_class
class Items:
    def __init__(self, items: Any) -> None:
        self.items = list(items)

    def tree_flatten(self) -> Any:
        return self.items, None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(children)


@register_pytree_node_class
class Variadic:
    def __init__(self, *items: Any) -> None:
        self.items = items

    def tree_flatten(self) -> Any:
        return self.items, None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(*children)


@register_pytree_node_class
class Mapping(dict):
    def tree_flatten(self) -> Any:
        keys = sorted(self)
        return tuple(self[k] for k in keys), tuple(keys)

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(zip(aux, children))


class ReversedMethods:
    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = a, b

    def flat(self) -> Any:
        return (self.b, self.a), None

    @classmethod
    def unflat(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch[::-1])


register_pytree_node(ReversedMethods, ReversedMethods.flat, ReversedMethods.unflat)


class PlainFunction:
    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = a, b

    def tree_flatten(self) -> Any:
        return (self.a, self.b), None

    def tree_unflatten(aux: Any, ch: Any) -> Any:
        return PlainFunction(*ch)


register_pytree_node_class(PlainFunction)


@register_pytree_with_keys_class
class Keyed:
    def __init__(self, a: Any, b: Any) -> None:
        self.a = a
        self.b = b

    def tree_flatten_with_keys(self) -> Any:
        return (("a", self.a), ("b", self.b)), ()

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        a, b = ch
        return cls(a, b)


@register_pytree_node_class
class Recomputed:
    """Lower and upper are computed anew."""

    def __init__(self, lo: Any, hi: Any) -> None:
        self.lo = lo
        self.hi = hi
        self.width = hi - lo

    def tree_flatten(self) -> Any:
        return (self.lo, self.hi), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        obj = cls.__new__(cls)
        obj.lo, obj.hi = ch
        obj.width = None if isinstance(ch[0], object) else ch[1]
        return obj


@register_pytree_node_class
class ByProperty:
    def __init__(self, scale: Any, shift: Any = None) -> None:
        self._scale = scale
        self._shift = shift

    scale = property(lambda self: self._scale)

    def tree_flatten(self) -> Any:
        return (self.scale, self._shift), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)


@register_pytree_node_class
class TakenOut:
    def __init__(self, x: Any, n: Any) -> None:
        self.x = x
        if isinstance(n, tuple):
            n = n[0]
        self.n = n

    def tree_flatten(self) -> Any:
        return (self.x,), (self.n,)

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(ch[0], aux)


@register_pytree_node_class
@dataclasses.dataclass
class Pairs:
    x: Any
    y: Any
    meta: dict = dataclasses.field(default_factory=dict)

    def tree_flatten(self) -> Any:
        return (self.x, self.y), tuple(self.meta.items())

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(ch[0], ch[1], meta=dict(aux))


@register_pytree_node_class
class Unchecked:
    def __init__(self, x: Any, y: Any, check: Any = True) -> None:
        if check:
            assert x is not None
        self.x = x
        self.y = y

    def tree_flatten(self) -> Any:
        return (self.x, self.y), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(ch[0], ch[1], check=False)


@register_pytree_node_class
class SetLater:
    def __init__(self, x: Any) -> None:
        self.x = x
        self.step = 0

    def tree_flatten(self) -> Any:
        return (self.x,), {"step": self.step}

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        new = cls(*ch)
        new.step = aux["step"]
        return new


@register_pytree_node_class
class SetTwice:
    def __init__(self, x: Any, y: Any) -> None:
        self.x = x
        self.y = y

    def tree_flatten(self) -> Any:
        return (self.y, self.x), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        new = cls(*ch)
        new.y, new.x = ch
        return new


@register_pytree_node_class
class ByVars:
    def __init__(self, params: Any, apply_fn: Any, tag: Any = None) -> None:
        self.params = params
        self.apply_fn = apply_fn
        self.tag = tag

    def tree_flatten(self) -> Any:
        return (self.params,), vars(self)

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        new = object.__new__(cls)
        new.__dict__.update(aux)
        new.params = ch[0]
        return new


@register_pytree_node_class
class AuxFirst:
    def __init__(self, shape: Any, data: Any) -> None:
        self.shape = shape
        self.data = data

    def tree_flatten(self) -> Any:
        children = (self.data,)
        aux = (self.shape,)
        return children, aux

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*aux, *ch)


@register_pytree_node_class
class TupleOfAux:
    def __init__(self, shape: Any, data: Any) -> None:
        self.shape = tuple(shape)
        self.data = data

    def tree_flatten(self) -> Any:
        return (self.data,), self.shape

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(aux, *ch)


# Methods


@register_pytree_node_class
class NoUnflatten:  # E: jdc-flatten
    def __init__(self, scale: Any, shift: Any) -> None:
        self.scale = scale

    def tree_flatten(self) -> Any:
        return (self.scale,), None


@register_pytree_with_keys_class
class NoKeys:  # E: jdc-flatten
    def __init__(self, scale: Any) -> None:
        self.scale = scale

    def tree_flatten(self) -> Any:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)


@register_pytree_node_class
class NoClassMethod:
    def __init__(self, scale: Any) -> None:
        self.scale = scale

    def tree_flatten(self) -> Any:
        return (self.scale,), None

    def tree_unflatten(self, aux: Any, ch: Any) -> Any:  # E: jdc-flatten
        return NoClassMethod(*ch)


@register_pytree_node_class
class Argument:
    def __init__(self, scale: Any) -> None:
        self.scale = scale

    def tree_flatten(self, other: Any) -> Any:  # E: jdc-flatten
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)


@register_pytree_node_class
@dataclasses.dataclass
class Alone:
    scale: jax.Array
    name: str

    def tree_flatten(self) -> tuple[jax.Array, str]:
        return self.scale, self.name  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Alone:
        return cls(ch, aux)


class Mixin:
    def tree_flatten(self) -> Any:
        return tuple(vars(self).values()), tuple(vars(self))

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        obj = object.__new__(cls)
        vars(obj).update(zip(aux, ch))
        return obj


@register_pytree_node_class
class FromMixin(Mixin):
    def __init__(self, a: Any) -> None:
        self.a = a


@register_pytree_node_class
class StaticUnflatten:
    def __init__(self, a: Any) -> None:
        self.a = a

    def tree_flatten(self, *, extra: Any = 0) -> Any:
        return (self.a,), None

    @staticmethod
    def tree_unflatten(aux: Any, ch: Any) -> Any:
        return StaticUnflatten(*ch)


@register_pytree_node_class
class AnyArguments:
    def __init__(self, a: Any) -> None:
        self.a = a

    def tree_flatten(self) -> Any:
        return (self.a,), None

    @classmethod
    def tree_unflatten(cls, *args: Any) -> Any:
        return cls(*args[1])


def adds(cls) -> Any:
    cls.tree_unflatten = classmethod(lambda cls, aux, ch: cls(*ch))
    cls.tree_flatten = lambda self: ((self.a,), None)
    return cls


@register_pytree_node_class
@adds
class FromDecorator:
    def __init__(self, a: Any) -> None:
        self.a = a


# Children that can be no leaves


@register_pytree_node_class
class StringChild:
    def __init__(self, w: jax.Array, name: str) -> None:
        self.w = w
        self.name = name

    def tree_flatten(self) -> Any:
        return (self.w, self.name), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)


jax.jit(lambda given: given.w)(StringChild(jnp.ones(3), "a"))


@register_pytree_node_class
class StaticReceiver:
    """It is handed over as a static argument."""

    def __init__(self, w: jax.Array, name: str) -> None:
        self.w = w
        self.name = name

    def tree_flatten(self) -> Any:
        return (self.w, self.name), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)

    @functools.partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array) -> jax.Array:
        return x


@register_pytree_node_class
class OptionalName:
    def __init__(self, w: jax.Array, name: str | None = None) -> None:
        self.w = w
        self.name = name

    def tree_flatten(self) -> Any:
        return (self.w, self.name), None

    @classmethod
    def tree_unflatten(cls, aux: Any, ch: Any) -> Any:
        return cls(*ch)

    @jax.jit
    def run(self, x: jax.Array) -> jax.Array:
        return x


StaticReceiver(jnp.ones(3), "a").run(jnp.ones(3))
OptionalName(jnp.ones(3)).run(jnp.ones(3))


# Changed once more by the constructor


@register_pytree_node_class
class Logarithmic:
    def __init__(self, scale: jax.Array, name: str) -> None:
        self.scale = jnp.log(scale)  # E: jdc-flatten
        self.name = name

    def tree_flatten(self) -> Any:
        return (self.scale,), self.name

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(children[0], aux)


class Celsius:
    def __init__(self, kelvin: jax.Array) -> None:
        degrees = kelvin - 273.15
        self.degrees = degrees  # E: jdc-flatten


register_pytree_node(Celsius, lambda obj: ((obj.degrees,), None), lambda _, children: Celsius(children[0]))


@register_pytree_node_class
class Converted:
    """Functions that change nothing on their own result, and changes that have been undone before."""

    def __init__(self, x: jax.Array, log_y: jax.Array, z: jax.Array, steps: int) -> None:
        self.x = jnp.abs(jnp.asarray(x))
        self.y = jnp.exp(log_y)
        self.z = z
        self.steps = steps + 1

    def tree_flatten(self) -> Any:
        return (self.x, jnp.log(self.y), self.z), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(children[0], children[1], children[2], steps=0)


@register_pytree_node_class
class MadePastTheConstructor:
    def __init__(self, scale: jax.Array) -> None:
        self.scale = jnp.log(scale)

    def tree_flatten(self) -> Any:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        obj = object.__new__(cls)
        obj.scale = children[0]
        return obj


@register_pytree_node_class
class Restored:
    """Unflattening puts back what the constructor has changed."""

    def __init__(self, scale: jax.Array) -> None:
        self.scale = jnp.log(scale)

    def tree_flatten(self) -> Any:
        return (self.scale,), None

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        obj = cls(children[0])
        obj.scale = children[0]
        return obj


@register_pytree_node_class
class Ring:
    def __init__(self, data: jax.Array, capacity: int) -> None:
        self.data = data
        self.capacity = capacity

    def tree_flatten(self) -> Any:
        aux = {"capacity": self.capacity}
        return (self.data,), aux  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(*children, capacity=aux["size"])


@register_pytree_node_class
class Uneven:
    def __init__(self, x: jax.Array, y: jax.Array, n: int) -> None:
        self.x, self.y, self.n = x, y, n

    def tree_flatten(self) -> Any:
        return (self.x, self.y), (self.n,)  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        x, y, n = children
        return cls(x, y, n)


@register_pytree_node_class
class Beyond:
    def __init__(self, x: jax.Array, n: int) -> None:
        self.x, self.n = x, n

    def tree_flatten(self) -> Any:
        return (self.x,), (self.n,)  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        return cls(children[0], aux[1])


@register_pytree_node_class
class Asking:
    def __init__(self, x: jax.Array, n: int) -> None:
        self.x, self.n = x, n

    def tree_flatten(self) -> Any:
        return (self.x,), {"n": self.n}

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        (x,) = children
        return cls(x, aux.get("size", aux["n"]))


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class Cached:
    rows: jax.Array
    cache: dict[str, int] = dataclasses.field(default_factory=dict, compare=False, repr=False)

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.rows,), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> Cached:
        return cls(children[0])


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class Compared:
    rows: jax.Array
    found: dict[str, int] = dataclasses.field(default_factory=dict)

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.rows,), None  # E: jdc-flatten

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[jax.Array]) -> Compared:
        return cls(children[0])
