# Gardien: each target says in one line what it does; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SYSTEM ?= yacdha
SAMPLE ?= 300
SERVE ?=

# An environment that another Python left behind runs nothing: it is made anew.
FITS := import os, sys; sys.exit(sys.version_info < (3, 11) or not os.path.isdir("$(VENV)/lib/python%d.%d" % sys.version_info[:2]))
ifneq ($(filter-out help clean,$(MAKECMDGOALS)),)
ifneq ($(wildcard $(VENV)/.),)
LEFT := $(shell $(BIN)/python -c '$(FITS)' 2>/dev/null || { rm -rf $(VENV); echo "$(VENV) was left by another Python." >&2; })
endif
endif

.DEFAULT_GOAL := help
.PHONY: help run play test kit soak postgres lint bench lock mutate transcripts reference pictures docs clean browser bench-table

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(BIN)/.run ## install what is needed, start the table and print its link (SERVE=--lan lets phones in)
	@$(BIN)/gardien serve $(SERVE)

play: $(BIN)/.run ## a conversation at the terminal instead (gardien play yacdha)
	@$(BIN)/gardien play $(SYSTEM)

test: $(BIN)/.dev postgres browser ## install what is needed, then check layers, types, style and run the whole test suite
	@$(BIN)/python -m compileall -q src/gardien tests
	@$(BIN)/python -m pytest -n 4 --dist worksteal -q --assert=plain || { \
		echo "What failed, once more, with its values:"; $(BIN)/python -m pytest -q --lf --maxfail=20; exit 1; }

kit: $(BIN)/.dev ## try one system, a new one too, against the conformance kit and say what it lacks (SYSTEM=yacdha)
	@GARDIEN_KIT=$(SYSTEM) $(BIN)/python -m pytest tests/conformance -q -k $(SYSTEM)

soak: $(BIN)/.dev postgres ## an hour or two, with figures: 50 tables under attack, 3,000 power cuts, 2,000 kills on each store, a million messages, 20,000 lives
	@$(BIN)/python -m compileall -q src/gardien
	@echo "50 tables play while 50 clients attack (leave the machine alone meanwhile)…"
	@GARDIEN_ATTACK_SECONDS=20 $(BIN)/python -m pytest tests/web/test_attacked.py -n 0 -q -rP
	@echo "3,000 power cuts…"
	@GARDIEN_CUTS=3000 $(BIN)/python -m pytest tests/table/store/test_power_cuts.py -n 0 -q -rP
	@echo "2,000 writers killed on each store, and PostgreSQL itself 200 times…"
	@GARDIEN_KILLS=2000 $(BIN)/python -m pytest tests/table/store/test_kills.py -n 2 -q -rP
	@echo "500 servers killed on each store, while people play…"
	@GARDIEN_KILLS=500 $(BIN)/python -m pytest tests/web/test_server_kills.py -n 2 -q -rP
	@echo "A million messages at random…"
	@GARDIEN_FUZZ=200000 $(BIN)/python -m pytest tests/web/test_fuzz.py -n 2 -q -rP
	@echo "20,000 lives of each game, in one jump and in many…"
	@GARDIEN_LIVES=20000 $(BIN)/python -m pytest tests/conformance/test_lives.py -n 2 -q
	@echo "Files damaged at random, rules and tables tried ten times as long…"
	@GARDIEN_THOROUGH=10 $(BIN)/python -m pytest tests/conformance tests/table/store/test_salvage.py -n 2 -q

lint: $(BIN)/.dev ## ruff, mypy and the layer contracts
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports

bench: $(BIN)/.bench ## measure odds, fights and start-up beside other libraries, in one run
	@$(BIN)/python -m compileall -q src/gardien
	@$(BIN)/python -m bench --write

bench-table: $(BIN)/.dev postgres ## measure the live table: 1,200 connections, durable actions a second, memory, two processes; ROW=closed one row
	@$(BIN)/python -m compileall -q src/gardien
	@$(BIN)/python -m bench.table $(ROW)

