"""Each rule has a card, and each card tells the truth: its programs are checked and run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from plugin.runner import codes, run

from jdc_spec.rules import RULES

from .cards import CARDS, SECTIONS, Block, Raised, blocks, execute, sections

BLOCKS = [block for card in sorted(CARDS.glob("*.md")) for block in blocks(card)]


@dataclass(frozen=True)
class Outcome:
    """The reports of mypy on every block, and the exception that each raised when it ran."""

    found: Mapping[tuple[str, int], set[str]]
    raised: Mapping[str, Raised | None]

    def of(self, block: Block) -> Mapping[tuple[str, int], set[str]]:
        return {place: found for place, found in self.found.items() if place[0] == block.file}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    folder: Path = tmp_path_factory.mktemp("cards")
    for block in BLOCKS:
        (folder / block.file).write_text(block.code)
    files = sorted(folder.glob("*.py"))
    return Outcome(codes(run(files)), execute(files))


def test_every_rule_has_a_card() -> None:
    assert {card.stem for card in CARDS.glob("*.md")} == {rule.code for rule in RULES}


@pytest.mark.parametrize("card", sorted(CARDS.glob("*.md")), ids=lambda card: card.stem)
def test_card_has_every_part(card: Path) -> None:
    assert card.read_text().startswith(f"# {card.stem}\n")
    assert tuple(sections(card)) == SECTIONS
    assert {block.is_bad for block in blocks(card)} == {True, False}
    silence = sections(card)["Silence it"]
    assert f"# type: ignore[{card.stem}]" in silence
    assert f"# jdc: ignore[{card.stem}]" in silence
    assert f"--disable-error-code {card.stem}" in silence


@pytest.mark.slow
@pytest.mark.parametrize("block", [block for block in BLOCKS if block.is_bad], ids=lambda block: block.file)
def test_bad_block_is_diagnosed_and_fails_as_it_says(block: Block, outcome: Outcome) -> None:
    ours = {place: {code for code in found if code.startswith("jdc-")} for place, found in outcome.of(block).items()}
    assert {place: found for place, found in ours.items() if found} == block.diagnosed
    assert any(block.rule in promised for promised in block.diagnosed.values())
    raised, promised = outcome.raised[block.file], block.raises
    if promised is None:
        assert "\nassert " in block.code
        assert raised is None
    else:
        assert raised is not None
        assert raised.line == promised.line, raised
        assert set(promised.classes) <= set(raised.classes)
        assert promised.text in raised.text


@pytest.mark.slow
@pytest.mark.parametrize("block", [block for block in BLOCKS if not block.is_bad], ids=lambda block: block.file)
def test_good_block_is_clean_and_runs(block: Block, outcome: Outcome) -> None:
    assert outcome.of(block) == {}
    assert outcome.raised[block.file] is None
