"""`auto_static`: which object it is, where that matters: shared arguments, lazy caches, loggers, enums, copies."""

import copy
import dataclasses
import enum
import functools
import logging
import pathlib
import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jdc_runtime as jdc

jit = jdc.auto_static(jax.jit)
vmap = jdc.auto_static(jax.vmap)


@dataclasses.dataclass(frozen=True)
class Lazy:
    size: int

    @functools.cached_property
    def double(self):
        return 2 * self.size


class KeepsItsHash:
    def __init__(self, size):
        self.size = size

    @functools.cached_property
    def double(self):
        return 2 * self.size

    def __eq__(self, other):
        return self.size == other.size

    def __hash__(self):
        self.kept = hash(self.size)
        return self.kept


@pytest.mark.parametrize("make", [lambda: pathlib.Path("a") / "b", lambda: Lazy(2), lambda: KeepsItsHash(2)])
def test_what_an_object_keeps_lazily_is_no_change(make):
    traces = []

    @jit
    def f(x, given):
        traces.append(given)
        made = make()
        getattr(made, "double", None)
        return x, given, made

    given = make()
    compiled = f.lower(1.0, given).compile()
    for _ in range(2):
        hash(given)
        _, same, made = f(1.0, given)
        assert same is given
        assert made == make()
        assert str(made.parent if isinstance(made, pathlib.Path) else made.double) in ("a", "4")
        assert compiled(1.0, given)[1] is given
    assert f(1.0, make())[2] == make()
    assert len(traces) == 1


def test_a_frozen_dataclass_is_the_same_before_and_after_its_cached_property():
    traces = []

    @jit
    def f(x, lazy):
        traces.append(lazy)
        return x * lazy.double

    compiled = f.lower(1.0, lazy := Lazy(3)).compile()
    assert compiled(1.0, lazy) == f(1.0, lazy) == f(1.0, Lazy(3)) == 6.0
    assert len(traces) == 1


def test_one_object_given_twice_is_not_two_equal_ones():
    f = jit(lambda x, a, b: (x * (1 if a is b else 2), a, b))
    shared, one, other = {1}, {1}, {1}
    for _ in range(2):
        assert f(1.0, shared, shared)[0] == 1.0
        y, first, second = f(1.0, one, other)
        assert y == 2.0
        assert first is one
        assert second is other
    g = vmap(lambda x, a, b: (x * (1 if a is b else 2), a, b), in_axes=(0, None, None), out_axes=(0, None, None))
    for a, b, y in ((shared, shared, 1.0), (one, other, 2.0), (shared, shared, 1.0)):
        result = g(jnp.ones(1), a, b)
        assert result[0] == y
        assert result[1] is a
        assert result[2] is b


@dataclasses.dataclass
class Config:
    size: int
    marker: object


@pytest.mark.parametrize(
    "marker", [object(), threading.Lock(), np, logging.getLogger("jdc.test"), jax.jit(len), len, copy.copy]
)
def test_a_copy_holds_the_same_objects_with_identity(marker):
    traces = []

    @jit
    def f(x, config):
        traces.append(config)
        return x, dataclasses.replace(config, size=config.size)

    config = Config(1, [marker])
    for _ in range(4):
        _, config = f(1.0, config)
        assert config.marker[0] is marker
    assert len(traces) == 1


def test_loggers_are_compared_by_identity():
    traces = []

    @jit
    def f(x, config, logger):
        traces.append(config)
        return x, logger

    mine = logging.getLogger("jdc.test.one")
    for number in range(3):
        logging.getLogger(f"jdc.test.another.{number}")
        assert f(1.0, Config(1, mine), mine)[1] is mine
    assert len(traces) == 1
    f(1.0, Config(1, logging.getLogger("jdc.test.two")), mine)
    assert len(traces) == 2


@dataclasses.dataclass
class Mixin:
    number: int
    label: str = dataclasses.field(default="", compare=False)


class Member(Mixin, enum.Enum):
    ONE = (1, "one")
    TWO = (2, "two")


class Unhashable(type):
    def __hash__(cls):
        raise TypeError("unhashable")


class OfUnhashable(metaclass=Unhashable):
    pass


class AlsoUnhashable(metaclass=Unhashable):
    pass


@pytest.mark.parametrize("one", [jit, jdc.auto_static(jax.checkpoint)])
@pytest.mark.parametrize("values", [tuple(Member), (OfUnhashable, AlsoUnhashable)])
def test_enum_members_and_classes_need_no_hash(one, values):
    traces = []

    @one
    def f(x, given, config):
        traces.append(given)
        return x * values.index(given), given, config.marker

    for _ in range(2):
        for index, given in enumerate(values):
            result = f(1.0, given, Config(1, given))
            assert result[0] == index
            assert result[1] is given
            assert result[2] is given
    if one is jit:
        assert len(traces) == 2
