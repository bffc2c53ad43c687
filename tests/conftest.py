"""What holds for all tests."""

from __future__ import annotations

import os

os.environ["JDC_SHARED_CACHE"] = ""  # no test depends on what this machine has analysed before
