"""`jit`: static arguments from annotations, and everything that `jax.jit` gives."""

import dataclasses
import functools
import inspect
import sys
import types
from typing import Annotated, Any, Optional

import jax
import jax.numpy as jnp
import pytest

import jdc_runtime as jdc
from jdc_runtime import Static

THEIRS = Annotated[int, "__jax_dataclasses_static_field__"]


def is_concrete(value):
    return isinstance(value, int)


def check(function, *arguments, **keywords):
    """Call a function that asserts which of its arguments are static."""
    assert function(*arguments, **keywords).shape == (3,)


def test_bare_and_called():
    def f(n: Static[int], y: float):
        assert is_concrete(n)
        assert not isinstance(y, float)
        return jnp.full((n,), y)

    for jitted in (jdc.jit(f), jdc.jit()(f), jdc.jit(inline=True)(f), jdc.jit(f, keep_unused=True)):
        check(jitted, 3, 1.0)
        check(jitted, n=3, y=1.0)
        check(jitted, 3, y=1.0)
    assert type(jdc.jit(f)) is type(jax.jit(f))


def test_without_annotations_it_is_jax_jit():
    @jdc.jit
    def f(n: int):
        return jnp.zeros(n)

    with pytest.raises(TypeError, match="concrete"):
        f(3)
    check(jdc.jit(lambda n: jnp.zeros(n), static_argnums=0), 3)
    assert jdc.jit(jnp.sin)(0.0) == 0.0


def test_kinds_of_parameters():
    @jdc.jit
    def f(a: Static[int], b: int, /, c: Static[int], d: int = 0, *, e: Static[int], g: int = 0, h: Static[int] = 0):
        assert all(map(is_concrete, (a, c, e, h)))
        assert not is_concrete(b)
        return jnp.full((a + c + e + h,), b + d + g)

    check(f, 1, 5, 1, e=1)
    check(f, 1, 5, c=1, e=1, g=2)
    check(f, 0, 5, 1, 7, e=1, h=1)


def test_markers_of_both_libraries():
    @jdc.jit
    def f(n: THEIRS, m: "THEIRS"):
        return jnp.zeros(n + m)

    check(f, 1, 2)


def test_explicit_static_arguments_are_added():
    def f(a: Static[int], b: int, c: int, *, d: int):
        assert all(map(is_concrete, (a, b, c, d)))
        return jnp.zeros(a + b + c + d)

    jitted = jdc.jit(f, static_argnums=(1, -1), static_argnames=["d"])
    check(jitted, 1, 1, 1, d=0)
    check(jitted, 1, b=1, c=1, d=0)
    check(jdc.jit(f, static_argnums=1, static_argnames=("c", "d")), 1, 1, c=1, d=0)
    check(jdc.jit(f, static_argnames=("a", "b", "c", "d")), a=1, b=1, c=1, d=0)
    with pytest.raises((ValueError, TypeError), match="nothing"):
        jdc.jit(f, static_argnames="nothing")(1, 1, 1, d=1)


def test_static_and_positions_after_star_arguments():
    @functools.partial(jdc.jit, static_argnums=(1,))
    def f(n: Static[int], *rest: int, m: Static[int]):
        assert is_concrete(rest[0])
        assert not is_concrete(rest[1])
        return jnp.zeros(n + m + rest[0])

    check(f, 1, 1, 1, m=1)


@dataclasses.dataclass(frozen=True)
class Config:
    size: int


class Layer(jdc.PyTreeNode):
    w: jax.Array
    size: jdc.Static[int] = 3

    @jdc.jit
    def scale(self, n: Static[int], by: float = 1.0):
        assert is_concrete(n)
        assert is_concrete(self.size)
        assert not is_concrete(self.w)
        return jnp.broadcast_to(self.w * by, (n,))

    @classmethod
    @jdc.jit(static_argnames="cls")
    def inner(cls, n: Static[int]):
        return jnp.zeros(n)

    @staticmethod
    @jdc.jit
    def free(n: Static[int]):
        return jnp.zeros(n)

    @jdc.jit
    @staticmethod
    def outer(n: Static[int]):
        return jnp.zeros(n)

    @jdc.jit(static_argnames="cls")
    @classmethod
    def outer_class(cls, n: Static[int]):
        return jnp.zeros(n)


def test_methods():
    layer = Layer(jnp.ones(()))
    check(layer.scale, 3)
    check(Layer.scale, layer, 3, by=2.0)
    check(layer.inner, 3)
    check(Layer.free, 3)
    check(layer.free, 3)
    check(layer.outer, 3)
    check(Layer.outer, 3)
    check(Layer.outer_class, 3)
    check(Layer.scale.lower(layer, 3, by=2.0).compile(), layer, by=2.0)
    check(jdc.jit(layer.scale), 3)


