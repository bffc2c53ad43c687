"""jdc-static-mutable: objects whose bound methods equinox.filter_jit is given."""

from typing import Any

import equinox as eqx
import jax


class Router(eqx.Module):
    w: jax.Array
    table: set[int] = eqx.field(static=True)  # E: jdc-static-type

    def route(self, x: jax.Array) -> jax.Array:
        return x * self.w * len(self.table)


class Host(eqx.Module):
    w: jax.Array
    seen: list[Any] = eqx.field(static=True)  # E: jdc-static-type

    def run(self, x: jax.Array) -> jax.Array:
        return x * self.w


def widen(router: Router, x: jax.Array) -> jax.Array:
    before = eqx.filter_jit(router.route)(x)
    router.table.update({7, 8})  # E: jdc-static-mutable
    return before + eqx.filter_jit(router.route)(x)


def noted(host: Host, x: jax.Array) -> jax.Array:
    host.seen.append(x)
    return host.run(x)
