"""Paths that mean the same in every process."""

from __future__ import annotations

import os
from dataclasses import replace

from jdc_check.findings import Finding


def absolute(path: str) -> str:
    """Return the path as it is known everywhere here: absolute, with links as they are."""
    return os.path.abspath(path)  # noqa: PTH100 - no resolve


def for_elsewhere(finding: Finding) -> Finding:
    """Return a finding whose paths mean the same in another directory."""
    related = tuple(replace(other, path=absolute(other.path)) for other in finding.related)
    return replace(finding, path=absolute(finding.path), related=related)
