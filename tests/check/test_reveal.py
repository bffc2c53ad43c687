"""``jdc.reveal_shape`` under ``jdc check``: a note, which fails no check."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Runner, write

ASKING = """
import jax.numpy as jnp
import jdc_runtime as jdc

jdc.reveal_shape(jnp.zeros((3, 4)).T)
"""


def test_a_revealed_shape_is_a_note(jdc: Runner, tmp_path: Path) -> None:
    done = jdc(write(tmp_path, {"asking.py": ASKING}), "check", "asking.py", "-o", "json")
    (note,) = json.loads(done.stdout)["findings"]
    assert (note["line"], note["severity"]) == (5, "note")
    assert note["message"] == 'Revealed shape is "jnp.ndarray[(4, 3), float32 (float64 with jax_enable_x64)]"'
    assert done.returncode == 0
