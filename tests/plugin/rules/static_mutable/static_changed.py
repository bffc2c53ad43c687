"""jdc-static-mutable: static values that the code changes in place."""

import collections
import dataclasses
from typing import Any, NamedTuple, Self

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import pytest

import jdc_runtime as jdc


@flax.struct.dataclass
class Config:
    x: jax.Array
    data: dict[str, jax.Array]
    options: dict[str, int] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    names: list[str] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type
    seen: set[str] | None = flax.struct.field(pytree_node=False, default=None)  # E: jdc-static-type
    queue: collections.deque[int] = flax.struct.field(  # E: jdc-static-type
        pytree_node=False, default_factory=collections.deque
    )
    nested: dict[str, dict[str, int]] = flax.struct.field(  # E: jdc-static-type
        pytree_node=False, default_factory=dict
    )
    cache: dict[str, int] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    row: tuple[int, ...] = flax.struct.field(pytree_node=False, default=())
    anything: Any = flax.struct.field(pytree_node=False, default=None)

    def change(self) -> None:
        self.options["k"] = 5  # E: jdc-static-mutable
        self.options["k"] += 1  # E: jdc-static-mutable
        del self.options["k"]  # E: jdc-static-mutable
        self.options.update(k=1)  # E: jdc-static-mutable
        self.names.append("a")  # E: jdc-static-mutable
        _ = self.names.pop()  # E: jdc-static-mutable
        self.names[0] = "b"  # E: jdc-static-mutable
        self.names.sort()  # E: jdc-static-mutable
        self.queue.appendleft(1)  # E: jdc-static-mutable
        if self.seen is not None:
            self.seen.add("a")  # E: jdc-static-mutable

    def read(self) -> int:
        assert self.names.index("a") == self.names.count("b")
        print(self.options.get("k"), self.options["k"], list(self.names), "k" in self.options)
        self.data["x"] = self.x
        self.cache["k"] = 1
        self.row.count(1)
        for name in self.names:
            print(name, self.options.items())
        options = {**self.options, "k": 1}
        options["k"] = 2
        sorted(self.names).append("a")
        return self.options["k"]

    def grow(self, key: str, value: jax.Array) -> None:
        self.names.append(key)
        self.data.update({key: value})

    def grow_by_items(self, given: dict[str, jax.Array]) -> None:
        for key, value in given.items():
            self.options[key] = 1
            self.data[key] = value

    def __post_init__(self) -> None:
        self.options["k"] = 1
        self.names.append("a")  # E: jdc-init

    @classmethod
    def create(cls, x: jax.Array) -> Self:
        new = cls(x, {})
        new.options["k"] = 1
        return new


def change(config: Config, configs: list[Config]) -> None:
    config.options["k"] = 5  # E: jdc-static-mutable
    configs[0].names.extend(["a"])  # E: jdc-static-mutable
    for each in configs:
        each.names.clear()  # E: jdc-static-mutable
    config.nested.setdefault("a", {})  # E: jdc-static-mutable
    config.anything.append(1)
    config.anything["k"] = 1


def build(x: jax.Array) -> Config:
    config = Config(x, {})
    config.options["k"] = 5
    config.names.append("a")
    return config


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    x: jax.Array
    dims: list[int] = dataclasses.field(metadata={"static": True})  # E: jdc-static-type
    size: int = dataclasses.field(metadata={"static": True}, default=0)

    def change(self) -> None:
        self.dims += [1]  # E: jdc-static-mutable
        self.dims = [*self.dims, 1]
        self.size += 1


@jax_dataclasses.pytree_dataclass
class Copied:
    x: jax.Array
    dims: jax_dataclasses.Static[list[int]]  # E: jdc-static-type


def copied(given: Copied) -> Copied:
    with jax_dataclasses.copy_and_mutate(given) as new:
        new.dims.append(1)  # E: jdc-static-mutable
        new.dims = [1]
    return new


def expected(config: Config) -> None:
    with pytest.raises(KeyError):
        config.options.pop("k")


@jax.jit
def double(config: Config) -> jax.Array:
    return config.x * 2