lock: $(BIN)/.tools ## pin every dependency again, with hashes and without addresses
	@$(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate -q -U -o run.lock --all-extras
	@$(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate -q -U -c run.lock -o requirements.lock --all-extras --group dev
	@$(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate -q -U -c run.lock -o bench.lock --all-extras --group bench
	@cd examples/typescript && DENO_DIR=$(abspath $(VENV))/deno $(abspath $(BIN))/deno install -q --lockfile-only

mutate: $(BIN)/.dev ## break rules of one system on purpose and see whether a test notices (SYSTEM=yacdha SAMPLE=300)
	@$(BIN)/python -m tests.mutation $(SYSTEM) --sample $(SAMPLE)

transcripts: $(BIN)/.dev ## rewrite the stories the tests compare with; read the diff like prose
	@$(BIN)/python -m pytest tests/transcripts -q --snapshot-update

reference: $(BIN)/.dev ## write docs/rules and the README's picture again from what the program says
	@$(BIN)/python -m docs

pictures: $(BIN)/.dev browser ## take the pictures of README and guides again from the real pages, and every phone screen (build/screens)
	@mkdir -p build/screens
	@GARDIEN_PICTURES=1 GARDIEN_SCREENS=build/screens $(BIN)/python -m pytest tests/web/test_pictures.py tests/web/test_screens.py tests/web/test_pages.py -n 0 -q

docs: $(BIN)/.dev ## build the documentation as a site, French and English, and check every link of it (build/docs/site)
	@$(BIN)/python -m docs.site

clean: ## remove what the other commands installed
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Gardien needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>&1 || echo missing)." \
		"Install one (https://www.python.org/downloads) and name it: make $(or $(MAKECMDGOALS),run) PYTHON=python3.12" >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)…"
	@$(PYTHON) -m venv $(VENV)

$(BIN)/.run: run.lock pyproject.toml | $(BIN)/python
	@echo "Installing what Gardien needs (run.lock)…"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r run.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@$(BIN)/python -m compileall -q src/gardien
	@touch $@

$(BIN)/.dev: requirements.lock pyproject.toml examples/typescript/deno.lock | $(BIN)/python
	@echo "Installing what the tests need (requirements.lock, examples/typescript/deno.lock)…"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	@cd examples/typescript && DENO_DIR=$(abspath $(VENV))/deno $(abspath $(BIN))/deno install -q --frozen
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@$(BIN)/python -m compileall -q src/gardien
	@touch $@ $(BIN)/.run

$(BIN)/.bench: bench.lock pyproject.toml | $(BIN)/python
	@echo "Installing what the benchmarks compare with (bench.lock)…"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r bench.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@$(BIN)/python -m compileall -q src/gardien
	@touch $@ $(BIN)/.run

# The tests of the store start a PostgreSQL of their own; only its programs are wanted.
postgres:
	@ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 || command -v pg_ctl >/dev/null || { \
		[ $$(id -u) = 0 ] || may="sudo -n"; may="$$may env DEBIAN_FRONTEND=noninteractive"; \
		echo "Installing PostgreSQL for the tests of the store (apt-get install postgresql)…"; \
		{ $$may apt-get update -qq && $$may apt-get install -y -qq postgresql; } >/dev/null; \
	} || { echo "The tests need PostgreSQL and it could not be installed from here: install it yourself" \
		"(Debian, Ubuntu: sudo apt-get install postgresql), then repeat the command." >&2; exit 1; }

browser:
	@{ { command -v chromium-headless-shell || command -v chromium; } && command -v pdftoppm; } >/dev/null || { \
		[ $$(id -u) = 0 ] || may="sudo -n"; may="$$may env DEBIAN_FRONTEND=noninteractive"; \
		echo "Installing a browser and a reader of PDF for the tests of the pages (apt-get install chromium-headless-shell poppler-utils)…"; \
		{ $$may apt-get update -qq && { $$may apt-get install -y -qq chromium-headless-shell poppler-utils \
			|| $$may apt-get install -y -qq chromium poppler-utils; }; } >/dev/null; \
	} || { echo "The tests need Chromium and pdftoppm and they could not be installed from here: install them yourself" \
		"(Debian, Ubuntu: sudo apt-get install chromium poppler-utils), then repeat the command." >&2; exit 1; }

$(BIN)/.tools: | $(BIN)/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv
	@touch $@
