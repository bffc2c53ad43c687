"""jdc-static-mutable: functions that fill an object for the constructor, or for the function that has made it."""

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Network(eqx.Module):
    weight: jax.Array
    positions: dict[str, int] = eqx.field(static=True)  # E: jdc-static-type
    names: list[str] = eqx.field(static=True)  # E: jdc-static-type

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
    terms: list[float] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type
    weights: dict[str, float] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    costs: list[float] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type

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


@flax.struct.dataclass
class Graph:
    x: jax.Array
    edges: list[tuple[int, int]] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type
    nodes: dict[str, int] = flax.struct.field(pytree_node=False, default_factory=dict)  # E: jdc-static-type
    weights: list[float] = flax.struct.field(pytree_node=False, default_factory=list)  # E: jdc-static-type

    def add_node(self, name: str) -> int:
        self.nodes[name] = len(self.nodes)
        return self.nodes[name]

    def add_edge(self, one: str, other: str) -> "Graph":
        self.edges.append((self.nodes[one], self.nodes[other]))
        return self

    @jax.jit
    def total(self) -> jax.Array:
        return self.x * len(self.edges) * sum(self.weights)

    def shown(self) -> float:
        return float(self.total())

    def weigh(self, weight: float) -> None:
        self.weights.append(weight)  # E: jdc-static-mutable


def build() -> Graph:
    graph = Graph(jnp.ones(()))
    for name in ("a", "b", "c"):
        graph.add_node(name)
    graph.add_edge("a", "b")
    graph.add_edge("b", "c")
    print(graph.shown())
    graph.weigh(2.0)
    return graph


assert build().total() == 0
