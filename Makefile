# Everyday commands. `make help` lists them.

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0
BENCHSTAT   = golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da
FUZZTIME   ?= 60s

.PHONY: help test beam page browser playground site release vscode lint fuzz bench golden mutants sound soak broken fit corpus figures

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

test: ## run all tests
	go test ./...

beam: ## check and test the pipeline of Apache Beam, a module of its own; some minutes the first time
	cd cmd/patgraph-beam && go mod tidy -diff && go vet ./... && go test ./...

page: ## the page of the explorer, whose built files are committed; needs npm
	cd cmd/patgraph/explore/page && npm ci --no-fund --no-audit && npx tsc --noEmit && npx vite build

browser: ## try the explorer in Chromium, and build its page again; installs what is absent
	.ci/browser

playground: ## the page with the analyzer in it as static files, in DIR (default: /tmp/patgraph-playground)
	mkdir -p $(or $(DIR),/tmp/patgraph-playground)
	cp -r cmd/patgraph/explore/page/dist/. $(or $(DIR),/tmp/patgraph-playground)
	.ci/wasm $(or $(DIR),/tmp/patgraph-playground)
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(or $(DIR),/tmp/patgraph-playground)

site: ## the playground, tutorial, manual, gallery and pages of errors as static files, in DIR (default: /tmp/patgraph-site)
	$(MAKE) -s playground DIR=$(or $(DIR),/tmp/patgraph-site)/play
	go run ./internal/site $(or $(DIR),/tmp/patgraph-site)

release: ## archives for all systems with manual pages, completions, SBOM and checksums, in DIR (default: dist); needs a tag
	.ci/release $(or $(DIR),dist)

vscode: ## the extension of VS Code as examples/editors/vscode/patgraph.vsix; needs npm
	cd examples/editors/vscode && npm ci --no-fund --no-audit && npm run package

lint: ## gofmt, vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

fuzz: ## every reader for FUZZTIME each
	COVERAGE=yes .ci/fuzz $(FUZZTIME)

bench: ## benchmarks of parsing, derivation and batches; compare two runs with benchstat
	go test ./lang/... ./unify ./patterns/... ./cmd/patgraph/... -run '^$$' -bench . -count 10 | tee bench.out
	@echo 'compare with: go run $(BENCHSTAT) old.out bench.out'

mutants: ## how well the errors of spoilt programs are explained; FLAGS='-show 5 -op typo' and others
	go run ./internal/lab/mutate/cmd/mutants $(if $(FLAGS),$(FLAGS),-shuffle)
	$(if $(FLAGS),,go run ./internal/lab/mutate/cmd/mutants -shuffle -dialect k6)
	$(if $(FLAGS),,go run ./internal/lab/mutate/cmd/mutants -dialect relay)
	$(if $(FLAGS),,go run ./internal/lab/mutate/cmd/mutants -dialect tensorscript)
	$(if $(FLAGS),,go run ./internal/lab/mutate/cmd/mutants -dialect onnx)

sound: ## try for FLAGS='-time 60s -dialect k6' to prove the analyzer wrong with made programs, running those it accepts
	go run ./internal/lab/sound/cmd/sound $(FLAGS)

soak: ## an hour under stress: made programs of a new seed, all tests whole, all laws with many more tries, fuzzers, the race detector
	go run ./internal/lab/sound/cmd/sound -seed 0 -time $(or $(TIME),30m)
	PATGRAPH_ALL=1 go test -timeout 1h ./internal/... ./cmd/patgraph ./cmd/patgraph/acceptance ./cmd/patgraph/cache ./cmd/patgraph/report ./patterns/tensorscript
	PATGRAPH_ALL=1 go test -timeout 1h ./unify ./patterns ./patterns/k ./patterns/k/partial ./patterns/match ./patterns/relation ./patterns/relay ./lang/k ./lang/k/eval ./lang/onnx/... ./lang/relay ./lang/tensorscript ./graphviz -rapid.checks $(or $(CHECKS),10000)
	COVERAGE=yes .ci/fuzz $(or $(FUZZ),30s)
	go test -timeout 1h -race ./cmd/... ./graphviz/... ./lang/... ./patterns/... ./unify -run 'Law|Parallel|Concurrent' -count 3

broken: ## break each typing rule and each cell of the flat table; what does package sound not notice?
	go run -tags broken ./internal/lab/sound/cmd/broken $(FLAGS)

fit: ## find the weights of blame anew; the tables go into weights.go of patterns/blame, patterns/relay, patterns/tensorscript and patterns/onnx
	go run -tags fit ./internal/lab/mutate/cmd/fit
	go run -tags fit ./internal/lab/mutate/cmd/fit -dialect relay
	go run -tags fit ./internal/lab/mutate/cmd/fit -dialect tensorscript
	go run -tags fit ./internal/lab/mutate/cmd/fit -dialect onnx

corpus: ## 10,000 made programs in DIR (default: /tmp/corpus-10k); BENCHMARKS.md measures with them
	go run ./internal/lab/corpus/cmd/corpus files -n 10000 $(or $(DIR),/tmp/corpus-10k)

figures: ## the benchmarks of BENCHMARKS.md that measure commands and networks, on a machine that does nothing else
	go test ./cmd/patgraph -run '^$$' -bench 'Corpus|Families' -benchtime 5x -timeout 2h
	go test ./patterns/relay -run '^$$' -bench Analyze -cpu 1

golden: ## rewrite the generated parts of golden files; read the diff
	PATGRAPH_UPDATE=1 go test ./...
	git diff --stat
