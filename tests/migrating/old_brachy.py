"""Run the old blocks of the page on brachy under brachy itself, and compare results and names with the recorded ones.

A program, for a Python with brachy 0.0.2 and jax 0.4.23, the last jax that it can be imported with:
``nox --session brachy``, or ``python tests/migrating/old_brachy.py --record`` after a change of the page.
"""

import json
import sys
import tempfile
from pathlib import Path

from pages import PAGES, encoded, execute, pairs, promised
from surface import surface

RESULTS = Path(__file__).with_name("brachy_results.json")
NAMES = Path(__file__).with_name("brachy_names.json")


def results(folder):
    """Run every old block, and return what its results are by the name of its pair."""
    (page,) = (page for page in PAGES if page.stem == "brachy")
    found = {}
    for pair in pairs(page):
        outcome = execute(pair.old, folder)
        promised(pair.old, outcome)
        if pair.kind == "pair":
            found[str(pair)] = encoded(outcome.result)
    return found


def compare(recorded, now):
    """Compare with a recorded file, or write it."""
    if "--record" in sys.argv:
        recorded.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    assert json.loads(recorded.read_text(encoding="utf-8")) == now
    print(f"{recorded.name}: {len(now)} are as recorded")


with tempfile.TemporaryDirectory() as temporary:
    compare(RESULTS, results(Path(temporary)))
compare(NAMES, surface("brachy"))
