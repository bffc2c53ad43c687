"""The page on brachy: the new programs give what the old ones gave, which was recorded under the jax that brachy needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

from .pages import PAGES, Pair, Raised, encoded, execute, pairs, promised

(PAGE,) = (page for page in PAGES if page.stem == "brachy")
RECORDED = json.loads(Path(__file__).with_name("brachy_results.json").read_text(encoding="utf-8"))


def agree(old: Any, new: Any) -> bool:
    """Compare encoded results; numbers may differ in the last places, as jax has changed between the two."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(agree(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(agree, old, new))
    return bool(np.isclose(old, new, rtol=1e-5)) if isinstance(old, float) else bool(old == new)


def test_old_blocks_are_recorded() -> None:
    assert set(RECORDED) == {str(pair) for pair in pairs(PAGE) if pair.kind == "pair"}


@pytest.mark.thorough
@pytest.mark.parametrize("pair", list(pairs(PAGE)), ids=str)
def test_new_block_gives_what_brachy_gave(pair: Pair, tmp_path: Path) -> None:
    outcome = execute(pair.new, tmp_path)
    promised(pair.new, outcome)
    if pair.kind == "pair":
        assert not isinstance(outcome, Raised)
        new = json.loads(json.dumps(encoded(outcome.result)))
        assert agree(RECORDED[str(pair)], new), (RECORDED[str(pair)], new)


def test_brachy_cannot_be_imported_today() -> None:
    with pytest.raises(AttributeError) as raised:
        jax.random.KeyArray  # read when brachy is imported
    assert f"AttributeError: {raised.value}" in PAGE.read_text(encoding="utf-8")
