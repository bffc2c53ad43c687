"""`auto_static`: changes of what functions, methods, callable objects, classes and modules hold."""

import collections
import dataclasses
import enum
import functools
import types

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


class Model:
    k = 2

    def __init__(self, k=None):
        if k is not None:
            self.k = k

    def scaled(self, x):
        return x * self.k

    __call__ = scaled

    @classmethod
    def of_class(cls, x):
        return x * cls.k


@dataclasses.dataclass
class Config:
    k: object = 2


def method():
    model = Model(2)
    return model.scaled, lambda k: setattr(model, "k", k)


def method_of_class():
    class Own(Model):
        pass

    return Own.of_class, lambda k: setattr(Own, "k", k)


def callable_object():
    model = Model(2)
    return model, lambda k: setattr(model, "k", k)


def partial():
    table = [2]
    return functools.partial(lambda table, x: x * table[0], table), lambda k: table.__setitem__(0, k)


def partial_keyword():
    config = Config(2)
    return functools.partial(lambda x, config: x * config.k, config=config), lambda k: setattr(config, "k", k)


def partial_method():
    model = Model(2)
    return functools.partial(model.scaled), lambda k: setattr(model, "k", k)


def variable():
    k = 2

    def change(new):
        nonlocal k
        k = new

    return lambda x: x * k, change


def closed(make, look, change):
    def pair():
        held = make(2)
        return lambda x: x * look(held), lambda k: change(held, k)

    return pair


def default():
    def fun(x, table=[2]):
        return x * table[0]

    return fun, lambda k: fun.__defaults__[0].__setitem__(0, k)


def keyword_default():
    def fun(x, *, table={"k": 2}):
        return x * table["k"]

    return fun, lambda k: fun.__kwdefaults__["table"].update(k=k)


def nested_default():
    def inner(x, table=[2]):
        return x * table[0]

    return lambda x: inner(x), lambda k: inner.__defaults__[0].__setitem__(0, k)


def nested_closure():
    table = {"k": 2}

    def inner(x):
        return x * table["k"]

    def middle(x):
        return inner(x)

    return lambda x: middle(x), lambda k: table.update(k=k)


def attribute():
    def fun(x):
        return x * fun.k

    fun.k = 2
    return fun, lambda k: setattr(fun, "k", k)


def wrapped():
    table = [2]

    @functools.wraps(fun := lambda x: x * table[0])
    def outer(x):
        return fun(x)

    return outer, lambda k: table.__setitem__(0, k)


def transformed():
    table = [2]
    return jax.grad(lambda x: x * table[0]), lambda k: table.__setitem__(0, k)


def class_attribute():
    class Own(Model):
        pass

    own = Own()
    return own.scaled, lambda k: setattr(Own, "k", k)


def class_in_closure():
    class Own:
        k = 2

    return lambda x: x * Own.k, lambda k: setattr(Own, "k", k)


FUNCTIONS = {
    **{make.__name__: make for make in (
        method, method_of_class, callable_object, partial, partial_keyword, partial_method, variable, default,
        keyword_default, nested_default, nested_closure, attribute, wrapped, transformed, class_attribute,
        class_in_closure,
    )},
    "a list": closed(lambda k: [k], lambda held: held[0], lambda held, k: held.__setitem__(0, k)),
    "a dict": closed(lambda k: {"k": k}, lambda held: held["k"], lambda held, k: held.update(k=k)),
    "a deque": closed(lambda k: collections.deque([k]), lambda held: held[0], lambda held, k: held.__setitem__(0, k)),
    "a dataclass": closed(Config, lambda held: held.k, lambda held, k: setattr(held, "k", k)),
    "a namespace": closed(
        lambda k: types.SimpleNamespace(k=k), lambda held: held.k, lambda held, k: setattr(held, "k", k)
    ),
    "an array": closed(lambda k: np.full(1, k), lambda held: held[0], lambda held, k: held.__setitem__(0, k)),
    "an array of floats": closed(
        lambda k: np.full(1, k, float), lambda held: held.sum(), lambda held, k: held.__setitem__(0, k)
    ),
    "a constant": closed(
        lambda k: np.full((), k, float), lambda held: jnp.asarray(held), lambda held, k: held.__setitem__((), k)
    ),
    "nested": closed(
        lambda k: {"a": [Config(Config(k))]},
        lambda held: held["a"][0].k.k,
        lambda held, k: setattr(held["a"][0].k, "k", k),
    ),
}  # fmt: skip
WRAPPERS = {
    "jit": jit,
    "vmap": lambda fun: lambda x: jdc.auto_static(jax.vmap)(fun)(jnp.full(1, x))[0],
    "checkpoint": jdc.auto_static(jax.checkpoint),
    "own": jdc.auto_static(lambda fun: jax.jit(fun)),
    "shardings": functools.partial(jit, in_shardings=None),
}


@pytest.mark.parametrize(
    ("name", "wrapper"),
    [*((name, "jit") for name in FUNCTIONS), *((name, other) for name in ("method", "a list") for other in WRAPPERS)],
)
def test_a_change_of_what_a_wrapped_function_holds(name, wrapper):
    fun, change = FUNCTIONS[name]()
    f = WRAPPERS[wrapper](fun)
    for k in (2, 5, 7, 5):
        change(k)
        assert f(3.0) in (3 * k, k)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("nested", [False, True])
def test_a_change_of_what_a_static_function_holds(name, in_place, nested):
    fun, change = FUNCTIONS[name]()
    wrap = WRAPPERS["own"] if in_place else jit
    f = wrap(lambda x, given: (given.fun if nested else given)(x))
    given = types.SimpleNamespace(fun=fun) if nested else fun
    for k in (2, 5, 7, 5):
        change(k)
        assert f(3.0, given) in (3 * k, k)


