"""`auto_static`: views of other objects are compared by what they show; large arrays and dtypes by all they hold."""

import collections
import types
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


class Target:
    def __init__(self):
        self.parts = [1]

    def method(self):
        return self.parts


def view_of(make, see):
    mapping = make({"a": 1, "b": 2})
    return see(mapping), lambda: mapping.update(c=3), list


def view_of_bytes():
    data = bytearray(b"abc")
    return memoryview(data), lambda: data.__setitem__(0, 1), list


def reference(make, look):
    target = Target()
    keep = target.method
    return make(keep if make is weakref.WeakMethod else target), lambda: keep().append(2), look


VIEWS = [
    *(
        view_of(make, see)
        for make in (dict, collections.OrderedDict)
        for see in (types.MappingProxyType, make.keys, make.values, make.items)
    ),
    view_of_bytes(),
    reference(weakref.ref, lambda view: list(view().parts)),
    reference(weakref.proxy, lambda view: list(view.parts)),
    reference(weakref.WeakMethod, lambda view: list(view()())),
]


@pytest.mark.parametrize(("view", "change", "look"), VIEWS, ids=lambda given: type(given).__name__)
def test_a_change_behind_a_view_is_noticed(view, change, look):
    traces = []

    @jit
    def f(x, holder):
        traces.append(1)
        return x, str(look(holder.view))

    holder = types.SimpleNamespace(view=view)
    before = look(view)
    for _ in range(2):
        assert f(0.0, holder)[1] == str(before)
    assert len(traces) == 1
    change()
    assert look(view) != before
    assert f(0.0, holder)[1] == str(look(view))
    assert len(traces) == 2


def test_a_weak_reference_to_what_is_gone():
    f = jit(lambda x, given: (x, given() is None))
    target = Target()
    assert not f(1.0, weakref.ref(target))[1]
    assert f(1.0, weakref.ref(Target()))[1]


def with_metadata(value):
    return np.dtype("f4", metadata={"unit": value})


@pytest.mark.parametrize(
    "make",
    [
        with_metadata,
        lambda value: np.dtype([("a", with_metadata(value))]),
        lambda value: np.dtype((with_metadata(value), (2,))),
        lambda value: np.zeros(2, np.dtype([("a", with_metadata(value))])),
    ],
)
def test_metadata_of_dtypes(make):
    f = jit(lambda x, given: (x, show(getattr(given, "dtype", given))))

    def show(dtype):
        dtype = dtype["a"] if dtype.names else dtype.subdtype[0] if dtype.subdtype else dtype
        return dtype.metadata["unit"]

    for unit in ("m", "s", "m"):
        assert f(1.0, make(unit))[1] == unit


@pytest.mark.parametrize("make", [np.asarray, jnp.asarray])
def test_large_static_arrays(make):
    traces = []

    def f(x, array):
        traces.append(1)
        return x + np.asarray(array)[-1]

    f = jit(f, static_argnums=1)
    for last in (1.0, 2.0, 1.0, 2.0):
        array = np.zeros(5000, np.float32)
        array[-1] = last
        assert f(1.0, make(array)) == 1 + last
    assert len(traces) == 2
