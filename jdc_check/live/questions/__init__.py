"""Questions of an editor about a place: answered from mypy's trees and the plugin's model, in the process with them.

Python's own syntax tree says where something is in the text, since it knows the place of a keyword; mypy says what it
is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from jdc_check.live.questions import actions, completion, false_reports, hints, hover, rename
from jdc_check.live.session import Session

_QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "hover": hover.hover,
    "hints": hints.hints,
    "rename": rename.rename,
    "renameable": rename.renameable,
    "complete": completion.complete,
    "actions": actions.actions,
    "judged": false_reports.judged,
}


def ask(session: Session, question: str, details: dict[str, Any]) -> Any:
    """Return the answer, as JSON; None where there is nothing to say."""
    return _QUESTIONS[question](session, **details)