def test_stages():
    @jdc.jit
    def f(x: jax.Array, n: Static[int]):
        return jnp.broadcast_to(x, (n,))

    x = jnp.ones(())
    assert f.lower(x, 3).compile()(x).shape == (3,)
    assert f.lower(x, n=3).out_info.shape == (3,)
    assert f.trace(x, 3).jaxpr.out_avals[0].shape == (3,)
    assert f.eval_shape(x, 3).shape == (3,)
    f(x, 3)
    assert f._cache_size() == 1
    f.clear_cache()
    assert f._cache_size() == 0


def test_metadata_is_kept():
    @jdc.jit
    def documented(x: float, n: Static[int] = 2) -> jax.Array:
        """Return its argument."""
        return x * jnp.ones(n)

    assert documented.__name__ == "documented"
    assert documented.__doc__ == "Return its argument."
    assert documented.__wrapped__.__module__ == __name__
    assert list(inspect.signature(documented).parameters) == ["x", "n"]
    assert documented(1.0).shape == (2,)


def test_one_trace_for_each_static_value():
    traces = []

    @jdc.jit
    def f(x: jax.Array, n: Static[Config]):
        traces.append(n)
        return x * n.size

    for n in (1, 2, 1):
        f(1.0, Config(n))
        f(2.0, n=Config(n))
    assert set(traces) == {Config(1), Config(2)}
    assert len(traces) <= 4  # by position and by name are two signatures to jax.jit
    with pytest.raises(ValueError, match=r"[Nn]on-hashable static arg"):
        f(1.0, [1])


def test_other_keywords_reach_jax():
    @jdc.jit(donate_argnums=(1,), compiler_options=None)
    def f(n: Static[int], x: jax.Array):
        return x * n

    x = jnp.ones(4)
    f(2, x)
    assert x.is_deleted()
    with pytest.raises(TypeError, match="no_such_keyword"):
        jdc.jit(f, no_such_keyword=1)


def test_partial_and_wrapped_functions():
    def f(n: Static[int], y: float, z: Static[int]):
        assert is_concrete(n)
        assert is_concrete(z)
        return jnp.full((n + z,), y)

    @functools.wraps(f)
    def wrapper(*arguments, **keywords):
        return f(*arguments, **keywords)

    check(jdc.jit(wrapper), 1, 1.0, 2)
    check(jdc.jit(functools.partial(f, z=1)), 2, 1.0)
    check(jdc.jit(functools.partial(f, 2)), 1.0, z=1)

    class Callable_:
        def __call__(self, n: Static[int]):
            return jnp.zeros(n)

        def method(self, n: "Static[int]"):
            return jnp.zeros(n)

    check(jdc.jit(Callable_()), 3)
    check(jdc.jit(Callable_().method), 3)


POSTPONED = """
from __future__ import annotations
from typing import TYPE_CHECKING
import jax.numpy as jnp
import jdc_runtime as jdc
if TYPE_CHECKING:
    from nowhere import Unknown

@jdc.jit
def f(x: Unknown, n: jdc.Static[Later], m: jdc.Static[Unknown] = 0) -> Unknown:
    return jnp.zeros(n.size + m)

def make():
    St = jdc.Static
    @jdc.jit
    def inner(n: St[Unknown], x: Unknown):
        return jnp.zeros(n)
    return inner

class Later:
    size = 3
"""


def test_postponed_annotations(monkeypatch):
    module = types.ModuleType("postponed_annotations")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(POSTPONED, module.__dict__)
    check(module.f, 1.0, module.Later())
    check(module.make(), 3, 1.0)


def by_optional(n: Optional[Static[int]]): ...  # noqa: UP045
def by_union(n: "Static[int] | None"): ...
def by_list(n: list[Static[int]]): ...
def by_star(*args: Static[int]): ...
def by_double_star(**options: Static[int]): ...


@pytest.mark.parametrize(
    ("function", "match"),
    [
        (by_optional, r'parameter "n" of "by_optional": Static\[...\] has no effect inside.*outermost'),
        (by_union, r'parameter "n" of "by_union"'),
        (by_list, r'parameter "n" of "by_list"'),
        (by_star, r'parameter "args" of "by_star".*`\*args`.*static_argnums'),
        (by_double_star, r'parameter "options" of "by_double_star".*`\*\*options`'),
    ],
)
def test_misplaced_markers(function, match):
    with pytest.raises(TypeError, match=match):
        jdc.jit(function)


def test_marker_that_does_not_exist_at_run_time():
    namespace: dict[str, Any] = {"__name__": "nowhere_marker"}
    exec("def f(n: 'Static[int]'): ...", namespace)
    with pytest.raises(TypeError, match=r"TYPE_CHECKING.*static_argnames"):
        jdc.jit(namespace["f"])
