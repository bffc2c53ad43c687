"""Drive a real Emacs with eglot: mistakes arrive in flymake, go with an edit, and a quick fix is applied.

``python tests/editors/drive_eglot.py`` for ``jdc lsp`` alone, with ``--proxy pylsp`` or
``--proxy "pyright-langserver --stdio"`` for a server behind it. It needs emacs with eglot in PATH, and
``jax-jdc[lsp]`` under the interpreter that runs it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

PROGRAM: Final = """\
import os

import jax
import jdc_runtime as jdc


@jdc.pytree_dataclass
class Layer:
    weight: jax.Array
    units: int = 3


def train(layer: Layer) -> Layer:
    layer.replace(units=4)
    return layer.replace(units=5)
"""
SCRIPT: Final = r"""
(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)
(setq eglot-sync-connect 30 eglot-autoshutdown t make-backup-files nil eglot-confirm-server-initiated-edits nil)
(setq eglot-server-programs (list (cons 'python-mode (json-parse-string (getenv "SERVER") :array-type 'list))))

(defun told ()
  (mapcar (lambda (each) (cons (line-number-at-pos (flymake-diagnostic-beg each)) (flymake-diagnostic-text each)))
          (flymake-diagnostics)))

(defun wait-until (what holds)
  (let ((left 160))
    (while (and (> left 0) (not (funcall holds)))
      (setq left (1- left))
      (accept-process-output nil 0.25))
    (princ (format "%s: %s\n" what (if (> left 0) "seen" "NOT SEEN")))
    (dolist (each (told)) (princ (format "    line %s: %s\n" (car each) (car (split-string (cdr each) "\n")))))
    (unless (> left 0) (kill-emacs 1))))

(defun tells (line part)
  (seq-some (lambda (each) (and (= (car each) line) (string-match-p part (cdr each)))) (told)))

(princ (format "GNU Emacs %s, eglot %s\n" emacs-version
               (package-version-join (package-desc-version (cadr (assq 'eglot package-alist))))))
(find-file "model.py")
(apply #'eglot (eglot--guess-contact))
(wait-until "a mistake" (lambda () (tells 14 "leaves the old one")))
(when (getenv "ANOTHER")
  (wait-until "what the other server says" (lambda () (tells 1 (getenv "ANOTHER")))))
(wait-until "no false report" (lambda () (not (tells 15 "attribute"))))
(let* ((actions (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                 (list :textDocument (eglot--TextDocumentIdentifier)
                       :range '(:start (:line 13 :character 4) :end (:line 13 :character 8))
                       :context '(:diagnostics []))))
       (ours (seq-filter (lambda (each) (string-match-p "jdc\\|Assign\\|assign" (plist-get each :title))) actions)))
  (princ (format "code actions: %s\n" (mapcar (lambda (each) (plist-get each :title)) ours)))
  (eglot--apply-workspace-edit (plist-get (elt ours 0) :edit))
  (eglot--signal-textDocument/didChange))
(goto-char (point-min)) (forward-line 13)
(princ (format "line 14 is now: %s\n" (string-trim (thing-at-point 'line t))))
(wait-until "no mistake" (lambda () (not (tells 14 "leaves the old one"))))
(goto-char (point-max))
(insert "\n\ndef use(layer: Layer) -> None:\n    layer.units = 2\n")
(eglot--signal-textDocument/didChange)
(wait-until "another one, not saved" (lambda () (tells 19 "frozen\\|read-only")))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot--current-server-or-lose) nil 10)
"""


def main() -> int:
    """Return whether everything was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--proxy", default="")
    parser.add_argument("--expect", default="", help="what the other server says of line 1")
    options = parser.parse_args()
    server = [sys.executable, "-P", "-m", "jdc_check", "lsp", *(["--proxy", options.proxy] if options.proxy else [])]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    variables = {**os.environ, "SERVER": json.dumps(server), "VIRTUAL_ENV": sys.prefix, "PATH": path}
    if options.expect:
        variables["ANOTHER"] = options.expect
    with tempfile.TemporaryDirectory(prefix="jdc-emacs-") as folder:
        Path(folder, "model.py").write_text(PROGRAM)
        Path(folder, "drive.el").write_text(SCRIPT)
        subprocess.run(["git", "init", "--quiet", folder], check=True)
        return subprocess.run(
            ["emacs", "--batch", "-l", "drive.el"], cwd=folder, env=variables, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
