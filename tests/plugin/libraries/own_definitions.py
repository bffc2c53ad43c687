"""Decorators and field functions of the project's own: known where their body shows what they do, else not."""

import dataclasses
import functools
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax
import jax
import jax.numpy as jnp
from flax import struct
from jax.tree_util import register_dataclass

import jdc_runtime as jdc

T = TypeVar("T")


def pytree(cls: type[T]) -> type[T]:
    """Make a frozen dataclass of a class, and register it."""
    return register_dataclass(dataclass(frozen=True)(cls))


def untyped(cls):  # type: ignore[no-untyped-def]
    cls = dataclasses.dataclass(cls, eq=False)
    data_fields = [f.name for f in dataclasses.fields(cls) if not f.metadata.get("static", False)]
    meta_fields = [f.name for f in dataclasses.fields(cls) if f.metadata.get("static", False)]
    jax.tree_util.register_dataclass(cls, data_fields=data_fields, meta_fields=meta_fields)
    return cls


@dataclass_transform(kw_only_default=True)
def in_a_loop(cls: type[T]) -> type[T]:
    made = functools.partial(dataclass, kw_only=True)(cls)
    data, meta = [], []
    for each in fields(made):  # type: ignore[arg-type]
        if each.metadata.get("static"):
            meta.append(each.name)
        else:
            data.append(each.name)
    return register_dataclass(made, data, meta)


def twice(cls: type[T]) -> type[T]:
    return pytree(cls)


pytree_node = functools.partial(chex.dataclass, frozen=True)
keyword_only = functools.partial(flax.struct.dataclass, kw_only=True)
of_jdc = lambda cls: jdc.pytree_dataclass(cls)

static_field = lambda val: dataclasses.field(default=val, metadata=dict(static=True))  # noqa: C408 - as programs write it
frozen_static = functools.partial(eqx.field, static=True)


def marked(**kw: Any) -> Any:
    return dataclasses.field(metadata={"static": True}, **kw)


def of_flax(**kw: Any) -> Any:
    """Mark a field of flax."""
    return flax.struct.field(pytree_node=False, **kw)


def asked(*, static: bool = False, default: Any = MISSING) -> Any:
    return field(default=default, metadata={"static": static, "unit": "m"})


@pytree
class State:
    x: jax.Array
    mean: jax.Array = marked()  # E: jdc-static-array
    scale: jax.Array = static_field(None)  # E: jdc-static-array
    name: str = marked(default="a")
    of_data: jax.Array = asked(default=None)
    of_static: jax.Array = asked(static=True, default=None)  # E: jdc-static-array

    def renamed(self) -> None:
        self.name = "b"  # E: jdc-frozen


@untyped
class Thawed:
    x: jax.Array
    mean: jax.Array = marked()  # E: jdc-static-array
    label: str = marked(default="a")


@in_a_loop
class Looped:
    label: str = marked(default="a")
    x: jax.Array


@twice
class Twice:
    x: jax.Array


@pytree_node
class Node:
    x: jax.Array
    y: float = 0.0


@keyword_only
class Keywords:
    apply: Callable[..., Any] = of_flax(default=jnp.tanh)
    mean: jax.Array = of_flax()  # E: jdc-static-array
    x: jax.Array
    steps: int = struct.field(default=0)


@keyword_only(frozen=False)
class Loose:
    x: jax.Array


@of_jdc
class OfJdc:
    x: jax.Array
    label: jdc.Static[str] = "a"


class Layer(eqx.Module):
    weight: jax.Array
    mean: jax.Array = frozen_static()  # E: jdc-static-array
    label: str = frozen_static(default="a")
    data: jax.Array = eqx.field(default=None)


