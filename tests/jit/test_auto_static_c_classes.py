"""`auto_static`: changes in place of objects whose classes are written in C, of the standard library and of NumPy."""

import array
import collections
import contextvars
import copyreg
import ctypes
import datetime
import decimal
import functools
import hashlib
import hmac
import io
import itertools
import mmap
import queue
import random
import re
import threading
import types
import weakref
import xml.etree.ElementTree as ET
import zoneinfo

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)


def buffer(cls, data):
    made = cls(data)
    made.seek(0)
    return made


def masked(**options):
    return np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False], **options)


def element():
    root = ET.Element("root", {"size": "1"})
    ET.SubElement(root, "child").text = "text"
    return root


def cell():
    content = 1

    def set_to(value):
        nonlocal content
        content = value

    return types.SimpleNamespace(cell=set_to.__closure__[0], set=set_to)


def counter():
    value = 0
    while True:
        value += 1
        yield value


def mapped():
    made = mmap.mmap(-1, 4)
    made.write(b"abcd")
    made.seek(0)
    return made


class Structure(ctypes.Structure):
    _fields_ = (("a", ctypes.c_int), ("b", ctypes.c_double))


class Pointing(ctypes.Structure):
    _fields_ = (("a", ctypes.c_int), ("where", ctypes.c_void_p))


class Registered:
    """Its state is where only copyreg says that it is."""

    states = weakref.WeakKeyDictionary()

    def __init__(self, state):
        Registered.states[self] = state


copyreg.pickle(Registered, lambda value: (Registered, (Registered.states[value],)))


class Queue(collections.deque):
    pass


class Default(collections.defaultdict):
    pass


class Order(collections.OrderedDict):
    pass


class Words(set):
    pass


class Generator(np.random.Generator):
    pass


class Local(threading.local):
    a = None


TARGET = Registered([])
VARIABLE = contextvars.ContextVar("variable", default=0)


def set_item(key, item):
    return lambda value: value.__setitem__(key, item)


def set_attribute(name, item):
    return lambda value: setattr(value, name, item)


def call(name, *args):
    return lambda value: getattr(value, name)(*args)


