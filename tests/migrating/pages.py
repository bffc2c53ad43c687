"""The pages on migrating as programs: pairs of an old and a new block, and what their comments promise.

Nothing but the standard library is imported, so that the old blocks of a library that needs an old jax can be run
there.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = tuple(sorted((ROOT / "docs" / "migrating").glob("*.md")))
KINDS: Final = ("pair", "differs", "mistake")
"""A pair has one result; one that differs shows so; a mistake is silent in the old block and found in the new."""

_MARKED: Final = re.compile(
    r"^<!-- (?P<kind>[a-z]+) -->\n+```python\n(?P<old>.*?)^```\n+```python\n(?P<new>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_ERROR: Final = re.compile(r"# error: (?P<codes>[a-z-]+(?:, [a-z-]+)*)")
_RAISES: Final = re.compile(r"# raises (?P<error>\w+): (?P<text>.+)$")


@dataclass(frozen=True)
class Block:
    """A program on a page."""

    name: str
    code: str

    @property
    def file(self) -> str:
        """Name of the file that the block is written to."""
        return f"{self.name}.py"

    @property
    def errors(self) -> Mapping[tuple[str, int], set[str]]:
        """The codes of mypy that the comments promise, by file and line."""
        found = {number: _ERROR.search(line) for number, line in self._lines()}
        return {(self.file, number): set(match["codes"].split(", ")) for number, match in found.items() if match}

    @property
    def raises(self) -> tuple[str, str, int] | None:
        """The class, the text and the line of the exception that the comments promise."""
        for number, line in self._lines():
            if (match := _RAISES.search(line)) is not None:
                return match["error"], match["text"], number
        return None

    def _lines(self) -> Iterator[tuple[int, str]]:
        return iter(enumerate(self.code.splitlines(), start=1))


@dataclass(frozen=True)
class Pair:
    """The same program before and after."""

    page: str
    number: int
    kind: str
    old: Block
    new: Block

    def __str__(self) -> str:
        return f"{self.page}-{self.number}"

    @property
    def runs_here(self) -> bool:
        """Return whether the old block runs beside the new one; brachy needs a jax that jdc does not."""
        return self.page != "brachy"

    @property
    def checked(self) -> tuple[Block, ...]:
        """The blocks whose imports are installed, so that mypy can check them."""
        return (self.old, self.new) if self.runs_here else (self.new,)


@dataclass(frozen=True)
class Raised:
    """An exception that left a block: the names of its class and of the class's bases, the text, the block's lines."""

    classes: tuple[str, ...]
    text: str
    lines: tuple[int | None, ...]


def pairs(page: Path) -> Iterator[Pair]:
    """Yield the pairs of a page."""
    for number, match in enumerate(_MARKED.finditer(page.read_text(encoding="utf-8")), start=1):
        name = f"{page.stem.replace('-', '_')}_{number}"
        yield Pair(
            page.stem, number, match["kind"], Block(f"{name}_old", match["old"]), Block(f"{name}_new", match["new"])
        )


def execute(block: Block, folder: Path) -> ModuleType | Raised:
    """Run a block as a module of its own, and return it or what it raised."""
    file = folder / block.file
    file.write_text(block.code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(block.name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[block.name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = tuple(frame.lineno for frame in frames if frame.filename == str(file))
        return Raised(tuple(base.__name__ for base in type(error).__mro__), str(error), lines)
    finally:
        del sys.modules[block.name]
    return module


def promised(block: Block, outcome: ModuleType | Raised) -> None:
    """Assert that a block ran to its end, or raised what its comment says where it says so."""
    if block.raises is None:
        assert not isinstance(outcome, Raised), outcome
        return
    name, text, line = block.raises
    assert isinstance(outcome, Raised), f"{block.name} did not raise"
    assert name in outcome.classes
    assert text in outcome.text
    assert line in outcome.lines


def encoded(value: Any) -> Any:
    """Return a result as JSON can hold it, arrays with their dtypes."""
    if isinstance(value, dict):
        return {str(key): encoded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [encoded(item) for item in value]
    if hasattr(value, "dtype"):
        return {"dtype": str(value.dtype), "values": value.tolist()}
    return value
