"""Which files of a project import a module, read from their text alone.

A project may have thousands of files, of which two or three have to do with the module that is asked about.
"""

from __future__ import annotations

import re
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

    def importing(self, module: str, path: str, among: Sequence[ProjectFile]) -> list[ProjectFile]:
        """Return the files that import a module or something of it, through another module too, and its own file."""
        home = self._files.get(path)
        classes = [] if home is None else _CLASS.findall(home.text)
        mentions = re.compile("|".join(map(re.escape, (module.rpartition(".")[2], *classes))))
        return [
            file
            for file in among
            if file.path == path or (mentions.search(file.text) and self._imports(file, module))
        ]

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

    def _imports(self, file: ProjectFile, module: str) -> bool:
        for name in self.names_in(file):
            if f"{name}.".startswith(f"{module}.") or module.startswith(f"{name}."):
                return True
            through = self._by_name.get(name) or self._by_name.get(name.rpartition(".")[0])
            if through is not None and any(f"{each}.".startswith(f"{module}.") for each in self.names_in(through)):
                return True
        return False

    def names_in(self, file: ProjectFile) -> frozenset[str]:
        """Return the full names of the modules, and of what is in them, that a file imports."""
        if file.path not in self._names:
            self._names[file.path] = frozenset(_names(file))
        return self._names[file.path]


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
