"""`auto_static`: changes of what methods, enum members and defaults hold, however a function gets at them."""

import dataclasses
import enum
import functools
import types
from typing import NamedTuple

import jax
import jax.numpy as jnp
import pytest

import jdc_runtime as jdc

pytestmark = pytest.mark.slow  # some 250 compilations

jit = jdc.auto_static(jax.jit)


def plain(k):
    class Loss:
        def __call__(self, x):
            return x * k[0]

    return Loss


def with_default(k):
    class Loss:
        def __call__(self, x, table=k):
            return x * table[0]

    return Loss


def with_keyword_default(k):
    class Loss:
        def __call__(self, x, *, table=k):
            return x * table[0]

    return Loss


def with_static_method(k):
    class Loss:
        @staticmethod
        def times(x):
            return x * k[0]

        def __call__(self, x):
            return self.times(x)

    return Loss


def with_class_method(k):
    class Loss:
        @classmethod
        def times(cls, x, table=k):
            return x * table[0]

        def __call__(self, x):
            return self.times(x)

    return Loss


def with_property(k):
    class Loss:
        @property
        def factor(self):
            return k[0]

        def __call__(self, x):
            return x * self.factor

    return Loss


def with_partial_method(k):
    class Loss:
        def times(self, table, x):
            return x * table[0]

        __call__ = functools.partialmethod(times, k)

    return Loss


def with_dispatch(k):
    class Loss:
        @functools.singledispatchmethod
        def times(self, x):
            return x * k[0]

        @times.register
        def _(self, x: str):
            return None

        def __call__(self, x):
            return self.times(x)

    return Loss


def decorated(k):
    def doubled(fun):
        @functools.wraps(fun)
        def outer(self, x):
            return fun(self, x) * k[0]

        return outer

    class Loss:
        @doubled
        def __call__(self, x):
            return x

    return Loss


def jitted(k):
    class Loss:
        @functools.partial(jax.jit, static_argnums=0)
        def times(self, x):
            return x

        @functools.lru_cache(maxsize=0)
        def factor(self):
            return k[0]

        def __call__(self, x):
            return self.times(x) * self.factor()

    return Loss


def inherited(k):
    base = plain(k)

    class Loss(base):
        def __call__(self, x):
            return super().__call__(x)

    return Loss


def of_metaclass(k):
    class Meta(type):
        def times(cls, x):
            return x * k[0]

    class Loss(metaclass=Meta):
        def __call__(self, x):
            return type(self).times(x)

    return Loss


def with_nested_class(k):
    class Loss:
        Inner = plain(k)
        inner = Inner()

        def __call__(self, x):
            return (self.inner(x) + self.Inner()(x)) / 2

    return Loss


def frozen(k):
    @dataclasses.dataclass(frozen=True)
    class Loss:
        n: int = 1

        def __call__(self, x):
            return x * k[0]

    return Loss


def pytree(k):
    @jdc.pytree_dataclass
    class Loss:
        n: jdc.Static[int] = 1

        def __call__(self, x):
            return x * k[0]

    return Loss


def named_tuple(k):
    class Loss(NamedTuple):
        n: int = 1

        def __call__(self, x):
            return x * k[0]

    return Loss


CLASSES = (
    *(plain, with_default, with_keyword_default, with_static_method, with_class_method, with_property),
    *(with_partial_method, with_dispatch, decorated, jitted, inherited, of_metaclass, with_nested_class),
    *(frozen, pytree, named_tuple),
)


def called(cls):
    return jit(cls())


def bound(cls):
    return jit(cls().__call__)


def argument(cls):
    f, given = jit(lambda x, loss: loss(x), static_argnums=1), cls()
    return lambda x: f(x, given)


def nested_argument(cls):
    f, given = jit(lambda x, held: held.loss(x)), types.SimpleNamespace(loss=cls())
    return lambda x: f(x, given)


def class_argument(cls):
    f = jit(lambda x, made: made()(x))
    return lambda x: f(x, cls)


def in_closure(cls):
    held = cls()
    return jit(lambda x: held(x))


def in_list_in_closure(cls):
    held = [cls()]
    return jit(lambda x: held[0](x))


def class_in_closure(cls):
    return jit(lambda x: cls()(x))


def as_default(cls):
    return jit(lambda x, *, loss=cls(): loss(x), static_argnames="loss")


def in_place(cls):
    return jdc.auto_static(lambda fun: jax.jit(fun))(cls())


WAYS = (
    *(called, bound, argument, nested_argument, class_argument, in_closure, in_list_in_closure, class_in_closure),
    *(as_default, in_place),
)


@pytest.mark.parametrize(
    ("make", "way"),
    # a pytree that is an argument is a node: JAX compares its class, and nobody reads that
    [(make, way) for make in CLASSES for way in WAYS if way is not argument or make not in (pytree, named_tuple)],
)
def test_a_change_of_what_a_method_holds(make, way):
    k = [2]
    f = way(make(k))
    for value in (2, 5, 7, 5):
        k[0] = value
        assert f(3.0) == 3 * value


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("make", [plain, inherited, with_property, decorated])
def test_a_variable_of_a_method_that_gets_another_value(make, way):
    k = 2

    def make_closed():
        class Loss:
            def __call__(self, x):
                return x * k

        return Loss

    f = way(make_closed())
    for k in (2, 5, 7, 5):
        assert f(3.0) == 3 * k


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("keyword", [False, True])
def test_defaults_of_a_method_that_are_replaced(way, keyword):
    class Loss:
        def positional(self, x, k=2):
            return x * k

        def by_keyword(self, x, *, k=2):
            return x * k

        __call__ = by_keyword if keyword else positional

    f = way(Loss)
    for k in (2, 5, 7, 5):
        Loss.__call__.__defaults__ = None if keyword else (k,)
        Loss.__call__.__kwdefaults__ = {"k": k} if keyword else None
        assert f(3.0) == 3 * k


