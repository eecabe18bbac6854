# One name for each act; CI calls the same names. `make` alone lists them.
#
# Everything is made inside .venv, target, dist and site. A stamp file says when each part of .venv was made, so that a second
# call builds and installs nothing. Python files are not copied (the package is installed in place): an edit takes effect at once.

PYTHON ?= python3
VENV ?= .venv
FUZZ_SECONDS ?= 60
PYTEST_ARGS ?=
DEMO_ARGS ?= --games 100000 --seed 1

# A file is run by one process, for what its tests share. PYTEST_ARGS='-n 0' runs all of them in this process, for a debugger.
SPREAD := -n auto --dist loadfile

BIN := $(VENV)/bin
# The module with overflow checks and debug assertions lies beside the release build and goes before it on PYTHONPATH.
CHECKED := $(VENV)/checked

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# VENV may be an absolute path.
VENV_PATH := $(if $(filter /%,$(VENV)),$(VENV),$(CURDIR)/$(VENV))
export VIRTUAL_ENV := $(VENV_PATH)
# Cargo and maturin must name the same interpreter, or each makes the other compile pyo3 again.
export PYO3_PYTHON := $(VENV_PATH)/bin/python
unexport PYTHONPATH PYTHONHOME

# What is compiled into the module: sources and manifests.
NATIVE_SOURCES := pyproject.toml Cargo.toml $(wildcard Cargo.lock) \
	$(shell find rust/core rust/py -type f \( -name '*.rs' -o -name Cargo.toml \) -not -path '*/tests/*' -not -path '*/benches/*')
PYTHON_SOURCES := $(shell find python -type f \( -name '*.py' -o -name '*.pyi' \))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-rust test-python test-checked test-adapters test-extras test-long lint bench fuzz docs wheel develop clean require

help: ## list what can be made
	@echo "make TARGET, where TARGET is"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)$$/  \1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r t d; do printf '%-15s %s\n' "$$t" "$$d"; done
	@echo "Variables: PYTHON=$(PYTHON) VENV=$(VENV) FUZZ_SECONDS=$(FUZZ_SECONDS) PYTEST_ARGS DEMO_ARGS"

# --- environment -------------------------------------------------------------------------------------------------------------

require:
	@sh .ci/require "$(PYTHON)"

$(VENV)/.stamp-tools: pyproject.toml | require
	test -x $(BIN)/python && test -f $@ || { rm -rf $(VENV) && $(PYTHON) -m venv $(VENV); }
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1' 'maturin>=1.16,<2'
	@touch $@

$(VENV)/.stamp-native: $(NATIVE_SOURCES) $(VENV)/.stamp-tools | require
	$(BIN)/python -m maturin develop --release --group none
	@touch $@

# The package is there already, so this adds the extra's requirements and fetches no spielwerk from anywhere.
$(VENV)/.stamp-dev: pyproject.toml | require $(VENV)/.stamp-native
	$(BIN)/python -m pip install --quiet 'spielwerk[dev]'
	@touch $@

