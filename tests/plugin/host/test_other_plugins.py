"""Other plugins work beside ours, whichever stands first, in every mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin.workspace import Report, Workspace

SETTINGS = 'INSTALLED_APPS: list[str] = []\nSECRET_KEY = "for tests"\n'

PYDANTIC = """\
import pydantic


class Base(pydantic.BaseModel):
    x: int


class Frozen(Base):
    model_config = pydantic.ConfigDict(frozen=True)
    name: str = "a"


frozen = Frozen(x=1)
frozen.name = "b"
Frozen(y=1)
"""

DJANGO = """\
from django.db import models


class Person(models.Model):
    name = models.CharField(max_length=3)

    class Meta:
        app_label = "people"


reveal_type(Person(name="a").name)
Person(nam="a")
"""

OURS = """\
import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    x: int


State(1).x = 2
"""

OTHERS = "pydantic.mypy, mypy_django_plugin.main"
FILES = {"settings.py": SETTINGS, "of_pydantic.py": PYDANTIC, "of_django.py": DJANGO}
EDITED = {**FILES, "of_pydantic.py": PYDANTIC.replace("frozen=True", "frozen=False"), "ours.py": OURS}


def _workspace(folder: Path, stubs: Path, plugins: str, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    made = Workspace(folder, stubs, plugins=plugins)
    with made.config.open("a") as file:
        file.write("[mypy.plugins.django-stubs]\ndjango_settings_module = settings\n")
    made.environment["PYTHONPATH"] = str(made.project)
    monkeypatch.syspath_prepend(str(made.project))
    return made


def _states(workspace: Workspace) -> list[Report]:
    """Return what each mode says: from nothing, from a full cache, and from a daemon before and after an edit."""
    workspace.write(FILES)
    first = [workspace.warm(), workspace.warm(), workspace.daemon()]
    workspace.write(EDITED)
    second = [workspace.warm(), workspace.daemon()]
    workspace.close()
    return [*first, *second]


@pytest.fixture(scope="module")
def alone(stubs: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Return what the other plugins say without ours."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        workspace = _workspace(tmp_path_factory.mktemp("alone"), stubs, OTHERS, monkeypatch)
        workspace.write(FILES)
        return workspace.warm()


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(
    "plugins", [f"jdc_mypy_plugin, {OTHERS}", f"{OTHERS}, jdc_mypy_plugin"], ids=["first", "last"]
)
def test_other_plugins_say_what_they_say_alone(
    plugins: str, alone: Report, tmp_path: Path, stubs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {file for file, _, _ in alone} == {"of_pydantic.py", "of_django.py"}
    *before, warm, daemon = _states(_workspace(tmp_path / "together", stubs, plugins, monkeypatch))
    assert before == [alone] * len(before)
    assert warm == daemon
    assert ("ours.py", 9) in {(file, line) for file, line, _ in daemon}
    assert {(file, line) for file, line, _ in daemon if file == "of_pydantic.py"} == {("of_pydantic.py", 15)}
