# The daily commands. `make` alone lists them.

.PHONY: help test python page heavy bench peers python-bench fuzz kills mutants attack install

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

test: ## everything that CI checks: format, lints, all tests, documentation
	@scripts/test

python: ## the Python package: built, installed into target/python and tested
	@scripts/python-test

page: ## the page of `cubegod serve` (needs Node), which cargo embeds from then on
	@scripts/web-test build

heavy: ## exhaustive tests over all 88 million pocket cubes and the like (half an hour)
	cargo test -p cubegod -p cubegod-teach --release -- --ignored

bench: ## the benchmarks behind BENCHMARKS.md
	cargo bench --workspace

peers: ## the two-phase solver beside others from the registry (some five minutes)
	cargo run --release --manifest-path benchmarks/peers/Cargo.toml

python-bench: ## the Python package beside `rubik-cube` from the package index (some two minutes)
	@benchmarks/python/run

fuzz: ## a minute of fuzzing for every reader, request and kind of file (needs cargo-fuzz: cargo install cargo-fuzz)
	@scripts/fuzz

kills: ## builds of tables and batches of every kind, each killed 30 times and continued (some fifteen minutes)
	CUBEGOD_KILLS=30 cargo test -p cubegod-cli --features parquet --test kills --test columns kill -- --nocapture

mutants: ## mutation testing of samples of the code, resumable (many hours; needs cargo-mutants)
	@scripts/mutants

attack: ## 900 honest and 100 hostile clients against every server (some ten minutes; needs Linux)
	@scripts/attack

install: page ## put `cubegod` into cargo's bin folder, with its page where there is Node
	cargo install --locked --path crates/cubegod-cli --features parquet
