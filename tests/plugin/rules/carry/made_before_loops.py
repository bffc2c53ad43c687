"""jdc-carry for objects that can be changed, where nothing between the making and the loop does."""

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
from jax import lax


@chex.dataclass
class Search:
    node: chex.Array
    parent: chex.Array | None = None


@flax.struct.dataclass
class Frozen:
    x: jax.Array
    cache: jax.Array | None = None


def named(root: chex.Array) -> Search:
    first = Search(node=root)
    return lax.while_loop(
        lambda s: s.node[0] < 3,
        lambda s: s.replace(node=s.node + 1, parent=s.node),  # E: jdc-carry
        first,
    )


def bound_again(root: chex.Array) -> Search:
    def body(i: int, search: Search) -> Search:
        search = search.replace(parent=search.node)  # E: jdc-carry
        return search

    return lax.fori_loop(0, 3, body, Search(node=root))


def bound_to_the_result(root: chex.Array) -> Search:
    search = Search(node=root)
    search, _ = lax.scan(lambda s, x: (s.replace(parent=s.node), x), search, root)  # E: jdc-carry
    search.node = root
    return search


def filled(root: chex.Array) -> Search:
    first = Search(node=root)
    first.parent = root
    return lax.fori_loop(0, 3, lambda i, s: s.replace(parent=s.node), first)


def filled_by_another(root: chex.Array) -> Search:
    first = Search(node=root)
    fill(first)
    return lax.fori_loop(0, 3, lambda i, s: s.replace(parent=s.node), first)


def fill(search: Search) -> None:
    search.parent = search.node


def filled_inside(root: chex.Array) -> Search:
    def fill_first() -> None:
        first.parent = first.node

    first = Search(node=root)
    fill_first()
    return lax.fori_loop(0, 3, lambda i, s: s.replace(parent=s.node), first)


def of_two_names(root: chex.Array) -> Search:
    first = other = Search(node=root)
    other.parent = root
    return lax.fori_loop(0, 3, lambda i, s: s.replace(parent=s.node), first)


def filled_in_a_loop(root: chex.Array) -> Search:
    first = Search(node=root, parent=root)
    for _ in range(2):
        first = lax.fori_loop(0, 3, lambda i, s: s.replace(parent=s.node), first)
    return first


def filled_after_a_turn(root: chex.Array) -> Search:
    first = Search(node=root)
    for _ in range(2):
        try:
            return lax.fori_loop(0, 3, lambda i, s: s.replace(parent=s.node), first)
        except TypeError:
            first.parent = root
    return first


def branches(flag: jax.Array, frozen: Frozen) -> Frozen:
    return lax.cond(flag, lambda: Frozen(frozen.x), lambda: Frozen(frozen.x, frozen.x))  # E: jdc-carry


def branches_of_another(flag: jax.Array, frozen: Frozen) -> Frozen:
    frozen = frozen.replace(cache=frozen.x)
    return lax.cond(flag, lambda: frozen.replace(cache=frozen.x + 1), lambda: Frozen(frozen.x, frozen.x))
