"""Random keys of which a function takes one, as the run of the module has them; and loops without a length."""

import jax
import jax.numpy as jnp

keys = jax.random.split(jax.random.PRNGKey(0), 4)
a = jax.random.uniform(keys[0], (3,))
b = jax.random.uniform(keys, (3,))  # E: jdc-shape
c = jax.random.normal(keys)  # E: jdc-shape
d = jax.random.split(keys)  # E: jdc-shape
e = jax.random.normal(key=keys[1])
f = jax.random.normal(key=keys)  # E: jdc-shape
g = jax.vmap(jax.random.normal)(keys)
h = jax.vmap(lambda k: jax.random.normal(k, (3,)))(keys)
i = [jax.random.normal(k) for k in keys]
k1, *rest = keys
k2 = jax.random.normal(k1)
m = jax.random.normal(jax.random.split(keys[2], 1)[0])
n = jax.random.normal(jax.random.split(keys[2], 1))  # E: jdc-shape
o = jax.random.fold_in(keys, 2)  # E: jdc-shape
j = jax.random.normal(keys[1:2])  # E: jdc-shape
all_in_turn = [jax.random.normal(k, (3,)) for k in keys[1:]]
all_in_turn[2] + jnp.ones(3)
jnp.stack(all_in_turn) + jnp.ones((3, 3))
jnp.stack(all_in_turn) + jnp.ones((4, 3))  # E: jdc-shape
slopes = jnp.gradient(jnp.ones((4, 5)))
slopes[1] + jnp.ones((4, 5))
jnp.stack(slopes) + jnp.ones((2, 4, 5))
slopes - jnp.ones((4, 5))  # E: jdc-dtype, operator
p = jax.lax.scan(lambda c, k: (c, jax.random.normal(k)), 0.0, keys)
q = jax.random.normal(jnp.stack([keys[0], keys[1]])[0])
r = jax.random.normal(jax.random.split(jax.random.PRNGKey(0), (2, 3))[0, 1])
w = jax.vmap(jax.random.split)(keys)
s = jax.vmap(jax.vmap(jax.random.normal))(w)
t = jax.vmap(jax.random.normal)(keys.reshape(2, 2, -1)[0])
u = jax.random.bernoulli(keys, 0.5, (3,))  # E: jdc-shape
v = jax.random.permutation(keys, 5)  # E: jdc-shape
k = jax.random.split(3)  # E: jdc-dtype
x1 = jax.random.normal(None, (3,))  # E: jdc-dtype, arg-type
y = jnp.ones((3, 4))
first = y.shape[0]
second = y.reshape[0]  # E: jdc-shape, index
jax.lax.scan(lambda c, _: (c, c), y, None)  # E: jdc-shape
jax.lax.scan(lambda c, _: (c, c), y)  # E: jdc-carry
jax.lax.scan(lambda c, _: (c, c), y, None, 3)
jax.lax.scan(lambda c, _: (c, c), y, length=3)


def pair(x):
    return x.sum(), x


def swapped(x):
    return x, x.sum()


def total(x):
    return x.sum()


def main():
    x = jnp.ones(3)
    jax.value_and_grad(pair, has_aux=True)(x)
    jax.value_and_grad(swapped, has_aux=True)(x)  # E: jdc-shape
    jax.grad(swapped, has_aux=True)(x)  # E: jdc-shape
    a = x * total(x)
    b = x * total  # E: jdc-dtype, operator
    c = x.sum / x  # E: jdc-dtype, operator
    d = 3 @ len(x)  # E: jdc-dtype, operator
    return a, b, c, d