# what makes an object, what changes it in place, and what a function may see of it
CASES = {
    "BytesIO": (lambda: io.BytesIO(b"abc"), call("write", b"x"), call("getvalue")),
    "BytesIO, position": (lambda: io.BytesIO(b"abc"), call("read", 1), call("tell")),
    "StringIO": (lambda: io.StringIO("abc"), call("write", "x"), call("getvalue")),
    "Element, text": (element, lambda e: setattr(e[0], "text", "new"), ET.tostring),
    "Element, attribute": (element, call("set", "size", "2"), ET.tostring),
    "Element, child": (element, lambda e: e.append(ET.Element("more")), ET.tostring),
    "ElementTree": (lambda: ET.ElementTree(element()), lambda t: t.getroot().clear(), lambda t: len(t.getroot())),
    "array": (lambda: array.array("d", [1.0, 2.0]), set_item(0, 5.0), list),
    "deque": (lambda: collections.deque([1, 2]), call("rotate", 1), list),
    "deque, length": (lambda: collections.deque([1, 2]), call("append", 1), list),
    "deque of a class": (lambda: Queue([1, 2]), call("rotate", 1), list),
    "OrderedDict": (lambda: collections.OrderedDict(a=1, b=2), call("move_to_end", "a"), list),
    "OrderedDict of a class": (lambda: Order(a=1, b=2), call("move_to_end", "a"), list),
    "OrderedDict, reversed": (lambda: collections.OrderedDict(a=1, b=1), call("move_to_end", "b", False), list),
    "defaultdict": (
        lambda: collections.defaultdict(int, a=1),
        set_attribute("default_factory", str),
        lambda d: d.default_factory,
    ),
    "defaultdict of a class": (
        lambda: Default(int, a=1),
        set_attribute("default_factory", str),
        lambda d: d.default_factory,
    ),
    "Counter": (lambda: collections.Counter("ab"), call("update", "a"), dict),
    "ChainMap": (lambda: collections.ChainMap({"a": 1}, {}), call("__setitem__", "a", 2), dict),
    "UserDict": (lambda: collections.UserDict(a=1), set_item("a", 2), dict),
    "set of a class": (lambda: Words("ab"), call("discard", "a"), sorted),
    "bytearray": (lambda: bytearray(b"abc"), set_item(0, 1), bytes),
    "memoryview": (lambda: memoryview(bytearray(b"abc")), set_item(0, 1), bytes),
    "memoryview, released": (lambda: memoryview(b"abc"), lambda v: None, bytes),
    "Random": (lambda: random.Random(1), call("random"), lambda r: r.getstate()),
    "Context": (decimal.Context, set_attribute("prec", 3), lambda c: c.prec),
    "Context, traps": (decimal.Context, lambda c: c.traps.__setitem__(decimal.Inexact, True), lambda c: c.traps),
    "SimpleNamespace": (lambda: types.SimpleNamespace(a=[1]), lambda n: n.a.append(2), str),
    "MappingProxyType": (
        lambda: types.MappingProxyType({"a": [1]}),
        lambda p: p["a"].append(2),
        lambda p: str(p["a"]),
    ),
    "cell": (cell, call("set", 2), lambda c: c.cell.cell_contents),
    "property": (lambda: property(len).getter(Registered([1])), lambda p: Registered.states[p.fget].append(2),
                 lambda p: list(Registered.states[p.fget])),
    "generator": (counter, next, lambda g: g.gi_frame.f_locals.get("value")),
    "list iterator": (lambda: iter([1, 2, 3]), next, lambda i: i.__length_hint__()),
    "set iterator": (lambda: iter({1, 2, 3}), next, lambda i: i.__length_hint__()),
    "dict iterator": (lambda: iter({1: 1, 2: 2}), next, lambda i: i.__length_hint__()),
    "count": (itertools.count, next, str),
    "map": (lambda: map(len, iter(["a", "b"])), next, lambda m: m.__reduce__()[1][1].__length_hint__()),
    "partial": (lambda: functools.partial(print), lambda p: p.__setstate__((len, (), {}, {})), lambda p: p.func),
    "mmap": (mapped, set_item(0, 120), lambda m: m[:]),
    "c_int": (lambda: ctypes.c_int(1), set_attribute("value", 2), lambda c: c.value),
    "Structure": (lambda: Structure(1, 2.0), set_attribute("a", 5), lambda s: s.a),
    "Structure with a pointer": (lambda: Pointing(1, 2), set_attribute("a", 5), lambda s: s.a),
    "c array": (lambda: (ctypes.c_int * 2)(1, 2), set_item(0, 7), list),
    "string buffer": (lambda: ctypes.create_string_buffer(b"abc"), set_item(0, b"x"), lambda b: b.value),
    "hash": (lambda: hashlib.sha256(b"a"), call("update", b"b"), call("hexdigest")),
    "blake2": (lambda: hashlib.blake2b(b"a"), call("update", b"b"), call("hexdigest")),
    "md5": (lambda: hashlib.md5(b"a"), call("update", b"b"), call("hexdigest")),
    "shake": (lambda: hashlib.shake_128(b"a"), call("update", b"b"), call("hexdigest", 8)),
    "hmac": (lambda: hmac.new(b"a", digestmod="sha256"), call("update", b"b"), call("hexdigest")),
    "local": (threading.local, set_attribute("a", 1), lambda v: getattr(v, "a", None)),
    "local of a class": (Local, set_attribute("a", 1), lambda v: v.a),
    "ContextVar": (lambda: VARIABLE, lambda v: v.set(v.get() + 1), lambda v: v.get()),
    "Queue": (queue.Queue, call("put", 1), call("qsize")),
    "copyreg": (lambda: Registered([1]), lambda v: Registered.states[v].append(2),
                lambda v: list(Registered.states[v])),
    "exception": (lambda: ValueError("a"), set_attribute("args", ("b",)), str),
    "exception, note": (lambda: ValueError("a"), call("add_note", "b"), lambda e: getattr(e, "__notes__", None)),
    "WeakValueDictionary": (
        weakref.WeakValueDictionary,
        set_item("a", TARGET),
        len,
    ),
    "numpy Generator": (lambda: np.random.default_rng(1), call("random"), lambda r: r.bit_generator.state),
    "numpy Generator of a class": (
        lambda: Generator(np.random.PCG64(1)),
        call("random"),
        lambda r: r.bit_generator.state,
    ),
    "numpy RandomState": (lambda: np.random.RandomState(1), call("rand"), lambda r: r.get_state()),
    "numpy bit generator": (lambda: np.random.PCG64(1), call("random_raw"), lambda b: b.state),
    "numpy SeedSequence": (lambda: np.random.SeedSequence(1), call("spawn", 1), lambda s: s.n_children_spawned),
    "numpy flatiter": (lambda: np.array([[1, 2], [3, 4]]).flat, next, lambda f: f.index),
    "numpy flatiter, data": (lambda: np.array([1, 2]).flat, set_item(0, 9), lambda f: f.base.tolist()),
    "numpy void": (lambda: np.zeros(1, [("a", "f4")])[0], set_item("a", 2), lambda v: v.item()),
    "numpy recarray": (lambda: np.rec.array([(1, 2.0)]), lambda r: r.a.__setitem__(0, 5) if "a" in r.dtype.names
                       else r.f0.__setitem__(0, 5), lambda r: r.tolist()),
    "numpy poly1d": (lambda: np.poly1d([1, 2]), set_item(0, 5), lambda p: list(p.coeffs)),
    "numpy matrix": (lambda: np.ones((1, 2)).view(np.matrix), set_item((0, 0), 5), lambda m: m.tolist()),
    "numpy objects": (lambda: np.array([[1], None], object), lambda a: a[0].append(2), lambda a: a.tolist()),
    "numpy flags": (lambda: np.ones(2), lambda a: a.setflags(write=False), lambda a: a.flags.writeable),
    "numpy shape": (lambda: np.ones((2, 2)), set_attribute("shape", (4,)), lambda a: a.shape),
    "masked, under the mask": (masked, lambda m: m.data.__setitem__(1, 9.0), lambda m: m.data.tolist()),
    "masked, seen": (masked, set_item(0, 9.0), lambda m: m.data.tolist()),
    "masked, mask": (masked, set_item(0, np.ma.masked), lambda m: m.mask.tolist()),
    "masked, hard": (masked, call("harden_mask"), lambda m: m.hardmask),
    "masked, fill": (masked, set_attribute("fill_value", 9.0), lambda m: m.fill_value),
    "masked, shared": (lambda: masked()[:2], call("unshare_mask"), lambda m: m.sharedmask),
    "masked, objects": (
        lambda: np.ma.array([[1], [2]], mask=[True, True], dtype=object),
        lambda m: m.data.__setitem__(0, [5]),
        lambda m: m.data.tolist(),
    ),
}  # fmt: skip


