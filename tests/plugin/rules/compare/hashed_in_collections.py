"""jdc-compare: containers of `collections` and sets that take the hash of what they are given."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict

import flax.struct
import jax


@flax.struct.dataclass
class Key:
    code: jax.Array


@flax.struct.dataclass
class Name:
    text: str = flax.struct.field(pytree_node=False)


def counted(keys: list[Key], names: list[Name]) -> None:
    print(Counter(keys))  # E: jdc-compare
    print(Counter(names), Counter({Name("a"): 1}), Counter())


def grouped(keys: list[Key], names: list[Name]) -> object:
    groups: defaultdict[Key, list[int]] = defaultdict(list)
    for number, key in enumerate(keys):
        groups[key].append(number)  # E: jdc-compare
    by_name: defaultdict[Name, list[int]] = defaultdict(list)
    for number, name in enumerate(names):
        by_name[name].append(number)
    return groups, by_name


def counted_up(counter: Counter[Key], table: OrderedDict[Key, int], key: Key) -> bool:
    counter[key] += 1  # E: jdc-compare
    print(table[key])  # E: jdc-compare
    return key in table  # E: jdc-compare


def gathered(seen: set[Key], rows: tuple[Key, ...], one: Key, names: set[Name]) -> None:
    seen.update(rows)  # E: jdc-compare
    print(seen.union([one]))  # E: jdc-compare
    print(frozenset(rows))  # E: jdc-compare
    pair = (1, one)
    print(set(pair))  # E: jdc-compare
    names.update([Name("a")])
    print(set(names), frozenset((Name("a"), 1)))


def paired(
    pairs: list[tuple[Key, int]], keys: list[Key], by_name: dict[str, Key], names: list[tuple[Name, Key]]
) -> object:
    table = dict(pairs)  # E: jdc-compare
    zipped = dict(zip(keys, range(3), strict=False))  # E: jdc-compare
    copied, named = dict(by_name), dict(names)
    return table, zipped, copied, named, {key for key in by_name.values() if key}  # E: jdc-compare


class Chosen:
    def __init__(self, keys: list[Key], names: list[Name]) -> None:
        self.keys: list[Key] = keys
        self.names: list[Name] = names

    def all(self) -> object:
        return {key for key in self.keys if key}, {name for name in self.names if name}  # E: jdc-compare
