"""The releases of mypy that the plugin and the command work with. pyproject.toml says the same."""

from __future__ import annotations

import re
from typing import Final

OLDEST: Final = (1, 18)
TOO_NEW: Final = (2, 5)
REQUIREMENT: Final = f"mypy>={OLDEST[0]}.{OLDEST[1]},<{TOO_NEW[0]}.{TOO_NEW[1]}"


def is_supported(version: str) -> bool:
    """Return whether ``version``, such as ``2.4.1`` or ``2.5.0+dev.1a2b3c``, lies in the range."""
    numbers = _numbers(version)
    return numbers is not None and OLDEST <= numbers < TOO_NEW


def is_too_old(version: str) -> bool:
    """Return whether ``version`` is older than every supported release; False where it is no version."""
    numbers = _numbers(version)
    return numbers is not None and numbers < OLDEST


def _numbers(version: str) -> tuple[int, int] | None:
    match = re.match(r"(\d+)\.(\d+)", version)
    return None if match is None else (int(match[1]), int(match[2]))
