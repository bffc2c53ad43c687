"""Objects that a loop or a comprehension binds, looked for in a list and hashed."""

import random
from collections.abc import Iterable, Sequence

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Genome:
    genes: jax.Array


@flax.struct.dataclass
class Named:
    name: str
    genes: jax.Array = flax.struct.field(default_factory=lambda: jnp.zeros(3))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


def new(found: Sequence[Genome], known: list[Genome], older: tuple[Genome, ...]) -> list[Genome]:
    for genome in found:
        if genome in known:  # E: jdc-compare
            print(genome)
    for i, (one, _) in enumerate(zip(found, known, strict=True)):
        if i in (1, 2) or one is known[i]:
            continue
    for _, each in enumerate(found):
        if each not in older:  # E: jdc-compare
            print(each)
    return [each for each in found if each not in known]  # E: jdc-compare


def index(found: Iterable[Genome], known: list[Genome]) -> None:
    print({genome: i for i, genome in enumerate(found)})  # E: jdc-compare
    print({old: new.genes for old, new in zip(known, found, strict=False)})  # E: jdc-compare
    print({i + 1: genome for i, genome in enumerate(found)}, {id(each): each for each in known})
    for each in reversed(known):
        print({each: 1})  # E: jdc-compare


def by_name(found: list[Named], known: list[Named], table: dict[str, Genome], indices: list[int]) -> None:
    for each in found:
        if each in known:
            print({each: each.name})
    for name in table:
        print({name: 1}, name in indices)
    print(dict.fromkeys(found, 1), [each for each in indices if each not in (1, 2)])


def rebound(found: list[Genome], known: list[Genome], names: list[str]) -> None:
    for each in found:
        print(each)
    for each in known:
        each = each.replace(genes=each.genes + 1)
        print(each)
    for row in random.sample(found, 3):
        print(row.genes)
    print([row for row in names if row not in ("a", "b")])


@flax.struct.dataclass
class Labelled:
    label: str
    genes: jax.Array


def labelled(found: list[Labelled], known: list[Labelled]) -> list[Labelled]:
    print({each: each.label for each in known})  # E: jdc-compare
    return [each for each in found if each not in known]
