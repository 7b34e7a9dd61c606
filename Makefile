# Everything from a fresh clone, with nothing but make and Python 3.11 or newer.

# The first Python that is new enough; `make setup PYTHON=/path/to/python3` names another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && exit; done; echo python3)

BIN := .venv/bin
READY := .venv/.ready
AUDIT := .venv-audit
CATALOGUES := $(wildcard locales/*/LC_MESSAGES/*.po)

# The same versions everywhere: --require-hashes lets nothing in that the lock does not name.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-annotate --custom-compile-command 'make lock' $(UPGRADE)

.DEFAULT_GOAL := help
.PHONY: help play test setup lint types audit bench soak lock locales clean

help: ## Say what there is
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s%s\n", $$1, $$2 }'

play: $(READY) ## Start the bot: in a local Telegram, or with BOT_TOKEN in the real one (ARGS="--port 9000")
	@$(BIN)/preferans play $(ARGS)

test: $(READY) lint ## Set up, lint and run all tests (ARGS="-k raspasy")
	@$(BIN)/python -m pytest -n auto $(ARGS)

setup: $(READY) ## Make or renew .venv from the lock; quick when nothing changed

$(READY): pyproject.toml requirements/dev.lock build_locales.py $(CATALOGUES)
	@if $(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then :; \
	elif ! $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		echo 'preferans needs Python 3.11 or newer, and "$(PYTHON)" is not: name one with make setup PYTHON=/path/to/python3.' >&2; exit 1; \
	elif ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
		echo 'This Python cannot make virtual environments (on Debian: apt install python3-venv).' >&2; exit 1; \
	else $(PYTHON) -m venv --clear .venv; fi
	@echo 'Setting up .venv with the versions of requirements/dev.lock (the first time it takes a minute)...'
	@$(INSTALL) --require-hashes --requirement requirements/dev.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

lint: $(READY) ## Check the style and the format (ruff)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .

types: $(READY) ## Check the types (mypy)
	@$(BIN)/mypy

# Its own environment, so that nobody who plays or tests has to install it. No network is no failure, and is not hidden.
audit: $(READY) ## Ask whether a locked version is known to be vulnerable (pip-audit)
	@if [ ! -f $(AUDIT)/.ready ] || [ requirements/audit.lock -nt $(AUDIT)/.ready ]; then \
		$(BIN)/python -m venv --clear $(AUDIT) && $(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check \
			--require-hashes --requirement requirements/audit.lock && touch $(AUDIT)/.ready || \
		echo '!!!!!!!! NOTHING WAS AUDITED: pip-audit cannot be installed here !!!!!!!!' >&2; fi
	@if [ -f $(AUDIT)/.ready ]; then $(AUDIT)/bin/python .ci/audit.py; fi

bench: $(READY) ## Measure: ratios against yardsticks of the same run
	@$(BIN)/python -m bench $(ARGS)

soak: $(READY) ## Run the tests that take minutes
	@$(BIN)/python -m pytest -n auto -m soak --timeout 0 $(ARGS)

chaos: $(READY) ## Kill the bot 500 times under load (KILLS=8: a minute; SEED, TABLES)
	@$(BIN)/python -m tests.chaos

lock: $(READY) ## Write the locks anew after a change of pyproject.toml (UPGRADE=--upgrade: newest versions)
	@$(INSTALL) 'uv>=0.9,<1'
	@$(COMPILE) pyproject.toml --group dev --output-file requirements/dev.lock
	@$(COMPILE) pyproject.toml --constraint requirements/dev.lock --output-file requirements/run.lock
	@$(COMPILE) --group build --constraint requirements/dev.lock --output-file requirements/build.lock
	@$(COMPILE) --group audit --output-file requirements/audit.lock

locales: $(READY) ## Compile locales/*.po to .mo (setup does it too)
	@$(BIN)/python build_locales.py

clean: ## Remove what make made
	rm -rf .venv .venv-audit dist .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find bot emulator tests locales -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
	find locales -name '*.mo' -exec rm -f {} + 2>/dev/null || true
