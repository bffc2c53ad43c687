"""The modules of the build by name, those that mypy reads from its cache too."""

from __future__ import annotations

from collections.abc import Mapping

from mypy.nodes import MypyFile


class Modules:
    """The modules that mypy knows by now."""

    def __init__(self) -> None:
        self._by_name: Mapping[str, MypyFile] = {}

    def set(self, modules: Mapping[str, MypyFile]) -> None:
        """Take over the modules of a build, which mypy goes on adding to."""
        self._by_name = modules

    def get(self, name: str) -> MypyFile | None:
        """Return a module; None where there is none of that name."""
        return self._by_name.get(name)


MODULES = Modules()
