"""How a module writes the names of a library, for edits."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def written(node: ast.expr) -> str:
    """Return a dotted name as it is written; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = written(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def imported(module: ast.Module) -> dict[str, str]:
    """Return what the top-level imports of a module bind: each name, with the full name that it stands for."""
    bound: dict[str, str] = {}
    for statement in module.body:
        if isinstance(statement, ast.Import):
            for each in statement.names:
                bound[each.asname or each.name.partition(".")[0]] = (
                    each.name if each.asname else each.name.partition(".")[0]
                )
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            bound.update({each.asname or each.name: f"{statement.module}.{each.name}" for each in statement.names})
    return bound


def in_module(fullname: str, module: ast.Module) -> str | None:
    """Return how a module writes a full name; None where it does not import what it takes."""
    known = imported(module)
    for name, meaning in known.items():
        if meaning == fullname:
            return name
    for name, meaning in known.items():
        if fullname.startswith(f"{meaning}."):
            return name + fullname.removeprefix(meaning)
    return None


def makers(node: ast.ClassDef) -> Iterator[str]:
    """Yield the names of the decorators and bases of a class, as they are written."""
    for each in (*node.decorator_list, *node.bases):
        name = written(each.func if isinstance(each, ast.Call) else each)
        if name:
            yield name


def beside(node: ast.ClassDef, name: str, module: ast.Module) -> str | None:
    """Return how to write another name of the library that makes a class a pytree; None where that is not sure."""
    for maker in makers(node):
        owner = maker.rpartition(".")[0]
        if owner:
            return f"{owner}.{name}"
        known = imported(module)
        if maker in known:
            return in_module(f"{known[maker].rpartition('.')[0]}.{name}", module)
    return None
