"""Static fields of objects beside others in the carry of a loop that annotates nothing."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Frame:
    rows: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=10)


def bound_again(n: Frame):
    def body(carry, i):
        s, x = carry
        s = s.replace(n=s.n + 1)  # E: jdc-static-state
        return (s, x), x

    return jax.lax.scan(body, (n, 1.0), None, length=3)


def returned_in_a_tuple(n: Frame):
    def body(carry, i):
        s, x = carry
        return (s.replace(n=s.n + 1), x), x  # E: jdc-static-state

    return jax.lax.scan(body, (Frame(jnp.ones(3)), 1.0), None, length=3)


def by_a_function(n: Frame):
    def go(c):
        i, s = c
        return i + 1, dataclasses.replace(s, n=s.n + 1)  # E: jdc-static-state

    return jax.lax.while_loop(lambda c: c[0] < 3, go, (0, n))


def beside_the_carry(n: Frame, m: Frame):
    def body(carry, i):
        s, x = carry
        t = s.replace(n=m.n + 1)
        u = s.replace(n=s.n + 1)
        return (s.replace(rows=s.rows + u.n), x), t.n

    return jax.lax.scan(body, (n, 1.0), None, length=3)


def written_out_again(n: Frame):
    def body(carry, i):
        s, x = carry
        s = s.replace(n=s.n + 1)
        s = s.replace(n=10)
        return (s, x), x

    return jax.lax.scan(body, (n, 1.0), None, length=3)


def of_another(n: Frame, m: Frame):
    def body(carry, i):
        s, x = carry
        return (s.replace(n=m.n + 1), x), x

    return jax.lax.scan(body, (n.replace(n=m.n + 1), 1.0), None, length=3)


def the_same(n: Frame):
    def body(carry, i):
        s, x = carry
        x = s.n + 1
        return (s.replace(n=s.n), x), x

    return jax.lax.scan(body, (n, 1), None, length=3)


beside_the_carry(Frame(jnp.ones(3)), Frame(jnp.ones(3)))
written_out_again(Frame(jnp.ones(3)))
of_another(Frame(jnp.ones(3)), Frame(jnp.ones(3)))
the_same(Frame(jnp.ones(3)))
