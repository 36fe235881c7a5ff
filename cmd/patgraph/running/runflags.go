package running

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

// boundFlags are the flags for runs.
type boundFlags struct {
	CheckFilters bool
	Fuel         int
	FuelGiven    bool
	Memory       int64
	MemoryGiven  bool
}

func (f *boundFlags) options() []command.Option {
	return command.In("how it runs", []command.Option{
		{Name: "check-filters", To: command.Switch(&f.CheckFilters), Usage: "a value that a filter does not allow is an error"},
		{Name: "fuel", To: command.Number(&f.Fuel, 0), Given: &f.FuelGiven, Holder: "N",
			Usage: "steps that a run may take; 0: any number (default: 1000000000)"},
		{Name: "memory", To: command.Size(&f.Memory, 0), Given: &f.MemoryGiven, Holder: "SIZE",
			Usage: "bytes that the values of a run may take; 0: any (default: 256M)"},
	})
}

type runFlags struct {
	analysis.Flags
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
func Run() *command.Command {
	f := &runFlags{}
	return &command.Command{
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
			command.In("what is run", []command.Option{
				{Name: "e", Alias: "expr", To: command.Text(&f.Expr), Holder: "EXPR",
					Usage: "the program itself, instead of a file", More: "definitions may stand before the expression"},
				{Name: "def", To: command.Text(&f.Def), Holder: "NAME", Usage: "run this definition, not the main expression"},
				{Name: "stream", To: command.Switch(&f.Stream), Usage: "each line of the input is a value, and each result a line"},
				{Name: "check", To: command.Switch(&f.Check), Rare: true,
					Usage: "check the program first, and run it only if it has no errors; this is the default"},
				{Name: "no-check", To: command.Switch(&f.NoCheck), Usage: "run a program even if it has errors"},
				{Name: "schema", To: command.Choice(&f.Schema, "in", "out"),
					Usage: "run nothing: write the type of the input or output as JSON Schema, or --as ts|go"},
				{Name: "as", To: command.Choice(&f.As, "jsonschema", "ts", "go"), Given: &f.AsGiven, Preset: "jsonschema",
					Rare: true, Usage: "write --schema as types of TypeScript or Go"},
			}),
			f.boundFlags.options(),
			command.In(command.GroupOutput, []command.Option{
				{Name: "trace", To: command.Number(&f.Steps, 0), Given: &f.StepsGiven, Holder: "N", Bare: "200",
					Usage: "write the steps to standard error, up to N (200, without =N)", More: "each with its place and pattern"},
				{Name: "values", To: command.Choice(&f.Values, "json", "k"), Preset: "json",
					Usage: "read and write values as JSON, or as k6 does: {}|_|0"},
				{Name: "compact", To: command.Switch(&f.Compact), Usage: "print the result on one line"},
				{Name: "format", To: command.Choice(&f.Format, "text", "json"), Preset: "text",
					Usage: "values alone, or a line of JSON for each run", More: "with its outcome, of the schema patgraph/1"},
				f.QuietOption("do not report warnings, nor values for which the program is undefined"),
			}),
			f.Display.Options(), command.Rarely(f.Analysis()), command.Rarely(f.Settings()), f.Debug(),
		),
		Run: f.run,
	}
}