$(CHECKED)/.stamp: $(NATIVE_SOURCES) $(PYTHON_SOURCES) | require $(VENV)/.stamp-dev
	rm -rf $(CHECKED)
	$(BIN)/python -m maturin build --profile checked --out $(CHECKED)/wheel
	$(BIN)/python -m pip install --quiet --no-deps --no-index --target $(CHECKED)/site $(CHECKED)/wheel/*.whl
	@touch $@

develop: $(VENV)/.stamp-dev ## build, and install everything a developer needs into .venv

# --- acts --------------------------------------------------------------------------------------------------------------------

demo: $(VENV)/.stamp-native ## build and simulate 100,000 games of Patchwork
	$(BIN)/spielwerk simulate patchwork $(DEMO_ARGS)

# One after the other even under -j: each of them uses all cores.
test: ## every test: Rust, Python, and the kit once more with overflow checks and debug assertions
	+@$(MAKE) --no-print-directory test-rust
	+@$(MAKE) --no-print-directory test-checked
	+@$(MAKE) --no-print-directory test-python

# The checked profile is the release build with overflow checks and debug assertions: fast enough for whole games, and its
# dependencies are compiled once for these tests and for test-checked.
test-rust: $(VENV)/.stamp-tools ## the Rust tests
	cargo test --locked --workspace --profile checked

test-python: $(VENV)/.stamp-dev ## pytest on the release build
	$(BIN)/python -m pytest $(SPREAD) $(PYTEST_ARGS)

test-checked: $(CHECKED)/.stamp ## test kit and differential test on a build with overflow checks and debug assertions
	PYTHONPATH="$(VENV_PATH)/checked/site" $(BIN)/python -c 'from spielwerk import _native; assert _native.build_profile == "checked", _native.build_profile'
	PYTHONPATH="$(VENV_PATH)/checked/site" $(BIN)/python -m pytest tests/test_kit.py tests/test_differential.py $(SPREAD) $(PYTEST_ARGS)

test-adapters: $(VENV)/.stamp-dev ## the tests of PettingZoo, Gymnasium, OpenSpiel and RLlib on every game, board, map and number of players
	$(BIN)/python -m pip install --quiet 'spielwerk[gymnasium,open-spiel,pettingzoo,render,rllib]'
	$(BIN)/python -m pytest -m adapters $(SPREAD) $(PYTEST_ARGS)

# Each works in a folder of its own: the sources would be found before the wheel.
test-extras: wheel ## each extra alone in a new environment: minutes, and gigabytes of downloads
	$(BIN)/python -m tests.fresh_environments dist/*.whl

test-long: $(VENV)/.stamp-dev ## the tests that take minutes to an hour
	$(BIN)/python -m pytest -m long --timeout 7200 $(SPREAD) $(PYTEST_ARGS)

lint: $(VENV)/.stamp-dev ## formatting, lints, types, stub, structure
	cargo fmt --all --check
	cargo fmt --manifest-path rust/fuzz/Cargo.toml --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo clippy --locked --manifest-path rust/fuzz/Cargo.toml -- -D warnings
	$(BIN)/python -m ruff check
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m mypy
	$(BIN)/python -m mypy.stubtest spielwerk._native --allowlist tests/stubtest_allowlist.txt
	$(BIN)/python -m pytest --quiet tests/test_structure.py tests/test_rule_ids.py

bench: $(VENV)/.stamp-dev ## measure speed, in Rust and from Python, and that of libraries that users know
	cargo bench --locked -p spielwerk
	$(BIN)/python -m pip install --quiet "spielwerk[catanatron,open-spiel,pgx]"
	$(BIN)/python -m benches

# Without a sanitizer, which only unsafe code needs, cargo-fuzz asks nothing of the compiler that the stable one has not.
fuzz: require ## each fuzz target for FUZZ_SECONDS
	@command -v cargo-fuzz >/dev/null 2>&1 || cargo install --locked cargo-fuzz
	@set -e; targets=$$(cargo fuzz list --fuzz-dir rust/fuzz); test -n "$$targets"; \
	for target in $$targets; do \
		echo "== fuzz $$target for $(FUZZ_SECONDS) s"; \
		cargo fuzz run --fuzz-dir rust/fuzz --sanitizer none "$$target" -- -max_total_time=$(FUZZ_SECONDS); \
	done

docs: $(VENV)/.stamp-dev ## build the documentation into site/
	$(BIN)/python docs/generate.py --check
	$(BIN)/python -m docs.trek12_plots --check
	$(BIN)/python -m docs.thurn_and_taxis_plots --check
	$(BIN)/zensical build --clean --strict
	rm -rf site/*.py site/__pycache__

wheel: $(VENV)/.stamp-tools ## wheel and source distribution into dist/
	rm -rf dist
	$(BIN)/python -m maturin build --release --out dist
	$(BIN)/python -m maturin sdist --out dist

clean: ## delete everything that was made
	rm -rf $(VENV) dist site .cache target rust/fuzz/target .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find python tests benches docs examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
	rm -f python/spielwerk/_native*.so python/spielwerk/_native*.pyd
