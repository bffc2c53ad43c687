"""The module name of each file, as the user's own mypy would see it.

Of the user's mypy configuration only what says where modules are is used: ``mypy_path``,
``namespace_packages``, ``explicit_package_bases`` and ``exclude``.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from mypy.config_parser import parse_config_file
from mypy.find_sources import InvalidSourceList, SourceFinder
from mypy.fscache import FileSystemCache
from mypy.modulefinder import FindModuleCache, SearchPaths, get_search_dirs, mypy_path
from mypy.options import Options

from jdc_check.notebooks.notebook import is_notebook
from jdc_check.source_roots import source_roots

RELATIVE_IMPORT: Final = re.compile(rb"^[ \t]*from[ \t]+\.", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to check. ``base`` is the directory that its imports start from.

    ``forced`` marks a base that mypy would not choose by itself.
    """

    path: str
    module: str
    base: str
    forced: bool = False


class Layout:
    """The module names of a project and of the packages installed beside it."""

    def __init__(self, executable: str) -> None:
        self.options = _users_options()
        self.options.python_executable = executable
        importable, site = get_search_dirs(executable)
        self._importable, self._site = (*importable, *site), site
        self._files = FileSystemCache()
        self._finder = SourceFinder(self._files, self.options)
        for known in (_imports_relatively, _shadows_library):  # of directories as they were before
            known.cache_clear()

    def source(self, path: str) -> Source:
        """Return the module that the file ``path`` is. A notebook, which nothing imports, is called as its file."""
        if is_notebook(path):
            beside = self.source(str(Path(path).with_name("__main__.py")))
            return Source(path, Path(path).name, beside.base)
        try:
            module, base = self._finder.crawl_up(path)
        except InvalidSourceList:
            return _below_misnamed_package(path)
        relative = "." not in module and _imports_relatively(base)
        if self.options.namespace_packages and (relative or _shadows_library(base)):
            root = self._root_above(Path(base))
            if root is not None:
                parts = (*Path(base).relative_to(root).parts, module)
                return Source(path, ".".join(parts), root, forced=True)
        return Source(path, module or "__init__", base)

    def roots(self, path: str) -> tuple[str, ...]:
        """Return where the imports of the file may start besides the directories that mypy looks in itself."""
        absolute = Path(path).absolute()
        found = source_roots(absolute.parent)
        return tuple(root for root in found if not self.is_installed(root))

    def _root_above(self, directory: Path) -> str | None:
        """Return the nearest root from which ``directory`` is a namespace package."""
        here = Path.cwd()
        roots = [*self.roots(str(directory / "__init__.py")), *self.options.mypy_path, str(here)]
        above = [root for root in roots if root != str(directory) and directory.is_relative_to(root)]
        importable = [
            root for root in above if all(part.isidentifier() for part in directory.relative_to(root).parts)
        ]
        return max(importable, key=len, default=None)

    def package(self, name: str) -> list[Source]:
        """Return the modules of an importable package; empty when it cannot be found."""
        self.options.follow_untyped_imports = True
        here = (str(Path.cwd()),)
        search = SearchPaths(here, tuple(mypy_path() + self.options.mypy_path), self._importable, ())
        found = FindModuleCache(search, self._files, self.options).find_modules_recursive(name)
        return [Source(shown(entry.path), entry.module, "") for entry in found if entry.path is not None]

    def is_installed(self, path: str) -> bool:
        """Return whether ``path`` lies where packages are installed."""
        absolute = Path(path).absolute()
        return any(absolute.is_relative_to(directory) for directory in self._site)


def _users_options() -> Options:
    users, options, ignored = Options(), Options(), io.StringIO()
    # A mistake in the user's configuration is for mypy to report, which may do so by any exception, and not for jdc.
    with contextlib.suppress(SystemExit, Exception), contextlib.redirect_stderr(ignored):
        parse_config_file(users, lambda: None, None, ignored, ignored)
    options.mypy_path = users.mypy_path
    options.namespace_packages = users.namespace_packages
    options.explicit_package_bases = users.explicit_package_bases
    options.exclude = [pattern for pattern in users.exclude if _compiles(pattern)]
    return options


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _below_misnamed_package(path: str) -> Source:
    """Return the module of a file in a package whose name cannot be imported, such as ``my-project``."""
    absolute = Path(path).absolute()
    base = next(parent for parent in absolute.parents if _has_init(parent) and not parent.name.isidentifier())
    parts = absolute.relative_to(base).with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
    return Source(path, module, str(base), forced=True)


@lru_cache(maxsize=1024)
def _imports_relatively(directory: str) -> bool:
    """Return whether a file there has a relative import: it is part of a package, if one without ``__init__.py``."""
    return any(_has_import(file, RELATIVE_IMPORT) for file in _files(directory))


@lru_cache(maxsize=1024)
def _shadows_library(directory: str) -> bool:
    """Return whether the modules there would hide one of Python, ``typing.py``, if imports started there.

    mypy refuses such a directory. But where its files import it by its name, it is a package without ``__init__.py``.
    """
    name = re.escape(Path(directory).name.encode())
    own = re.compile(rb"^[ \t]*(?:from|import)[ \t]+%s\." % name, re.MULTILINE)
    files = _files(directory)
    hides = any(file.name.partition(".")[0] in sys.stdlib_module_names for file in files)
    return hides and any(_has_import(file, own) for file in files)


def _files(directory: str) -> list[os.DirEntry[str]]:
    with contextlib.suppress(OSError):
        return [entry for entry in os.scandir(directory) if entry.name.endswith((".py", ".pyi")) and entry.is_file()]
    return []


def _has_import(file: os.DirEntry[str], spelling: re.Pattern[bytes]) -> bool:
    try:
        return spelling.search(Path(file).read_bytes()) is not None
    except OSError:
        return False


def _has_init(directory: Path) -> bool:
    return (directory / "__init__.py").is_file() or (directory / "__init__.pyi").is_file()


def shown(path: str) -> str:
    """Return ``path`` as it is printed: relative where it lies below the current directory."""
    relative = os.path.relpath(path)
    return os.path.abspath(path) if relative.startswith(os.pardir) else relative  # noqa: PTH100 - no resolve
