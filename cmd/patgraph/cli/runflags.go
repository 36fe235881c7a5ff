//go:build !js

package cli

import (
	"slices"
)

// boundFlags are the flags for runs.
type boundFlags struct {
	CheckFilters bool
	Fuel         int
	FuelGiven    bool
	Memory       int64
	MemoryGiven  bool
}

func (f *boundFlags) options() []Option {
	return In("how it runs", []Option{
		{Name: "check-filters", To: Switch(&f.CheckFilters), Usage: "a value that a filter does not allow is an error"},
		{Name: "fuel", To: Number(&f.Fuel, 0), Given: &f.FuelGiven, Holder: "N",
			Usage: "steps that a run may take; 0: any number (default: 1000000000)"},
		{Name: "memory", To: Size(&f.Memory, 0), Given: &f.MemoryGiven, Holder: "SIZE",
			Usage: "bytes that the values of a run may take; 0: any (default: 256M)"},
	})
}

type runFlags struct {
	Flags
	boundFlags
	Expr       string
	Def        string
	Values     string
	Stream     bool
	Compact    bool
	Format     string
	Check      bool
	NoCheck    bool
	Steps      int
	StepsGiven bool
	Schema     string
	As         string
	AsGiven    bool
}

// Run is the command that evaluates programs.
func Run() *Command {
	f := &runFlags{}
	return &Command{
		Name: "run", Args: "FILE | -e EXPR [VALUE]", Summary: "evaluate a program on a JSON value",
		Details: "Runs the main expression of a program, or one of its definitions. VALUE is JSON, a file with JSON,\n" +
			"or - for standard input, which is also read if there is no VALUE and it is not a terminal; otherwise\n" +
			"the value is {}. A program with errors is not run. Results go to standard output, everything else to\n" +
			"standard error.\n\n" +
			"exit status: 0 a value, 4 undefined, 5 out of fuel or memory, 1 an error in the program or a value\n" +
			"of the wrong kind, 2 a value that is not JSON. With --stream it is that of the worst line.",
		Examples: [][2]string{
			{`patgraph run -e '[.x, .y] PLUS' '{"x":1,"y":2}'`, "an expression"},
			{"patgraph run lib.k --def sort '[3,1,2]'", "a definition"},
			{"patgraph run app.k --stream <in.ndjson", "each line, and a line for each result"},
			{"patgraph run app.k --trace in.json", "with every step"},
			{"patgraph run app.k --schema in", "what it takes, as JSON Schema"},
		},
		Options: slices.Concat(
			In("what is run", []Option{
				{Name: "e", Alias: "expr", To: Text(&f.Expr), Holder: "EXPR",
					Usage: "the program itself, instead of a file", More: "definitions may stand before the expression"},
				{Name: "def", To: Text(&f.Def), Holder: "NAME", Usage: "run this definition, not the main expression"},
				{Name: "stream", To: Switch(&f.Stream), Usage: "each line of the input is a value, and each result a line"},
				{Name: "check", To: Switch(&f.Check), Rare: true,
					Usage: "check the program first, and run it only if it has no errors; this is the default"},
				{Name: "no-check", To: Switch(&f.NoCheck), Usage: "run a program even if it has errors"},
				{Name: "schema", To: Choice(&f.Schema, "in", "out"),
					Usage: "run nothing: write the type of the input or output as JSON Schema, or --as ts|go"},
				{Name: "as", To: Choice(&f.As, "jsonschema", "ts", "go"), Given: &f.AsGiven, Preset: "jsonschema",
					Rare: true, Usage: "write --schema as types of TypeScript or Go"},
			}),
			f.boundFlags.options(),
			In(GroupOutput, []Option{
				{Name: "trace", To: Number(&f.Steps, 0), Given: &f.StepsGiven, Holder: "N", Bare: "200",
					Usage: "write the steps to standard error, up to N (200, without =N)", More: "each with its place and pattern"},
				{Name: "values", To: Choice(&f.Values, "json", "k"), Preset: "json",
					Usage: "read and write values as JSON, or as k6 does: {}|_|0"},
				{Name: "compact", To: Switch(&f.Compact), Usage: "print the result on one line"},
				{Name: "format", To: Choice(&f.Format, "text", "json"), Preset: "text",
					Usage: "values alone, or a line of JSON for each run", More: "with its outcome, of the schema patgraph/1"},
				f.QuietOption("do not report warnings, nor values for which the program is undefined"),
			}),
			f.Display.Options(), Rarely(f.Analysis()), Rarely(f.Settings()), f.Debug(),
		),
		Run: f.run,
	}
}
