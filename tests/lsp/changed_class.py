"""Change a class in the project of the working directory, and look which code is checked again.

Not that of modules which only use what mypy writes anew for every class beside a use.
"""

from __future__ import annotations

import sys
from pathlib import Path

from jdc_check.live.session import Session
from jdc_check.settings import Settings
from jdc_spec.project import DEFAULT


def main() -> None:
    """Follow the change of a field, of lines above a use, and of a decorator."""
    folder = Path.cwd()
    texts = {str(file): file.read_text() for file in folder.glob("m?.py")}
    settings = Settings((".",), (), folder, DEFAULT, (), folder / "cache", sys.executable)
    session = Session(settings, sys.executable, 0)
    assert not any(session.start().findings.values())
    session.update(dict(texts), look_for_files=False)
    last, above = str(folder / "m5.py"), str(folder / "m4.py")
    right = session.analysis_of(last).right
    assert [(each.kind, each.names[0]) for each in right] == [("call", "State4")]
    path = str(folder / "m0.py")
    session.update({path: texts[path].replace("n: int = 0", "n: int = 0\n    more: int = 1")}, look_for_files=False)
    assert session.engine is not None
    targets = session.engine._manager.processed_targets
    assert "m1.use1" in targets
    assert not {"m2", "m3", "m4", "m5"} & set(targets)

    # what is right in a function is known without its being checked again, until there is a reason to
    assert "m5.use5" not in targets
    assert session.analysis_of(last).right == right
    session.update({last: "\n" + texts[last]}, look_for_files=False)
    assert [each.line for each in session.analysis_of(last).right] == [right[0].line + 1]
    plain = "import dataclasses\n" + texts[above].replace("jdc.pytree_dataclass", "dataclasses.dataclass")
    session.update({above: plain}, look_for_files=False)
    assert session.analysis_of(last).right == ()
    session.update({above: texts[above], last: texts[last]}, look_for_files=False)
    assert session.analysis_of(last).right == right


if __name__ == "__main__":
    main()
