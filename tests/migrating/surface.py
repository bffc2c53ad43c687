"""The public names of an installed package, read from its source, with the options of what can be called.

Nothing but the standard library is imported, and nothing of the package is run: one of its modules may not even parse.
"""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

Options = list[str]
"""The parameters with a default."""


def surface(package: str) -> dict[str, dict[str, Options]]:
    """Return the options of all public names by module; modules without any are left out."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    modules = {file: dict(_names(file.read_text(encoding="utf-8"))) for file in sorted(root.rglob("*.py"))}
    return {_dotted(file.relative_to(root.parent)): names for file, names in modules.items() if names}


def _dotted(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def _names(source: str) -> Iterator[tuple[str, Options]]:
    """Yield names and options of a module; where it has an error of syntax, the names of its functions."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        yield from ((name, []) for name in re.findall(r"^def (\w+)", source, re.MULTILINE))
        return
    for node in body:
        if isinstance(node, ast.FunctionDef) and (_is_public(node.name) or node.name == "__getattr__"):
            yield node.name, _options(node.args)
        elif isinstance(node, ast.ClassDef) and _is_public(node.name):
            yield from _members(node)
        elif isinstance(node, ast.Assign):
            yield from ((name.id, []) for name in node.targets if isinstance(name, ast.Name) and _is_public(name.id))


def _members(node: ast.ClassDef) -> Iterator[tuple[str, Options]]:
    methods = {method.name: _options(method.args) for method in node.body if isinstance(method, ast.FunctionDef)}
    yield node.name, methods.get("__init__", [])
    for name, options in methods.items():
        if _is_public(name):
            yield f"{node.name}.{name}", options


def _options(arguments: ast.arguments) -> Options:
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    keyword_only = [
        each for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default
    ]
    return [each.arg for each in (*with_default, *keyword_only)]


def _is_public(name: str) -> bool:
    return not name.startswith("_")