def test_what_a_trace_is_not_needed_for():
    traces = []
    losses = [make([2])() for make in CLASSES]

    @jit
    def f(x, mode):
        traces.append(mode)
        return sum(loss(x) for loss in losses)

    for _ in range(3):
        f(1.0, "a")
        f(1.0, "b")
    assert traces == ["a", "b"]


def replaced_default():
    def fun(x, k=2):
        return x * k

    return fun, lambda k: setattr(fun, "__defaults__", (k,))


def replaced_keyword_default():
    def fun(x, *, k=2):
        return x * k

    return fun, lambda k: setattr(fun, "__kwdefaults__", {"k": k})


def changed_keyword_default():
    def fun(x, *, k=2):
        return x * k

    return fun, lambda k: fun.__kwdefaults__.update(k=k)


DEFAULTS = (replaced_default, replaced_keyword_default, changed_keyword_default)
ROLES = {
    "wrapped": lambda fun: jit(lambda x, **given: fun(x, **given)),
    "in a closure": lambda fun: jit(lambda x: fun(x)),
    "in a partial": lambda fun: jit(functools.partial(fun)),
    "static": lambda fun: lambda x: APPLY(x, fun),
    "in an object": lambda fun: lambda x: APPLY_HELD(x, types.SimpleNamespace(fun=fun)),
    "in place": lambda fun: jdc.auto_static(lambda fun: jax.jit(fun))(lambda x: fun(x)),
}
APPLY = jit(lambda x, fun: fun(x))
APPLY_HELD = jit(lambda x, held: held.fun(x))


@pytest.mark.parametrize("make", DEFAULTS)
@pytest.mark.parametrize("role", ROLES)
def test_defaults_that_are_replaced(make, role):
    fun, change = make()
    f = ROLES[role](fun)
    for k in (2, 5, 7, 5):
        change(k)
        assert f(3.0) == 3 * k


def mutable(value):
    class Mode(enum.Enum):
        A = value
        B = 7

        def scaled(self, x):
            return x * self.value["k"]

        def scaled_by_a(self, x):
            return x * Mode.A.value["k"]

    return Mode


ENUMS = {
    "a member in a closure": lambda mode: jit(lambda x, held=mode.A: x * held.value["k"]),
    "a member in a list in a closure": lambda mode: jit(lambda x, held=[mode.A]: x * held[0].value["k"]),
    "a class in a closure": lambda mode: jit(lambda x: x * mode.A.value["k"]),
    "a class": lambda mode: lambda x: jit(BY_CLASS)(x, mode),
    "a member": lambda mode: lambda x: jit(BY_MEMBER)(x, mode.A),
    "a member in an object": lambda mode: lambda x: jit(BY_HELD)(x, types.SimpleNamespace(mode=mode.A)),
    "another member": lambda mode: lambda x: jit(BY_OTHER)(x, mode.B),
    "another member in a closure": lambda mode: jit(lambda x, held=mode.B: held.scaled_by_a(x)),
}
BY_CLASS = lambda x, mode: x * mode.A.value["k"]  # noqa: E731
BY_MEMBER = lambda x, mode: mode.scaled(x)  # noqa: E731
BY_HELD = lambda x, held: x * held.mode.value["k"]  # noqa: E731
BY_OTHER = lambda x, mode: mode.scaled_by_a(x)  # noqa: E731


@pytest.mark.parametrize("way", ENUMS)
def test_the_value_of_a_member_that_changes(way):
    held = {"k": 2}
    f = ENUMS[way](mutable(held))
    for k in (2, 5, 7, 5):
        held["k"] = k
        assert f(3.0) == 3 * k


def test_what_methods_and_attributes_of_an_enum_hold():
    k = [2]

    class Mode(enum.Enum):
        A = 1

        def scaled(self, x):
            return x * k[0]

    class Listed(enum.Flag):
        A = 1
        B = 2

        @property
        def factor(self):
            return k[0]

    Mode.extra = [1]
    f = jit(lambda x, mode, flag: mode.scaled(x) + x * flag.factor)
    g = jit(lambda x: Mode.A.scaled(x) + x * Listed.B.factor)
    for value in (2, 5, 2):
        k[0] = value
        assert f(3.0, Mode.A, Listed.A | Listed.B) == g(3.0) == 6 * value


def test_a_module_whose_functions_hold_something():
    k = [2]
    module = types.ModuleType("layers")

    def scaled(x):
        return x * k[0]

    scaled.__module__ = "layers"
    module.scaled, module.Loss, module.other = scaled, plain(k), jnp
    f = jit(lambda x, module: module.scaled(x))
    for value in (2, 5, 2):
        k[0] = value
        assert f(3.0, module) == 3 * value


def test_an_unassigned_variable_of_a_method():
    def make(value):
        class Loss:
            def __call__(self, x):
                return x * (late if value else 2)

        loss = Loss()
        f = jit(lambda x: loss(x))
        before = float(f(1.0))
        if value is not None:
            late = value
        return before, f

    assert make(None)[0] == 2.0


def test_a_proxy_in_a_closure():
    class Proxy:
        def __getattribute__(self, name):
            raise RuntimeError(name)

    proxy, k = Proxy(), [2]
    f = jit(lambda x: x * k[0] if proxy else x)
    for value in (2, 5):
        k[0] = value
        assert f(3.0) == 3 * value
