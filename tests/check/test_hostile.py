"""Places and streams that do not do what they should: a clear message, and the rest is checked."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from warm_cache import copy_to

from .conftest import JDC, STATE, Runner, write

BOUND = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""Takes from root, who runs the tests in a container, the right to pass over what files forbid."""

MISTAKE = "from states import State\nState(1).x = 2\n"


def bound(jdc: Runner, cwd: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **jdc.environment, **environment}
    command = [*BOUND, *JDC, "check", *arguments]
    return subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.slow
def test_files_that_cannot_be_read(jdc: Runner, tmp_path: Path) -> None:
    write(
        tmp_path, {"states.py": STATE, "mistake.py": MISTAKE, "closed/a.py": "", "secret.py": "", "inside/b.py": ""}
    )
    (tmp_path / "gone.py").symlink_to("nowhere.py")
    (tmp_path / "round.py").symlink_to("round.py")
    (tmp_path / "loop").symlink_to(".")
    os.mkfifo(tmp_path / "pipe.py")
    for path, mode in (("closed", 0), ("secret.py", 0), ("inside", stat.S_IRUSR)):
        (tmp_path / path).chmod(mode)
    done = bound(jdc, tmp_path, ".", "closed/a.py", "closed", "--cache-dir", str(jdc.cache), "-o", "json")
    for path in ("closed", "inside"):
        (tmp_path / path).chmod(0o700)
    report = json.loads(done.stdout)
    assert [finding["path"] for finding in report["findings"]] == ["mistake.py"]
    reasons = {entry["path"]: entry["reason"] for entry in report["unchecked"]}
    assert reasons.pop("closed") == "cannot be read: Permission denied"
    assert reasons.pop("closed/a.py") == "cannot be read: Permission denied"
    assert reasons.pop("pipe.py") == "not a regular file"
    assert "Permission denied" in reasons.pop("secret.py")
    assert reasons.keys() == {"gone.py", "round.py", "inside/b.py"}
    assert done.returncode == 2
    assert "should not happen" not in done.stderr


@pytest.mark.parametrize("encoding", ["rot13", "utf-16", "nope"])
def test_encoding_that_python_refuses(jdc: Runner, tmp_path: Path, encoding: str) -> None:
    write(tmp_path, {"plain.py": "x = 1\n", "odd.py": f"# coding: {encoding}\ny = 2\n"})
    done = jdc(tmp_path, "check", ".")
    assert (done.returncode, done.stdout) == (2, "No problems found (checked 1 file)\n")
    assert done.stderr.startswith("odd.py: error: cannot be parsed: ")
    assert encoding.replace("-", "") in done.stderr.lower().replace("-", "")


def test_encoding_that_python_reads(jdc: Runner, tmp_path: Path) -> None:
    (tmp_path / "latin.py").write_bytes(b'# coding: latin-1\nx = "\xe9"\n')
    done = jdc(tmp_path, "check", ".")
    assert (done.returncode, done.stdout, done.stderr) == (0, "No problems found (checked 1 file)\n", "")


def test_control_characters_do_not_reach_the_terminal(jdc: Runner, tmp_path: Path) -> None:
    (tmp_path / "nul.py").write_bytes(b"x = 1\0\n")
    done = jdc(tmp_path, "check", "-o", "github")
    assert done.returncode == 2
    assert (done.stdout + done.stderr).replace("\n", "").isprintable()
    assert "cannot be parsed" in done.stderr


