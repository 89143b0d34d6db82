# Everything lives in .venv; each target sets up what it needs, and does nothing where that is done.
VENV ?= .venv
ISAS ?= native
BIN := $(VENV)/bin
PYTHON := $(BIN)/python
NATIVE := CMakeLists.txt $(shell find native -path native/tests -prune -o -type f ! -name README.md -print)
export SKBUILD_CMAKE_DEFINE := TILEFALL_ISAS=$(ISAS)$(if $(STRICT),;TILEFALL_STRICT=ON)
export SKBUILD_BUILD_DIR := build/$(ISAS)

# Exact versions come from constraints.txt. pip does the work where uv cannot.
install = (test -x $(BIN)/uv && $(BIN)/uv pip install --quiet --python $(PYTHON) --constraint constraints.txt $(1)) || \
    $(PYTHON) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt $(1)

COMMA := ,

# What `make test` leaves to `make extra`.
LATER := learn or cluster(several_nodes=True)
PYTEST := $(PYTHON) -m pytest -q -rs -n 2 --dist loadgroup

.PHONY: help demo setup test check extra mutants lint types stubs check-native arm64 bench genetic pictures lock clean

help:
	@echo "make demo          set up, then watch a short game of Quintris"
	@echo "make test          set up, then run every check and test"
	@echo "make check         what to run before a commit: format, lint, types, fast tests of what changed"
	@echo "make extra         what takes longer: learners, a cluster, all instruction sets, WebAssembly, more random examples"
	@echo "make mutants       apply known mutations one by one; the tests must catch each"
	@echo "make check-native  the native tests under the address and undefined-behaviour sanitizers"
	@echo "make stubs         write the types of the native module, after a change of its bindings"
	@echo "make arm64         the native tests compiled for arm64, under an emulator"
	@echo "make bench         how fast the engine is on this machine"
	@echo "make genetic       the course's genetic algorithm on Tetris, in less than a minute"
	@echo "make pictures      make every picture of the documents again, from fixed seeds"
	@echo "make lock          write constraints.txt with the newest versions"
	@echo "make setup         make .venv with everything that developers need"
	@echo "make clean         remove what was built"

demo: $(VENV)/demo
	@$(BIN)/tilefall watch quintris --seed 3 --max-turns 60 --every 12
	@echo
	@echo "That was the agent \"expectimax\", three pieces deep, on the first 60 pieces of game 3. Try next:"
	@echo "  $(BIN)/tilefall                        a menu: what to play, what to watch"
	@echo "  $(BIN)/tilefall play quintris          play it yourself: b m n h and space"
	@echo "  $(BIN)/tilefall serve                  all of it in a browser"
	@echo "  $(BIN)/tilefall watch quintris         see what the agent thinks, move by move"
	@echo "  $(BIN)/tilefall agents                 who else can play"
	@echo "  $(BIN)/tilefall arena quintris greedy lookahead    who is better, and how sure that is"
	@echo "  $(BIN)/tilefall bench engine           how fast this machine is"

test: $(VENV)/ready
	@$(PYTHON) -m tools.prepare_tests
	@$(MAKE) --no-print-directory -j2 lint types check-native
	$(PYTEST) -m "not ($(LATER))"

check: lint types
	$(PYTEST) -m "not (slow or browser or cluster or learn)" $$($(PYTHON) -m tools.changed_tests)

extra: $(VENV)/learn
	$(PYTEST) -m "$(LATER)"
	@$(call install,ziglang) || echo "Zig cannot be installed: nothing is compiled for WebAssembly."
	$(PYTHON) native/tests/run.py wasm
	@$(MAKE) --no-print-directory VENV=build/all-isas ISAS=all all-isas

.PHONY: all-isas
all-isas: $(VENV)/ready
	$(PYTHON) native/tests/run.py all
	$(PYTEST) -m "not (slow or browser or cluster or learn)" --all-engines --hypothesis-profile nightly tests

mutants: $(VENV)/ready
	$(PYTHON) -m tools.mutants

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find native -name "*.[ch]pp" -o -name "*.cu*")

types: $(VENV)/ready
	$(BIN)/mypy

# What Python knows of the types of the native module.
stubs: $(VENV)/ready
	$(PYTHON) -m nanobind.stubgen -q -r -m tilefall._native -O src/tilefall

check-native: $(VENV)/ready
	$(PYTHON) native/tests/run.py

arm64: $(VENV)/ready
	$(PYTHON) native/tests/run.py arm64

bench: $(VENV)/demo
	$(BIN)/tilefall bench engine

genetic: $(VENV)/demo
	$(BIN)/tilefall train tetris:pieces=bag --method genetic --agent course-genetic --generations 20 \
	    --games 5 --fitness mean --max-pieces 20000 --seed 4 --validation-games 200

pictures: $(VENV)/ready
	$(PYTHON) -m tools.pictures

# Torch comes from its own index for processors, or as pip finds it: lists of versions leave it out.
lock: $(VENV)/ready
	@echo "# The versions that the tests passed with: \`make lock\` writes this file." > $(VENV)/lock
	@echo 'torch ; sys_platform == "never"' | $(BIN)/uv pip compile --quiet --universal --upgrade \
	    --python-version 3.11 --no-annotate --no-header --override - pyproject.toml \
	    --extra dev --extra build --extra learn --extra wasm | grep -v never >> $(VENV)/lock
	@cp $(VENV)/lock constraints.txt

setup: $(VENV)/ready

# Some systems have no ensurepip: virtualenv does without it.
$(PYTHON):
	@python3 -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	    (echo "tilefall needs Python 3.11 or later; python3 here is $$(python3 --version)." && exit 1)
	@python3 -m venv $(VENV) || (python3 -m pip install --quiet virtualenv && python3 -m virtualenv $(VENV))
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check uv || \
	    echo "uv cannot be installed here: pip takes its place, which is slower."

# What the main job needs, and nothing else.
$(VENV)/demo: $(PYTHON) pyproject.toml constraints.txt $(NATIVE)
	@echo "Setting up $(VENV) and compiling the native engine: about a minute."
	@$(call install,scikit-build-core nanobind cmake ninja)
	@$(call install,--no-build-isolation --editable .)
	@touch $@

$(VENV)/ready: $(VENV)/demo
	@echo "Installing what tests and checks need."
	@$(call install,--no-build-isolation --editable ".[dev]")
	@touch $@

# Any torch will do; the one for processors alone is smallest.
$(VENV)/learn: $(VENV)/ready
	@echo "Installing PyTorch, Stable-Baselines3 and RLlib for the examples that learn."
	@$(PYTHON) -c "import torch" 2> /dev/null || \
	    $(BIN)/uv pip install --quiet --python $(PYTHON) --torch-backend cpu torch 2> /dev/null || \
	    (echo "uv found no PyTorch for processors: pip installs one." && \
	    $(PYTHON) -m pip install --quiet --disable-pip-version-check torch==2.13.0)
	@$(call install,--no-build-isolation --editable ".[dev$(COMMA)learn]")
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
