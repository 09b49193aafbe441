# make kit    print the Defend the Bridge kit into output/     make lint     style of the code
# make test   run the tests                                    make types    types of the code
# make soak   the same tests, with more cases and pages        make imports  which part may import which
# make bench  how long printing and checking take              make wheel    the wheel, into dist/
# make crash-bench   every command that writes files, broken off at every point (half an hour)
# make clean  remove whatever these made                 make pictures  the README's pictures
#
# make rules-coverage, make rules-mutate   that every rule of the engine is held by a test that names it
# make errata                              docs/errata.md, from the checks of the printed scenarios
# make gallery                             docs/maps-from-a-seed.md and docs/scenarios-from-a-seed.md: maps and scenarios with their seeds
# make map-hashes                          tests/components/maps/map_hashes.yaml, from the maps of every theme
# make scenario-soak                       50 made-up scenarios of each kind: checked, played and printed (an hour)
# make template-names                      docs/template-names.md, from the records that kits are printed from
# make commands-page                       docs/commands.md, from the commands and their examples
# make witness                             fetches an independent reader of modules for VASSAL, which a test asks
# make symbols-page                        docs/symbols.md, every symbol and NATO symbol
#
# All that is needed is make and Python 3.11 or later; PYTHON=... chooses one.

KIT ?= defend-the-bridge
COMMANDS ?=
PYTHON ?=
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off -c constraints.txt
# What pip does, in a line for each package; the end of the pipe is that of pip.
SAID := awk '/^ *Collecting /{sub(/[^A-Za-z0-9_.-].*/, "", $$2); print "  fetching " $$2} \
  /^ *Installing build dependencies: started/{print "  fetching what it is built with"} \
  /^ *Building editable .*: started/{print "  making ibbprint and its fonts"} \
  /^ *Installing collected packages/{print "  installing the packages"} \
  /^ended /{ended = $$2} {fflush()} END{exit ended}'
RUN_TIME := .venv/.run-time-installed
DEV := .venv/.dev-installed
BUILT_FROM := pyproject.toml constraints.txt hatch_build.py

.PHONY: kit test soak bench crash-bench lint types imports rules-coverage rules-mutate errata gallery map-hashes scenario-soak template-names commands-page symbols-page pictures witness wheel clean
.DELETE_ON_ERROR:

kit: $(RUN_TIME)
	@$(BIN)/ibbprint kit $(KIT)

# Bytecode is kept, even where the environment says otherwise: tests start ibbprint some hundred times in new processes.
test: $(DEV)
	@unset PYTHONDONTWRITEBYTECODE; $(BIN)/python -m pytest -q -n auto --dist worksteal --few

soak: $(DEV)
	@unset PYTHONDONTWRITEBYTECODE; IBBPRINT_SOAK=1 $(BIN)/python -m pytest -q -n auto --dist worksteal

bench: $(DEV)
	@$(BIN)/python -m benchmarks

crash-bench: $(DEV)
	@$(BIN)/python -m benchmarks.crash $(COMMANDS)

lint: $(DEV)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(DEV)
	@$(BIN)/mypy

imports: $(DEV)
	@$(BIN)/lint-imports --no-logo

rules-coverage: $(DEV)
	@$(BIN)/python -m tools.rules_proof coverage

rules-mutate: $(DEV)
	@$(BIN)/python -m tools.rules_proof mutate $(RULES)

errata: $(DEV)
	@$(BIN)/python tools/errata.py

gallery: $(DEV)
	@$(BIN)/python -m tools.gallery
	@$(BIN)/python -m tools.scenario_gallery

map-hashes: $(DEV)
	@$(BIN)/python -m tools.map_hashes

scenario-soak: $(DEV)
	@$(BIN)/python -m tools.scenario_soak

commands-page: $(DEV)
	@$(BIN)/python -m tools.commands_page

symbols-page: $(DEV)
	@$(BIN)/python -m tools.symbols_page

template-names: $(DEV)
	@$(BIN)/python tools/template_names.py

witness: $(DEV)
	@$(BIN)/python -m tools.witness

pictures: $(DEV)
	@$(BIN)/python tools/pictures.py && $(BIN)/python -m tools.designing_pictures && $(BIN)/python -m tools.own_game_pictures && $(BIN)/python -m tools.ink_pictures && $(BIN)/python -m tools.paper_pictures && $(BIN)/python -m tools.map_pictures && $(BIN)/python -m tools.virtual_pictures

wheel: $(DEV)
	@$(BIN)/python -m build --wheel --outdir dist .

clean:
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@rm -f ibbprint/fonts/*.ttf ibbprint/fonts/OFL*.txt
	@find output -mindepth 1 ! -name .gitkeep -delete
	@find ibbprint tests benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(RUN_TIME): .venv/.made $(BUILT_FROM)
	@echo 'Installing ibbprint into .venv (once) ...'
	@{ $(INSTALL) -e .; echo "ended $$?"; } | $(SAID)
	@touch $@

$(DEV): .venv/.made $(BUILT_FROM)
	@echo 'Installing ibbprint and its tools into .venv (once) ...'
	@{ $(INSTALL) -e '.[dev]'; echo "ended $$?"; } | $(SAID)
	@touch $(RUN_TIME) $@

# The environment is trusted only when its last step wrote where it stands: half-made, moved or broken ones are made anew.
ifneq ($(shell $(BIN)/python -c 'print(open(".venv/.made").read().strip())' 2>/dev/null),$(CURDIR))
.PHONY: .venv/.made
endif

.venv/.made:
	@chosen=; others=; for python in $(if $(PYTHON),"$(PYTHON)",python3.13 python3.12 python3.11 python3 python); do \
	  found=$$("$$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue; \
	  case $$found in 3.1[1-9].*|3.[2-9][0-9].*) chosen=$$python; break;; *) others=$${others:-$${found#Python }};; esac; \
	done; \
	if [ -z "$$chosen" ]; then \
	  echo "ibbprint needs Python 3.11 or later; found $${others:-none}." \
	    "Install a newer one, or name it: make $(or $(MAKECMDGOALS),kit) PYTHON=python3.12" >&2; exit 1; \
	fi; \
	rm -rf .venv; \
	if ! "$$chosen" -m venv .venv >.venv-log 2>&1; then \
	  rm -rf .venv .venv-log; \
	  echo "$$chosen cannot make a virtual environment (its venv or ensurepip is missing);" \
	    "on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; \
	fi; \
	rm -f .venv-log; pwd -P > $@
