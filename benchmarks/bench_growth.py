"""How the time of the plugin grows with the length of a module, beside that of mypy alone."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import mypy_runs
import report

if TYPE_CHECKING:
    from collections.abc import Callable

FEW, MANY = 2_500, 10_000
HEADER = "import equinox as eqx\nimport jax\nimport jax.numpy as jnp\n\n"
JITTED = """

@jax.jit
def step_{number}(x: jax.Array, y: jax.Array) -> jax.Array:
    z = scaled_{number}(x, 2)
    return jax.lax.fori_loop(0, 3, lambda _, carry: carry + y, z)


def scaled_{number}(x: jax.Array, by: int) -> jax.Array:
    if by > 1:
        return x * by
    return x
"""
MODULE = """

class Layer{number}(eqx.Module):
    weight: jax.Array
    size: int = eqx.field(static=True)

    def __init__(self, key: jax.Array) -> None:
        self.weight = jax.random.normal(key, (3, 4))
        self.size = 3

    def __call__(self, x: jax.Array) -> jax.Array:
        return jax.nn.relu(self.weight @ x)


@eqx.filter_jit
def loss_{number}(layer: Layer{number}, x: jax.Array) -> jax.Array:
    return jax.vmap(layer)(x).sum()
"""


def in_a_function(count: int) -> str:
    """Return a function of as many statements, each of which takes what the one before has made."""
    lines = "".join(f"    x{number + 1} = x{number} * 2.0 + jnp.ones(3)\n" for number in range(count))
    return f"{HEADER}def long(x0: jax.Array) -> jax.Array:\n{lines}    return x{count}\n"


def in_a_module(count: int) -> str:
    """Return as many statements of a module, which are followed as they run."""
    lines = "".join(f"x{number + 1} = x{number} * 2.0 + jnp.ones(3)\n" for number in range(count))
    return f"{HEADER}x0 = jnp.zeros(3)\n{lines}"


def in_a_list(count: int) -> str:
    """Return a module that appends as many arrays to a list."""
    return f"{HEADER}items: list[jax.Array] = []\n" + "items.append(jnp.ones(3))\n" * count


def in_functions(count: int) -> str:
    """Return functions under jit, with one helper each, of ten lines together."""
    return HEADER + "".join(JITTED.replace("{number}", str(number)) for number in range(count // 10))


def in_classes(count: int) -> str:
    """Return modules of equinox, with a function under jit for each, of ten statements together."""
    return HEADER + "".join(MODULE.replace("{number}", str(number)) for number in range(count // 10))


def measure(*, quick: bool = False) -> report.Report:
    """Check modules of 2,500 and of 10,000 statements: the time may grow little more than they do."""
    mypy_runs.compile_plugin()
    with tempfile.TemporaryDirectory(prefix="jdc-bench-") as name:
        folder = Path(name)
        files = mypy_runs.configurations(folder)
        verdicts = [_growth(form, folder, files, rounds=2 if quick else 5) for form in FORMS]
    return report.Report("growth", verdicts=verdicts)


def _growth(form: Callable[[int], str], folder: Path, files: dict[str, Path], *, rounds: int) -> report.Verdict:
    times = {
        (name, count): _fastest(form(count), folder, name, file, rounds=rounds)
        for count in (FEW, MANY)
        for name, file in files.items()
    }
    plain, plugin = ({count: times[name, count] for count in (FEW, MANY)} for name in ("plain", "plugin"))
    what = f"10,000 statements {form.__name__.replace('_', ' ')} as a multiple of 2,500"
    note = f"mypy alone {plain[MANY] / plain[FEW]:.1f}; {plugin[MANY] / plain[MANY]:.1f} times its time"
    return report.Verdict(what, plugin[MANY] / plugin[FEW], 4.8, note=note)


def _fastest(source: str, folder: Path, name: str, file: Path, *, rounds: int) -> float:
    """Return the seconds of the fastest of several runs, jax being in the cache."""
    module = folder / "growing.py"
    times: list[float] = []
    for number in range(rounds + 1):
        module.write_text(f"{source}{'#' * number}\n")  # of another length: mypy may not look at the text otherwise
        times.append(mypy_runs.seconds(file, folder / name, str(module)))
    return min(times[1:])


FORMS = (in_a_function, in_a_module, in_a_list, in_functions, in_classes)

if __name__ == "__main__":
    report.main(measure)
