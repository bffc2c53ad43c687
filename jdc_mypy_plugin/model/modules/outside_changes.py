"""Changes in place that the source of a module may make to what others hold: ``SETTINGS["size"] = 5``.

A name counts as changed wherever it is not evident that the source reads it and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Decorator,
    FuncDef,
    Import,
    ImportAll,
    ImportFrom,
    MypyFile,
    NameExpr,
    Statement,
)

from ...syntax.names.targets import targets, unpacked

ANYTHING: Final = "*"
_WRITTEN: Final = r"(?!\s*(?://|\*\*|<<|>>|[-+*/%|&^@])?=(?!=))"
_READ: Final = re.compile(
    rf"(?:\[[^\[\]\n]*\])+{_WRITTEN}(?!\s*[.\[])"  # an item
    r"|\.(?:get|items|keys|values|copy)\("
    rf"|(?:\.\w+)+\b{_WRITTEN}(?!\s*[.(\[])"  # an attribute
)
"""The text behind a name that is read."""
_TAKEN: Final = re.compile(r"(?:\*\*|\bin +|\blen\()$")
"""The text before one."""
_UNPACKED: Final = re.compile(r"[^=\n()]*,[^=\n()]*=(?!=)")
"""The text behind the first of several targets, ``SETTINGS["size"], SETTINGS["rate"] = 5, 0.1``."""
_IMPORTS: Final = re.compile(r"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(?:\([^)]*\)|[^\n]*)", re.MULTILINE)
_LIBRARIES: Final = frozenset(
    (
        *("jax", "jax.numpy", "numpy", "flax", "flax.linen", "optax", "equinox", "chex", "jaxtyping", "functools"),
        *("collections", "dataclasses", "typing", "math", "itertools", "os", "sys", "pathlib", "logging", "abc"),
    )
)
"""Modules whose containers no program holds its sizes in."""
_DEFINING: Final = re.compile(r"\b(?:def|class|lambda)\b")
_CHANGED: Final = re.compile(
    r"\.(?<=\w\.)(?<!(?<!\.)\bself\.)(?<!(?<!\.)\bcls\.)(\w+)(?:\[[^\[\]\n]*\])*"
    r"(?:\[[^\[\]\n]*\]\s*(?://|\*\*|<<|>>|[-+*/%|&^@])?=(?!=)"
    r"|\.(?:append|extend|insert|remove|pop|popitem|clear|update|setdefault|add|discard|sort|reverse)\()"
)
"""``parts.SIZES.append(3)``, of whatever has such an attribute; from the dot on, which is quick to find."""


def changed_by(module: MypyFile, text: str) -> Iterator[str]:
    """Yield the names of other modules whose lists, dicts and objects a module may change; "*" of any."""
    if not text and module.defs:  # a source that is too long to be read
        yield ANYTHING
    body = _IMPORTS.sub("", text)
    yield from set(_CHANGED.findall(body))
    for node in module.imports:
        if isinstance(node, ImportAll):
            yield ANYTHING
        elif isinstance(node, ImportFrom) and node.id.partition(".")[0] not in _LIBRARIES:
            for name, alias in node.names:
                if alias not in (None, name) or _may_change(body, name):  # others may know it by the other name
                    yield name
                yield from _parts(body, alias or name)
        elif isinstance(node, Import):
            modules = [alias or name.partition(".")[0] for name, alias in node.ids if name not in _LIBRARIES]
            yield from (each for module_name in modules for each in _parts(body, module_name))


def _parts(body: str, module: str) -> Iterator[str]:
    """Yield the names that follow that of a module and may be changed; the first may be that of a module too."""
    if f"{module}." not in body:  # many times as fast as to search for the pattern
        return
    for found in re.finditer(rf"(?<![\w.]){module}((?:\.\w+)+)", body):
        end = found.start() + len(module)
        for name in found[1].split(".")[1:]:
            end += 1 + len(name)
            if not _is_read(body, found.start(), end):
                yield name


def _may_change(body: str, name: str) -> bool:
    """Return whether a source does anything with a name but read what it holds."""
    if name not in body:
        return False
    found = re.finditer(rf"(?<![\w.]){re.escape(name)}\b", body)
    return not all(_is_read(body, each.start(), each.end()) for each in found)


def _is_read(body: str, start: int, end: int) -> bool:
    line = body[body.rfind("\n", 0, start) + 1 : start]
    is_target = not line.strip(" \t,") or line.rstrip().endswith(",")
    if line.rstrip().endswith("del") or (is_target and _UNPACKED.match(body, end)):
        return False
    return _READ.match(body, end) is not None or _TAKEN.search(line) is not None


def changing(tree: MypyFile, text: str, name: str) -> frozenset[str] | None:
    """Return the names of a module through which others may change what one of its variables holds.

    These are the variable itself and the functions and classes that change it, or do anything else with it than read
    it. None where that is not clear.
    """
    lines = text.split("\n")
    found, parts, last = {name}, list[tuple[frozenset[str] | None, str]](), 0
    for statement in tree.defs:
        end = max(statement.end_line or statement.line, statement.line)
        part = "\n".join(lines[last:end])
        parts.append((_names(statement, part), part))
        last = end
    is_changed = True
    while is_changed:
        is_changed = False
        for bound, part in parts:
            if bound is not None and (bound <= found or not bound):
                continue
            if any(_may_change(part, each) for each in found):
                if bound is None:
                    return None
                found |= bound
                is_changed = True
    return frozenset(found)


def _names(statement: Statement, text: str) -> frozenset[str] | None:
    """Return the names that a statement of a module binds, none of one that has run; None of other definitions."""
    if isinstance(statement, FuncDef | Decorator | ClassDef):
        return frozenset((statement.name,))
    if isinstance(statement, AssignmentStmt):
        bound = (each for target in targets(statement) for each in unpacked(target.expression))
        return frozenset(each.name for each in bound if isinstance(each, NameExpr))
    return None if _DEFINING.search(text) else frozenset()