@dataclass_transform()
class Registering:
    """Registers its subclasses."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        register_dataclass(dataclass(frozen=True)(cls))


class Below(Registering):
    x: jax.Array
    mean: jax.Array = marked(default=None)  # E: jdc-static-array


class FurtherBelow(Below):
    label: str = marked(default="a")


@dataclass_transform(frozen_default=True)
class OfJdcBase:
    def __init_subclass__(cls) -> None:
        jdc.pytree_dataclass(cls)


class BelowJdc(OfJdcBase):
    x: jax.Array


@dataclass_transform()
class Sometimes:
    """Registers some subclasses only."""

    def __init_subclass__(cls, register: bool = True) -> None:
        if register:
            register_dataclass(dataclass(frozen=True)(cls))


class BelowSometimes(Sometimes):
    x: jax.Array
    mean: jax.Array = marked(default=None)


class Untransformed:
    """Registers its subclasses, and says nothing of it to type checkers."""

    def __init_subclass__(cls) -> None:
        register_dataclass(dataclass(frozen=True)(cls))


class BelowUntransformed(Untransformed):
    x: jax.Array
    mean: jax.Array = marked(default=None)  # E: jdc-static-array


def below(one: Below, two: FurtherBelow, three: BelowJdc, four: BelowSometimes, x: jax.Array) -> None:
    one.x = x  # E: jdc-frozen
    two.label = "b"  # E: jdc-frozen
    three.x = x  # E: jdc-frozen
    four.x = x
    Below()  # E: call-arg
    FurtherBelow(x, 2 * x, "b")


def use(state: State, thawed: Thawed, node: Node, given: Keywords, loose: Loose, of_jdc: OfJdc, x: jax.Array) -> None:
    State(x)  # E: call-arg
    State(x, 2 * x, 3 * x, "a", 4 * x, 5 * x)
    state.x = x  # E: jdc-frozen
    dataclasses.replace(state, name="b")  # E: jdc-discarded
    thawed.x = x
    Thawed(x, x)
    Looped(x=x, label="b").x = x
    Looped("b", x=x)  # E: call-arg
    Twice(x).x = x  # E: jdc-frozen
    Node(x=x)
    Node(x)  # E: call-arg, jdc-chex-mapping
    node.replace(x=x)  # E: jdc-discarded
    node.x = x  # E: jdc-frozen
    Keywords(x=x, mean=2 * x)
    Keywords(jnp.tanh, x=x, mean=2 * x)  # E: call-arg
    given.replace(steps=2)  # E: jdc-discarded
    given.x = x  # E: jdc-frozen
    loose.x = x
    Loose(x=x).x = x
    OfJdc(x, "b")
    of_jdc.label = "b"  # E: jdc-frozen


# A body that does anything else makes a decorator unknown: nothing is said of the classes.


def counted(cls: type[T]) -> type[T]:
    print(cls)
    return register_dataclass(dataclass(frozen=True)(cls))


def named(cls: type[T], name: str = "") -> type[T]:
    return register_dataclass(dataclass(frozen=True)(cls))


def by_another_key(cls):  # type: ignore[no-untyped-def]
    cls = dataclass(cls)
    data = [f.name for f in fields(cls) if not f.metadata.get("meta", False)]
    meta = [f.name for f in fields(cls) if f.metadata.get("meta", False)]
    return register_dataclass(cls, data, meta)


def swapped(cls):  # type: ignore[no-untyped-def]
    cls = dataclass(cls)
    data = [f.name for f in fields(cls) if f.metadata.get("static", False)]
    meta = [f.name for f in fields(cls) if not f.metadata.get("static", False)]
    return register_dataclass(cls, data, meta)


def some(cls):  # type: ignore[no-untyped-def]
    if cls.__name__ == "Some":
        return cls
    return register_dataclass(dataclass(cls))


def unregistered(cls: type[T]) -> type[T]:
    return dataclass(frozen=True)(cls)


def another(cls: type[T]) -> type[T]:
    return register_dataclass(dataclass(type(cls.__name__, (cls,), {})))


def chosen(cls: type[T]) -> type[T]:
    return flax.struct.dataclass(cls, frozen=bool(input()))


def recursive(cls):  # type: ignore[no-untyped-def]
    return recursive(cls)


if bool(input()):
    rebound = functools.partial(chex.dataclass, frozen=True)
else:
    rebound = functools.partial(chex.dataclass, frozen=False)


def overridden(cls: type[T]) -> type[T]:
    return register_dataclass(dataclass(frozen=True)(cls))


overridden = print  # type: ignore[assignment]  # noqa: F811


def empty(cls: type[T]) -> type[T]: ...  # type: ignore[empty-body]


@counted
class A:
    x: jax.Array = marked()


@named
class B:
    x: jax.Array = marked()


@by_another_key
class C:
    x: jax.Array = marked()


@swapped
class D:
    x: jax.Array = marked()


@some
class E:
    x: jax.Array = marked()


@unregistered
class F:
    x: jax.Array = marked()


@another
class G:
    x: jax.Array = marked()


@chosen
class H:
    x: jax.Array = of_flax()


@recursive
class M:
    x: jax.Array = marked()


@rebound
class J:
    x: jax.Array = marked()


@overridden
class K:
    x: jax.Array = marked()


@empty
class L:
    x: jax.Array = marked()


def leave(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, x: jax.Array) -> None:
    a.x = b.x = c.x = d.x = e.x = f.x = g.x = h.x = x


# So does what a field function does besides: the role of the field is unknown.


def by_name(name: str, **kw: Any) -> Any:
    return dataclasses.field(metadata={name: True}, **kw)


def merged(**kw: Any) -> Any:
    return dataclasses.field(metadata={**kw.pop("metadata", {}), "static": True}, **kw)


def set_later(**kw: Any) -> Any:
    kw["metadata"] = {"static": True}
    return dataclasses.field(**kw)


def counted_field(**kw: Any) -> Any:
    print(kw)
    return dataclasses.field(metadata={"static": True}, **kw)


def without_init(**kw: Any) -> Any:
    return dataclasses.field(init=False, metadata={"static": True}, **kw)


DEFAULT: dict[str, Any] = {"default": None}


@pytree
class Unknown:
    first: jax.Array = by_name("static", default=None)
    second: jax.Array = merged(default=None)
    third: jax.Array = set_later(default=None)
    fourth: jax.Array = counted_field(default=None)
    fifth: jax.Array = without_init(default=None)
    sixth: jax.Array = marked(default=None, metadata={"static": False})
    seventh: jax.Array = asked(static=bool(input()), default=None)
    eighth: jax.Array = marked(**DEFAULT)


OPTIONS: dict[str, Any] = {"static": False}


class UnknownLayer(eqx.Module):
    weight: jax.Array = frozen_static(static=False)
    other: jax.Array = frozen_static(**OPTIONS)
