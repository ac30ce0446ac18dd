# Govorun. SPDX-License-Identifier: MIT
# make run: the bots of bots.yaml, on the simulator as shipped. make dev: the same while you edit. make test: everything that proves it.
# The rest is for those who change it.

SWIFT ?= swift
FILE ?= bots.yaml
SECONDS ?= 30
# Tests are built apart, with warnings as errors; a user's build never fails for a warning.
CHECKED = --scratch-path .build/checked --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors
# Tests that keep all cores busy run apart from those that wait for sockets.
BUSY = BotInboxTests|MarkedYAMLTests|TapeJSONTests|MethodTests|BrokenAnswerTests|DepartureBookTests|CompileErrorTests
# Hundreds of clients, servers and files side by side want more descriptors than one process gets: these run one after the other.
HUNGRY = SimulatedAPI|VKSimulatorTests|BotStorageTests
# What is run on the optimized build, too.
RELEASED = EndToEnd.(CheckTests|ConversationTests|PoisonTests|CrashGauntletTests|ReloadTests)
MANY_FILES = ulimit -n $$(ulimit -Hn) 2>/dev/null
# Else all 5 000 cases start at once, and those that wait for sockets wait for the other cases as well.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 16
SOURCES = Sources Plugins Examples Tests Benchmarks Fuzz/Sources Fuzz/Package.swift Package.swift

.PHONY: run dev test test-release chaos build release lint format fuzz packages test-packages clean

run: packages
	@$(SWIFT) build --product govorun
	@exec .build/debug/govorun run $(FILE)

# The same, and again whenever something in Plugins/ or bots.yaml is saved; the web chat keeps its people and what they wrote.
dev: packages
	@$(SWIFT) build --product govorun
	@exec .build/debug/govorun dev $(FILE)

test: test-packages lint
	$(SWIFT) build --build-tests $(CHECKED)
	$(MANY_FILES); $(SWIFT) test --skip-build --skip 'EndToEnd|$(HUNGRY)|$(BUSY)' $(CHECKED)
	$(MANY_FILES); for tests in $(subst |, ,$(HUNGRY)); do $(SWIFT) test --skip-build --filter $$tests $(CHECKED) || exit 1; done
	$(SWIFT) test --skip-build --filter '$(BUSY)' $(CHECKED)
	$(SWIFT) test --skip-build --filter EndToEnd --no-parallel $(CHECKED)

# What is delivered is an optimized build, and the compiler has faults that only show there: it has to talk, and to survive, as the other does.
# Nine minutes, after `make test` has built the tests; before each release.
test-release: test-packages
	for product in govorun TrialBot; do $(SWIFT) build -c release --scratch-path .build/checked --product $$product || exit 1; done
	GOVORUN_PRODUCTS=.build/checked/release $(SWIFT) test --skip-build --filter '$(RELEASED)' --no-parallel $(CHECKED)

# A hundred kills while 10 000 messages arrive, twice; `make test` has a short form of it.
chaos: test-packages
	$(SWIFT) build --build-tests $(CHECKED)
	GOVORUN_KILLS=100 GOVORUN_MESSAGES=10000 GOVORUN_CONVERSATIONS=300 $(SWIFT) test --skip-build --filter CrashGauntlet $(CHECKED)

build: packages
	$(SWIFT) build

release: packages
	$(SWIFT) build -c release --static-swift-stdlib --product govorun
	@mkdir -p Output && cp .build/release/govorun Output/govorun && strip Output/govorun && ls -lh Output/govorun

# All that is wrong at once: names and text keys of plugins, then the layout.
lint:
	$(SWIFT) build --product PluginLint $(CHECKED)
	@failed=0; \
	.build/checked/debug/PluginLint Plugins || failed=1; \
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES) || { failed=1; echo "layout: make format mends it"; }; \
	exit $$failed

format:
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

# The library beside it may have new files, which SwiftPM notices only when the package that uses it has changed.
fuzz: packages
	touch Fuzz/Package.swift
	$(SWIFT) build --package-path Fuzz -c release -Xswiftc -sanitize=fuzzer
	@mkdir -p Fuzz/.build/found
	SWIFT_BACKTRACE=enable=no Fuzz/.build/release/FuzzJSON -max_total_time=$(SECONDS) -error_exitcode=1 -max_len=2048 \
		-print_final_stats=1 -artifact_prefix=Fuzz/.build/ Fuzz/.build/found Fuzz/Corpus

packages:
	@sh Scripts/install-packages.sh build

test-packages:
	@sh Scripts/install-packages.sh test

clean:
	rm -rf .build Output Fuzz/.build
