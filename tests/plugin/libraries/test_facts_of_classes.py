"""Facts of a library that the definition of a class states are known to other modules, in every mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Workspace

BASE = """\
import chex  # type: ignore


@chex.dataclass(frozen={frozen})
class State:
    count: int
"""

USE = """\
from base import State


def step(state: State) -> State:
    state.count = 1
    return state.replace(count=2)


step(State(count=1))
State(1)
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_facts_survive_the_cache_and_follow_an_edit(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"base.py": "", "use.py": ""})
    workspace.remember()
    try:
        for frozen in (True, False, True):
            workspace.write({"base.py": BASE.format(frozen=frozen), "use.py": USE})
            cold = workspace.cold()
            codes = [text.rpartition("[")[2].rstrip("]") for file, _, text in cold if file == "use.py"]
            assert set(codes) == {"call-arg", "jdc-chex-mapping", *(["jdc-frozen"] if frozen else [])}
            assert workspace.warm() == cold
            assert workspace.warm() == cold
            assert workspace.daemon() == cold
    finally:
        workspace.close()