@pytest.mark.parametrize("setting", ["[tool]\nmypy = 3", "[tool.mypy]\nexclude = 3", '[tool.mypy]\nexclude = ["("]'])
def test_settings_of_mypy_that_are_wrong(jdc: Runner, tmp_path: Path, setting: str) -> None:
    write(tmp_path, {"plain.py": "x = 1\n", "pyproject.toml": setting})
    done = jdc(tmp_path, "check", ".")
    assert (done.returncode, done.stdout, done.stderr) == (0, "No problems found (checked 1 file)\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("spoil", ["no directory", "read only", "damaged"])
def test_cache_that_cannot_be_used(jdc: Runner, tmp_path: Path, spoil: str) -> None:
    write(tmp_path, {"plain.py": "x = 1\n", "parent/readme": ""})
    cache = tmp_path / "parent" / "cache"
    if spoil != "no directory":
        assert jdc(tmp_path, "check", "plain.py", "--cache-dir", str(cache)).returncode == 0
        (tmp_path / "plain.py").write_text("x = 2\n", encoding="utf-8")
    if spoil == "damaged":
        for file in cache.rglob("*.db"):
            file.write_bytes(b"no database")
    else:
        for directory in [tmp_path / "parent", *(tmp_path / "parent").rglob("*")]:
            directory.chmod(0o500 if directory.is_dir() else 0o400)
    done = bound(jdc, tmp_path, "plain.py", "--cache-dir", str(cache))
    for directory in (tmp_path / "parent", cache):
        if directory.exists():
            directory.chmod(0o700)
    assert (done.returncode, done.stdout) == (0, "No problems found (checked 1 file)\n")
    assert done.stderr.startswith(f"warning: the cache {cache} is not used in this run: ")
    assert "INTERNAL ERROR" not in done.stderr


@pytest.mark.slow
def test_file_that_kills_mypy_costs_no_other(jdc: Runner, tmp_path: Path) -> None:
    """A sum of 20,000 numbers overflows the stack of mypy."""
    write(tmp_path, {"sum.py": f"x = {'+'.join(['1'] * 20_000)}\n", "states.py": STATE, "mistake.py": MISTAKE})
    done = jdc(tmp_path, "check", "-o", "json")
    report = json.loads(done.stdout)
    assert [finding["path"] for finding in report["findings"]] == ["mistake.py"]
    (entry,) = report["unchecked"]
    assert entry["path"] == "sum.py"
    assert "on this file" in entry["reason"]


def test_reader_that_has_seen_enough(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": "x = 1\n"})
    ours, theirs = os.pipe()
    os.close(ours)
    command = [*JDC, "check", "--cache-dir", str(jdc.cache)]
    done = subprocess.run(command, cwd=tmp_path, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (0, "")


def test_full_disk_is_told(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": "x = 1\n"})
    command = [*JDC, "check", "--cache-dir", str(jdc.cache)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "error: the report cannot be written: No space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(jdc: Runner, tmp_path: Path, closed: str) -> None:
    write(tmp_path, {"broken.py": "def f(:\n"})
    script = f'exec {closed}; exec "$@"'
    command = ["sh", "-c", script, "sh", *JDC, "check", "--cache-dir", str(jdc.cache)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_without_an_environment(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": "x = 1\n"})
    command = [*JDC, "check", "--cache-dir", str(jdc.cache)]
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "No problems found (checked 1 file)\n", "")


def test_directory_that_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'rmdir "$PWD"; exec "$@"'
    command = ["sh", "-c", script, "sh", *JDC, "check"]
    done = subprocess.run(command, cwd=gone, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: the current directory: No such file or directory\n"


def test_disk_that_is_full(tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": "x = 1\n"})
    command = ["bash", "-c", 'ulimit -f 10; exec "$@"', "bash", *JDC, "check", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, "No problems found (checked 1 file)\n")
    assert done.stderr.startswith("warning: the cache ")


@pytest.mark.slow
def test_runs_at_once_share_a_cache(tmp_path: Path) -> None:
    write(tmp_path, {"states.py": STATE, "mistake.py": MISTAKE})
    copy_to(tmp_path / "cache")
    environment = {**os.environ, "VIRTUAL_ENV": sys.prefix}
    command = [*JDC, "check", "-o", "concise", "--cache-dir", str(tmp_path / "cache")]
    pipe = subprocess.PIPE
    runs = [
        subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=pipe, stderr=pipe, text=True) for _ in "abc"
    ]
    for run in runs:
        out, err = run.communicate(timeout=300)
        assert "Found 1 problem in 1 file (checked 2 files)" in out
        assert (run.returncode, err) == (1, "")


@pytest.mark.slow
def test_texts_of_every_kind(jdc: Runner, tmp_path: Path) -> None:
    files = {
        "bom.py": b"\xef\xbb\xbf" + MISTAKE.encode(),
        "crlf.py": MISTAKE.replace("\n", "\r\n").encode(),
        "cr.py": MISTAKE.replace("\n", "\r").encode(),
        "latin.py": "# -*- coding: latin-1 -*-\né = 1\n".encode("latin-1") + MISTAKE.encode(),
        "form_feed.py": b"\x0c\n" + MISTAKE.encode(),
        "no_end.py": MISTAKE.rstrip("\n").encode(),
        "wide.py": f"{MISTAKE.rstrip()}  # {'x' * 100_000}\n".encode(),
        "nothing.py": b"",
    }
    write(tmp_path, {"states.py": STATE})
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    done = jdc(tmp_path, "check", "-o", "json")
    report = json.loads(done.stdout)
    assert report["unchecked"] == []
    places = {finding["path"]: (finding["column"], finding["end_column"]) for finding in report["findings"]}
    assert places == dict.fromkeys(files.keys() - {"nothing.py"}, (1, 11))
