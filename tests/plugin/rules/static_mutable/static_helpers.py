"""jdc-static-mutable: functions that fill an object for the constructor, or for the function that has made it."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Network(eqx.Module):
    weight: jax.Array
    positions: dict[str, int] = eqx.field(static=True)
    names: list[str] = eqx.field(static=True)

    def __init__(self, names: list[str]) -> None:
        self.weight = jnp.ones(len(names))
        self.positions = {}
        self.names = []
        for position, name in enumerate(names):
            self._register(name, position)

    def _register(self, name: str, position: int) -> None:
        self.positions[name] = position
        self._note(name)

    def _note(self, name: str) -> None:
        self.names.append(name)

    def rename(self, old: str, new: str) -> None:
        self.positions[new] = self.positions.pop(old)  # E: jdc-static-mutable


@eqx.filter_jit
def scale(network: Network) -> jax.Array:
    return network.weight * len(network.positions) * len(network.names)


network = Network(["a", "b"])
assert (scale(network) == 4).all()
network.rename("a", "c")


@flax.struct.dataclass
class Problem:
    x: jax.Array
    terms: list[float] = flax.struct.field(pytree_node=False, default_factory=list)
    weights: dict[str, float] = flax.struct.field(pytree_node=False, default_factory=dict)
    costs: list[float] = flax.struct.field(pytree_node=False, default_factory=list)

    @classmethod
    def create(cls, count: int) -> "Problem":
        problem = cls(jnp.ones(()))
        for position in range(count):
            problem._add(float(position))
        return problem

    def _add(self, term: float) -> None:
        self.terms.append(term)

    def add_cost(self, cost: float) -> None:
        self.costs.append(cost)  # E: jdc-static-mutable


def weigh(problem: Problem, name: str, weight: float) -> None:
    problem.weights[name] = weight


def weigh_again(problem: Problem, weight: float) -> None:
    problem.weights["again"] = weight  # E: jdc-static-mutable


@jax.jit
def solve(problem: Problem) -> jax.Array:
    return problem.x * sum(problem.terms) * sum(problem.weights.values()) * sum(problem.costs)


def run() -> jax.Array:
    problem = Problem.create(3)
    own = Problem(jnp.ones(()))
    weigh(own, "a", 1.0)
    weigh(own, weight=2.0, name="b")
    own.add_cost(1.0)
    solved = solve(own)
    for weight in (1.0, 2.0):
        weigh_again(own, weight)
        solved += solve(own)
    problem.add_cost(2.0)
    return solved + solve(problem)


run()


def heat(problem: Problem) -> jax.Array:
    solved = solve(problem)
    for step in range(3):
        problem.weights["step"] = float(step)  # E: jdc-static-mutable
        solved += solve(problem)
    return solved


heat(Problem(jnp.ones(())))
