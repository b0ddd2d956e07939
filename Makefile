# One command per task; `make` alone lists them.

VENV   ?= .venv
PY      = $(VENV)/bin/python
PORT   ?= 7776
TESTS  ?=
PARTS  ?=
LANGUAGES ?=

DYNAMODB_LOCAL = 2.9.30
SAM            = 1.170.0
MINISTACK      = 1.5.33
RUNTIME        = 4.2.2

# The first of the commands $(2) that runs, can make environments, and is of a version that $(1) holds for.
PYENV   = $${PYENV_ROOT:-$$HOME/.pyenv}/versions
find    = $(shell for python in $(2); do \
	"$$python" -c 'import ensurepip, sys, venv; sys.exit(not $(1))' 2>/dev/null && { echo "$$python"; break; }; done)
PYTHON ?= $(call find,sys.version_info >= (3, 11),python3.13 $(PYENV)/3.13*/bin/python python3 python3.14 python3.12 python3.11)
PIP     = -m pip install --quiet --disable-pip-version-check

help:  ## list these commands
	@sed -n 's/^\([a-z0-9.-]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

play: venv  ## play on this machine: a page with two phones
	@$(PY) -m infra.local.play --port $(PORT)

demo: venv  ## watch one whole match in the terminal
	@$(PY) -m infra.local.demo

# Its matches are kept by ministack, unless another DynamoDB is named.
bot: venv $(if $(AWS_ENDPOINT_URL_DYNAMODB),,.tools/.ministack-$(MINISTACK))  ## run the bot for real from this machine (TELEGRAM_BOT_TOKEN)
	@$(PY) -m infra.local.bot

# One worker more than there are processors: the tests with real parts wait a good deal.
test: venv  ## run the tests (TESTS="tests/core -k dice" runs some)
	@$(PY) -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(TESTS)

bench: venv tools  ## measure the bot beside what people would otherwise use (PARTS="cold cost" measures some)
	@$(PY) -m tests.bench $(PARTS)

soak: venv  ## play 500 matches at once while all goes wrong (MATCHES, PEOPLE, SEED, WORKERS)
	@$(PY) -m tests.soak $(if $(MATCHES),--matches $(MATCHES)) $(if $(PEOPLE),--people $(PEOPLE)) \
		$(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS))

lint: venv  ## check style and types
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy

digest: venv  ## note in template.yaml that commands or descriptions have changed
	@digest="$$($(PY) -c 'from handlers.introduction import digest; print(digest())')" && \
		sed -i.bak "s/Digest: \".*\"/Digest: \"$$digest\"/" template.yaml && rm template.yaml.bak

catalogues: venv  ## bring translations up to the sources (LANGUAGES=de for one, a new one too)
	@$(PY) -m tests.catalogues $(LANGUAGES)

screens: venv  ## picture every screen in every language, into .github/screens
	@$(PY) -m tests.browser.sheet

venv: $(VENV)/.installed  ## set up .venv with all that developing needs

$(VENV)/.installed: requirements.txt requirements-dev.txt
	@python="$(PYTHON)"; \
	if [ -z "$$python" ]; then \
		echo "7776 needs Python 3.11 or newer with venv (on Debian: apt-get install python3 python3-venv)." >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$python" --version); this takes a minute or two."; \
	"$$python" -m venv $(VENV)
	@$(PY) $(PIP) -r requirements-dev.txt
	@touch $@

# The suite's fast part on the oldest Python that is promised; the long fuzz tries what no Python's age would change.
test-3.11:  ## run what needs no real part on Python 3.11, if there is one
	@python="$(call find,sys.version_info[:2] == (3, 11),python3.11 python3 $(PYENV)/3.11*/bin/python)"; \
	if [ -z "$$python" ]; then echo "There is no Python 3.11 on this machine: the suite has not run on it."; \
	else $(MAKE) test VENV=.venv-3.11 PYTHON="$$python" TESTS="-m 'not real' tests/core tests/infra tests/handlers \
		--ignore=tests/handlers/test_fuzz.py"; fi

tools: .tools/.dynamodb-$(DYNAMODB_LOCAL) .tools/.sam-$(SAM) .tools/.ministack-$(MINISTACK) .tools/.runtime-$(RUNTIME) .tools/.wheels  ## fetch what tests need of the real world

# AWS's own DynamoDB Local, from the folder of an npm package whose dependencies nobody needs.
.tools/.dynamodb-%:
	@rm -rf .tools/dynamodb && mkdir -p .tools/dynamodb
	@cd .tools/dynamodb && npm pack --silent amplify-dynamodb-simulator@$* >/dev/null
	@cd .tools/dynamodb && tar -xzf *.tgz --strip-components=2 package/emulator && rm *.tgz
	@touch $@

# SAM and ministack pin packages that the bot pins otherwise; ministack runs functions under its own Python.
.tools/.sam-%:
	@"$(PYTHON)" -m venv --clear .tools/sam && .tools/sam/bin/python $(PIP) aws-sam-cli==$*
	@touch $@

.tools/.ministack-%:
	@echo "Setting up .tools/ministack, a DynamoDB for this machine; this takes a minute."
	@"$(PYTHON)" -m venv --clear .tools/ministack && .tools/ministack/bin/python $(PIP) ministack==$* aws-sam-translator==1.115.0
	@touch $@

# AWS's own client of the Lambda runtime, alone: beside it there is only what the package holds.
.tools/.runtime-%:
	@"$(PYTHON)" -m venv --clear .tools/runtime && .tools/runtime/bin/python $(PIP) awslambdaric==$*
	@touch $@

# What ships, for the processor that deployments choose by default and for this one, so that tests need not fetch it.
.tools/.wheels: requirements.txt infra/local/package/build.py $(VENV)/.installed
	@for processor in arm64 x86_64; do $(PY) infra/local/package/build.py $$processor || exit 1; done
	@mkdir -p .tools && touch $@

.PHONY: help play demo bot test bench soak lint digest catalogues screens venv test-3.11 tools
