"""jdc-data-leaf: objects that are handed to a transformation, whose data fields it refuses."""

import dataclasses
import enum
import functools
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import attrs
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
import optax  # type: ignore[import-untyped]

import jdc_runtime as jdc

T = TypeVar("T")
Activation = Callable[[jax.Array], jax.Array]


class Mode(enum.IntEnum):
    A = 1
    B = 2


class Kind(enum.Enum):
    A = 1


@flax.struct.dataclass
class State:
    x: jax.Array
    name: str


class Node(flax.struct.PyTreeNode):
    x: jax.Array
    kind: Kind


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Outer:
    state: State
    n: int


@jax_dataclasses.pytree_dataclass
class Classic:
    x: jax.Array
    path: type[int]


@jax_dataclasses.pytree_dataclass
class ReportedAtItsClass:
    x: jax.Array
    size: jax_dataclasses.Static[int]
    name: str  # E: jdc-data-leaf


@dataclasses.dataclass
class Plain:
    y: jax.Array


@dataclasses.dataclass
class RegisteredLater:
    y: jax.Array


jax.tree_util.register_dataclass(RegisteredLater, ["y"], [])


@dataclasses.dataclass
class Registering:
    y: int

    def __init_subclass__(cls) -> None:
        jax.tree_util.register_dataclass(cls)


@dataclasses.dataclass
class Registered(Registering):
    z: int


@flax.struct.dataclass
class Nested:
    x: jax.Array
    inner: Plain


@flax.struct.dataclass
class NestedLater:
    x: jax.Array
    inner: RegisteredLater
    other: Registered


@flax.struct.dataclass
class Box(Generic[T]):
    item: T


@flax.struct.dataclass
class Good:
    x: jax.Array
    name: str = flax.struct.field(pytree_node=False)
    act: Activation = flax.struct.field(pytree_node=False)
    mode: Mode = Mode.A
    optional: str | None = None
    names: tuple[str, ...] = ()
    anything: Any = None
    number: int | float = 0
    either: jax.Array | str = ""


@flax.struct.dataclass
class Net:
    w: jax.Array
    act: Activation


@flax.struct.dataclass
class Flagged:
    x: jax.Array
    mode: Mode
    flag: bool = False
    fixed: Mode = flax.struct.field(pytree_node=False, default=Mode.A)


def loss(state: State) -> jax.Array:
    return state.x.sum()


def untyped(state):
    return state.x.sum()


def body(state: State, _: None) -> tuple[State, None]:
    return state, None


def calls(state: State, node: Node, outer: Outer, classic: Classic, xs: jax.Array) -> None:
    jax.jit(untyped)(state)  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(node)  # E: jdc-data-leaf
    jax.jit(lambda s: s.state.x)(outer)  # E: jdc-data-leaf
    jax.jit(lambda s: s.x)(classic)  # E: jdc-data-leaf
    jax.jit(lambda s: s[0].x)((state, 1))  # E: jdc-data-leaf
    jax.jit(lambda s: s["a"].x)({"a": state})  # E: jdc-data-leaf
    jax.jit(lambda *, s: s.x)(s=state)  # E: jdc-data-leaf
    jax.jit(donate_argnums=0)(untyped)
    jax.grad(untyped)(state)  # E: jdc-data-leaf
    jax.value_and_grad(lambda s, x: (s.x.sum(), x), has_aux=True)(state, xs)  # E: jdc-data-leaf
    jax.grad(lambda x, s: s.x.sum(), argnums=(0, 1))(xs, state)  # E: jdc-data-leaf
    jax.vmap(untyped)(state)  # E: jdc-data-leaf
    jax.vmap(lambda x, s: x, in_axes=(None, 0))(xs, state)  # E: jdc-data-leaf
    jax.checkpoint(untyped)(state)  # E: jdc-data-leaf
    jax.jacfwd(untyped)(state)  # E: jdc-data-leaf
    jax.lax.scan(body, state, None, length=3)  # E: jdc-data-leaf
    jax.lax.scan(lambda c, s: (c, s.x), 0, state)  # E: jdc-data-leaf
    jax.lax.while_loop(lambda s: s.x.sum() < 3, lambda s: s, state)  # E: jdc-data-leaf
    jax.lax.fori_loop(0, 3, lambda i, s: s, state)  # E: jdc-data-leaf
    jax.lax.cond(True, lambda s: s.x, lambda s: s.x, state)  # E: jdc-data-leaf
    jax.lax.switch(0, [lambda s: s.x, lambda s: s.x], state)  # E: jdc-data-leaf
    jax.lax.map(lambda s: s.x, state)  # E: jdc-data-leaf
    jax.vjp(untyped, state)  # E: jdc-data-leaf