class Colour(enum.Enum):
    RED = [2]
    BLUE = [3]


def test_members_of_an_enum_that_can_change():
    f = jit(lambda x, colour, held: x * colour.value[0] + held.colour.value[0])
    for k in (2, 5, 2):
        Colour.RED.value[0] = k
        assert f(1.0, Colour.RED, types.SimpleNamespace(colour=Colour.RED)) == 2 * k
        assert f(1.0, Colour.BLUE, types.SimpleNamespace(colour=Colour.RED)) == 3 + k


def test_classes_and_modules_as_arguments():
    class Own:
        k = 2
        table = {"a": [1]}

    module = types.ModuleType("settings")
    module.k = 2
    f = jit(lambda x, cls, module: x * cls.k + cls.table["a"][0] + module.k)
    for k in (2, 5, 2):
        Own.k = k
        assert f(1.0, Own, module) == k + 1 + 2
        module.k = k
        assert f(1.0, Own, module) == k + 1 + k
        Own.table["a"][0] = k
        assert f(1.0, Own, module) == 3 * k
        Own.table["a"][0], module.k = 1, 2


def test_the_class_of_an_object():
    class Own:
        k = 2

    f = jit(lambda x, own: x * own.k)
    own = Own()
    for k in (2, 5, 2):
        Own.k = k
        assert f(1.0, own) == k


def test_what_a_function_changes_itself_is_no_change():
    class Counting:
        def __init__(self):
            self.calls = []
            self.traces = 0

        def __call__(self, x, mode="a"):
            self.calls.append(x)
            self.traces += 1
            self.last = x
            return x + 1

    count, calls = 0, []

    def counted(x, mode="a"):
        nonlocal count
        count += 1
        calls.append(x)
        return x + 1

    counting = Counting()
    bound = Counting()
    for fun, traces in (
        (counted, lambda: count),
        (counting, lambda: counting.traces),
        (bound.__call__, lambda: bound.traces),
    ):
        for wrap in (jit, WRAPPERS["shardings"]):
            before = traces()
            f = wrap(fun)
            for _ in range(3):
                for mode in ("a", "b"):
                    f(1.0, mode)
            assert traces() == before + 2
    applied = jit(lambda x, tree: tree["apply"](x))
    before = count
    for _ in range(3):
        applied(1.0, {"apply": counted})
    assert count == before + 1


def test_a_function_that_refers_to_a_tracer():
    def outer(x):
        class Bound:
            def scaled(self, y):
                return y * self.x

        bound = Bound()
        bound.x = x
        held = [x]
        return jit(lambda y: y * x)(2.0) + jit(bound.scaled)(3.0) + jit(lambda y: held[0] * y)(1.0)

    assert jax.jit(outer)(2.0) == 12.0
    assert jax.grad(outer)(2.0) == 6.0
    assert jax.vmap(outer)(jnp.ones(2)).tolist() == [6.0, 6.0]


def test_an_object_in_a_closure_is_compared_by_identity():
    class Trainer:
        def __init__(self):
            self.steps = 0

    trainer, traces = Trainer(), []

    @jit
    def step(x):
        traces.append(1)
        assert trainer
        return x + 1

    for _ in range(3):
        step(1.0)
        trainer.steps += 1
    assert len(traces) == 1


def test_arrays_in_a_bound_object_are_no_copies():
    class Bound:
        def __init__(self):
            self.w = jnp.ones(2)

        def scaled(self, x):
            return x * self.w

    bound = Bound()
    f = jit(bound.scaled)
    for k in (1.0, 2.0):
        bound.w = jnp.full(2, k)
        assert f(3.0)[0] == 3 * k


def test_a_function_that_is_traced_for_each_of_many_states_says_so():
    model = Model(0)
    f = jit(model.scaled)
    with pytest.warns(UserWarning, match='"scaled" is traced for each state of'):
        for k in range(18):
            model.k = k
            f(1.0)


def test_stages_after_a_change():
    model = Model(2)
    for wrap in (jit, WRAPPERS["shardings"]):
        f = wrap(model.scaled)
        model.k = 2
        compiled = f.lower(3.0).compile()
        assert compiled(3.0) == 6
        model.k = 5
        with pytest.raises(TypeError, match="after a change of what it holds"):
            compiled(3.0)
        assert f.lower(3.0).compile()(3.0) == f(3.0) == 15


class HidesAttributes(type):
    @property
    def __dict__(cls):
        return {}


@pytest.mark.parametrize("metaclass", [type, HidesAttributes])
@pytest.mark.parametrize(
    "look", [lambda own, x: own.scaled(x), lambda own, x: own(x), lambda own, x: own.constant * x]
)
def test_what_a_class_gets_later(metaclass, look):
    class Own(metaclass=metaclass):
        constant = 2

        def scaled(self, x):
            return 2 * x

        def __call__(self, x):
            return super().__hash__() * 0 + 2 * x

    own = Own()
    f = jit(lambda x, own: look(own, x))
    assert f(3.0, own) == 6
    Own.scaled = Own.__call__ = lambda self, x: 5 * x
    Own.constant = 5
    assert f(3.0, own) == 15


def test_numbers_that_an_enclosing_function_changes():
    rate, traces = 0.5, []

    @jit
    def step(x):
        traces.append(1)
        return x - rate

    for expected in (0.5, 0.25, 0.125):
        rate = expected
        for _ in range(2):
            assert step(1.0) == 1 - expected
    assert len(traces) == 3
