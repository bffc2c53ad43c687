"""Decorators of the project's own that register a class by hand: which fields are static, their bodies do not say."""

import dataclasses
import functools
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, fields
from typing import Any, TypeVar, no_type_check, overload

import jax
import jax.numpy as jnp
from jax import tree_util
from jax.tree_util import register_pytree_node_class
from typing_extensions import dataclass_transform

T = TypeVar("T")


def by_functions(cls: type[T]) -> type[T]:
    cls = dataclass(frozen=True)(cls)
    data, meta = split(cls)

    def flatten(obj: T) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        return tuple(getattr(obj, name) for name in data), tuple(getattr(obj, name) for name in meta)

    def unflatten(aux: tuple[Any, ...], children: tuple[Any, ...]) -> T:
        obj = object.__new__(cls)
        for name, value in (*zip(data, children, strict=True), *zip(meta, aux, strict=True)):
            object.__setattr__(obj, name, value)
        return obj

    tree_util.register_pytree_node(cls, flatten, unflatten)
    return cls


def split(cls: type) -> tuple[list[str], list[str]]:
    names = [each.name for each in fields(cls)]
    return names, []


def by_methods(cls: type[T]) -> type[T]:
    cls = dataclass(cls)

    def tree_flatten(self: T) -> tuple[tuple[Any, ...], None]:
        return tuple(getattr(self, each.name) for each in fields(self)), None  # type: ignore[arg-type]

    @classmethod  # type: ignore[misc]
    def tree_unflatten(cls: type[T], aux: None, children: tuple[Any, ...]) -> T:
        return cls(*children)

    cls.tree_flatten = tree_flatten  # type: ignore[attr-defined]
    cls.tree_unflatten = tree_unflatten  # type: ignore[attr-defined]
    return register_pytree_node_class(cls)


@dataclass_transform()
def like_flax(clz: type[T], **kwargs: Any) -> type[T]:
    data_clz = dataclasses.dataclass(frozen=True, **kwargs)(clz)
    meta_fields = []
    data_fields = []
    for name, info in data_clz.__dataclass_fields__.items():  # type: ignore[attr-defined]
        is_pytree_node = info.metadata.get("pytree_node", True)
        if is_pytree_node:
            data_fields.append(name)
        else:
            meta_fields.append(name)

    def replace(self, **updates):  # type: ignore[no-untyped-def]
        """Return a copy with other values."""
        return dataclasses.replace(self, **updates)

    data_clz.replace = replace  # type: ignore[attr-defined]
    jax.tree_util.register_dataclass(data_clz, data_fields, meta_fields)
    return data_clz


@dataclass_transform()
def made_once(clz: type[T]) -> type[T]:
    if "_is_made_once" in clz.__dict__:
        return clz
    for name in clz.__annotations__.keys():
        if hasattr(clz, name):
            value: Any = getattr(clz, name)
            if value.__hash__ is None:
                setattr(clz, name, dataclasses.field(default_factory=functools.partial(copy, value)))
    data_clz = dataclasses.dataclass(frozen=True)(clz)
    names = [each.name for each in fields(data_clz)]  # type: ignore[arg-type]

    def replace(self, **updates):  # type: ignore[no-untyped-def]
        return dataclasses.replace(self, **updates)

    data_clz.replace = replace  # type: ignore[attr-defined]

    def flatten(obj: T) -> tuple[tuple[Any, ...], None]:
        return tuple(getattr(obj, name) for name in names), None

    if hasattr(jax.tree_util, "register_pytree_node"):
        jax.tree_util.register_pytree_node(data_clz, flatten, lambda _, children: make(data_clz, children))
    data_clz._is_made_once = True  # type: ignore[attr-defined]
    return data_clz


def marked(*, default: Any = dataclasses.MISSING, static: bool = False) -> Any:
    kwargs = locals()
    kwargs["metadata"] = {"static": kwargs.pop("static")}
    return dataclasses.field(**kwargs)


@overload
def checked(cls: type[T], /, *, frozen: bool = ...) -> type[T]: ...


