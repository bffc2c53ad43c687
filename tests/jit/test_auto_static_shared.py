"""`auto_static`: a function that is wrapped again is not traced again, and is freed when it is dropped."""

import copy
import functools
import gc
import pickle
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

WRAPS = {
    "jax.jit": jdc.auto_static(jax.jit),
    "jdc.jit": functools.partial(jdc.jit, auto_static=True),
    "partial": jdc.auto_static(functools.partial(jax.jit, inline=True)),
    "shardings": functools.partial(jdc.auto_static(jax.jit), in_shardings=None),
}
jit = WRAPS["jax.jit"]
ITSELF = {
    "f": lambda f: f,
    "grad(f)": jax.grad,
    "vmap(f)": lambda f: jax.vmap(f, in_axes=None, axis_size=2),
    "jit(f)": jax.jit,
    "checkpoint(f)": jax.checkpoint,
    "auto_static": jit,
}


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("name", ITSELF)
def test_a_function_wrapped_again_is_not_traced_again(name, wrap):
    traces = []
    fun = ITSELF[name](lambda x: traces.append(1) or x * 2)
    for _ in range(3):
        WRAPS[wrap](fun)(1.0)
    assert len(traces) == 1


def test_equal_options_share_programs_and_others_do_not():
    traces = []

    def f(x, n=2, mode="a"):
        traces.append((type(n), mode))
        return x * n, n

    for options in ({"static_argnums": 1}, {"static_argnums": (1,)}, {"static_argnames": "n"},
                    {"static_argnames": ["n"], "donate_argnums": ()}):  # fmt: skip
        assert jit(f, **options)(1.0, 3)[0] == 3
        assert jit(**options)(f)(1.0, 3)[0] == 3
    assert len(traces) == 1
    jit(f)(1.0, 3)
    jit(f, static_argnums=1, keep_unused=True)(1.0, 3)
    assert jit(f, static_argnums=1, static_returns=1)(1.0, 3) == (3, 3)
    jit(f, static_argnums=1, donate_argnums=0)(1.0, 3)
    jax.vmap(f, in_axes=(0, None))(jnp.ones(1), 2)
    assert len(traces) == 6
    assert jit(f).__wrapped__ is f
    assert jit(f) is not jit(f)


def test_callables_that_are_no_functions_share_while_one_is_alive():
    class Model:
        def __init__(self):
            self.traces = 0

        def __call__(self, x):
            self.traces += 1
            return x * 2

    model = Model()
    for fun in (model, model.__call__, functools.partial(model)):
        before = model.traces
        kept = jit(fun)
        for _ in range(3):
            assert jit(fun)(1.0) == kept(1.0) == 2
        assert jit(model.__call__ if fun == model.__call__ else fun)(1.0) == 2
        assert model.traces == before + 1


def test_another_function_with_the_attributes_of_the_first():
    first = lambda x: x + 1  # noqa: E731
    jit(first)(1.0)
    second = functools.wraps(first)(lambda x: x + 2)
    assert jit(second)(1.0) == 3
    assert jit(first)(1.0) == 2
    assert jit(copy.deepcopy(first))(1.0) == 2
    attributes = pickle.loads(pickle.dumps(copy.deepcopy(vars(first))))
    second.__dict__.update(attributes)
    assert jit(second)(1.0) == 3


class Thing:
    pass


FREED = {"jit": jax.jit, "vmap": functools.partial(jax.vmap, in_axes=(0, None)), "checkpoint": jax.checkpoint,
         "grad": jax.grad, "own": lambda fun: jax.jit(fun)}  # fmt: skip


@pytest.mark.parametrize("wrapper", FREED)
@pytest.mark.parametrize("keeps", ["nothing", "itself", "the object"])
def test_functions_are_freed_with_what_they_hold(wrapper, keeps):
    def make():
        class Model:
            def scaled(self, x, thing):
                return x.sum() * self.k

        model, thing = Model(), Thing()
        model.k, model.table = 2.0, np.ones(3)
        model.thing, thing.model = thing, model
        closed = lambda x, thing: x.sum() * model.k * model.table.sum()  # noqa: E731
        jitted = jax.jit(closed, static_argnums=1)
        wrapped = [jdc.auto_static(FREED[wrapper])(fun) for fun in (model.scaled, closed, jitted)]
        if keeps == "itself":
            closed.wrapped = wrapped
        if keeps == "the object":
            thing.wrapped = wrapped
            thing.functions = [model.scaled, closed]
        for fun in wrapped[:2]:  # jax.jit keeps what it is itself called with
            for _ in range(2):
                fun(jnp.ones(2 if wrapper == "vmap" else ()), thing)
        return [weakref.ref(value) for value in (model, thing, closed, Model, model.table, *wrapped)]

    references = make()
    gc.collect()
    assert [reference() for reference in references] == [None] * len(references)


def test_many_functions_leave_nothing_behind():
    references = []
    for number in range(20):
        fun = lambda x, held=[number]: x + held[0]  # noqa: E731
        references.append(weakref.ref(fun))
        assert jit(fun)(1.0) == 1 + number
    del fun
    gc.collect()
    assert not any(reference() for reference in references)


def test_stages_share_programs_with_calls():
    traces = []

    @jit
    def f(*args):
        traces.append(args)
        return args[0]

    for args in ((1.0,), (1.0, "a"), (1.0, {"a"}), (jnp.ones(2), jnp.ones(2))):
        before = len(traces)
        for _ in range(2):
            f(*args)
            f.trace(*args)
            f.eval_shape(*args)
            f.lower(*args)
        assert len(traces) == before + 1
