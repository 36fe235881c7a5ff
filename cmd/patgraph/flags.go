package main

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// An option is a flag of a command with all that parsing, help and completion
// need to know of it.
type option struct {
	name, alias string
	kind        optionKind
	value       string   // how the value is called in help: N, WHEN
	choices     []string // of a choice
	least       int      // of a number or a size
	many        bool     // it may be given more than once
	bare        string   // what it is without a value; a value then needs its =
	preset      string   // what it is when it is not given
	usage       string
	aside       bool // it changes nothing of what is written about one program
}

type optionKind uint8

const (
	isSwitch optionKind = iota
	isChoice
	isNumber
	isDuration
	isSize
	isText
)

var (
	formatOption = option{name: "format", kind: isChoice, choices: []string{"text", "json", "ndjson"}, preset: "text",
		usage: "how to write the results; the schema of json is patgraph/1"}
	reportOption = option{name: "format", kind: isChoice, choices: []string{"text", "json", "ndjson", "sarif", "junit", "github"}, preset: "text",
		usage: "how to write the results; the schema of json is patgraph/1, sarif is SARIF 2.1.0, github annotates changes"}
	outputOption = option{name: "o", alias: "output", kind: isText, value: "FILE", aside: true,
		usage: "where to write the results, whole or not at all; its name says the format if --format does not (default: standard output)"}
	allOption      = option{name: "all", kind: isSwitch, usage: "show every expression, not only the definitions"}
	totalityOption = option{name: "partiality", kind: isSwitch, usage: "say where each definition is undefined, with a value on which it is"}
	partialOption  = option{name: "partiality", kind: isSwitch, usage: "warn of definitions that are undefined somewhere, never end or are of no use (P0502 to P0507), which takes several times as long"}
	strictOption   = option{name: "strict", kind: isSwitch, aside: true, usage: "warnings make the exit status 1, too"}
	quietOption    = option{name: "quiet", alias: "q", kind: isSwitch, aside: true, usage: "no summary, only the results"}
	commonOptions  = []option{strictOption, quietOption}
	displayOptions = []option{
		{name: "color", kind: isChoice, choices: []string{"auto", "always", "never"}, preset: "auto",
			usage: "colour on a terminal, always or never; NO_COLOR and CLICOLOR_FORCE are respected"},
		{name: "ascii", kind: isSwitch, usage: "use nothing beyond ASCII, but for what the programs have"},
		{name: "width", kind: isNumber, value: "N", least: 0, usage: "columns of text output (default: the terminal's, else 100; 0: no bound)"},
	}
	analysisOptions = []option{
		withOption,
		{name: "dialect", kind: isChoice, choices: languages.All.Dialects(), preset: "auto", usage: "the dialect of programs whose first line does not say it, as in -- dialect: k6; auto: by what they contain"},
		{name: "recursion", kind: isChoice, choices: config.Recursions, preset: "auto",
			usage: "how recursive definitions use each other"},
		{name: "limit-nodes", kind: isNumber, value: "N", least: 1, usage: "pattern nodes for a group of definitions (default: 500000 and 64 for each syntax node)"},
		{name: "limit-rounds", kind: isNumber, value: "N", least: 1, usage: "polymorphic rounds of a recursive group (default: as many as their growth allows)"},
		{name: "limit-time", kind: isDuration, value: "T", usage: "time for a group of definitions, such as 500ms or 10s (default: any)"},
		{name: "limit-depth", kind: isNumber, value: "N", least: 1, usage: "nesting of brackets (default: any)"},
		{name: "limit-work", kind: isNumber, value: "N", least: 1, usage: "pattern nodes that all groups of a program take beyond 256 for each syntax node (default: 8000000)"},
		{name: "limit-size", kind: isSize, value: "SIZE", least: 1, aside: true, usage: "bytes of a program, such as 500K or 1G; larger ones are not read (default: 64M)"},
		{name: "verify", kind: isSwitch, usage: "check every derivation and every proof again, by code of its own"},
		{name: "j", kind: isNumber, value: "N", least: 1, aside: true, usage: "files analysed at the same time (default: the number of processors)"},
	}
	debugOptions = []option{
		{name: "debug.trace", kind: isSwitch, usage: "write what the engine does to standard error"},
		{name: "debug.stack", kind: isSwitch, aside: true, usage: "show where patgraph failed when it fails (also: PATGRAPH_DEBUG=1)"},
	}
)

// options joins groups of options.
func options(groups ...[]option) []option { return slices.Concat(groups...) }

// spelling is the option as people type it.
func (o *option) spelling() string { return dashes(o.name) }

func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// placeholder is what stands for the value in help, empty for a switch.
func (o *option) placeholder() string {
	if o.kind == isChoice {
		return strings.Join(o.choices, "|")
	}
	return o.value
}

// takesNext reports whether the word behind the option is its value.
func (o *option) takesNext() bool { return o.kind != isSwitch && o.bare == "" }

// flag is the option as the command-line library knows it.
func (o *option) flag() cli.Flag {
	var aliases []string
	if o.alias != "" {
		aliases = []string{o.alias}
	}
	switch o.kind {
	case isSwitch:
		return &cli.BoolFlag{Name: o.name, Aliases: aliases}
	case isNumber:
		return &cli.IntFlag{Name: o.name, Aliases: aliases}
	case isDuration:
		return &cli.DurationFlag{Name: o.name, Aliases: aliases}
	}
	if o.many {
		return &cli.StringSliceFlag{Name: o.name, Aliases: aliases}
	}
	return &cli.StringFlag{Name: o.name, Aliases: aliases, Value: o.preset}
}

// check says what is wrong with a value, if anything is.
func (o *option) check(value string) *usageError {
	switch o.kind {
	case isSwitch:
		if value != "true" && value != "false" {
			return &usageError{message: o.spelling() + " is on or off and takes no value, not " + words.Quote(value)}
		}
	case isNumber:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.least {
			return &usageError{message: o.spelling() + " takes a number from " + strconv.Itoa(o.least) + ", not " + words.Quote(value)}
		}
	case isDuration:
		if d, err := time.ParseDuration(value); err != nil || d <= 0 {
			return &usageError{message: o.spelling() + " takes a time such as 500ms or 10s, not " + words.Quote(value)}
		}
	case isSize:
		from := ""
		if o.least > 1 {
			from = " from " + words.Size(int64(o.least))
		}
		if n, ok := words.ParseSize(value); !ok || n < int64(o.least) {
			return &usageError{message: o.spelling() + " takes a number of bytes" + from + ", such as 500K, 64M or 1G, not " + words.Quote(value)}
		}
	case isText:
		if value == "" {
			return &usageError{message: o.spelling() + " needs a value: " + o.spelling() + " " + o.value}
		}
	case isChoice:
		if !slices.Contains(o.choices, value) {
			e := &usageError{message: o.spelling() + " is one of " + words.Or(o.choices) + ", not " + words.Quote(value)}
			e.hints = lang.Nearest(value, slices.Values(o.choices), 1)
			return e
		}
	}
	return nil
}