def total(registered):
    return registered.x.sum()


class Holder(NamedTuple):
    given: Copied


jitted = jax.jit(total)
jitted(Registered(jnp.ones(1), [1]))
jax.lax.scan(lambda carry, _: (carry, None), Holder(Copied(jnp.ones(1), [])), None, length=2)


# Containers in a container


@flax.struct.dataclass
class Nested:
    x: jax.Array
    lists: dict[str, list[int]] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    rows: list[list[int]] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type
    deep: dict[str, dict[str, list[int]]] = flax.struct.field(  # E: jdc-static-type
        pytree_node=False, default_factory=dict
    )
    loose: dict[str, Any] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    pairs: dict[str, tuple[int, ...]] = flax.struct.field(  # E: jdc-static-type
        pytree_node=False, default_factory=dict
    )

    def change(self) -> None:
        self.lists["a"].append(1)  # E: jdc-static-mutable
        self.lists["a"][0] = 1  # E: jdc-static-mutable
        self.lists["a"] += [1]  # E: jdc-static-mutable
        del self.rows[0][0]  # E: jdc-static-mutable
        self.deep["a"]["b"].append(1)  # E: jdc-static-mutable
        self.deep["a"]["b"] = []  # E: jdc-static-mutable

    def read(self) -> int:
        self.rows[:1].append([2])
        self.rows[1:][0:] = []
        self.loose["a"].append(1)
        self.lists["a"].copy().append(1)
        self.pairs["a"].count(1)
        return self.lists["a"][0] + self.deep["a"]["b"].count(1)


def change_nested(nested: Nested) -> None:
    nested.lists["a"].extend([1])  # E: jdc-static-mutable
    made = Nested(nested.x, {"a": []})
    made.lists["a"].append(1)
    jax.jit(lambda each: each.x)(nested)


# Objects that meet no transformation


@flax.struct.dataclass
class Trainer:
    params: jax.Array
    history: list[float] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type

    def log(self) -> None:
        self.history.append(float(self.params.sum()))


@flax.struct.dataclass
class Owner:
    trainer: Trainer


def train(trainer: Trainer, owner: Owner) -> Trainer:
    step = jax.jit(lambda params: params * 0.5)
    for _ in range(3):
        trainer = trainer.replace(params=step(trainer.params))
        trainer.history.append(float(trainer.params.sum()))
    owner.trainer.history.clear()
    assert jax.tree.leaves(owner)
    print(jax.grad(lambda params: params.sum())(trainer.params))
    return trainer


# Objects that meet one in another object, or where nothing declares them


@flax.struct.dataclass
class Part:
    x: jax.Array
    names: list[str] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type


@flax.struct.dataclass
class Whole:
    parts: tuple[Part, ...]


@flax.struct.dataclass
class Local:
    x: jax.Array
    names: list[str] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type

    @jdc.jit
    def step(self) -> jax.Array:
        return self.x


def change_parts(whole: Whole, local: Local) -> None:
    whole.parts[0].names.append("a")  # E: jdc-static-mutable
    local.names.append("a")  # E: jdc-static-mutable
    jax.vmap(lambda each: each.parts[0].x)(whole)


assert build(jnp.ones(1)).names == ["a", "a"]


# Under a name, and through the class of the container


def change_by_name(config: Config) -> None:
    names = config.names
    names.append("a")  # E: jdc-static-mutable
    names += ["b"]  # E: jdc-static-mutable
    options = config.options
    options["k"] = 1  # E: jdc-static-mutable
    list.append(config.names, "a")  # E: jdc-static-mutable
    dict.update(config.options, k=1)  # E: jdc-static-mutable


def change_a_copy(config: Config, flag: bool) -> list[str]:
    names = list(config.names)
    names.append("a")
    more = config.names
    more = [*more, "b"]
    more.append("c")
    either = config.names
    if flag:
        either = ["d"]
    either.append("e")
    own = Config(config.x, {})
    fresh = own.names
    fresh.append("f")
    data = config.data
    data["x"] = config.x
    print(list.index(config.names, "a"))
    list.append(names, "g")
    return names
