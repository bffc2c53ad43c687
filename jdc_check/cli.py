"""The entry point. Imports nothing outside the standard library until it knows that it is there."""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from jdc_check.errors import TROUBLE
from jdc_check.stopping import stop_quietly
from jdc_check.version import INSTALL_COMMAND

EXTRA: Final = ("mypy", "pathspec", "rich", "rich_click")
"""The packages that the extra ``check`` brings."""


def main() -> None:
    """Run ``jdc`` on ``sys.argv``."""
    stop_quietly()  # most of a short run is the import of what is needed
    lacking = _lacking()
    if lacking is not None:
        if sys.stderr is not None:
            sys.stderr.write(f"jdc: this command {lacking}. Install with: {INSTALL_COMMAND}\n")
        sys.exit(TROUBLE)
    from jdc_check.commands import jdc  # noqa: PLC0415

    _open_missing_streams()
    # A locale that cannot print a source line must not stop the report.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    jdc.main(prog_name="jdc")


def _open_missing_streams() -> None:
    """Put the null device where the caller closed a stream, as ``>&-`` does: Python has None there."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end


def _lacking() -> str | None:
    missing = [name for name in EXTRA if find_spec(name) is None]
    if missing:
        return f"needs {', '.join(missing)}"
    from jdc_spec.mypy_versions import REQUIREMENT, is_supported  # noqa: PLC0415

    installed = version("mypy")
    return None if is_supported(installed) else f"works with {REQUIREMENT}, and mypy {installed} is installed"


if __name__ == "__main__":
    main()
