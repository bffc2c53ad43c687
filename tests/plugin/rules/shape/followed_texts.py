"""Names that a run puts together, loops under a condition, and what is made of lists and dicts."""

from collections import OrderedDict

import jax.numpy as jnp

ws = {f"w{i}": jnp.ones((i, i + 1)) for i in range(1, 4)}
ws["w1"] @ ws["w2"]
ws["w1"] @ ws["w3"]  # E: jdc-shape
ws["w" + str(2)] @ ws["-".join(["w3"])]
ws["w" + str(1)] @ ws["w3"]  # E: jdc-shape
ws[f"w{1.0:.0f}"] @ ws["w2"]
table = {}
for i, name in enumerate("abc"):
    table[name] = jnp.ones(i + 1)
table["b"] + jnp.ones(2)
table["b"] + table["c"]  # E: jdc-shape
for name in sorted(table, reverse=True):
    last = table[name]
last + jnp.ones(7)
jnp.ones(3) + sorted(table.values(), key=lambda a: -a.shape[0])[0]
jnp.ones(2) + sorted(table.values(), key=lambda a: -a.shape[0])[0]  # E: jdc-shape
copied = dict(table)
copied["a"] = jnp.ones(5)
table["a"] + jnp.ones(4)
copied["a"] + jnp.ones(4)  # E: jdc-shape
named = [("x", jnp.ones(2)), ("y", jnp.ones(3))]
pairs = dict(named)
pairs["x"] + pairs["y"]  # E: jdc-shape
ordered = OrderedDict(a=jnp.ones((3, 4)), b=jnp.ones((5, 6)))
x = jnp.ones(3)
for w in ordered.values():
    x = x @ w  # E: jdc-shape

rows = [jnp.ones(k) for k in (2, 3, 4, 5)]
rows[1:3] = [jnp.ones(9)]
rows[1] + jnp.ones(9)
rows[1] + rows[2]  # E: jdc-shape
n, y = 16, jnp.ones(16)
while n > 4:
    n //= 2
    y = y[::2]
y + jnp.ones(4)
y + jnp.ones(8)  # E: jdc-shape
k = 0
while True:
    k += 1
    if k == 3:
        continue
    if k > 5:
        break
else:
    k = 99
jnp.ones(k) + jnp.ones(6)
jnp.ones(k) + jnp.ones(5)  # E: jdc-shape


def found(limit):
    m = 1
    while True:
        if m > limit:
            return jnp.ones(m)
        m *= 2


found(5) + jnp.ones(8)
found(5) + jnp.ones(4)  # E: jdc-shape