def named(state: State, net: Net, nested: Nested, texts: Box[str]) -> None:
    step = jax.jit(untyped)
    step(state)  # E: jdc-data-leaf
    module_step(state)  # E: jdc-data-leaf
    jitted(state)  # E: jdc-data-leaf
    donating(state)  # E: jdc-data-leaf
    derived(state)  # E: jdc-data-leaf
    annotated(state)
    step(Net(jnp.ones(2), jnp.tanh))  # E: jdc-data-leaf
    made = Net(jnp.ones(2), act=lambda x: x)
    step(made)  # E: jdc-data-leaf
    step(net)
    step(nested)  # E: jdc-data-leaf
    step(texts)  # E: jdc-data-leaf


module_step = jax.jit(untyped)


@jax.jit
def jitted(state):
    return state.x


@functools.partial(jax.jit, donate_argnums=0)
def donating(state):
    return state.x


@jax.custom_vjp
def derived(state):
    return state.x.sum()


@jax.jit
def annotated(state: State) -> jax.Array:  # E: jdc-data-leaf
    return state.x


@functools.partial(jax.jit, static_argnums=(1,))
def annotated_too(state: State, n: int) -> jax.Array:  # E: jdc-data-leaf
    return state.x


@jax.checkpoint
def remade(
    x: jax.Array,
    state: State | None,  # E: jdc-data-leaf
) -> jax.Array:
    return x


gradient = jax.grad(loss)  # E: jdc-data-leaf


@flax.struct.dataclass
class Methods:
    x: jax.Array
    name: str

    @jax.jit
    def untyped(self):  # E: jdc-data-leaf
        return self.x

    @functools.partial(jax.jit, static_argnums=0)
    def fixed(self):  # E: jdc-static-self
        return self.x

    @functools.partial(jax.jit, static_argnames=("self",))
    def fixed_by_name(self):  # E: jdc-static-self
        return self.x

    def plain(self) -> jax.Array:
        return self.x

    @staticmethod
    @jax.jit
    def of(x):
        return x


# Objects that JAX passes on as they are


@functools.partial(jax.jit, static_argnums=0)
def static(state: State, x: jax.Array) -> jax.Array:
    return x


@functools.partial(jax.jit, static_argnames=["state"])
def static_by_name(state: State, x: jax.Array) -> jax.Array:
    return x


@jax.jit(static_argnums=-2)
def static_from_the_end(state: State, x: jax.Array) -> jax.Array:
    return x


OPTIONS: dict[str, Any] = {"static_argnums": 0}
NUMBERS = (0,)


@functools.partial(jax.jit, **OPTIONS)
def unknown(state: State, x: jax.Array) -> jax.Array:
    return x


@functools.partial(jax.jit, static_argnums=NUMBERS)
def unread(state: State, x: jax.Array) -> jax.Array:
    return x


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def nondifferentiable(state: State, x: jax.Array) -> jax.Array:
    return x


@functools.partial(jax.checkpoint, static_argnums=(0,))
def checkpointed(state: State, x: jax.Array) -> jax.Array:
    return x


def other(function: Any) -> Any:
    return function


@jax.jit
@other
def converted(state: State) -> jax.Array:
    return state.x


@other
@jax.jit
def hidden(x: jax.Array) -> jax.Array:
    return x


