# The verbs of this repository. `make` alone lists them.

.DEFAULT_GOAL := help
.PHONY: help build run bench test lessons lint format leaks asan tsan fuzz programs apple fuzz-apple small-stacks mutants docs orders atlas atlas-test exercises changes questions objc clean

sources := Sources Tests Lessons Package.swift

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "make %-18s %s\n", $$1, $$2 }'

build: ## build everything, tests included
	swift build --build-tests

run: ## run every scenario; ends in the table raw beside managed
	./scenarios run --all

bench: ## measure what observing costs, beside its neighbours
	swift run -c release benchmarks

test: ## run the tests; EVERY_TEST=1 those that take minutes, too
	swift test

lessons: ## rewrite excerpts, transcripts and figures of the pages
	swift build --product workbench
	swift run book

lint: ## check the format, and build with warnings as errors
	swift format lint --strict --recursive $(sources)
	WARNINGS_AS_ERRORS=1 swift build --build-tests --scratch-path .build/lint

format: ## bring every Swift file into the format
	swift format --in-place --recursive $(sources)

leaks: ## find the promised cycles, and no others (Linux)
	Scripts/leaks

asan: ## run AddressSanitizer on overlapping changes
	Scripts/asan

tsan: ## run the tests on threads under ThreadSanitizer
	Scripts/tsan

small-stacks: ## test the libraries on stacks of 512 kB (Linux)
	swift build --build-tests
	Scripts/small-stacks

apple: ## compare the course with Apple's key-value observing (macOS)
	Scripts/apple

fuzz: ## run libFuzzer (Linux); TIME= seconds a target
	Scripts/fuzz

programs: ## compare recordings of random programs; PROGRAMS=, FIRST=
	EVERY_TEST=1 PROGRAMS=$${PROGRAMS:-300} TEST_LIMIT=900 swift test --filter GeneratedProgramTests

fuzz-apple: ## play programs on Apple's NSObject too (macOS); TIME=, SEED=
	Scripts/fuzz-apple

mutants: ## break the sources on purpose, and see that tests fail
	Scripts/mutants

docs: ## build the documentation, .build/docs/site
	Scripts/docs

orders: ## write the page to play, .build/orders.html
	./scenarios orders --page .build/orders.html

questions: ## write the page of questions, .build/questions.html
	./scenarios quiz --page .build/questions.html

atlas: orders ## write the page of all runs too, .build/atlas.html
	./scenarios atlas -o .build/atlas.html

atlas-test: atlas questions ## drive these pages in chromium, and those of two programs
	./scenarios play Tests/Played/five-objects.swift --page .build/program.html >.build/program.txt
	./scenarios play Tests/Played/leak.swift --compare Tests/Played/five-objects.swift --page .build/programs.html >.build/program.txt
	Scripts/atlas-test .build/atlas.html .build/program.html .build/programs.html
	./scenarios orders Tests/Played/orders.swift --page .build/own-orders.html
	Scripts/orders-test .build/orders.html .build/own-orders.html
	Scripts/questions-test .build/questions.html

exercises: ## run each exercise, its solution, and attempts at it
	./scenarios exercises --attempts

changes: ## make each change that a run invites to
	./scenarios changes

objc: ## check the listings in Objective-C; on a Mac, run them
	Scripts/objc

clean: ## remove everything that was built
	rm -rf .build
