# The verbs of this repository. `make` alone lists them.

.DEFAULT_GOAL := help
.PHONY: help build run bench bench-instructions test lessons lint format leaks asan tsan fuzz fuzz-bytes coverage docs atlas atlas-test clean

sources := Sources Tests Fuzz Lessons Package.swift

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "make %-18s %s\n", $$1, $$2 }'

build: ## build everything, tests included
	swift build --build-tests

run: ## run every scenario; ends in the table raw beside managed
	swift run scenarios run --all

bench: ## measure what observing costs, beside its neighbours
	swift run -c release benchmarks

bench-instructions: ## say which benchmark takes more instructions than in BASE=revision
	Scripts/bench-instructions

test: ## run all tests
	swift test

lessons: ## write excerpts and transcripts anew into README.md and Lessons
	UPDATE_LESSONS=1 swift test --filter LessonsTests

lint: ## check the format, and build with warnings as errors
	swift format lint --strict --recursive $(sources)
	WARNINGS_AS_ERRORS=1 swift build --build-tests --scratch-path .build/lint

format: ## bring every Swift file into the format
	swift format --in-place --recursive $(sources)

leaks: ## let LeakSanitizer find the cycles that are promised, and no others (Linux)
	Scripts/leaks
	Scripts/leaks-tests

asan: ## run the tests on overlapping and on long changes under AddressSanitizer, debug and release
	Scripts/asan

tsan: ## run the tests on threads under ThreadSanitizer
	Scripts/tsan

fuzz: ## compare engine and model on random programs; SEEDS= how many (20000), FIRST= the first one
	Scripts/fuzz

fuzz-bytes: ## let libFuzzer look for bytes that break something (Linux); TIME= seconds for each target
	Scripts/fuzz-bytes

coverage: ## count the lines of the two libraries that the tests reach
	Scripts/coverage

docs: ## build the documentation of the libraries, without a warning, into .build/docs
	Scripts/docs

atlas: ## record every run, and write the page that steps through them, into .build/atlas.html
	swift run scenarios atlas -o .build/atlas.html

atlas-test: atlas ## drive the page in a real browser; needs chromium and its WebDriver
	Scripts/embed-page --check
	Scripts/atlas-test .build/atlas.html

clean: ## remove everything that was built
	rm -rf .build