@overload
def checked(cls: None = None, /, *, frozen: bool = ...) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(field_specifiers=(marked,), frozen_default=True)
def checked(cls: type[T] | None = None, /, *, frozen: bool = True) -> Any:
    @no_type_check
    def made(cls: type[T]) -> type[T]:
        if "_is_checked" in cls.__dict__:
            return cls
        dcls = dataclasses.dataclass(cls, frozen=frozen)
        setattr(dcls, "_is_checked", True)
        every = fields(dcls)
        names = tuple(each.name for each in every if not each.metadata.get("static", False))

        def flatten(obj):
            return tuple(getattr(obj, name) for name in names), None

        jax.tree_util.register_pytree_node(dcls, flatten, lambda _, children: make(dcls, children))
        return dcls

    if cls is None:
        return made
    return made(cls)


@overload
def optional(cls: type[T]) -> type[T]: ...
@overload
def optional(*, frozen: bool = ...) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform()
def optional(cls: Any = None, *, frozen: bool = True) -> Any:
    def decorate(cls: Any) -> Any:
        made = dataclass(frozen=frozen)(cls)
        data: list[str] = []
        meta: list[str] = []
        for each in fields(made):
            (meta if each.metadata.get("static") else data).append(each.name)
        return jax.tree_util.register_dataclass(made, data, meta)

    return decorate if cls is None else decorate(cls)


@by_functions
class ByFunctions:
    x: jax.Array
    table: jax.Array | None = dataclasses.field(default=None, metadata={"static": True})


@by_methods
class ByMethods:
    x: jax.Array
    label: str = "a"


@like_flax
class LikeFlax:
    x: jax.Array
    mean: jax.Array = dataclasses.field(metadata={"pytree_node": False})


@made_once
class MadeOnce:
    x: jax.Array
    start: jax.Array = jnp.zeros(3)


@checked
class Checked:
    label: str = marked(static=True)
    x: jax.Array


@checked(frozen=False)
class LooselyChecked:
    label: str = marked(static=True)
    x: jax.Array


@optional
class Frozen:
    x: jax.Array


@optional(frozen=False)
class Loose:
    x: jax.Array


@jax.jit
def step(one: ByFunctions, two: ByMethods, three: LikeFlax, four: Frozen, five: Loose) -> jax.Array:
    return one.x + two.x + three.x + four.x + five.x


def use(one: ByFunctions, two: ByMethods, three: LikeFlax, four: Frozen, five: Loose, x: jax.Array) -> LikeFlax:
    one.x = x  # E: jdc-frozen
    two.x = x
    three.x = x  # E: jdc-frozen
    four.x = x  # E: jdc-frozen
    five.x = x
    ByFunctions(x)
    ByFunctions()  # E: call-arg
    dataclasses.replace(two, x=x)  # E: jdc-discarded
    three.replace(x=x)  # E: jdc-discarded
    MadeOnce(x).replace(x=x)  # E: jdc-discarded
    MadeOnce(x).start = x  # E: jdc-frozen
    Checked("a", x).x = x  # E: jdc-frozen
    Checked("a")  # E: call-arg
    LooselyChecked("a", x).x = x
    step(ByFunctions(x), ByMethods(x), LikeFlax(x, x), Frozen(x), Loose(x))
    return three.replace(x=x)


# These may give the class another meaning: nothing is said of what they are put on.


def set_by_name(cls: type[T]) -> type[T]:
    cls = dataclass(frozen=True)(cls)
    setattr(cls, "__setattr__", object.__setattr__)
    jax.tree_util.register_pytree_node(cls, lambda obj: (list(vars(obj).values()), None), lambda _, xs: make(cls, xs))
    return cls


def make(cls: Any, values: Any) -> Any:
    return cls(*values)


def set_special(cls: type[T]) -> type[T]:
    cls = dataclass(frozen=True)(cls)
    cls.__setattr__ = object.__setattr__  # type: ignore[method-assign, assignment]
    return by_pairs(cls)


def by_pairs(cls: type[T]) -> type[T]:
    jax.tree_util.register_pytree_node(cls, lambda obj: (list(vars(obj).values()), None), lambda _, xs: make(cls, xs))
    return cls


def made_anew(cls: type[T]) -> type[T]:
    cls = dataclass(frozen=True)(cls)
    if cls.__name__.startswith("Loose"):
        cls = dataclass(type(cls.__name__, (), dict(vars(cls))))
    return by_pairs(cls)


@set_by_name
class A:
    x: jax.Array


@set_special
class B:
    x: jax.Array


@made_anew
class C:
    x: jax.Array


def others(a: A, b: B, c: C, x: jax.Array) -> None:
    a.x = x
    b.x = x
    c.x = x
