# The daily commands. `make` alone lists them.

.PHONY: help test heavy bench peers fuzz install

help: ## list the commands
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

test: ## everything that CI checks: format, lints, all tests, documentation
	@scripts/test

heavy: ## exhaustive tests over all 88 million pocket cubes and the like (some minutes)
	cargo test --workspace --release -- --ignored

bench: ## the benchmarks behind BENCHMARKS.md
	cargo bench --workspace

peers: ## the two-phase solver beside others from the registry (some five minutes)
	cargo run --release --manifest-path benchmarks/peers/Cargo.toml

fuzz: ## a minute of fuzzing for every reader (needs cargo-fuzz: cargo install cargo-fuzz)
	@scripts/fuzz

install: ## put `cubegod` into cargo's bin folder
	cargo install --locked --path crates/cubegod-cli
