"""Which files of a project import a module, read from their text alone.

A project may have thousands of files, of which two or three have to do with the module that is asked about.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..host.project_files import ProjectFile

_FROM: Final = re.compile(r"^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE)
_IMPORT: Final = re.compile(r"^[ \t]*import[ \t]+([^\n]*)", re.MULTILINE)
_CLASS: Final = re.compile(r"^class[ \t]+(\w+)", re.MULTILINE)
_COMMENT: Final = re.compile(r"#[^\n]*")


class ProjectImports:
    """The imports of the files of one project."""

    def __init__(self, files: Mapping[str, ProjectFile]) -> None:
        self._files = files
        self._by_name = {file.module: file for file in files.values()}
        self._names: dict[str, frozenset[str]] = {}

    def imported_by(self, file: ProjectFile) -> Iterator[ProjectFile]:
        """Yield the files of the project from which a file imports something, through one other file too."""
        for each in self.sources_of(file):
            yield each
            yield from self.sources_of(each)

    def sources_of(self, file: ProjectFile) -> Iterator[ProjectFile]:
        """Yield the files of the project from which a file imports something."""
        names = self.names_in(file)
        modules = {part for name in names for part in (name, name.rpartition(".")[0])}
        yield from (self._by_name[name] for name in modules if name in self._by_name)

    def parts_in(self, file: ProjectFile) -> set[str]:
        """Return the full names that a file imports, through one other file too, and what they are in."""
        found: set[str] = set()
        for name in self.names_in(file):
            _add_parts(name, found)
            through = self._by_name.get(name) or self._by_name.get(name.rpartition(".")[0])
            for each in () if through is None else self.names_in(through):
                _add_parts(each, found)
        return found

    def names_in(self, file: ProjectFile) -> frozenset[str]:
        """Return the full names of the modules, and of what is in them, that a file imports."""
        if file.path not in self._names:
            self._names[file.path] = frozenset(_names(file))
        return self._names[file.path]


class Importers:
    """Files of a project by what they import: a project asks for each of its modules which of them import it."""

    def __init__(self, files: Sequence[ProjectFile], imports: ProjectImports) -> None:
        self._files = files
        self._by_path = {file.path: position for position, file in enumerate(files)}
        self._by_part: dict[str, list[int]] = defaultdict(list)
        self._by_name: dict[str, list[int]] = defaultdict(list)
        for position, file in enumerate(files):
            for part in imports.parts_in(file):
                self._by_part[part].append(position)
            for name in imports.names_in(file):
                self._by_name[name].append(position)

    def of(self, module: str, home: ProjectFile | None) -> list[ProjectFile]:
        """Return the files that import a module or something of it, through another module too, and its own file."""
        words = (module.rpartition(".")[2], *(() if home is None else _CLASS.findall(home.text)))
        found = set(self._by_part.get(module, ()))
        above = module.rpartition(".")[0]
        while above:
            found.update(self._by_name.get(above, ()))
            above = above.rpartition(".")[0]
        found = {each for each in found if any(word in self._files[each].text for word in words)}
        if home is not None and home.path in self._by_path:
            found.add(self._by_path[home.path])
        return [self._files[each] for each in sorted(found)]


def _add_parts(name: str, found: set[str]) -> None:
    while name and name not in found:
        found.add(name)
        name = name.rpartition(".")[0]


def _names(file: ProjectFile) -> Iterator[str]:
    if "import" not in file.text:
        return
    for source, imported in _FROM.findall(file.text):
        module = _absolute(source, file)
        yield module
        for each in _COMMENT.sub("", imported).strip("()").replace("\n", " ").split(","):
            name = each.split(" as ")[0].strip()
            if name and name != "*":
                yield f"{module}.{name}"
    for imported in _IMPORT.findall(file.text):
        for each in _COMMENT.sub("", imported).split(","):
            yield each.split(" as ")[0].strip()


def _absolute(source: str, file: ProjectFile) -> str:
    """Return the full name of the module in ``from ..module import name``."""
    name = source.lstrip(".")
    dots = len(source) - len(name)
    if not dots:
        return name
    is_package = file.path.endswith(("__init__.py", "__init__.pyi"))
    parts = file.module.split(".")
    kept = parts[: len(parts) - dots + int(is_package)]
    return ".".join([*kept, *([name] if name else [])])
