"""Doing something once a library has been imported, without importing it.

Other threads may import at the same time, so a module in `sys.modules` may be half made, and `sys.meta_path` is
replaced, never changed: a thread that goes through the list while an entry is taken out of it misses another.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

_waiting: Final[dict[str, list[Callable[[ModuleType], None]]]] = {}
_done: Final[dict[str, ModuleType]] = {}
"""The modules whose code has run, though their import may not have returned yet."""

_executing: Final[set[str]] = set()
_change: Final = RLock()


def expect(*names: str) -> None:
    """Have the import of modules told to `when_imported`.

    Until they are imported, an entry of `sys.meta_path` looks at the names of the modules that are imported; it
    finds nothing itself, and takes itself away when nothing is awaited any more.
    """
    with _change:
        for name in names:
            if _loaded(name) is None:
                _waiting.setdefault(name, [])
                _watch(name)
        if _waiting and _finder not in sys.meta_path:
            sys.meta_path = [_finder, *sys.meta_path]


def when_imported(name: str, action: Callable[[ModuleType], None]) -> None:
    """Call ``action`` with the module ``name``: at once if it is loaded, else right after its code has run."""
    with _change:
        module = _loaded(name)
        if module is None:
            expect(name)
            _waiting[name].append(action)
            module, action = _loaded(name), _tell  # the import may have ended meanwhile, unseen
    if module is not None:
        action(module)


def _tell(module: ModuleType) -> None:
    _notify(module.__name__)


def _loaded(name: str) -> ModuleType | None:
    """Return a module if its code has run.

    importlib takes a module out of `sys.modules` and puts it back when its code has run.
    """
    module, done = sys.modules.get(name), _done.get(name)
    if module is None:
        return done if _initializing(done) else None
    return None if module is not done and _initializing(module) else module


def _initializing(module: ModuleType | None) -> bool:
    return bool(getattr(getattr(module, "__spec__", None), "_initializing", False))


def _watch(name: str) -> None:
    """Look at an import that began before it could be awaited, in this thread or another."""
    spec: Any = getattr(sys.modules.get(name), "__spec__", None)
    if type(spec) is ModuleSpec and not isinstance(spec.loader, _NotifyingLoader) and name not in _executing:
        spec.__class__ = _WatchedSpec


def _notify(name: str) -> None:
    with _change:
        module = sys.modules.get(name)
        if module is None:
            return  # the import failed; the next attempt is seen by the finder
        _done[name] = module
        actions = _waiting.pop(name, [])
        if not _waiting:
            sys.meta_path = [finder for finder in sys.meta_path if finder is not _finder]
    for action in actions:
        action(module)


class _Finder:
    """Finds awaited modules as the other finders do, and has their loader tell when it is done."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in _waiting:
            return None
        others = [finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec")]
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
        name, spec = module.__name__, module.__spec__
        assert spec is not None
        with _change:
            _executing.add(name)
            spec.loader = module.__loader__ = self._loader
        try:
            self._loader.exec_module(module)
        finally:
            _executing.discard(name)
        _notify(name)


class _WatchedSpec(ModuleSpec):
    """The spec of a module that is being imported by a loader of somebody else."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "_initializing" and not value:  # set by importlib when the import has ended
            self.__class__ = ModuleSpec  # type: ignore[assignment]
            _notify(self.name)


_finder: Final[Any] = _Finder()
