# make run            open the demo documents (make run FILE=paper.pdf opens a file)
# make test           lint, types, import contracts, tests
# make bench          the budgets, as a table
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint types bench demo clean

.venv/bin/python:
	$(PYTHON) -m venv .venv

# A second call finds the stamp newer than pyproject.toml and installs nothing.
.venv/run.stamp: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install -q -c tests/constraints.txt -e .
	@touch $@

.venv/test.stamp: pyproject.toml tests/constraints.txt | .venv/bin/python
	$(BIN)/python -m pip install -q -c tests/constraints.txt -e '.[dev,embeddings]'
	@touch $@ .venv/run.stamp

run: .venv/run.stamp
	$(BIN)/seamline $(if $(FILE),open "$(FILE)",demo)

lint: .venv/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest -n 2

bench: .venv/test.stamp
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m benchmarks

demo: .venv/test.stamp
	$(BIN)/python -m assets.demo.build

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .hypothesis
