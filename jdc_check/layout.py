"""Where modules are: from files to module names, as the user's own mypy would see them.

Of the user's mypy configuration only what says where modules are is used: ``mypy_path``,
``namespace_packages``, ``explicit_package_bases`` and ``exclude``.
"""

from __future__ import annotations

import contextlib
import io
import os
from dataclasses import dataclass
from pathlib import Path

from mypy.config_parser import parse_config_file
from mypy.find_sources import InvalidSourceList, SourceFinder
from mypy.fscache import FileSystemCache
from mypy.modulefinder import FindModuleCache, SearchPaths, get_search_dirs, mypy_path
from mypy.options import Options


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

    def source(self, path: str) -> Source:
        """Return the module that the file ``path`` is."""
        try:
            module, base = self._finder.crawl_up(path)
        except InvalidSourceList:
            return _below_misnamed_package(path)
        return Source(path, module or "__init__", base)

    def package(self, name: str) -> list[Source]:
        """Return the modules of an importable package; empty when it cannot be found."""
        self.options.follow_untyped_imports = True
        here = (str(Path.cwd()),)
        search = SearchPaths(here, tuple(mypy_path() + self.options.mypy_path), self._importable, ())
        found = FindModuleCache(search, self._files, self.options).find_modules_recursive(name)
        return [Source(shown(entry.path), entry.module, "") for entry in found if entry.path is not None]

    def is_installed(self, path: str) -> bool:
        """Whether ``path`` lies where packages are installed."""
        absolute = Path(path).absolute()
        return any(absolute.is_relative_to(directory) for directory in self._site)


def _users_options() -> Options:
    users, options, ignored = Options(), Options(), io.StringIO()
    # A mistake in the user's configuration is for mypy to report, not for jdc.
    with contextlib.suppress(SystemExit), contextlib.redirect_stderr(ignored):
        parse_config_file(users, lambda: None, None, ignored, ignored)
    options.mypy_path = users.mypy_path
    options.namespace_packages = users.namespace_packages
    options.explicit_package_bases = users.explicit_package_bases
    options.exclude = users.exclude
    return options


def _below_misnamed_package(path: str) -> Source:
    """Return the module of a file in a package whose name cannot be imported, such as ``my-project``."""
    absolute = Path(path).absolute()
    base = next(parent for parent in absolute.parents if _has_init(parent) and not parent.name.isidentifier())
    parts = absolute.relative_to(base).with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
    return Source(path, module, str(base), forced=True)


def _has_init(directory: Path) -> bool:
    return (directory / "__init__.py").is_file() or (directory / "__init__.pyi").is_file()


def shown(path: str) -> str:
    """Return ``path`` as it is printed: relative where it lies below the current directory."""
    relative = os.path.relpath(path)
    return os.path.abspath(path) if relative.startswith(os.pardir) else relative  # noqa: PTH100 - no resolve
