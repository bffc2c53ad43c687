import jax.numpy as jnp


def sizes(x):
    match x.shape:
        case (n,):
            return jnp.eye(n)
        case (n, m):
            return jnp.zeros((m, n))
    return jnp.zeros(())


def first(x):
    match x.shape:
        case [batch, *rest]:
            return x.reshape(batch, -1)
        case _:
            return x[None]


def pick(options):
    match options:
        case ("dense", n, m):
            return jnp.ones((n, m))
        case ["conv", *_, last]:
            return jnp.ones((3, last))
        case ():
            return jnp.ones((1, 1))
        case {"kind": kind}:
            return jnp.ones((9, 9))
        case int(n) | n:
            return jnp.eye(n)


def rank(x):
    match x.ndim, x.shape[-1]:
        case 1, n:
            return jnp.ones(n)
        case 2, 3:
            return jnp.ones((3, 5))
        case 2, n if n > 3:
            return jnp.ones((n, 6))
    return x


def kind(settings):
    match settings:
        case [1, 2] as pair:
            made = jnp.ones(len(pair))
        case {"width": width, **others} if others:
            made = jnp.ones(width)
        case str() | None:
            made = jnp.ones(2)
        case _:
            made = jnp.ones(11)
    return made


def wrong_named():
    return kind([1, 2]) @ jnp.ones(12)  # E: jdc-shape


def wrong():
    x = jnp.ones((7, 3))
    return x @ sizes(x) @ jnp.ones(6)  # E: jdc-shape


def wrong_rest():
    return first(jnp.ones((4, 2, 3))) @ jnp.ones(5)  # E: jdc-shape


def wrong_pick():
    return pick(("dense", 3, 4)) @ jnp.ones(3)  # E: jdc-shape


def wrong_conv():
    return pick(["conv", 1, 2, 5]) @ jnp.ones(2)  # E: jdc-shape


def wrong_rank():
    return rank(jnp.ones((7, 3))) @ jnp.ones(3)  # E: jdc-shape


def right():
    x = jnp.ones((7, 3))
    print(sizes(x) @ x, sizes(x[0]) @ x[0], sizes(x[0, 0]) + x)
    print(first(jnp.ones((4, 2, 3))) @ jnp.ones(6), first(x[0, 0]) + x)
    print(pick(("dense", 3, 4)) @ jnp.ones(4), pick(["conv", 1, 2, 5]) @ jnp.ones(5), pick(()) @ jnp.ones(1))
    print(pick(4) @ jnp.ones(4), pick({"kind": 1}) @ jnp.ones(9))
    print(rank(x) @ jnp.ones(5), rank(jnp.ones((2, 9))) @ jnp.ones(6), rank(jnp.ones(8)) @ jnp.ones(8))
    print(
        kind([1, 2]) + jnp.ones(2),
        kind([1, 3]) + jnp.ones(11),
        kind("x") + jnp.ones(2),
        kind({"width": 3, "x": 1}) + jnp.ones(3),
    )
    print(rank(jnp.ones((2, 2))) @ jnp.ones(2))


right()
