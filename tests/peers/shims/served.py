"""Modules made here in the place of another project's, before anything imports that one."""

from __future__ import annotations

import importlib.abc
import importlib.util
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, modules: Mapping[str, Mapping[str, Any]]) -> None:
        self._modules = modules

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._modules:
            return None
        package = any(other.startswith(f"{name}.") for other in self._modules)
        return importlib.util.spec_from_loader(name, self, is_package=package)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(self._modules[module.__name__])


def serve(modules: Mapping[str, Mapping[str, Any]]) -> None:
    """Let imports of these modules find these names, and no file.

    Raises:
        RuntimeError: one of them has been imported already.
    """
    if early := sorted(set(modules) & set(sys.modules)):
        raise RuntimeError(f"imported before the shim: {', '.join(early)}")
    sys.meta_path.insert(0, _Finder(modules))
