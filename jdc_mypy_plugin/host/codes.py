"""mypy error codes, one for each rule."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode
from mypy.options import Options

from jdc_spec.rules import RULES, Rule

CODES: Final = {
    rule.code: ErrorCode(rule.code, rule.summary, "JDC", default_enabled=rule.is_on_by_default) for rule in RULES
}


def is_on(rule: Rule, options: Options) -> bool:
    """Return whether the options of a module leave a rule on, as a command line, a file or a comment says it."""
    code = CODES[rule.code]
    return code in options.enabled_error_codes or (rule.is_on_by_default and code not in options.disabled_error_codes)