def passed_on(state: State, node: Node, xs: jax.Array, good: Good, later: NestedLater, numbers: Box[int]) -> None:
    jax.jit(untyped)(good)
    jax.jit(untyped)(later)
    jax.jit(untyped)(numbers)
    jax.jit(untyped)(xs)
    jax.jit(untyped, static_argnums=0)(state)  # E: jdc-static-array
    jax.jit(untyped, static_argnames="state")(state)  # E: jdc-static-array
    jax.jit(untyped, static_argnums=NUMBERS)(state)  # E: jdc-static-array
    jax.jit(untyped, **OPTIONS)(state)
    jax.grad(lambda x, s: x.sum())(xs, state)
    jax.grad(lambda s, x: x.sum(), argnums=1)(state, xs)
    jax.grad(lambda x, s: x.sum())(xs, s=state)
    jax.vmap(lambda x, s: x, in_axes=(0, None))(xs, state)
    jax.vmap(lambda x, s: x, (0, None))(xs, state)
    jax.vmap(lambda x, s: x, in_axes=NUMBERS)(xs, state)  # E: jdc-transform-input
    jax.lax.scan(lambda c, x: (c, state.x), xs, xs)
    jax.lax.cond(state.name == "a", lambda s: s, lambda s: s, xs)
    jax.jit(lambda: state.x)()
    jax.jit(state.plain if isinstance(state, Methods) else lambda: 0)()
    assert jax.tree.map(lambda x: x, state)
    jax.jit(other(untyped))
    jax.jit(lambda x: x)(state.x)
    static(state, xs)  # E: jdc-static-array
    unknown(state, xs)
    converted(state)  # E: jdc-data-leaf
    other(jitted)(state)
    untyped(state)
    jax.jit(*[untyped])(state)
    loss(state)


def either(thing: State | jax.Array, anything: Any, states: list[jax.Array]) -> None:
    jax.jit(untyped)(thing)
    jax.jit(untyped)(anything)
    jax.jit(untyped)(states)


def already(listed: ReportedAtItsClass) -> None:
    jax.jit(untyped)(listed)


def rebound(state: State, function: Any) -> None:
    step = untyped
    if function:
        step = jax.jit(untyped)
    step(state)


# Integers and flags under `is`


@jax.jit
def by_mode(s: Flagged) -> jax.Array:
    return s.x if s.mode is Mode.A else -s.x  # E: jdc-data-leaf


@jax.jit
def by_flag(s: Flagged) -> jax.Array:
    if s.flag is True:  # E: jdc-data-leaf
        return s.x
    return s.x if Mode.A is not s.mode else -s.x  # E: jdc-data-leaf


@jax.jit
def by_static(s: Flagged) -> jax.Array:
    return s.x if s.fixed is Mode.A else -s.x


@jax.jit
def by_other_objects(s: Flagged) -> jax.Array:
    own = Flagged(s.x, Mode.A)
    s = own
    return s.x if own.mode is Mode.A or s.mode is Mode.A or s.mode is None else -s.x


def eager(s: Flagged) -> bool:
    return s.mode is Mode.A


def by_lambda(s: Flagged) -> None:
    jax.jit(lambda s: s.x if s.mode is Mode.A else -s.x)(s)  # E: jdc-data-leaf
    jax.jit(lambda x: x if s.mode is Mode.A else -x)(s.x)


@jdc.pytree_dataclass
class Own:
    x: jax.Array
    name: str  # E: jdc-data-leaf


@jax.jit
def of_own(own: Own) -> jax.Array:
    return own.x


@jdc.jit
def by_jdc(s: State, known: jdc.Static[State]) -> jax.Array:  # E: jdc-data-leaf, jdc-static-array
    return s.x + known.x


@jdc.jit(auto_static=True)
def by_jdc_separated(s: State) -> jax.Array:
    return s.x


@jax_dataclasses.jit
def by_upstream(s: State, known: jax_dataclasses.Static[State]) -> jax.Array:  # E: jdc-data-leaf, jdc-static-array
    return s.x + known.x


def summed(known: jdc.Static[State], x: jax.Array) -> jax.Array:
    return known.x + x


