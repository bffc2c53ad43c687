"""The source files that a module has been checked with, besides what mypy knows of them.

mypy keeps of a module what others see of it by its types, and takes those from the cache as long as that is the same.
Who has read the bodies of functions depends on more: on the text, and nobody else does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from mypy.nodes import MypyFile

from .outside_answers import ANSWERS, OF_ONE_FILE
from .sources import SOURCES


def digest_of(text: str) -> str:
    """Return what is another text for another source; lines that are empty or a comment alone do not count."""
    written = [line.rstrip() for line in text.split("\n") if line.lstrip()[:1] not in ("", "#")]
    return hashlib.sha256("\n".join(written).encode()).hexdigest()[:24]


def keep_source(path: str, reader: MypyFile) -> None:
    """Keep for a module that it has been checked with the text that a file has now."""
    ANSWERS.of((OF_ONE_FILE, path), answer_anew, reader)


def is_question(question: Sequence[Any]) -> bool:
    """Return whether a question is one of this module."""
    return bool(question[0] == OF_ONE_FILE)


def answer_anew(question: Sequence[Any]) -> str:
    """Return the digest of the text that a file has now."""
    return digest_of(SOURCES.text(question[1]))
