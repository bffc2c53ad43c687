"""Real code with pieces missing, doubled or exchanged, as it is while somebody types."""

from __future__ import annotations

import ast
import functools
import importlib.util
import io
import re
import tokenize
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from plugin.runner import FIXTURES

from .writing import is_readable

PACKAGES: Final = ("flax", "equinox", "jaxlie", "jax_dataclasses", "chex")
LONGEST: Final = 25_000
"""Characters of the longest file that is taken, so that one run has many."""
RELATIVE: Final = re.compile(r"^(?P<before>\s*from )(?P<dots>\.+)(?P<rest>[\w.]*)", re.MULTILINE)


@functools.cache
def sources() -> tuple[str, ...]:
    """Return the texts of the fixtures, and those of the installed libraries with absolute imports."""
    texts = [file.read_text() for file in FIXTURES.values()]
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        assert spec is not None, package
        assert spec.origin is not None, package
        root = Path(spec.origin).parent
        texts.extend(
            _absolute(file.read_text(), [package, *file.relative_to(root).parts[:-1]])
            for file in sorted(root.rglob("*.py"))
            if "test" not in file.name and 300 < file.stat().st_size < LONGEST
        )
    return tuple(texts)


def _absolute(text: str, package: list[str]) -> str:
    def named(match: re.Match[str]) -> str:
        above = package[: len(package) - len(match["dots"]) + 1]
        return match["before"] + ".".join([*above, *filter(None, [match["rest"]])])

    return RELATIVE.sub(named, text)


def mutated_module(random: Random, number: int) -> dict[str, str]:
    """Take a real module and edit it a few times; an edit that Python cannot read is undone."""
    text = random.choice(sources())
    for _ in range(random.choice((1, 3, 10, 30))):
        changed = random.choice(EDITS)(random, text)
        if changed.strip() and is_readable(changed):
            text = changed
    return {f"m{number}.py": text}


def without_tokens(random: Random, text: str) -> str:
    """Leave out one to three tokens."""
    tokens = _tokens(text)
    at = random.randrange(len(tokens))
    start, end = tokens[at][0], tokens[min(at + random.randrange(3), len(tokens) - 1)][1]
    return text[:start] + text[end:]


def with_other_token(random: Random, text: str) -> str:
    """Put one token in the place of another."""
    tokens = _tokens(text)
    (start, end), (other, last) = random.choice(tokens), random.choice(tokens)
    return text[:start] + text[other:last] + text[end:]


def with_other_name(random: Random, text: str) -> str:
    """Put one name in the place of another, as completion does."""
    tokens = [(start, end) for start, end in _tokens(text) if text[start:end].isidentifier()] or _tokens(text)
    (start, end), (other, last) = random.choice(tokens), random.choice(tokens)
    return text[:start] + text[other:last] + text[end:]


def without_lines(random: Random, text: str) -> str:
    """Leave out one to four lines."""
    lines = text.splitlines(keepends=True)
    at = random.randrange(len(lines))
    return "".join(lines[:at] + lines[at + random.randrange(1, 5) :])


def with_exchanged_lines(random: Random, text: str) -> str:
    """Exchange two lines."""
    lines = text.splitlines(keepends=True)
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "".join(lines)


def with_line_elsewhere(random: Random, text: str) -> str:
    """Copy a line to another place, indented as what is there."""
    lines = text.splitlines(keepends=True)
    at, copied = random.randrange(len(lines)), random.choice(lines).lstrip()
    indentation = lines[at][: len(lines[at]) - len(lines[at].lstrip())].rstrip("\n")
    return "".join([*lines[:at], indentation + copied, *lines[at:]])


def without_block(random: Random, text: str) -> str:
    """Leave out a statement with all that is in it, or all of it but ``pass``."""
    lines = text.splitlines(keepends=True)
    start, end = _block(random, text)
    indentation = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
    return "".join(lines[:start] + [f"{indentation}pass\n"] * random.randrange(2) + lines[end:])


def with_block_elsewhere(random: Random, text: str) -> str:
    """Move a statement with all that is in it to the place of another, wherever that is."""
    lines = text.splitlines(keepends=True)
    (start, end), (at, _) = _block(random, text), _block(random, text)
    wanted, had = (len(lines[place]) - len(lines[place].lstrip()) for place in (at, start))
    moved = [" " * wanted + line[had:] for line in lines[start:end]]
    return "".join(lines[:at] + moved + lines[at:])


def with_block_inside(random: Random, text: str) -> str:
    """Put a statement, or the whole module, into a function, a class or a block."""
    lines = text.splitlines(keepends=True)
    start, end = _block(random, text) if random.randrange(2) else (0, len(lines))
    indentation = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
    inside = [f"    {line}" if line.strip() else line for line in lines[start:end]]
    return "".join([*lines[:start], indentation + random.choice(HEADS), *inside, *lines[end:]])


HEADS: Final = (
    "def around() -> None:\n",
    "async def around(self):\n",
    "class Around:\n",
    "for each in range(3):\n",
    "while around:\n",
    "if around:\n",
    "with around as each:\n",
)
EDITS: Final[tuple[Callable[[Random, str], str], ...]] = (
    without_tokens,
    with_other_token,
    with_other_name,
    with_other_name,
    without_lines,
    with_exchanged_lines,
    with_line_elsewhere,
    without_block,
    with_block_elsewhere,
    with_block_inside,
)


@functools.lru_cache(maxsize=1)
def _tokens(text: str) -> list[tuple[int, int]]:
    """Return where tokens begin and end in the text."""
    starts = [0]
    for line in io.StringIO(text):
        starts.append(starts[-1] + len(line))
    return [
        (starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1])
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.string.strip()
    ] or [(0, 0)]


def _block(random: Random, text: str) -> tuple[int, int]:
    """Return the first line of a statement and the one behind its last."""
    statements = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
    if not statements:
        return 0, 1
    node = random.choice(statements)
    return node.lineno - 1, node.end_lineno or node.lineno
