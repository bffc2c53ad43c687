"""Which calls of JAX and NumPy the packages of ``make corpus`` make, and how many have a rule.

``python tests/operations/calls.py FOLDER`` reads the packages of a folder such as
``.corpus/environment/lib/python3.12/site-packages`` and writes the figures into ``docs/operations.md``.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from corpus.packages import REQUIREMENTS, read

from jdc_operations import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PAGE: Final = Path(__file__).parent.parent.parent / "docs/operations.md"
MODULES: Final = ("jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.lax", "jax.nn", "jax.random", "numpy")
TAKE_FUNCTIONS: Final = frozenset(
    [
        *("jax.lax.scan", "jax.lax.cond", "jax.lax.fori_loop", "jax.lax.while_loop", "jax.lax.switch", "jax.lax.map"),
        *("jax.numpy.vectorize", "jax.numpy.apply_along_axis", "jax.numpy.piecewise", "numpy.vectorize"),
        *("jax.lax.custom_root", "jax.lax.custom_linear_solve", "jax.lax.reduce", "jax.lax.platform_dependent"),
    ]
)
"""Calls that a table of operations cannot answer: what they give depends on a function."""
START: Final = "<!-- calls -->"
END: Final = "<!-- /calls -->"
_MOST: Final = 20


def imported(tree: ast.Module) -> dict[str, str]:
    """Return the full name of each name that a module imports, wherever it does."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                first = each.name.partition(".")[0]
                names[each.asname or first] = each.name if each.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.update({each.asname or each.name: f"{node.module}.{each.name}" for each in node.names})
    return names


def called(tree: ast.Module) -> Iterator[str]:
    """Yield the full public name of each call of a function of the modules."""
    names = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            parts = _parts(node.func)
            full = ".".join([names.get(parts[0], ""), *parts[1:]]) if parts else ""
            module, _, name = full.rpartition(".")
            if module in MODULES and not name.startswith("_"):
                yield full


def _parts(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    inner = _parts(node.value) if isinstance(node, ast.Attribute) else []
    return [*inner, node.attr] if inner and isinstance(node, ast.Attribute) else []


def counted(folder: Path) -> tuple[Counter[str], int]:
    """Return how often each function is called in the packages of the corpus, and the number of packages."""
    calls: Counter[str] = Counter()
    packages = [folder / each.module for each in read(REQUIREMENTS.read_text(encoding="utf-8"))]
    there = [each for each in packages if each.is_dir()]
    for file in (file for package in there for file in sorted(package.rglob("*.py"))):
        try:
            calls.update(called(ast.parse(file.read_text(encoding="utf-8"))))
        except (SyntaxError, UnicodeDecodeError):
            continue
    return calls, len(there)


def _share(calls: Counter[str], names: Iterable[str]) -> str:
    chosen = list(names)
    total, with_rule = sum(calls[each] for each in chosen), sum(calls[each] for each in chosen if each in OPERATIONS)
    return f"| {total} | {with_rule} | {100 * with_rule / max(total, 1):.1f} % |"


def block(calls: Counter[str], packages: int) -> str:
    """Return the text between the marks of the page."""
    plain = [each for each in calls if each not in TAKE_FUNCTIONS]
    missing = sorted((each for each in plain if each not in OPERATIONS), key=lambda each: (-calls[each], each))
    lines = [
        START,
        f"In the {packages} packages of [`make corpus`](corpus.md), as `python tests/operations/calls.py` counts the calls by name;",
        "those that take functions, `scan` and the like, are left out, and methods and operators are not counted.",
        "",
        "| module | calls | with a rule | share |",
        "|---|---|---|---|",
        *(
            f"| `{module}` {_share(calls, (n for n in plain if n.rpartition('.')[0] == module))}"
            for module in MODULES
        ),
        f"| all {_share(calls, plain)}",
        "",
        "Called most of those without: " + ", ".join(f"`{each}` {calls[each]}" for each in missing[:_MOST]) + ".",
        END,
    ]
    return "\n".join(lines)


def main() -> None:
    """Write the figures into the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(START, 1)
    PAGE.write_text(before + block(*counted(Path(sys.argv[1]))) + rest.split(END, 1)[1], encoding="utf-8")


if __name__ == "__main__":
    main()
