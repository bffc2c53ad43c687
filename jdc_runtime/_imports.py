"""Doing something once a library has been imported, without importing it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

_waiting: Final[dict[str, list[Callable[[ModuleType], None]]]] = {}


def when_imported(name: str, action: Callable[[ModuleType], None]) -> None:
    """Call ``action`` with the module ``name``: at once if it is loaded, else right after its import.

    Until then an entry of `sys.meta_path` looks at the names of the modules that are imported; it finds
    nothing itself, and takes itself away when nothing is awaited any more.
    """
    module = sys.modules.get(name)
    if module is not None:
        action(module)
        return
    if not _waiting:
        sys.meta_path.insert(0, _finder)
    _waiting.setdefault(name, []).append(action)


def _notify(module: ModuleType) -> None:
    actions = _waiting.pop(module.__name__, [])
    if not _waiting and _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
    for action in actions:
        action(module)


class _Finder:
    """Finds awaited modules as the other finders do, and has their loader tell when it is done."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in _waiting:
            return None
        others = (finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        spec = next((s for finder in others if (s := finder.find_spec(name, path, target))), None)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = cast("Any", _NotifyingLoader(spec.loader))
        return spec


class _NotifyingLoader:
    """The loader of a module, for the time of its import only."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        created: ModuleType | None = self._loader.create_module(spec)
        return created

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        _notify(module)


_finder: Final[Any] = _Finder()
