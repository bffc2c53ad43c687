"""Change one size, axis, dtype or operand in programs and count which failures jdc finds: ``make shape-mutants``.

The programs are those of ``tests/mutants/shapes``. A change counts where the changed program raises while it runs; it is
found where ``jdc check`` reports anything of the changed file. The table goes to docs/mutants.md.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import types
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

os.environ.setdefault("JAX_PLATFORMS", "cpu")

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent
PROGRAMS: Final = ROOT / "tests/mutants/shapes"
PAGE: Final = ROOT / "docs/mutants.md"
_MARKED: Final = re.compile(r"(?<=<!-- shapes -->\n).*?(?=<!-- /shapes -->)", re.DOTALL)
_DTYPES: Final = {"float32": "int32", "int32": "float32", "uint8": "int32", "int64": "float64"}


@dataclass(frozen=True)
class Change:
    """One changed place of a program."""

    kind: str
    line: int
    text: str
    """The whole changed program."""


def changes(source: str) -> Iterator[Change]:
    """Yield every change of a program, in the order of the source."""
    tree = ast.parse(source)
    left_out = [*_annotations(tree), *(node for node in ast.walk(tree) if isinstance(node, ast.Assert))]
    outside = {id(part) for each in left_out for part in ast.walk(each)}
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr) and id(node) not in outside]
    for node in sorted(nodes, key=lambda each: (each.lineno, each.col_offset)):
        for kind, new in _of(node, parents):
            yield Change(kind, node.lineno, _replaced(source, node, new))


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) or (isinstance(node, ast.arg) and node.annotation is not None):
            yield node.annotation
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.returns


def _of(node: ast.expr, parents: dict[ast.AST, ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield the kinds of change of an expression, each with the new text."""
    around = parents.get(node)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        if isinstance(around, ast.keyword) and around.arg == "axis":
            yield "axis", str(node.value + 1)
        elif isinstance(around, ast.Tuple | ast.Call) and node.value > 0:
            yield "size", str(node.value + 1)
    elif isinstance(node, ast.Attribute) and node.attr in _DTYPES:
        yield "dtype", f"{ast.unparse(node.value)}.{_DTYPES[node.attr]}"
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield "transposition left out", ast.unparse(node.value)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        yield "order of operands", f"({ast.unparse(node.right)}) @ ({ast.unparse(node.left)})"


def _replaced(source: str, node: ast.expr, new: str) -> str:
    lines = source.splitlines(keepends=True)
    assert node.end_lineno == node.lineno
    line = lines[node.lineno - 1].encode()
    lines[node.lineno - 1] = (line[: node.col_offset] + new.encode() + line[node.end_col_offset :]).decode()
    return "".join(lines)


def fails(program: str) -> bool:
    """Return whether a program raises while it runs."""
    module = sys.modules["program"] = types.ModuleType("program")
    try:
        exec(compile(program, "program", "exec"), vars(module))
    except Exception:
        return True
    return False


def reported(programs: dict[str, str]) -> set[str]:
    """Return the names of the programs of which ``jdc check`` reports something."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in programs.items():
            Path(folder, f"{name}.py").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "jdc_check", "check", "--output", "json", "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stdout + done.stderr)
    return {Path(each).stem for each in re.findall(r'"([^"]*\.py)"', done.stdout)}


def table(planted: Counter[str], found: Counter[str]) -> str:
    """Return the table in Markdown."""
    rows = [f"| {kind} | {found[kind]} | {planted[kind]} |" for kind in sorted(planted)]
    share = f"{100 * found.total() / max(planted.total(), 1):.0f} %"
    head = "| changed | found | planted |\n| --- | --- | --- |\n"
    return head + "\n".join([*rows, f"| all, {share} | {found.total()} | {planted.total()} |"]) + "\n"


def main() -> int:
    """Plant, run, check, and write the table."""
    planted: dict[str, tuple[str, Change]] = {}
    for file in sorted(PROGRAMS.glob("*.py")):
        source = file.read_text(encoding="utf-8")
        assert not fails(source), f"{file.name} fails as it is"
        for number, change in enumerate(changes(source)):
            if fails(change.text):
                planted[f"{file.stem}_{number}"] = file.name, change
    found = reported({name: change.text for name, (_, change) in planted.items()})
    for name, (file, change) in planted.items():
        if name not in found:
            print(f"missed: {file}:{change.line}: {change.kind}: {change.text.splitlines()[change.line - 1].strip()}")
    text = table(
        Counter(change.kind for _, change in planted.values()),
        Counter(change.kind for name, (_, change) in planted.items() if name in found),
    )
    print(text)
    PAGE.write_text(_MARKED.sub(lambda _: text, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
