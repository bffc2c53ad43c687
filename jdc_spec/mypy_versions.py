"""The releases of mypy that the plugin and the command work with. pyproject.toml says the same."""

from __future__ import annotations

import re
from typing import Final

OLDEST: Final = (2, 4)
TOO_NEW: Final = (2, 5)
REQUIREMENT: Final = f"mypy>={OLDEST[0]}.{OLDEST[1]},<{TOO_NEW[0]}.{TOO_NEW[1]}"


def is_supported(version: str) -> bool:
    """Return whether ``version``, such as ``2.4.1`` or ``2.5.0+dev.1a2b3c``, lies in the range."""
    match = re.match(r"(\d+)\.(\d+)", version)
    return match is not None and OLDEST <= (int(match[1]), int(match[2])) < TOO_NEW
