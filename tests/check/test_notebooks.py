"""``jdc check`` on Jupyter notebooks."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from jdc_check.discover import Discovery
from jdc_check.findings import Edit, Finding, Fix, Related, Report, Unchecked
from jdc_check.layout import Layout
from jdc_check.mending import mend
from jdc_check.notebooks.notebook import Notebook, NotebookFile
from jdc_check.notebooks.raw import NotebookError
from jdc_check.outputs import OUTPUTS
from jdc_check.run import Analysis
from jdc_check.run import report as report_of
from jdc_check.settings import Settings
from jdc_mypy_plugin.syntax.cells import displayed_lines

from .conftest import STATE, Runner, write

MAKE = "s = State(jax.numpy.ones(3))\n"


def notebook(*cells: str | dict[str, Any], indent: int | None = 1, **metadata: Any) -> str:
    """Return a file as Jupyter writes it; of a cell, its source or all of it."""
    listed = [cell if isinstance(cell, dict) else code(cell.splitlines(keepends=True)) for cell in cells]
    document = {"cells": listed, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=indent, ensure_ascii=False) + "\n"


def code(source: str | list[str]) -> dict[str, Any]:
    outputs = [{"name": "stdout", "output_type": "stream", "text": ["é 1.50e-5\n"]}]
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": outputs, "source": source}


MARKDOWN = {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "def ("]}


def lines(*cells: str) -> list[str]:
    return Notebook(enumerate(cells, start=1)).lines


def test_cells_in_order_are_one_module(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"helper.py": STATE, "pkg/__init__.py": "", "pkg/mod.py": STATE, "my-pkg/__init__.py": ""})
    own = STATE + MAKE
    files = {
        "a b.ipynb": notebook(
            MARKDOWN,
            "%matplotlib inline\nimport jax\nfrom helper import State\n",
            "!ls\ns = State(jax.numpy.ones(3))\nawait f()\n[i async for i in g()]\ns",
            "%%bash\ns.x = 1",
            "# é\ns.x = s.x\n",
            "%%time\ns.x = s.x  # jdc: ignore[jdc-frozen]",
            "s.replace(x=s.x)\n",
            "x = 1",
            "x = 'text'\ndef (",
            language_info={"name": "python"},
        ),
        "again.ipynb": notebook(own, "s = 3", "s.x = 2", MAKE, "s.x = 2"),
        "pkg/again.ipynb": notebook("from pkg.mod import State\nimport jax", MAKE, "s.x = 2"),
        "my-pkg/we,i[r]d*.x.ipynb": notebook(own, "s.x = 2", indent=None),
        "crlf.ipynb": "\ufeff" + notebook(own.replace("\n", "\r\n"), "\ns.x = 2").replace("\n", "\r\n"),
        "one text.ipynb": notebook(code(own), code("s.x = 2")),
        "cells.py": f"{own}# %%\njax.tree.map(lambda x: x, s)\n\n# %%\njax.tree.map(lambda x: x, s)\ns",
        "r.ipynb": notebook("s <- 1", kernelspec={"language": "R", "name": "ir"}),
        "empty.ipynb": "",
        ".ipynb_checkpoints/x.ipynb": "{",
        "bad.ipynb": "{",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    (tmp_path / "latin.ipynb").write_bytes(b'"\xe9"')
    done = jdc(tmp_path, "check", "-o", "json")
    report = json.loads(done.stdout)
    broken, bad, latin = done.stderr.splitlines()
    assert broken == "a b.ipynb:cell 9:2: error: cannot be parsed: invalid syntax"
    assert bad.startswith("bad.ipynb: error: not a notebook: not JSON: ")
    assert latin.startswith("latin.ipynb: error: not a notebook: not UTF-8: ")
    assert done.returncode == 2
    found = {(each["path"], each.get("cell"), each["line"], each["code"]) for each in report["findings"]}
    assert found == {
        ("a b.ipynb", 5, 2, "jdc-frozen"),
        ("again.ipynb", 5, 1, "jdc-frozen"),
        ("pkg/again.ipynb", 3, 1, "jdc-frozen"),
        ("my-pkg/we,i[r]d*.x.ipynb", 2, 1, "jdc-frozen"),
        ("crlf.ipynb", 2, 2, "jdc-frozen"),
        ("one text.ipynb", 2, 1, "jdc-frozen"),
        ("cells.py", None, (own + "# %%\n\n\n\n").count("\n") + 1, "jdc-discarded"),
    }
    assert report["checked_files"] == 12
    assert [(each["cell"], each["line"]) for each in report["unchecked"][:1]] == [(9, 2)]


BAD = {
    "{": "not JSON",
    "[]": 'no list of "cells"',
    "{}": 'no list of "cells"',
    '{"cells": 3}': 'no list of "cells"',
    '{"worksheets": [], "nbformat": 3}': "format 3",
    "[" * 100_000: "nested too deeply",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_notebook(text: str) -> None:
    with pytest.raises(NotebookError, match=BAD[text]):
        NotebookFile(text)


def test_standard_input(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"a.ipynb": "{"})
    edited = notebook(STATE + MAKE, "\n\ns.x = 2")
    typed = jdc(tmp_path, "check", "--stdin-filename", "a.ipynb", "-", stdin=edited)
    assert typed.stdout.startswith("a.ipynb:cell 2:3:1: jdc-frozen: ")
    assert "\n    3 | s.x = 2\n" in typed.stdout


def test_odd_cells_are_passed_over() -> None:
    odd = [3, {}, {"cell_type": "code"}, {"cell_type": "code", "source": [1]}, {"cell_type": "code", "source": None}]
    other = {"cell_type": "code", "source": "a", "metadata": {"vscode": {"languageId": "julia"}}}
    found = NotebookFile(json.dumps({"cells": [*odd, other, code("x = 1"), code("y = '\ud83d'")]}))
    assert [(cell.number, cell.source) for cell in found.cells] == [(7, "x = 1"), (8, "y = '\ud83d'")]
    assert found.lines == ["x = 1", ""]
    assert len(found.problems) == 1


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("%time f()\nx = 1", ["pass", "x = 1"]),
        ("if x:\n    !ls \\\n  -l\n    %cd ..\ny = 1", ["if x:", "    pass", "", "    pass", "y = 1"]),
        ("x?\n?x\nx.y??\n%time?\nz = 1", ["pass", "pass", "pass", "pass", "z = 1"]),
        ("files = !ls\na, b = %magic x\nz = 1", ["pass", "pass", "z = 1"]),
        ("x = (7\n     % 3)\n!ls", ["x = (7", "     % 3)", "pass"]),
        ("x = '''\n!ls\n%time\n'''\n!ls", ["x = '''", "!ls", "%time", "'''", "pass"]),
        ('f("[", """\n?\n""")  # ((\n!ls', ['f("[", """', "?", '""")  # ((', "pass"]),
        ("x = 7 \\\n  % 3\n!ls", ["x = 7 \\", "  % 3", "pass"]),
        ("timeit -n 5 f()\ntime = 3\npip install x", ["pass", "time = 3", "pass"]),
        ("\n%%time\nx = 1\n!ls", ["", "", "x = 1", "pass"]),
        ("%%capture out\nx = 1", ["", "x = 1"]),
        ("%%timeit\nx = 1", ["", ""]),
        ("%%html\n<b>x</b>", ["", ""]),
        ("!ls\nx = = 1", ["", ""]),
        ("\n    x = 1\n    y = 2", ["", "", ""]),  # read past, as its columns would be others
        (">>> for x in y:\n...     z(x)\n", ["", "", ""]),
        ("x = a != b\ny = 7 % 3", ["x = a != b", "y = 7 % 3"]),
        ("", [""]),
    ],
)
def test_what_only_ipython_understands(source: str, expected: list[str]) -> None:
    found = Notebook([(1, source)])
    assert (found.lines, found.problems) == (expected, [])


LIGHT = "# ---\n# jupyter:\n#   jupytext:\n#     format_name: light\n# ---\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f()\n# %%\ng()\nh()", {1, 4}),
        ("f()\n#%% title\nx = 1\n", {1}),
        ("f(\n    1\n)\n# COMMAND ----------\ng()\nx = 1", {1, 2, 3}),
        ("f()\n\ng()\n", set()),
        ("if x:\n    f()\n# %%\ng()\n\n\nh()", {7}),
        ("# %%\ndef f(", set()),
        ("f()\n# + x", set()),
        (f"{LIGHT}f()\ng()\n\nx = 1\nh()\n# + id='1'\ny = 1\nh()\n# -\nz = 1", {7, 10, 13}),
    ],
)
def test_what_an_editor_shows_of_cells_in_a_script(source: str, expected: set[int]) -> None:
    assert displayed_lines(source.split("\n")) == expected


def test_a_name_that_is_defined_again_is_unknown_from_there_on() -> None:
    cells = (
        "import a.b\nclass C: ...\ndef f(): return C()\nm = C()\nn = 1",
        "import a.b\nm = m\nn = 'x'\nclass C: ...",  # the same as before
        "class C:\n    x = 1",
        "m.x\nf()\nC()\ndef g(c: 'C'): ...\nn",
        "g\nk = lambda: g\nn = 2",
        "k\nn",
    )
    assert lines(*cells) == [
        *("import a.b", "class C: ...", "def f(): return C()", "m = C()", "n = 1"),
        *("import a.b", "m = m", "n = 'x'", ""),
        *("", ""),
        *("", "", "", "", "n"),
        *("", "", "n = 2"),
        *("", "n"),
    ]


@pytest.mark.parametrize(
    "again",
    [
        "%time s = f()",
        "s = !ls",
        "%%timeit\ns = f()",
        "%%unknown\ndef s(): ...",
        "s = (",
        "import s",
        "s: int = 1",
        "class s: ...",
    ],
)
def test_a_name_that_is_bound_unseen_or_otherwise_is_unknown(again: str) -> None:
    assert lines("s = 1", again, "s.x = 2\ny = 3")[-2:] == ["", "y = 3"]


@pytest.mark.parametrize("again", ["s = 2", "for s in t: ...", "s += 1", "with t as s: ...", "x = {s: 1}"])
def test_a_variable_may_have_another_value(again: str) -> None:
    assert lines("s = 1", again, "s.x = 2") == ["s = 1", again, "s.x = 2"]


@pytest.mark.parametrize(
    "changing",
    [
        "for i in range(2):\n    rows.append(f(i))",
        "g(rows, f)",
        "g(f, into=rows)",
        "rows[0].x['a'] = f",
        "del rows[f]",
        "for row in rows:\n    row.append(f)",
        "g([rows], f)",
        "rows += f",
        "def change():\n    rows.append(f)",
    ],
)
def test_what_is_left_out_may_change_what_it_names(changing: str) -> None:
    cells = ("def f(): ...\nrows = []\nm = 1", "def f(i): ...", changing, "jnp.array(rows)\nm")
    assert lines(*cells)[-2:] == ["", "m"]


def test_classes_by_another_name_are_not_variables() -> None:
    assert lines("import m\nC = m.A\nx = y\n", "C = m.B\nx = z", "C()\nx")[-4:] == ["", "x = z", "", "x"]
    assert lines("x = 1", "from __future__ import annotations\nx")[-2:] == ["", "x"]


def test_where_lines_are_in_the_file() -> None:
    text = notebook(MARKDOWN, "a = 1\nb = 2\n", code("c = 1\nd = 2"), "e = 1")
    found, rows = NotebookFile(text), text.splitlines()
    assert found.lines == ["a = 1", "b = 2", "", "c = 1", "d = 2", "e = 1"]
    shown = [rows[found.row(line) - 1].strip() for line in range(1, 7)]
    assert shown[:2] == ['"a = 1\\n",', '"b = 2\\n"']
    assert shown[3] == shown[4] == '"source": "c = 1\\nd = 2"'
    assert shown[5] == '"e = 1"'


@pytest.mark.parametrize("indent", [None, 1, 4])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_the_source_of_a_cell_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, indent: int | None, bom: str, end: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = (bom + notebook(MARKDOWN, "x = 1", code("y = 2\n"), "é = 3\nz = 4\n", indent=indent)).replace("\n", end)
    before = before.replace("1.50e-5", "1.50e-5 \\u00e9")
    Path("n.ipynb").write_bytes(before.encode())
    edits = (Edit(2, 5, 2, 6, "20"), Edit(5, 1, 5, 1, "v = 'é'\n"))
    [change] = mend([Finding("n.ipynb", 2, 1, 2, 2, "jdc-shape", "m", fixes=(Fix("Mend it", edits),))])
    change.write()
    after = Path("n.ipynb").read_bytes().decode()
    listed = '"z = 4\\n"'
    gap = before[before.index('3\\n",') + 5 : before.index(listed)]
    assert after == before.replace('"y = 2\\n"', '"y = 20\\n"').replace(listed, f"\"v = 'é'\\n\",{gap}{listed}")
    assert json.loads(after.removeprefix("\ufeff"))["cells"][3]["source"] == ["é = 3\n", "v = 'é'\n", "z = 4\n"]


@pytest.mark.parametrize(
    ("source", "edit"),
    [
        ("%%time\nx = 1", Edit(1, 1, 1, 1, "import y\n")),  # the magic has to stay first
        ("%%html\nx", Edit(2, 1, 2, 2, "y")),
        ("x = 1", Edit(1, 1, 1, 2, "(")),
    ],
)
def test_a_mend_that_breaks_a_cell_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, edit: Edit
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("n.ipynb").write_text(notebook(source))
    assert mend([Finding("n.ipynb", 1, 1, 1, 2, "jdc-shape", "m", fixes=(Fix("Mend it", (edit,)),))]) == []


def test_mends_are_shown_as_changes_of_the_file(jdc: Runner, tmp_path: Path) -> None:
    own = STATE.replace("import jax_dataclasses as jdc", "import jdc_runtime as jdc") + MAKE
    cells = ("%matplotlib inline\n", own, "s.replace(x=s.x)\n%time f()\n", "s.replace(x=s.x)")
    write(tmp_path, {"n.ipynb": notebook(*cells)})
    shown = jdc(tmp_path, "check", "--diff", "n.ipynb")
    changed = [line for line in shown.stdout.splitlines() if line.startswith(("-", "+"))]
    assert changed == [
        *("--- n.ipynb", "+++ n.ipynb"),
        *('-    "s.replace(x=s.x)\\n",', '+    "s = s.replace(x=s.x)\\n",'),
    ]


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(tmp_path)
    Path("n.ipynb").write_text(notebook(MARKDOWN, "x = 1\n", "y = 1\nz = 2"))
    related = Related("n.ipynb", 1, 1, 1, 2, "here")
    fix = Fix("Mend it", (Edit(4, 1, 4, 2, "v"),))
    found = Finding("n.ipynb", 4, 1, 4, 2, "jdc-shape", "message", fixes=(fix,), related=(related,))
    return Report((found,), (Unchecked("n.ipynb", 3, "reason"),), 1)


def printed(report: Report, output: str) -> str:
    stream = io.StringIO()
    OUTPUTS[output](report, Console(file=stream, width=200))
    return stream.getvalue()


def test_places_are_told_by_cell(report: Report) -> None:
    text = printed(report, "text")
    assert text.startswith("n.ipynb:cell 3:2:1: jdc-shape: message\n    2 | z = 2\n")
    assert "here: n.ipynb:cell 2:1:1\n" in text
    assert printed(report, "concise").startswith("n.ipynb:cell 3:2:1: message")
    [found] = json.loads(printed(report, "json"))["findings"]
    assert (found["cell"], found["line"], found["end_line"]) == (3, 2, 2)
    assert (found["related"][0]["cell"], found["related"][0]["line"]) == (2, 1)
    assert (found["fixes"][0]["edits"][0]["cell"], found["fixes"][0]["edits"][0]["line"]) == (3, 2)
    assert 'name="jdc-shape cell 3:2:1"' in printed(report, "junit")


def test_reports_for_hosts_tell_the_line_of_the_file(report: Report) -> None:
    row = Path("n.ipynb").read_text().splitlines().index('    "z = 2"') + 1
    github = printed(report, "github").splitlines()
    assert github[1] == f"::error file=n.ipynb,line={row},endLine={row},title=jdc-shape::cell 3, line 2%0Amessage"
    assert f"line={row - 1}," in github[0]
    [result] = json.loads(printed(report, "sarif"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": row, "endLine": row}
    assert result["message"]["text"] == "cell 3, line 2\nmessage"
    assert "fixes" not in result
    issues = json.loads(printed(report, "gitlab"))
    assert [issue["location"]["lines"]["begin"] for issue in issues] == [row - 1, row]


def test_beside_another_checker_notebooks_are_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"n.ipynb": notebook("x = 1"), "m.py": "x = 1"})
    settings = Settings((".",), (), tmp_path, frozenset(), (), tmp_path, None, notebooks=False)
    layout = Layout(sys.executable)
    discovery = Discovery(settings, layout)
    discovery.run()
    assert ([each.path for each in discovery.sources], discovery.notebooks_left_out) == (["m.py"], 1)
    assert report_of(Analysis(layout, discovery), settings, sys.executable).notebooks_left_out == 1
