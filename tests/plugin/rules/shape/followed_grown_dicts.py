"""Dicts that make their own entries, in runs: an entry under a key that is not known is an entry more."""

from collections import Counter, defaultdict

import jax
import jax.numpy as jnp


def concatenated(stacks):
    return jnp.concatenate([each.ravel() for each in stacks], axis=0)


def grouped(arrays):
    groups = defaultdict(list)
    for each in arrays:
        groups[hash(str(each))].append(each)
    stacks = []
    for group in groups.values():
        stacks.append(group[0])
    return stacks


def counted(texts):
    counts: Counter[int] = Counter()
    for each in texts:
        counts[hash(each)] += 1
    return [jnp.ones(count) for count in counts.values()]


def put(arrays):
    table: dict[int, list[object]] = {}
    for each in arrays:
        table.setdefault(hash(str(each)), []).append(each)
    return [each[0] for each in table.values()]


def main():
    concatenated(grouped([jnp.ones(3), jnp.ones(3)]))
    concatenated(counted("ab"))
    concatenated(put([jnp.ones(3), jnp.ones(3)]))
    named = defaultdict(list)
    named["a"].append(jnp.ones(5))
    concatenated(named["a"])
    unused: defaultdict[str, list[jax.Array]] = defaultdict(list)
    jnp.concatenate([each[0] for each in unused.values()], axis=0)  # E: jdc-shape


main()
