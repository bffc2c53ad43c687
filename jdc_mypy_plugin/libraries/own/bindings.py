"""The names that the body of a project's own decorator has bound while it is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mypy.nodes import FuncDef, LambdaExpr

from ..given_class import GivenClass
from .field_lists import Listed


class InnerDecorator(NamedTuple):
    """A function inside the body of a decorator, which is one itself."""

    function: FuncDef | LambdaExpr


Bound = GivenClass | InnerDecorator | Listed | None
"""The value that a name stands for; None of a parameter that is given none, and where it is not known."""


class Bindings:
    """The names of a body. Most bodies are those of other functions, and bind many names that say nothing."""

    def __init__(self) -> None:
        self._names: dict[str, Bound] = {}
        self.classes: dict[str, GivenClass] = {}
        self.decorators: dict[str, InnerDecorator] = {}

    def bind(self, names: Mapping[str, Bound]) -> None:
        """Let names stand for something from here on."""
        self._names.update(names)
        for name, each in names.items():
            self.classes.pop(name, None)
            self.decorators.pop(name, None)
            if isinstance(each, GivenClass):
                self.classes[name] = each
            elif isinstance(each, InnerDecorator):
                self.decorators[name] = each

    def forget(self, names: Iterable[str]) -> None:
        """Know nothing of names any more."""
        self.bind(dict.fromkeys(names))

    def get(self, name: str) -> Bound:
        """Return what a name stands for; None of one that has not been bound too."""
        return self._names.get(name)

    def __contains__(self, name: str) -> bool:
        """Return whether the body has bound a name."""
        return name in self._names
