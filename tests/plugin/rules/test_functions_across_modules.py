"""Notes on functions reach the modules that import them, with and without a warm cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.runner import FIXTURES, codes, expected, run

_PAIRS = (
    ("stepping_functions", "functions_elsewhere"),
    ("changing_functions", "changed_elsewhere"),
    ("acting_classes", "acting_subclasses"),
    ("deciding_functions", "decided_elsewhere"),
    ("changing_boxes", "boxes_elsewhere"),
    ("keeping_functions", "kept_elsewhere"),
    ("parts_of_program", "run_of_parts"),
    ("asking_helpers", "asking_functions"),
    ("asking_functions", "asked_by_helpers"),
    ("counting_functions", "counted_elsewhere"),
    ("boxes_by_hand", "boxes_by_hand_used"),
    ("computing_functions", "computed_elsewhere"),
    ("computing_methods", "computed_by_methods"),
    ("environments_elsewhere", "objects_of_environments"),
    ("environments_with_steps", "carries_of_environments"),
    ("plain_managers", "managed_elsewhere"),
    ("functions_to_hand", "functions_handed_over"),
    ("making_losses", "losses_of_makers"),
    ("jitted_classes", "jitted_elsewhere"),
    ("making_classes", "made_by_other_modules"),
    ("chained_functions", "chained_elsewhere"),
    ("initializing_bases", "initialized_elsewhere"),
    ("tossed_functions", "tossed_elsewhere"),
    ("tuple_functions", "tuples_elsewhere"),
    ("demanding_functions", "demanded_elsewhere"),
    ("moving_helpers", "moved_by_helpers"),
    ("jitted_bases", "overriding_methods"),
    ("functions_over_arrays", "mapped_from_elsewhere"),
    ("functions_over_arrays", "objects_mapped_from_elsewhere"),
)


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), pytest.param(("-n", "2"), marks=pytest.mark.thorough)])
def test_notes_are_kept_with_the_module(options: tuple[str, ...], tmp_path: Path) -> None:
    files = [tmp_path / FIXTURES[name].name for name in dict.fromkeys(name for pair in _PAIRS for name in pair)]
    for file in files:
        file.write_text(FIXTURES[file.stem].read_text())
    promised = {place: found for file in files for place, found in expected(file).items()}
    uses = [file for file in files if file.stem in [use for _, use in _PAIRS]]
    for turn in range(3):
        assert codes(run(files, options=[*options, f"--cache-dir={tmp_path / 'cache'}"])) == promised
        for file in uses:
            file.write_text(f"{file.read_text()}# {turn}\n")


_SIZED = "import jax.numpy as jnp\n\n\ndef sized():\n    return jnp.zeros({size})\n"
_USE = "import jax.numpy as jnp\nfrom sized_parts import sized\n\nsized() + jnp.zeros(4)\n"


@pytest.mark.slow
@pytest.mark.parametrize(("on_disk", "in_editor", "count"), [(3, 4, 0), (4, 3, 1)])
def test_a_run_reads_what_an_editor_has(on_disk: int, in_editor: int, count: int, tmp_path: Path) -> None:
    parts, shadow, use = (tmp_path / name for name in ("sized_parts.py", "shadow.py", "use.py"))
    parts.write_text(_SIZED.format(size=on_disk))
    shadow.write_text(_SIZED.format(size=in_editor))
    use.write_text(_USE)
    options = ["--shadow-file", str(parts), str(shadow), f"--cache-dir={tmp_path / 'cache'}"]
    found = run([parts, use], options=options)
    assert [each.code for each in found if each.file == use.name] == ["jdc-shape"] * count
