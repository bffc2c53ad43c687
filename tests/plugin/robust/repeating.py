"""Programs whose parts stand for more than is written: a reading without a bound of them would take years."""

from __future__ import annotations

from typing import Final

_IMPORTS: Final = "import jax, jax.numpy as jnp, jdc_runtime as jdc\n\n"


def _repeated(text: str, count: int) -> str:
    """Return a text again and again, with the numbers of the one before and of this one."""
    return "".join(text.replace("{i}", str(i)).replace("{j}", str(i + 1)) for i in range(count))


_CALLS: Final = (
    "def g0(x): return x + 1\n"
    + _repeated("def g{j}(x): return g{i}(g{i}(x))\n", 30)
    + "y = g30(jnp.ones(3))\nz = jax.jit(g30)(y)\n"
)
_OBJECTS: Final = (
    """\
@jdc.pytree_dataclass
class Pair:
    a: jax.Array
    b: jax.Array

def h0(c): return Pair(c.a, c.b)
"""
    + _repeated(
        """\
def h{j}(c):
    p = h{i}(Pair(c.a, c.b))
    q = h{i}(Pair(p.a, p.b))
    return Pair(p.a + q.b, q.a * p.b)
""",
        14,
    )
    + "made = h14(Pair(jnp.ones(3), jnp.ones(3)))\nprint(made.a + made.b)\n"
)
_CLASSES: Final = (
    "from typing import Optional\n"
    + "".join(
        f"@jdc.pytree_dataclass\nclass C{i}:\n    x: jax.Array\n"
        + "".join(f"    f{j}: 'Optional[C{j}]' = None\n" for j in range(14))
        for i in range(14)
    )
    + "@jax.jit\ndef held(c: C0) -> C0: return c\n\ndef use(c: C0) -> None: held(c)\n"
)
_NUMBERS: Final = (
    "n0 = m0 = 3\n" + _repeated("n{j} = n{i} + n{i}\nm{j} = m{i} * m{i}\n", 60) + "x = jnp.ones(n60 % m60)\n"
)
_HELPERS: Final = (
    "".join(
        f"def k{i}(x, y):\n    if x.ndim:\n        return x\n"
        + "".join(f"    y = k{j}(x, y)\n" for j in range(20))
        + "    return y\n"
        for i in range(20)
    )
    + "@jax.jit\ndef run(x): return k0(x, 1)\n"
)

REPEATING: Final = {
    "functions_that_call_others_twice": _IMPORTS + _CALLS,
    "objects_that_are_handed_on_twice": _IMPORTS + _OBJECTS,
    "classes_that_hold_each_other": _IMPORTS + _CLASSES,
    "numbers_that_are_sums_of_themselves": _IMPORTS + _NUMBERS,
    "helpers_that_all_call_each_other": _IMPORTS + _HELPERS,
}
