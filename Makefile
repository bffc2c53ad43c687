# make demo     the main job on real input, in a minute
# make test     everything that a change may break (make quick: the subset for between edits; make thorough: the rest)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find jdc_spec jdc_operations jdc_runtime jdc_mypy_plugin jdc_check typestubs docs/rules -type f -not -name '*.pyc') \
	pyproject.toml README.md
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export UV_PYTHON_DOWNLOADS := never
# compiled once, when it is installed, and the sources beside it, on which the fixtures run: the tests start hundreds of
# processes, and a machine may keep Python from writing it
export UV_COMPILE_BYTECODE := 1

.PHONY: demo test thorough quick rooms lint lint-mypy lint-others bench checkers docs runtime-matrix mypy-matrix torch peers corpus corpus-beside mutants shape-mutants fuzz vscode install clean

$(VENV)/tools: requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python -r requirements-dev.txt
	touch $@

$(VENV)/wheel: $(VENV)/tools $(SOURCES)
	rm -rf dist
	$(BIN)/python -m build --wheel --no-isolation --outdir dist . > $(VENV)/build.log 2>&1 || (cat $(VENV)/build.log; false)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --reinstall --no-deps dist/*.whl
	$(BIN)/python -m compileall -q jdc_spec jdc_operations jdc_runtime jdc_mypy_plugin jdc_check
	touch $@

install: $(VENV)/wheel

demo: install
	$(BIN)/python examples/demo.py

# the rooms around the core of the runtime are left to `make rooms`, and to `make thorough`, on both ends of what is supported
OUTER_ROOMS := jit structure random checkpoint nn
ROOMS := runtime $(OUTER_ROOMS)
PYTEST := $(BIN)/python -P -m pytest -q -n 2 --dist worksteal
test: install
	$(MAKE) -j 2 lint
	$(PYTEST) -m "not thorough" tests $(OUTER_ROOMS:%=--ignore=tests/%)

# what `make test` leaves out: the runtime on both ends of what is supported, the plugin under the oldest mypy (the newest
# is that of this environment) and with the newest libraries, and the slowest tests
thorough: install
	$(PYTEST) -m thorough tests $(OUTER_ROOMS:%=--ignore=tests/%)
	$(PYTEST) -m "slow or thorough" $(OUTER_ROOMS:%=tests/%)
	$(BIN)/nox --session "runtime-3.11(jax='oldest')" "runtime-3.13(jax='newest')" "mypy(oldest)" libraries

# without what starts by analysing jax with mypy, which takes a cold cache half a minute each
quick: install
	$(BIN)/python -P -m pytest -q -n 2 -m "not slow" tests/spec tests/runtime tests/packaging \
		tests/check/test_outputs.py tests/check/test_columns.py

# the rooms of the runtime in this environment
rooms: install
	$(BIN)/python -P -m pytest -q -n 2 -m "not slow" $(ROOMS:%=tests/%)

# `make thorough` runs the two ends of it
runtime-matrix: install
	$(BIN)/nox --session runtime

mypy-matrix: install
	$(BIN)/nox --session mypy

# against torch, which the other tests do without: the registry's build brings several GB
torch: install
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -P -m pytest -q tests/nn/test_torch.py tests/checkpoint/test_containers.py

# the tests of other projects with jdc in the place of theirs, docs/peers.md; CHECKOUTS=DIR has clones of what the registry lacks
peers: install
	$(BIN)/python tests/peer_suites.py $(if $(CHECKOUTS),--checkouts $(CHECKOUTS))

# odd modules and half-written code, drawn anew each time; `make test` has a few that stay the same
EXAMPLES ?= 100
fuzz: install
	JDC_FUZZ_EXAMPLES=$(EXAMPLES) $(BIN)/python -P -m pytest -q tests/plugin/robust

# what is found in packages of the registry, docs/corpus.md; QUICK=1 for the findings alone
corpus: install
	$(BIN)/python tests/corpus_check.py $(if $(QUICK),--quick)

# the same packages in other checkers, alone and beside jdc: nothing else than what is false goes; docs/beside.md
corpus-beside: install
	$(BIN)/python tests/beside_corpus_check.py

# mistakes planted in some of them, docs/mutants.md; MOST=2 for two of each kind in a package
mutants: install
	$(BIN)/python tests/mutants_check.py $(if $(MOST),--most $(MOST))

# one size, axis, dtype or order of operands changed, in programs and in packages, docs/mutants.md; MOST as above
shape-mutants: install
	$(BIN)/python tests/shape_mutants_check.py $(if $(MOST),--most $(MOST))

lint: lint-mypy lint-others

lint-mypy: install
	$(BIN)/mypy --strict jdc_spec jdc_operations jdc_runtime jdc_mypy_plugin jdc_check

lint-others: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

# the docstrings of the stub, and the table of what each checker sees, in docs/checkers.md and README.md
checkers: install
	$(BIN)/python tests/stub_docstrings.py
	$(BIN)/python tests/checker_table.py

# its tools have an environment of their own, so that the tests' stays as it is
$(VENV)/docs/tools: requirements-docs.txt $(VENV)/tools
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)/docs
	$(BIN)/uv pip install --quiet --python $(VENV)/docs/bin/python -r requirements-docs.txt
	touch $@

# docs/ as a site with search, in site/; a warning is an error
docs: install $(VENV)/docs/tools
	$(BIN)/uv pip install --quiet --python $(VENV)/docs/bin/python --reinstall --no-deps dist/*.whl
	rm -rf site
	JAX_PLATFORMS=cpu $(VENV)/docs/bin/python -P -m sphinx -W --keep-going --quiet -d $(VENV)/docs/doctrees docs site
	@echo "the site is in site/index.html"

# the VS Code extension, editors/vscode/dist/jdc.vsix; needs Node.js
vscode:
	cd editors/vscode && npm ci --no-audit --no-fund --silent && npm run --silent package

bench: install
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) dist .nox .peers .corpus site editors/vscode/dist editors/vscode/node_modules
