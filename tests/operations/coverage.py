"""The page of what the rules of operations cover: ``python tests/operations/coverage.py`` writes ``docs/operations.md``."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from typing import Final

os.environ.setdefault("JAX_PLATFORMS", "cpu")
if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

import jax
import jax.image
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.stats
from operations.calls import END, START
from operations.families import OPERATORS, PROPERTIES, UPDATES

from jdc_operations import OPERATIONS
from jdc_operations.methods import FUNCTIONS
from jdc_operations.random.distributions import DISTRIBUTIONS

PAGE: Final = Path(__file__).parent.parent.parent / "docs/operations.md"
MODULES: Final = {
    "jax.numpy": jnp,
    "jax.numpy.linalg": jnp.linalg,
    "jax.numpy.fft": jnp.fft,
    "jax.nn": jax.nn,
    "jax.random": jax.random,
    "jax.lax": jax.lax,
    "jax.scipy.special": jax.scipy.special,
    "jax.scipy.linalg": jax.scipy.linalg,
    "jax.ops": jax.ops,
    "jax.image": jax.image,
    **{f"jax.scipy.stats.{each}": getattr(jax.scipy.stats, each) for each in DISTRIBUTIONS},
}
_NOT_OPERATIONS: Final = frozenset(
    [
        "array_repr",
        "array_str",
        "from_dlpack",
        "frombuffer",
        "fromfile",
        "fromfunction",
        "fromiter",
        "fromstring",
        "get_printoptions",
        "load",
        "printoptions",
        "save",
        "savez",
        "set_printoptions",
        "issubdtype",
        "finfo",
        "iinfo",
        "can_cast",
        "promote_types",
        "result_type",
        "dtype",
        "isdtype",
        "isscalar",
        "iterable",
        "ndim",
        "shape",
        "size",
        "iscomplexobj",
        "isrealobj",
        "einsum_path",
        "vectorize",
        "apply_along_axis",
        "apply_over_axes",
        "frompyfunc",
    ]
)
"""Functions that give no array, take functions or read files."""

_HEAD: Final = """# Rules of operations

`jdc_operations` says what a call does to shapes and dtypes before the program runs: abstract values in, an abstract value, nothing, or
an error in plain English out. It needs neither JAX nor NumPy; its tests call JAX and NumPy themselves on random arguments, in both modes
of `jax_enable_x64`, on the oldest and the newest JAX that are supported, also with parts of the arguments unknown, and every answer must be
what they give. Where versions differ, the rule says nothing. `python tests/operations/coverage.py` writes this page; the counts are those
of the JAX that the tests run on.

```python
from jdc_operations import ArrayValue, Failure, Scalar, evaluate, evaluate_operator

image = ArrayValue((28, None), "float32", weak=False)
assert evaluate_operator("*", image, Scalar("float", 2.0)) == image
assert evaluate("jax.numpy.sum", [image], {"axis": Scalar("int", 0)}) == ArrayValue((None,), "float32", weak=False)
assert evaluate_operator("+", image, ArrayValue((27, 5), "float32", weak=False)) == Failure(
    "cannot broadcast (28, ?) with (27, 5): axis -2 is 28 and 27"
)
```
"""

_UNKNOWN: Final = """## Unknown on purpose

- Sizes that depend on numbers: masks as indices, `nonzero`, `unique` and `where(condition)` without `size`.
- The shape of `jax.random.PRNGKey`, which follows from `jax_default_prng_impl` and `jax_enable_custom_prng`; its dtype is `uint32` or that
  of typed keys. `jax.random.key` is a typed key of shape `()`.
- Dtypes and weak types that differ between versions of JAX: factorizations of matrices in less than 32 bits, `floor_divide`, `power`,
  `log2`, `hypot` of weakly typed operands, `square` of booleans, `tri` without a dtype.
- The dtype of an update `x.at[i].set(v)` is that of `x`; JAX warns where `v` would lose digits, and nothing is said of it.
- Shapes of quantiles and picks of arrays that may be empty, where versions differ.
- An index out of range is an error in NumPy alone: JAX takes the last element, or drops the update.
- A size with a name equals itself and is not 0. Sums are known, `n-1` of `x[1:]` and `n+m` of two arrays that are joined, and `n` is
  never `n-1`. What two names have to do with each other, and whether a product of one can be split, is unknown; where `reshape`
  has the same names on both sides, the numbers beside them must go together.
- Several systems at once in `jax.scipy.linalg`: what broadcasts there differs between versions.
- NumPy's functions with an array of JAX among the arguments; arrays that may be of either library.
- Functions that take functions: `vectorize`, `apply_along_axis`, `piecewise`. What goes around `scan`, `fori_loop` and `while_loop`, and what
  branches of `cond` and `switch` return, the plugin compares itself, and it knows what `jax.jvp`, `jax.vjp`, `jax.jacfwd`, `jax.hessian`
  and the initializers of `jax.nn.initializers` return.
"""


def public(module: str) -> list[str]:
    """Return the public functions of a module that could have a rule."""
    names: list[str] = []
    for name in dir(MODULES[module]):
        value = getattr(MODULES[module], name, None)
        plain = callable(value) and not name.startswith("_") and name not in _NOT_OPERATIONS
        if plain and not (inspect.isclass(value) and module != "jax.numpy") and not name.endswith("_p"):
            names.append(name)
    return [name for name in names if not inspect.isclass(getattr(MODULES[module], name))]


def calls_block() -> str:
    """Return what ``tests/operations/calls.py`` has written into the page; it needs the packages of the corpus."""
    text = PAGE.read_text(encoding="utf-8")
    return START + text.partition(START)[2].partition(END)[0] + END


def page() -> str:
    """Return the text of the page."""
    parts = [_HEAD, "| module | functions with a rule | without |", "|---|---|---|"]
    lists: list[str] = []
    for module in MODULES:
        names = public(module)
        covered = [name for name in names if f"{module}.{name}" in OPERATIONS]
        missing = [name for name in names if name not in covered]
        parts.append(f"| `{module}` | {len(covered)} of {len(names)} | {len(missing)} |")
        lists += [f"### `{module}`", "", _wrapped("With a rule", covered), "", _wrapped("Without", missing), ""]
    numpy = sorted(name.removeprefix("numpy.") for name in OPERATIONS if name.startswith("numpy."))
    losses = [name for name in OPERATIONS if name.startswith("optax.losses.")]
    parts += [
        "",
        f"Besides: {len(numpy)} functions of NumPy, {len(losses)} losses of optax, {len(FUNCTIONS)} methods and {len(PROPERTIES)} properties of arrays,"
        f" {len(OPERATORS)} operators,",
        f"indexing, in-place operators and assigned parts of NumPy's arrays, and `x.at[i]` with {', '.join(f'`{name}`' for name in UPDATES)}.",
        "",
        "## What real packages call",
        "",
        calls_block(),
        "",
        _UNKNOWN,
        "## Functions",
        "",
        *lists,
        "### `numpy`",
        "",
        _wrapped("With a rule", numpy),
        "",
        "### Methods",
        "",
        _wrapped("With a rule", sorted(FUNCTIONS)),
    ]
    return "\n".join(parts) + "\n"


def _wrapped(title: str, names: list[str], width: int = 138) -> str:
    lines = [f"{title}:"]
    for position, name in enumerate(names):
        item = f"`{name}`" + ("." if position == len(names) - 1 else ",")
        if len(lines[-1]) + len(item) + 1 > width:
            lines.append(item)
        else:
            lines[-1] += f" {item}"
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
