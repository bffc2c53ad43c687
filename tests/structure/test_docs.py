"""docs/structure.md: its blocks run, in their order, and it knows every public name."""

import re
from pathlib import Path

from jdc_runtime import structure

PAGE = (Path(__file__).parents[2] / "docs" / "structure.md").read_text(encoding="utf-8")


def test_the_blocks_run():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 10
    namespace = {"__name__": "structure_page"}
    for block in blocks:
        exec(compile(block, "docs/structure.md", "exec"), namespace)


def test_the_page_names_the_functions():
    functions = [name for name in structure.__all__ if name[0].islower()]
    assert [name for name in functions if name not in PAGE] == []
