"""`auto_static`: no tracer gets out, in functions neither, and what is used up by one call is no return value."""

import dataclasses
import functools
import itertools

import jax
import jax.numpy as jnp
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)
vmap = jdc.auto_static(jax.vmap)


@dataclasses.dataclass
class Box:
    content: object


def closes_over(x):
    return lambda: x


def inside_another(x):
    def inner():
        return x

    return lambda: inner


def by_default(x):
    return lambda y=x: y


def by_keyword_default(x):
    return lambda *, y=x: y


def recursive(x):
    def countdown(n):
        return countdown(n - 1) if n else x

    return countdown


@pytest.mark.parametrize("wrapper", [jax.jit, jax.vmap, jax.checkpoint], ids=lambda wrapper: wrapper.__name__)
@pytest.mark.parametrize(
    "make",
    [
        closes_over,
        inside_another,
        by_default,
        by_keyword_default,
        recursive,
        lambda x: jax.jit(lambda y: x + y),
        lambda x: Box(lambda: x),
        lambda x: functools.partial(closes_over(x)),
    ],
)
def test_a_returned_function_that_holds_a_tracer(wrapper, make):
    wrapped = jdc.auto_static(wrapper)(lambda x: (x, make(x)))
    for _ in range(2):
        with pytest.raises(TypeError, match=r"static at \[1\], but depends on what is traced.*closure"):
            wrapped(jnp.ones(2))


def test_under_a_gradient():
    grad = jdc.auto_static(jax.grad)(lambda x: (x, lambda: x), has_aux=True)
    with pytest.raises(TypeError, match="depends on what is traced"):
        grad(1.0)
    assert jdc.auto_static(jax.grad)(lambda x: (x, len), has_aux=True)(1.0) == (1.0, len)


def test_functions_that_hold_what_is_known():
    def outer(x):
        def apply():
            return x

        same, y = jit(lambda tree, y: (tree["apply"], y))({"apply": apply}, 1.0)
        assert same is apply
        return same() * y

    assert jax.jit(outer)(3.0) == 3.0
    calls = [1]
    counted = lambda: calls  # noqa: E731
    kept = functools.partial(counted)
    f = jit(lambda x: (x, counted, kept, jax.nn.relu))
    for _ in range(2):
        assert f(1.0)[1:] == (counted, kept, jax.nn.relu)
        calls.append(2)


def test_a_returned_function_that_holds_an_argument():
    f = jit(lambda x, names: (x, lambda: names))
    names = {"a"}
    for _ in range(2):
        assert f(1.0, names)[1]() == {"a"}
    names.add("b")
    assert f(1.0, names)[1]() == {"a", "b"}
    with pytest.raises(ValueError, match="was changed in place"):
        f(1.0, {"a"})


@pytest.mark.filterwarnings("ignore:Python iterable type")
@pytest.mark.parametrize(
    "make", [lambda: (n for n in "ab"), lambda: iter(["a"]), lambda: map(len, ["a"]), itertools.count]
)
def test_iterators_are_no_return_value(make):
    with pytest.raises(TypeError, match="iterator.*Return a list"):
        jit(lambda x: (x, make()))(1.0)


def test_functions_that_a_call_only_starts():
    def generator(x):
        yield x

    async def coroutine(x):
        return x

    async def both(x):
        yield x

    for fun, kind in ((generator, "generator function"), (coroutine, "coroutine"), (both, "async generator")):
        for wrap in (jit, vmap, functools.partial(jdc.jit, auto_static=True)):
            with pytest.raises(TypeError, match=f'"{fun.__name__}" is an? {kind}.*returns its results'):
                wrap(fun)


def test_messages_say_where():
    with pytest.raises(TypeError, match=r'the return value of "<lambda>" is static, but depends'):
        jit(lambda x: Box(x))(1.0)

    class Layer:
        def __call__(self, x):
            self.last = x
            return x

    layer = Layer()
    call = jit(lambda layer, x: layer(x))
    call(layer, 1.0)
    with pytest.raises(TypeError, match=r'argument "layer" .*an earlier trace left there, such as by `self.x ='):
        call(layer, 1.0)
    with pytest.raises(ValueError, match="'some name'"):
        vmap(lambda s: s)("some name")