PLACES = {
    "itself": lambda value: value,
    "in an object": lambda value: types.SimpleNamespace(held=value),
    "in a static argument": lambda value: {"held": value},
}
# not what JAX traces, or takes for the object in the other case
ALONE = [name for name, (make, *_) in CASES.items() if not isinstance(make(), np.ndarray | types.SimpleNamespace)]


@pytest.mark.filterwarnings("ignore:Python iterable type", "ignore:Pickle, copy, and deepcopy")
@pytest.mark.parametrize(
    ("place", "name"), [*(("itself", name) for name in ALONE), *itertools.product(list(PLACES)[1:], CASES)]
)
def test_a_change_in_place_is_noticed(place, name):
    make, change, look = CASES[name]
    value = make()
    traces = []

    def fun(x, given):
        traces.append(1)
        held = given if place == "itself" else given["held"] if place == "in a static argument" else given.held
        return x, repr(look(held))

    held = PLACES[place](value)
    f = jit(fun, static_argnums=1 if place == "in a static argument" else None)
    before = repr(look(value))
    for _ in range(2):
        assert f(0.0, held)[1] == before
    assert len(traces) == 1
    change(value)
    after = repr(look(value))
    assert after != before or name == "memoryview, released"
    for _ in range(2):
        assert f(0.0, held)[1] == after
    assert len(traces) == 1 + (after != before)


EQUAL = {
    "pattern": lambda: re.compile("a+"),
    "date": lambda: datetime.datetime(2020, 1, 1),
    "array": lambda: array.array("d", [1.0]),
    "decimal": lambda: decimal.Decimal("1.5"),
    "Counter": lambda: collections.Counter("abc"),
    "OrderedDict": lambda: collections.OrderedDict(a=1, b=2),
    "deque": lambda: collections.deque([1, 2]),
    "time zone": lambda: zoneinfo.ZoneInfo("UTC"),
    "void": lambda: np.array([(1.0, "a")], [("a", "f4"), ("b", "U2")])[0],
}


@pytest.mark.parametrize("name", EQUAL)
def test_equal_objects_share_a_program(name):
    traces = []
    f = jit(lambda x, value: traces.append(1) or x, static_argnums=1)
    for _ in range(3):
        f(0.0, EQUAL[name]())
    assert len(traces) == 1


class Unstable:
    """Gives pickle another object without state each time."""

    def __reduce__(self):
        return Unstable, (object(),)


def test_a_class_whose_pickled_state_is_never_the_same():
    traces = []
    f = jit(lambda x, value: traces.append(1) or x)
    value = Unstable()
    for _ in range(3):
        f(0.0, value)
    assert len(traces) == 1


@pytest.mark.parametrize(
    "make", [lambda x: collections.deque([x]), lambda x: collections.OrderedDict(a=x), lambda x: itertools.repeat(x)]
)
def test_a_tracer_in_an_object_of_c(make):
    f = jit(lambda x, value: x)
    with pytest.raises(TypeError, match="holds a tracer"):
        jax.jit(lambda x: f(x, types.SimpleNamespace(held=make(x))))(jnp.ones(2))


def test_properties_of_a_compiled_class():
    nodes = pytest.importorskip("mypy.nodes", reason="needs a package of compiled classes")
    f = jit(lambda x, node: (x, node.name))
    node = nodes.NameExpr("first")
    for name in ("first", "second", "first"):
        node.name = name
        assert f(0.0, node)[1] == name
