package corpus

import "strings"

// A Load is a command on programs of a family. Its time and memory have to grow linearly with the programs.
type Load struct {
	Family string
	Args   string // of patgraph; {} is the program
	Quick  int    // a size for tests; 0: it takes too long for them
	Large  int    // and for benchmarks, which also measure 4 times that
}

// Arguments returns the arguments for a program in a file.
func (l *Load) Arguments(file string) []string {
	args := strings.Fields(l.Args)
	for i := range args {
		if args[i] == "{}" {
			args[i] = file
		}
	}
	return args
}

// Settings returns the flags that make a run independent of caches and of its directory.
func (l *Load) Settings() string {
	if command, _, _ := strings.Cut(l.Args, " "); command == "check" || command == "types" {
		return "--no-config --no-cache"
	}
	return "--no-config"
}

// Loads are the commands for which the families were found to be hard.
var Loads = []Load{
	{"braid", "check {}", 1000, 16_000},
	{"braid", "check --format json {}", 400, 16_000},
	{"braid", "types {}", 500, 8000},
	{"braid", "types --partiality {}", 500, 8000},
	{"braid", "types --all {}", 250, 4000},
	{"braid", "graph {}", 120, 4000},
	{"group", "trace {}", 500, 4000},
	{"group", "graph --view calls {}", 500, 4000},
	{"stairs", "check -j 8 {}", 2000, 12_500},
	{"stairs", "check --format json {}", 0, 12_500},
	{"doubling", "check {}", 25, 50},
	{"doubling", "graph {}", 25, 50},
	{"ring", "check {}", 4000, 16_000},
	{"tower", "check --format json {}", 600, 8000},
	{"tower", "types --codes {}", 600, 16_000},
	{"code", "types --codes {}", 800, 16_000},
	{"types", "check {}", 4000, 25_000},
	{"types", "types {}", 4000, 25_000},
	{"tags", "migrate {}", 2000, 25_000},
	{"projections", "types --all {}", 2000, 16_000},
	{"product", "types --all {}", 1000, 8000},
	{"product", "types --all --format json {}", 1000, 8000},
	{"product", "trace {}", 5000, 25_000},
	{"product", "graph --view history {}", 5000, 25_000},
	{"product", "check --verify {}", 5000, 25_000},
	{"product", "check --partiality {}", 5000, 25_000},
	{"vector", "check --partiality {}", 5000, 25_000},
	{"filter", "graph {}", 4000, 25_000},
	{"fields", "check {}", 4000, 25_000},
	{"brackets", "types --all {}", 500, 12_500},
	{"boxes", "graph --view calls {}", 4000, 16_000},
	{"label", "check {}", 200_000, 2_500_000},
	{"label", "check --format sarif {}", 200_000, 2_500_000},
	{"name", "check {}", 200_000, 2_500_000},
	{"mistakes", "check {}", 1000, 3000},
	{"errors", "check {}", 120, 900},
	{"clashes", "check {}", 60, 1200},
	{"wrong", "check {}", 60, 550},
	{"uses", "check {}", 200, 600},
	{"callers", "check {}", 200, 500},
	{"knot", "check {}", 60, 1000},
	{"escapes", "check --format sarif {}", 50_000, 500_000},
	{"escapes", "check --format github {}", 50_000, 500_000},
}
