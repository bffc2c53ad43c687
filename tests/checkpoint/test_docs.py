"""The blocks of docs/checkpoint.md run, in their order."""

import re
from pathlib import Path

import numpy as np
import pytest

from jdc_runtime.checkpoint import load_arrays, save

from .trees import plain_tree

PAGE = Path(__file__).parents[2] / "docs" / "checkpoint.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_the_page_has_its_blocks():
    assert len(BLOCKS) == 5


@pytest.mark.slow
def test_the_blocks_run(tmp_path, monkeypatch):
    pytest.importorskip("orbax.checkpoint")
    pytest.importorskip("safetensors")
    monkeypatch.chdir(tmp_path)
    namespace: dict = {"__name__": "page"}
    for block in BLOCKS:
        exec(compile(block, str(PAGE), "exec", dont_inherit=True), namespace)


def test_another_program_can_read_the_file(tmp_path):
    namespace: dict = {"np": np}
    reader, _, _ = BLOCKS[-1].partition("\n\nassert ")
    exec(compile(reader, str(PAGE), "exec", dont_inherit=True), namespace)
    save(tmp_path / "run.jdc", plain_tree())
    found = namespace["read"](tmp_path / "run.jdc")
    expected = load_arrays(tmp_path / "run.jdc")
    assert found.keys() <= expected.keys()
    assert all(expected[name].shape == () for name in expected.keys() - found.keys())  # numbers
    for path, array in found.items():
        assert expected[path].dtype == array.dtype
        assert expected[path].tobytes() == array.tobytes()
