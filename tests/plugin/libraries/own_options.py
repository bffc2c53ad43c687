"""Decorators of the project's own that take options, which their body passes on to a library."""

import dataclasses
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import flax.struct
import jax
from jax.tree_util import register_dataclass
from typing_extensions import dataclass_transform

import jdc_runtime as jdc

T = TypeVar("T")


@dataclass_transform()
def inner(cls: Any = None, *, frozen: bool = True) -> Any:
    """Make a dataclass, with or without parentheses."""

    def wrap(cls: type[T]) -> type[T]:
        return register_dataclass(dataclasses.dataclass(frozen=frozen)(cls))

    if cls is None:
        return wrap
    return wrap(cls)


@dataclass_transform(frozen_default=True)
def one_line(cls=None, /, *, thawed=False, **kwargs):  # type: ignore[no-untyped-def]
    def wrap(given):  # type: ignore[no-untyped-def]
        return flax.struct.dataclass(given, **kwargs)

    return wrap if cls is None else wrap(cls)


def by_partial(cls: Any = None, frozen: bool = True, kw_only: bool = False) -> Any:
    if cls is None:
        return functools.partial(by_partial, frozen=frozen, kw_only=kw_only)
    cls = dataclass(cls, frozen=frozen, kw_only=kw_only)
    data = [f.name for f in dataclasses.fields(cls) if not f.metadata.get("static", False)]
    meta = [f.name for f in dataclasses.fields(cls) if f.metadata.get("static", False)]
    return jax.tree_util.register_dataclass(cls, data_fields=data, meta_fields=meta)


def by_lambda(cls: Any = None, *, frozen: bool = True) -> Any:
    if cls is not None:
        return flax.struct.dataclass(cls, frozen=frozen)
    return lambda given: flax.struct.dataclass(given, frozen=frozen)


def factory(*, frozen: bool = True) -> Callable[[type[T]], type[T]]:
    def wrap(cls: type[T]) -> type[T]:
        return flax.struct.dataclass(cls, frozen=frozen)

    return wrap


@overload
def overloaded(cls: type[T]) -> type[T]: ...
@overload
def overloaded(*, frozen: bool = ...) -> Callable[[type[T]], type[T]]: ...
def overloaded(cls: Any = None, *, frozen: bool = True) -> Any:
    def wrap(cls: type[T]) -> type[T]:
        return register_dataclass(dataclass(cls, frozen=frozen))

    return wrap if cls is None else wrap(cls)


def plain(cls: type[T], frozen: bool = True) -> type[T]:
    return register_dataclass(dataclass(cls, frozen=frozen))


@inner
class Inner:
    x: jax.Array
    mean: jax.Array = dataclasses.field(metadata={"static": True})  # E: jdc-static-array


@inner(frozen=False)
class InnerThawed:
    x: jax.Array


@inner()
class InnerCalled:
    x: jax.Array


@one_line
class OneLine:
    x: jax.Array


@one_line(kw_only=True)
class OneLineKeywords:
    x: jax.Array


@one_line(frozen=False)
class OneLineThawed:
    x: jax.Array


@by_partial
class Partial:
    x: jax.Array


@by_partial(kw_only=True)
class PartialKeywords:
    x: jax.Array


@by_lambda
class Lambda:
    x: jax.Array


@by_lambda(frozen=False)
class LambdaThawed:
    x: jax.Array


@factory()
class Made:
    x: jax.Array


@factory(frozen=False)
class MadeThawed:
    x: jax.Array


@overloaded
class Overloaded:
    x: jax.Array


@overloaded(frozen=False)
class OverloadedThawed:
    x: jax.Array


@overloaded(frozen=True)
class OverloadedCalled:
    x: jax.Array


@plain
class Plain:
    x: jax.Array


def use(x: jax.Array) -> None:
    Inner(x, x).x = x  # E: jdc-frozen
    InnerThawed(x).x = x
    InnerCalled(x).x = x  # E: jdc-frozen
    OneLine(x).x = x  # E: jdc-frozen
    OneLineKeywords(x=x).x = x  # E: jdc-frozen
    OneLineThawed(x).x = x
    OneLine(x).replace(x=x)  # E: jdc-discarded
    Partial(x).x = x  # E: jdc-frozen
    PartialKeywords(x=x).x = x  # E: jdc-frozen
    PartialKeywords(x)  # E: call-arg
    Lambda(x).x = x  # E: jdc-frozen
    LambdaThawed(x).x = x
    Made(x).x = x  # E: jdc-frozen
    MadeThawed(x).x = x
    Overloaded(x).x = x  # E: jdc-frozen
    OverloadedThawed(x).x = x
    OverloadedCalled(x).x = x  # E: jdc-frozen
    Plain(x).x = x  # E: jdc-frozen
    jdc.replace(Plain(x), x=x)  # E: jdc-discarded


# Code that is not understood makes the decorator unknown.


def turned(cls=None, *, frozen=True):  # type: ignore[no-untyped-def]
    def wrap(cls):  # type: ignore[no-untyped-def]
        return register_dataclass(dataclass(cls, frozen=not frozen))

    return wrap if cls is None else wrap(cls)


def different(cls=None, *, frozen=True):  # type: ignore[no-untyped-def]
    if cls is None:
        return lambda given: flax.struct.dataclass(given, frozen=False)
    return flax.struct.dataclass(cls, frozen=frozen)


def forgetting(cls=None, *, frozen=True):  # type: ignore[no-untyped-def]
    if cls is None:
        return functools.partial(forgetting)
    return flax.struct.dataclass(cls, frozen=frozen)


def choosing(cls=None, *, register=True):  # type: ignore[no-untyped-def]
    def wrap(cls):  # type: ignore[no-untyped-def]
        made = dataclass(cls, frozen=True)
        if register:
            made = register_dataclass(made)
        return made

    return wrap if cls is None else wrap(cls)


def rebinding(cls=None, *, frozen=True):  # type: ignore[no-untyped-def]
    frozen = bool(input())
    return flax.struct.dataclass(cls, frozen=frozen)


def printing(cls=None, *, frozen=True):  # type: ignore[no-untyped-def]
    def wrap(cls):  # type: ignore[no-untyped-def]
        print(cls)
        return flax.struct.dataclass(cls, frozen=frozen)

    return wrap if cls is None else wrap(cls)


@turned
class A:
    x: jax.Array


@different(frozen=True)
class B:
    x: jax.Array


@forgetting(frozen=False)
class C:
    x: jax.Array


@choosing
class D:
    x: jax.Array


@rebinding
class E:
    x: jax.Array


@printing
class F:
    x: jax.Array


@by_lambda(frozen=bool(input()))
class G:
    x: jax.Array


def leave(a: A, b: B, c: C, d: D, e: E, f: F, g: G, x: jax.Array) -> None:
    a.x = b.x = c.x = d.x = e.x = f.x = g.x = x


def opposite(cls: Any = None, *, mutable: bool = False) -> Any:
    def wrap(given: type[T]) -> type[T]:
        return register_dataclass(dataclasses.dataclass(frozen=not mutable)(given))

    return wrap if cls is None else wrap(cls)


@opposite
class Closed:
    x: jax.Array


@opposite(mutable=True)
class Open:
    x: jax.Array


@opposite(mutable=False)
class ClosedToo:
    x: jax.Array


def write(closed: Closed, too: ClosedToo, open_: Open, x: jax.Array) -> None:
    closed.x = x  # E: jdc-frozen
    too.x = x  # E: jdc-frozen
    open_.x = x
