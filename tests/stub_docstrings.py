"""The docstrings of the stub, which editors show: those of the runtime.

``python tests/stub_docstrings.py`` writes them anew; a test fails where they differ.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

import jdc_runtime

if TYPE_CHECKING:
    from collections.abc import Iterator

STUB: Final = Path(__file__).parent.parent / "typestubs/jdc_runtime-stubs/__init__.pyi"

Definition = ast.FunctionDef | ast.ClassDef


def with_docstrings(source: str) -> str:
    """Return a stub with the docstring of the runtime in each public definition; of overloads, in the first."""
    lines = source.splitlines()
    for definition, text in sorted(_documented(ast.parse(source)), key=lambda pair: -pair[0].lineno):
        _write(lines, definition, text)
    return "\n".join(lines) + "\n"


def _documented(tree: ast.Module) -> Iterator[tuple[Definition, str]]:
    seen: set[str] = set()
    for definition in tree.body:
        if not isinstance(definition, Definition) or definition.name not in set(jdc_runtime.__all__) - seen:
            continue
        seen.add(definition.name)
        owner = getattr(jdc_runtime, definition.name)
        yield definition, _docstring(owner)
        methods = definition.body if isinstance(definition, ast.ClassDef) else ()
        for method in methods:
            found = getattr(owner, method.name, None) if isinstance(method, ast.FunctionDef) else None
            if isinstance(method, ast.FunctionDef) and inspect.getdoc(found) and not method.name.startswith("__"):
                yield method, _docstring(found)


def _docstring(item: object) -> str:
    text = inspect.getdoc(item)
    assert text is not None
    return text


def _write(lines: list[str], definition: Definition, text: str) -> None:
    first, last = definition.body[0], definition.body[-1]
    indent = " " * (definition.col_offset + 4)
    quoted = f'"""{text}\n"""' if "\n" in text else f'"""{text}"""'
    written = textwrap.indent(quoted, indent).splitlines()
    is_documented = ast.get_docstring(definition) is not None
    start = first.lineno - 1
    if is_documented:
        assert first.end_lineno is not None
        lines[start : first.end_lineno] = written
    elif isinstance(last, ast.Expr) and lines[start].endswith(": ..."):
        lines[start : start + 1] = [lines[start].removesuffix(" ..."), *written]
    else:
        lines[start:start] = written


def main() -> None:
    """Write the docstrings into the stub."""
    STUB.write_text(with_docstrings(STUB.read_text()))


if __name__ == "__main__":
    main()
