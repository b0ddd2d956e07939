# One command per task; `make` alone lists them.

VENV   ?= .venv
PY      = $(VENV)/bin/python
PORT   ?= 7776
PYENV   = $${PYENV_ROOT:-$$HOME/.pyenv}/versions

# The first of these commands that runs, is new enough and can make environments.
find    = $(shell for python in $(2); do \
	"$$python" -c 'import ensurepip, sys, venv; sys.exit(not $(1))' 2>/dev/null && { echo "$$python"; break; }; done)
PYTHON ?= $(call find,sys.version_info >= (3, 11),python3.13 $(PYENV)/3.13*/bin/python python3 python3.14 python3.12 python3.11)

help:  ## list these commands
	@sed -n 's/^\([a-z0-9.-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

venv: $(VENV)/.installed  ## set up .venv with everything in requirements-dev.txt

$(VENV)/.installed: requirements.txt requirements-dev.txt
	@python="$(PYTHON)"; \
	if [ -z "$$python" ]; then \
		echo "7776 needs Python 3.11 or newer with venv (on Debian: apt-get install python3 python3-venv)." >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$python" --version); this takes a minute or two."; \
	"$$python" -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

.PHONY: help venv
