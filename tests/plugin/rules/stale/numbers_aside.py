"""jdc-stale: numbers that a trace shows, checks or compares, and of which no array comes."""

import logging
import warnings

import jax
import jax.numpy as jnp

logger = logging.getLogger(__name__)
epoch = 0
level = 0
rate = 0.1
seen = 0


class Log:
    def tell(self, text, number):
        print(text, number)


log = Log()


def say(number):
    print(f"epoch {number}")


@jax.jit
def told(x):
    print("traced", epoch)
    print(f"traced {epoch}")
    logger.info("traced in epoch %d", epoch)
    logging.info("traced in epoch %d", epoch)
    warnings.warn(f"traced in {epoch}", stacklevel=2)
    say(epoch)
    log.tell("epoch", epoch)
    with jax.named_scope(f"epoch{epoch}"):
        y = x * 2
    return y


@jax.jit
def checked(x):
    assert x.shape[0] <= level + 3, level
    if x.shape[0] > level + 10:
        raise ValueError(f"at most {level}")
    while level > 7:
        break
    if level > 1:
        print("level", level)
    y = 2.0 if level < 5 else 3.0
    z = x * y if not level or level in (1, 2) else y * x
    return z


@jax.jit
def shown_and_used(x):
    print(rate)
    return x * rate


@jax.jit
def compared(x):
    return jnp.where(x > rate, x, 0.0)


@jax.jit
def gathered(x):
    parts = []
    parts.append(x * seen)
    return parts[0]


@jax.jit
def printed(x):
    jax.debug.print("{} {}", x, seen)
    return x + 1


def scope(name):
    return jax.named_scope(name)


@jax.jit
def merged(x):
    start = epoch
    factor = epoch / 2
    factor = 2.0
    with scope("epoch" + str(epoch)):
        y = x * factor
    print("traced in", start)
    return y[: min(epoch + 3, x.shape[0])] * (1 + epoch // 10) + epoch % 1


@jax.jit
def used_below(x):
    factor = 1.0
    if x.shape[0] > 1:
        factor = rate

    def inner(y):
        double = 2 * factor
        return y * double

    return inner(x)


@jax.jit
def stored(x):
    values["rate"] = rate
    settings = {"rate": rate}
    pair = (rate, level)
    print(settings, pair)
    first = rate
    first = 2.0
    return x * first


@jax.jit
def used_in_parts(x):
    pair = (rate, 2.0)
    first, second = pair
    first += second
    out = {"x": x * first}
    return out


def test_of_constants():
    factor = 2.0
    scaled = jax.jit(lambda x: x * factor)
    first = scaled(jnp.ones(3))
    factor = 3.0
    assert (scaled(jnp.ones(3)) == first).all()


values: dict[str, float] = {}
print(stored(jnp.ones(3)), used_in_parts(jnp.ones(3)))
test_of_constants()
used_below(jnp.ones(3))
for epoch in range(3):
    told(jnp.ones(3))
    merged(jnp.ones(3))
    level = epoch
    checked(jnp.ones(3))
print(shown_and_used(jnp.ones(3)), compared(jnp.ones(3)))
rate = 0.2
print(shown_and_used(jnp.ones(3)))  # E: jdc-stale
print(compared(jnp.ones(3)))  # E: jdc-stale
print(used_below(jnp.ones(3)))  # E: jdc-stale
print(stored(jnp.ones(3)))
print(used_in_parts(jnp.ones(3)))  # E: jdc-stale
print(gathered(jnp.ones(3)), printed(jnp.ones(3)))
seen = 1
print(gathered(jnp.ones(3)))  # E: jdc-stale
print(printed(jnp.ones(3)))  # E: jdc-stale
