"""mypy error codes, one for each rule."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

from jdc_spec.rules import RULES

CODES: Final = {rule.code: ErrorCode(rule.code, rule.summary, "JDC") for rule in RULES}
