"""The sources of a project, parsed where a reader asks for one, and what the names in them stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import AssignmentStmt, ClassDef, Decorator, Expression, FuncDef, MypyFile, NameExpr, Statement

from ..host.project_files import ProjectFile
from ..syntax import INDEX
from ..syntax.names.definitions import bound_names, written_name
from ..syntax.parsing import as_written

_MOST_IMPORTS: Final = 8
"""Modules that a name may be imported through."""


class Written(NamedTuple):
    """An expression and the module that writes it."""

    expression: Expression
    tree: MypyFile


class ProjectSources:
    """The files of one project, and those among them that may call what registers a class."""

    def __init__(self, files: Mapping[str, ProjectFile], calling: Sequence[ProjectFile]) -> None:
        self._calling = calling
        self._by_name = {file.module: file for file in files.values()}

    def tree(self, file: ProjectFile) -> MypyFile | None:
        """Return the syntax of a file; None where it has an error."""
        return as_written(file.text, file.path, file.module)

    def module(self, name: str) -> MypyFile | None:
        """Return the syntax of a module of the project; None of any other."""
        file = self._by_name.get(name)
        return None if file is None else self.tree(file)

    def name_of(self, expression: Expression, tree: MypyFile) -> str:
        """Return the full name of a reference, of the module that defines it; "" for anything else."""
        return self._origin(written_name(expression, tree))

    def _origin(self, name: str) -> str:
        """Follow a name through the modules that import it for others."""
        for _ in range(_MOST_IMPORTS):
            module, _, own = name.rpartition(".")
            tree = self.module(module) if module else None
            imported = None if tree is None else self._imported(own, tree)
            if imported is None:
                return name
            name = imported
        return name

    def _imported(self, name: str, tree: MypyFile) -> str | None:
        """Return what another name of a module stands for; None where the module defines it itself."""
        imports = INDEX.of(tree).imports
        found = {each.fullname for each in imports.of(name)}
        if found:
            return found.pop() if len(found) == 1 else None
        value = value_of(name, tree)
        if value is not None:
            return written_name(value, tree) or None
        for each in imports.from_all:
            module = tree.fullname if each.relative else each.id
            if each.relative:
                parts = module.split(".")
                kept = len(parts) - each.relative + int(tree.is_package_init_file())
                module = ".".join([*parts[:kept], *([each.id] if each.id else [])])
            other = self.module(module)
            if other is not None and name in {*bound_names(other.defs)}:
                return f"{module}.{name}"
        return None

    def class_definition(self, name: str) -> tuple[ClassDef, MypyFile] | None:
        """Return a class at the top of a module of the project, by its full name."""
        found, tree = self._at_top(name)
        return (found, tree) if isinstance(found, ClassDef) and tree is not None else None

    def function(self, name: str) -> tuple[FuncDef, MypyFile] | None:
        """Return a function at the top of a module of the project that no decorator changes."""
        found, tree = self._at_top(name)
        return (found, tree) if isinstance(found, FuncDef) and tree is not None else None

    def _at_top(self, name: str) -> tuple[Statement | None, MypyFile | None]:
        module, _, own = name.rpartition(".")
        tree = self.module(module) if module else None
        if tree is None or [*bound_names(tree.defs)].count(own) != 1:
            return None, None
        found = (each for each in tree.defs if isinstance(each, ClassDef | FuncDef) and each.name == own)
        return next(found, None), tree

    def method(self, owner: str, name: str) -> tuple[FuncDef, MypyFile] | None:
        """Return a method that the body of a class writes."""
        definition = self.class_definition(owner)
        if definition is None:
            return None
        body, tree = definition[0].defs.body, definition[1]
        methods = [each for each in body if isinstance(each, FuncDef | Decorator) and each.name == name]
        if len(methods) != 1:
            return None
        method = methods[0]
        return (method.func if isinstance(method, Decorator) else method), tree

    def calling(self, word: str) -> Iterator[MypyFile]:
        """Yield the modules that may call a function of a name."""
        for file in self._calling:
            tree = self.tree(file) if word in file.text else None
            if tree is not None:
                yield tree


def value_of(name: str, tree: MypyFile) -> Expression | None:
    """Return the value of a variable that the top of a module binds once."""
    assigned = (each for each in tree.defs if isinstance(each, AssignmentStmt) and len(each.lvalues) == 1)
    values = [
        each.rvalue for each in assigned if isinstance(target := each.lvalues[0], NameExpr) and target.name == name
    ]
    return values[0] if len(values) == 1 and [*bound_names(tree.defs)].count(name) == 1 else None
