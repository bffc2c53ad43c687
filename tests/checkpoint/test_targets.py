"""The target of a save: modes, owners, links, targets that are not files, and the state after a failure."""

import os
import shutil
import signal
import socket
import stat
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from jdc_runtime.checkpoint import CheckpointError, inspect, load, load_arrays, save

NOBODY = 65534


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jdc"


@pytest.fixture
def place():
    """A directory that users other than root can reach."""
    directory = Path(tempfile.mkdtemp())
    if os.geteuid() == 0:
        os.chown(directory, NOBODY, NOBODY)
    yield directory
    directory.chmod(0o700)
    shutil.rmtree(directory)


@contextmanager
def no_root():
    """Let the permissions of files count, also where tests run as root."""
    was_root = os.geteuid() == 0
    if was_root:
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if was_root:
            os.seteuid(0)
            os.setegid(0)


@contextmanager
def umask(mask: int):
    old = os.umask(mask)
    try:
        yield
    finally:
        os.umask(old)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("kept", [0o600, 0o640, 0o644, 0o666, 0o664, 0o400])
@pytest.mark.parametrize("mask", [0o022, 0o077, 0])
def test_the_mode_of_a_file_is_kept(path, kept, mask):
    save(path, 1)
    path.chmod(kept)
    with umask(mask):
        save(path, 2)
    assert load(path) == 2
    assert mode(path) == kept


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o027, 0])
def test_a_new_file_honours_the_umask(path, mask):
    with umask(mask):
        save(path, 1)
    assert mode(path) == 0o666 & ~mask


def test_secrets_are_never_readable_on_the_way(path, monkeypatch):
    save(path, 1)
    path.chmod(0o600)
    modes, sync = [], os.fsync

    def watched(descriptor: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    save(path, 2)
    assert modes[0] == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")
def test_the_owner_of_a_file_is_kept(path):
    save(path, 1)
    os.chown(path, NOBODY, NOBODY)
    path.chmod(0o640)
    save(path, 2)
    assert (path.stat().st_uid, path.stat().st_gid, mode(path)) == (NOBODY, NOBODY, 0o640)


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


def device_at(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root can make devices")


@pytest.mark.parametrize("make", [os.mkfifo, socket_at, device_at])
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_file_is_neither_replaced_nor_read(tmp_path, monkeypatch, make, linked):
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    special = path = Path("special")
    make(special)
    if linked:
        path = Path("link")
        path.symlink_to(special)
    before = special.stat()
    with pytest.raises(OSError, match="is not a regular file, and is not replaced"):
        save(path, 1)
    assert special.stat().st_mode == before.st_mode
    assert special.stat().st_ino == before.st_ino
    for read in (load, inspect, load_arrays):
        with pytest.raises(CheckpointError, match="it is not a file but a device, pipe or socket"):
            read(path)
    assert {file.name for file in tmp_path.iterdir()} == {"special", path.name}


def test_a_link_is_followed(tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "latest").symlink_to("runs/current")
    (tmp_path / "runs" / "current").symlink_to("1.jdc")
    for number in (1, 2):  # at first it leads to nothing
        save(tmp_path / "latest", number)
        assert load(tmp_path / "runs" / "1.jdc") == number
        assert (tmp_path / "latest").is_symlink()
        assert (tmp_path / "runs" / "current").is_symlink()
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["1.jdc", "current", "latest", "runs"]


def test_a_link_to_a_directory_is_a_directory(tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "latest").symlink_to("runs")
    with pytest.raises(IsADirectoryError):
        save(tmp_path / "latest", 1)
    assert (tmp_path / "latest").is_symlink()


def test_links_in_a_circle(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic link"):
        save(tmp_path / "a", 1)
    assert sorted(file.name for file in tmp_path.iterdir() if file.is_symlink()) == ["a", "b"]
    with pytest.raises(OSError, match="symbolic link"):
        load(tmp_path / "a")


def test_a_read_only_directory(place):
    path = place / "run.jdc"
    with no_root():
        save(path, 1)
        place.chmod(0o500)
        with pytest.raises(PermissionError):
            save(path, 2)
        with pytest.raises(PermissionError):
            save(place / "other" / "run.jdc", 2)
        assert load(path) == 1
    assert [file.name for file in place.iterdir()] == ["run.jdc"]


def test_a_read_only_file_is_not_replaced(place):
    path = place / "run.jdc"
    with no_root():
        save(path, 1)
        path.chmod(0o444)
        with pytest.raises(PermissionError, match=r"run\.jdc"):
            save(path, 2)
        assert load(path) == 1
    assert [file.name for file in place.iterdir()] == ["run.jdc"]


def test_a_directory_that_cannot_be_listed(place):
    with no_root():
        place.chmod(0o300)
        for number in (1, 2):
            save(place / "run.jdc", number)
            assert load(place / "run.jdc") == number


class Broken(RuntimeError):
    pass


@pytest.mark.parametrize("error", [Broken, KeyboardInterrupt, OSError])
def test_an_interrupted_save_leaves_no_litter(tmp_path, monkeypatch, error):
    path = tmp_path / "run.jdc"
    save(path, 1)

    def fail(_descriptor: int) -> None:
        raise error("now")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(error, match="now"):
        save(path, {"w": np.ones(10)})
    with pytest.raises(error, match="now"):
        save(tmp_path / "a" / "b" / "run.jdc", {"w": np.ones(10)})
    assert load(path) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["run.jdc"]


def test_control_c_while_writing(tmp_path):
    path = tmp_path / "run.jdc"
    save(path, 1)
    tree = [np.zeros(1 << 22) for _ in range(8)]

    def interrupt(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    old = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt):
            for _ in range(100):
                save(tmp_path / "other" / "run.jdc", tree)
    finally:
        signal.signal(signal.SIGALRM, old)
    assert load(path) == 1
    assert not list(tmp_path.rglob("*.tmp"))


def test_a_name_that_is_too_long(tmp_path):
    with pytest.raises(OSError, match="too long"):
        save(tmp_path / ("x" * 300), 1)
    save(tmp_path / ("x" * 255), 1)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_in_the_way_of_a_directory(tmp_path):
    (tmp_path / "run").write_text("mine")
    with pytest.raises(OSError, match=r"Not a directory|File exists"):
        save(tmp_path / "run" / "1.jdc", 1)
    assert (tmp_path / "run").read_text() == "mine"


def test_directories_are_made_by_several_writers_at_once(tmp_path):
    problems = []

    def write(number: int) -> None:
        try:
            save(tmp_path / "a" / "b" / "c" / f"{number}.jdc", number)
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert sorted(load(file) for file in tmp_path.rglob("*.jdc")) == list(range(8))
