"""Uses of the results of calls that a checker cannot judge; marked as in ``program.py``.

A checker knows nothing of such a result, so it accepts what is wrong with it.
"""

from typing import Self, TypeVar

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    w: jax.Array
    n: int = 0

    def fewer(self) -> Self:
        return self.replace(n=self.n - 1)

    def more(self) -> "State":
        return self.replace(n=self.n + 1)


StateT = TypeVar("StateT", bound=State)


class Bare(State):
    extra: int = 0


class Node(flax.struct.PyTreeNode):
    w: jax.Array
    n: int = 0


class Own(jdc.PyTreeNode):
    w: jax.Array
    n: int = 0


@jdc.pytree_dataclass
class Model:
    w: jax.Array
    n: int = 0


class Converted(eqx.Module):
    n: int = eqx.field(converter=int)


def needs_model(model: Model) -> None:
    print(model)


def used(s: State, m: Model) -> int:
    number: int = s.replace(n=1)  # wrong: expression has type "State", variable has type "int"
    print(number, s.replace(n=1).foo)  # wrong: "State" has no attribute "foo"
    m = s.replace(n=1)  # wrong: expression has type "State", variable has type "Model"
    needs_model(s.replace(n=1))  # wrong: Argument 1 to "needs_model"
    text: str = m.replace(n=1).n  # wrong: expression has type "int", variable has type "str"
    print(text)
    real: float = s.replace(n=1).w
    print(real)
    return s.replace(n=1)  # wrong: got "State", expected "int"


def undeclared(s: State) -> None:
    thing = 3
    print(thing)
    thing = s.replace(n=1)
    print(thing)


def with_dict(s: State) -> State:
    changes = {"n": 4}
    return s.replace(**changes)


def subclasses(bare: Bare) -> None:
    print(bare.replace(n=1))
    print(bare.replace(extra=1))  # wrong: replace


def bases(node: Node, own: Own, m: Model) -> None:
    print(node.replace(n=2), own.replace(n=2), jdc.replace(m, n=2))
    print(node.replace(n="a"))  # wrong: "n"
    print(node.replace(nn=2))  # wrong: "nn"
    print(own.replace(n="a"))  # wrong: int
    print(own.replace(nn=2))  # wrong: "nn"
    print(jdc.replace(m, kk=2))  # wrong: kk


def copied(m: Model) -> Model:
    with jdc.copy_and_mutate(m) as c:
        c.w = jnp.zeros(3)
        c.n = "x"  # wrong: "str"
        c.nope = 3  # wrong: nope
    return c


def variables(s: StateT) -> StateT:
    while s.n:
        s = s.replace(n=s.n - 1)
    return s.replace(n=1)


def repeated(w: jax.Array) -> State:
    s = State(w)
    for _ in range(3):
        s = s.replace(n=s.n + 1)
    return s


def converted() -> None:
    print(Converted(None))  # wrong: None
    print(Converted(object()))  # wrong: object
