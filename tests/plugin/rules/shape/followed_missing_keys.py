"""jdc-shape: keys that a dict does not have, and trees of other structures, in runs."""

import collections
import contextlib
from collections import Counter, defaultdict, namedtuple

import jax
import jax.numpy as jnp

State = namedtuple("State", ["w", "b"])


def init(key):
    return {"w": jax.random.normal(key, (3, 4)), "b": jnp.zeros(4)}


def main():
    params = init(jax.random.key(0))
    try:
        print(params["weights"])
    except KeyError:
        print("none")
    with contextlib.suppress(KeyError):
        print(params["weights"])
    x = params["scale"] if "scale" in params else jnp.ones(4)
    if "c" not in params:
        params["c"] = jnp.ones(4)
    print(params["c"] + x)
    params.setdefault("d", jnp.ones(2))
    print(params["d"])
    counts = Counter("abca")
    print(counts["z"])
    groups = defaultdict(list)
    groups["a"].append(1)
    print(groups["b"])
    plain = {}
    for name in ("u", "v"):
        plain[name] = jnp.ones(3)
    print(plain["u"], plain["v"])
    del plain["u"]
    plain.pop("v")
    log: dict = {"loss": []}
    for i in range(5):
        log["loss"].append(i)
        if i > 2:
            log["late"] = i
    print(log["late"], log["loss"][3])
    table = dict(zip(["a", "b"], [1, 2])) | {"c": 3}
    print(table["c"])
    table.update(d=4)
    print(table["d"])
    table |= {"e": 5}
    print(table["e"])
    nested = {"layer": {"w": jnp.ones(2)}}
    nested["layer"]["b"] = jnp.ones(2)
    print(nested["layer"]["b"])
    opts = {**table, "f": 6}
    print(opts["a"], opts["f"])
    t = jax.tree.map(lambda a, b: a, {"w": jnp.ones(2)}, {"w": {"x": jnp.ones(2)}})
    print(t["w"])
    s = State(jnp.ones(2), jnp.ones(3))
    print(jax.tree.map(jnp.add, s, s))
    print(jax.tree.map(lambda a, b: a, (None, jnp.ones(2)), (None, None)))
    print(jax.tree.map(lambda a, b: a, [jnp.ones(2)], [[jnp.ones(2), 3]]))
    axes = jax.tree.map(lambda a: 0, params)
    print(axes["w"])
    items = [1, 2]
    while len(items) < 5:
        items.append(3)
    print(items[4])
    q: collections.deque = collections.deque(maxlen=2)
    for i in range(4):
        q.append(i)
    print(q[1])
    stack = [jnp.ones(2)]
    stack += [jnp.ones(3)]
    print(stack[1])
    stack[5:] = [jnp.ones(1)]
    print(stack[2])
    by_id = {0: "a", 1: "b"}
    print(by_id[True])
    kw(a=1)


def kw(**options):
    options["b"] = 2
    print(options["a"], options["b"])


def bad(which):
    params = init(jax.random.key(0))
    if which == 0:
        return params["bias"]
    return None


if __name__ == "__main__":
    main()
    params = init(jax.random.key(0))
    grads = jax.grad(lambda p: p["w"].sum())(params)
    print(grads["w"])
    print(grads["bias"])  # E: jdc-shape
    print(jax.tree.map(jnp.add, params, [1, 2]))  # E: jdc-shape
    print(jax.tree.map(jnp.add, [jnp.ones(2), jnp.ones(3)], [jnp.ones(2)]))  # E: jdc-transform-input
    print(jax.tree.map(jnp.add, params, {"w": jnp.ones(2)}))  # E: jdc-shape
    print(jax.tree.map(jnp.add, (jnp.ones(2),), [jnp.ones(2)]))  # E: jdc-transform-input
    print(jax.tree.map(jnp.add, params, params["w"]))  # E: jdc-shape