def called(s: State) -> None:
    jdc.jit(summed)(s, s.x)  # E: jdc-static-array
    jdc.jit(summed)(x=s.x, known=s)  # E: jdc-static-array
    jdc.jit(lambda s: s.x)(s)  # E: jdc-data-leaf


def shown(s: State, x: jax.Array) -> jax.Array:
    return s.x + x


def to_text(s: State) -> None:
    print(jax.make_jaxpr(lambda s: s.x)(s))  # E: jdc-data-leaf
    print(jax.make_jaxpr(shown, static_argnums=0)(s, s.x))
    print(jax.make_jaxpr(shown, 0)(s, s.x))
    print(jax.make_jaxpr(lambda x: shown(s, x))(s.x))


def pushed(owner: Any, state: Any) -> Any:
    return state


@flax.struct.dataclass
class Texted:
    x: jax.Array
    name: str


def total_of(state: Texted) -> jax.Array:
    return state.x.sum()


def through_derivatives(state: Texted, x: jax.Array) -> None:
    jax.jvp(total_of, (state,), (state,))  # E: jdc-data-leaf
    jax.eval_shape(total_of, state)  # E: jdc-data-leaf
    jax.eval_shape(jnp.sin, x)
    jax.jvp(jnp.sin, (x,), (x,))
    jax.eval_shape(lambda: total_of(state))


@flax.struct.dataclass
class Open:
    """Fields that may hold nothing, or anything."""

    x: jax.Array
    part: slice | None = None
    axes: tuple[str, ...] = ()
    tx: Any = None


jax.jit(lambda each: each.x)(Open(jnp.ones(2)))
jax.jit(lambda each: each.x)(Open(jnp.ones(2), part=slice(1)))  # E: jdc-data-leaf
jax.jit(lambda each: each.x)(Open(jnp.ones(2), part=None, axes=()))
jax.jit(lambda each: each.x)(Open(jnp.ones(2), axes=("x", "y")))  # E: jdc-data-leaf
jax.jit(lambda each: each.x)(Open(jnp.ones(2), tx=optax.chain(optax.clip(1.0), optax.sgd(0.1))))  # E: jdc-data-leaf
jax.jit(lambda each: each.x)(Open(jnp.ones(2), tx=optax.sgd(0.1).init(jnp.ones(2))))


class Weights:
    def __init__(self, w: jax.Array) -> None:
        self.w = w


@jdc.pytree_dataclass
class Weighted:
    x: jax.Array
    weights: Weights
    by_name: dict[str, Weights] = jdc.field(default_factory=dict)


weights = Weights(jnp.ones(3))
jax.jit(lambda o: o.x)(Weighted(jnp.ones(3), weights))  # E: jdc-data-leaf
jax.vmap(lambda o: o.x)(Weighted(jnp.ones(3), Weights(jnp.ones(3))))  # E: jdc-data-leaf


def refused(each: Open) -> bool:
    try:
        jax.jit(lambda each: each.x)(Open(jnp.ones(2), axes=("x", "y")))
        jax.jit(lambda o: o.x)(Weighted(jnp.ones(3), weights))
    except TypeError:
        return True
    with jax.disable_jit():
        jax.jit(lambda each: each.x)(Open(jnp.ones(2), axes=("x", "y")))
    try:
        jax.jit(lambda each: each.x)(Open(jnp.ones(2), axes=("x", "y")))  # E: jdc-data-leaf
    except FileNotFoundError:
        return False
    finally:
        jax.clear_caches()
    return False


@attrs.define
class Genome:
    genes: jax.Array


@attrs.define
class Registration:
    genes: jax.Array


jax.tree_util.register_pytree_node(Registration, lambda r: ((r.genes,), None), lambda _, c: Registration(*c))


@flax.struct.dataclass
class Population:
    ages: jax.Array
    genomes: Genome


@flax.struct.dataclass
class OfRegistered:
    ages: jax.Array
    genomes: Registration


@jax.jit
def grow(population: Population, other: OfRegistered) -> jax.Array:  # E: jdc-data-leaf
    return population.ages + other.ages
