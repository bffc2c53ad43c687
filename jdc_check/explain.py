"""``jdc explain``: one rule's card, or the list of rules."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from jdc_check.cards import read_card
from jdc_check.settings import rule_code
from jdc_spec.rules import RULES


def explain(name: str, console: Console) -> None:
    """Print the card of one rule: laid out on a terminal, its Markdown elsewhere.

    Raises:
        UsageError: there is no such rule.

    """
    card = read_card(rule_code(name))
    if console.is_terminal:
        console.print(Markdown(card, code_theme="ansi_dark"))
    else:
        console.out(card.rstrip("\n"), highlight=False)


def list_rules(console: Console) -> None:
    """Print every rule's code and its summary."""
    if not console.is_terminal:
        width = max(len(rule.code) for rule in RULES)
        for rule in RULES:
            console.out(f"{rule.code:<{width}}  {rule.summary}", highlight=False)
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for rule in RULES:
        table.add_row(rule.code, rule.summary)
    console.print(table)
