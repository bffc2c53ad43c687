"""A Python file as printing, positions and suppressions need it: lines, tokens, comments."""

from __future__ import annotations

import contextlib
import io
import re
import tokenize
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

IGNORE: Final = re.compile(r"#\s*jdc:\s*ignore\b(?:\[(?P<codes>[^\]]*)\])?")
ALL_CODES: Final = frozenset({"*"})


class SourceFile:
    """The text of one file. A file that cannot be read or tokenized has fewer facts, never an error."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines without their ends."""
        try:
            with tokenize.open(self._path) as stream:
                return [line.rstrip("\n") for line in stream]
        except (OSError, SyntaxError, UnicodeDecodeError):
            return []

    def line(self, number: int) -> str:
        """Return line ``number``, counted from 1; empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    @cached_property
    def _tokens(self) -> list[tokenize.TokenInfo]:
        tokens: list[tokenize.TokenInfo] = []
        text = io.StringIO("\n".join(self.lines) + "\n")
        with contextlib.suppress(tokenize.TokenError, SyntaxError):  # what came before the error is kept
            tokens.extend(tokenize.generate_tokens(text.readline))
        return tokens

    def token_starts(self, number: int) -> list[int]:
        """Return the columns (from 0) at which a token starts on line ``number``."""
        return [token.start[1] for token in self._tokens if token.start[0] == number]

    def token_ends(self, number: int) -> list[int]:
        """Return the columns (from 0) at which a token ends on line ``number``."""
        return [token.end[1] for token in self._tokens if token.end[0] == number]

    @cached_property
    def ignores(self) -> dict[int, frozenset[str]]:
        """Return the codes that ``# jdc: ignore[...]`` names, by line; ``ALL_CODES`` for a bare comment."""
        found: dict[int, frozenset[str]] = {}
        for token in self._tokens:
            match = IGNORE.search(token.string) if token.type == tokenize.COMMENT else None
            if match is not None:
                codes = match["codes"]
                names = frozenset(name.strip() for name in (codes or "").split(",") if name.strip())
                found[token.start[0]] = ALL_CODES if codes is None else names
        return found


@lru_cache(maxsize=256)
def source_file(path: str) -> SourceFile:
    """Return the file at ``path``, read at most once in a run."""
    return SourceFile(path)
