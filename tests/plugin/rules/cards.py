"""The rule cards as programs: the blocks of each, what their comments promise, and what running them does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from plugin.runner import ROOT

CARDS: Final = ROOT / "docs" / "rules"
SECTIONS: Final = ("Why it matters", "Bad", "Good", "Silence it")
_SECTION: Final = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
_BLOCK: Final = re.compile(r"^```python\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"# (?P<code>jdc-[a-z-]+)")
_RAISES: Final = re.compile(r"# raises (?P<error>\w+): (?P<text>.+)$")


@dataclass(frozen=True)
class Raised:
    """An exception that leaves a block: the names of its class and of the class's bases, the text, the line."""

    classes: tuple[str, ...]
    text: str
    line: int


@dataclass(frozen=True)
class Block:
    """A program on a card."""

    rule: str
    name: str
    code: str

    @property
    def is_bad(self) -> bool:
        """Return whether the block shows the mistake."""
        return self.name.startswith("bad")

    @property
    def file(self) -> str:
        """Name of the file that the block is written to."""
        return f"{self.rule.replace('-', '_')}_{self.name}.py"

    @property
    def diagnosed(self) -> Mapping[tuple[str, int], set[str]]:
        """The codes that the comments promise, by file and line."""
        lines = enumerate(self.code.splitlines(), start=1)
        found = {(self.file, number): set(_CODE.findall(line)) for number, line in lines}
        return {place: codes for place, codes in found.items() if codes}

    @property
    def raises(self) -> Raised | None:
        """The exception that the comments promise."""
        for number, line in enumerate(self.code.splitlines(), start=1):
            if (match := _RAISES.search(line)) is not None:
                return Raised((match["error"],), match["text"], number)
        return None


def sections(card: Path) -> Mapping[str, str]:
    """Return the text under each second-level heading."""
    parts = _SECTION.split(card.read_text())
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def blocks(card: Path) -> Iterator[Block]:
    """Yield the programs of a card."""
    for title, text in sections(card).items():
        for number, match in enumerate(_BLOCK.finditer(text), start=1):
            yield Block(card.stem, f"{title.lower()}_{number}", match["code"])


def execute(files: Iterable[Path]) -> Mapping[str, Raised | None]:
    """Run every file in one fresh process and return what each raised, by file name."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *map(str, files)],
        capture_output=True,
        text=True,
        check=True,
    )
    results = json.loads(done.stdout.splitlines()[-1])
    return {
        name: None if raised is None else Raised(tuple(raised[0]), raised[1], raised[2])
        for name, raised in results.items()
    }


_RUN: Final = """
import json, pathlib, runpy, sys, traceback

results = {}
for file in sys.argv[1:]:
    try:
        runpy.run_path(file, run_name="__main__")
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        raised = [[base.__name__ for base in type(error).__mro__], str(error), lines[-1]]
    else:
        raised = None
    results[pathlib.Path(file).name] = raised
print(json.dumps(results))
"""
