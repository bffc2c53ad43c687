"""The pages on migrating tell the truth: every old and new program is run, compared and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from plugin.runner import check

from .pages import KINDS, PAGES, ROOT, Pair, Raised, execute, pairs, promised

PAIRS = [pair for page in PAGES for pair in pairs(page)]


def same(old: Any, new: Any) -> bool:
    """Return whether two trees of plain containers are equal: keys, lengths, shapes, dtypes, values."""
    old_leaves, old_def = jax.tree.flatten(old)
    new_leaves, new_def = jax.tree.flatten(new)
    return old_def == new_def and all(map(_same_leaf, old_leaves, new_leaves))


def _same_leaf(old: Any, new: Any) -> bool:
    if not isinstance(old, jax.Array | np.ndarray):
        return type(old) is type(new) and old == new
    return isinstance(new, jax.Array | np.ndarray) and old.dtype == new.dtype and np.array_equal(old, new)


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.runs_here], ids=str)
def test_pair_runs_and_agrees(pair: Pair, tmp_path: Path) -> None:
    old, new = execute(pair.old, tmp_path), execute(pair.new, tmp_path)
    promised(pair.old, old)
    promised(pair.new, new)
    if pair.kind == "mistake":
        assert not isinstance(old, Raised)  # it is silent
    elif pair.kind == "pair":
        assert same(old.result, new.result), (old.result, new.result)
    else:
        raised = isinstance(old, Raised) or isinstance(new, Raised)
        assert raised or not same(old.result, new.result)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[tuple[str, int], set[str]]:
    """Return what mypy with the plugin reports on every block."""
    folder = tmp_path_factory.mktemp("blocks")
    blocks = [block for pair in PAIRS for block in pair.checked]
    for block in blocks:
        (folder / block.file).write_text(block.code, encoding="utf-8")
    return check(sorted(folder.glob("*.py")))


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_checker_says_what_the_comments_say(pair: Pair, found: Mapping[tuple[str, int], set[str]]) -> None:
    for block in pair.checked:
        assert {place: codes for place, codes in found.items() if place[0] == block.file} == block.errors
    reported = {code for codes in pair.new.errors.values() for code in codes}
    if pair.kind == "pair":
        assert not reported
    if pair.kind == "mistake":
        assert any(code.startswith("jdc-") for code in reported)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_has_every_part(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    kinds = [pair.kind for pair in pairs(page)]
    assert set(kinds) <= set(KINDS)
    assert {"pair", "mistake"} <= set(kinds)
    assert len(re.findall(r"^<!-- ", text, re.MULTILINE)) == len(kinds)
    assert text.count("```python\n") == 2 * len(kinds)
    before_first_pair = text.partition("<!-- ")[0]
    assert re.search(r"^\| .* \| jdc \|$", before_first_pair, re.MULTILINE)
    assert re.search(r"^## What does not carry over$", text, re.MULTILINE)


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert link.startswith("https://") or (page.parent / link).resolve().is_relative_to(ROOT)
            assert link.startswith("https://") or (page.parent / link).exists(), link
