"""No diagnostic on libraries as their authors released them: whatever is reported there would have to be right."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from plugin.runner import Finding, run
from warm_cache import AS_JDC_CHECK, copy_to

PROBE: Final = """\
import jaxlie

rotation = jaxlie.SO3.identity()
rotation.wxyz = rotation.wxyz
"""
"""A mistake, so that silence about the libraries cannot come from a plugin that does not know their classes."""

WITHOUT_NUMPY: Final = "\n[mypy-numpy.*]\nfollow_imports = skip\n"
"""On optax with numpy's types mypy itself, without any plugin, is not done after minutes: it multiplies unions
such as `jax.typing.ArrayLike`, member by member, over numpy's overloads."""


def _check(folder: Path, configuration: str, *options: str) -> list[Finding]:
    (folder / "jdc_probe.py").write_text(PROBE)
    file = folder / "mypy.ini"
    file.write_text(configuration)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYPATH", str(folder))
        arguments = ["--config-file", str(file), "--cache-dir", str(folder / "cache"), "-m", "jdc_probe"]
        return run([], options=[*arguments, *options])


def _only_the_probe(findings: list[Finding]) -> bool:
    ours = [finding for finding in findings if finding.code.startswith("jdc-")]
    assert [(finding.file, finding.line, finding.code) for finding in ours] == [("jdc_probe.py", 4, "jdc-frozen")]
    return len(findings) > len(ours)  # mypy's own errors there: it has read the libraries


@pytest.mark.slow
def test_no_diagnostic_on_jaxlie_flax_and_chex(tmp_path: Path) -> None:
    copy_to(tmp_path / "cache")
    assert _only_the_probe(_check(tmp_path, AS_JDC_CHECK, "-p", "jaxlie", "-p", "flax", "-p", "chex"))


@pytest.mark.slow
def test_no_diagnostic_on_optax(tmp_path: Path) -> None:
    assert _only_the_probe(_check(tmp_path, AS_JDC_CHECK + WITHOUT_NUMPY, "-p", "optax"))
