"""The examples learn, as fast as they say, and go on from their checkpoints as if they had never stopped."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
STEPS = 20


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["residual_network", "language_model"])
def test_it_learns_and_goes_on(name, tmp_path, capsys):
    example = load(name)
    whole = example.run(["--steps", str(STEPS + 2)])
    assert np.mean(whole[STEPS - 5 : STEPS]) < example.LOSS_BELOW[STEPS] < whole[0]
    file = tmp_path / "state.jdc"
    assert example.run(["--steps", str(STEPS), "--checkpoint", str(file)]) == whole[:STEPS]
    capsys.readouterr()
    assert example.run(["--steps", str(STEPS + 2), "--checkpoint", str(file)]) == whole[STEPS:]
    assert f"going on from step {STEPS} of {file}" in capsys.readouterr().out


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
