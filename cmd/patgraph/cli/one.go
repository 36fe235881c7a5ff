package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// One analyses the file of a location. If that succeeds, pick selects the diagnostics to report; then render renders
// the input.
func (f *Flags) One(p *Program, l *Location, pick func(*report.Input) error,
	render func(*report.Input) []byte) (*batch.Outcome, error) {
	if info, err := os.Stat(l.Path); err == nil && info.IsDir() {
		return nil, Wrong(words.Quote(inputs.Shown(l.Path))+" is a folder; patgraph "+p.Command.Name+" takes a file",
			"patgraph check "+inputs.Shown(l.Path))
	}
	var failed error
	b, config, err := f.Batch(p)
	if err != nil {
		return nil, err
	}
	b.Pick = func(in *report.Input) {
		if failed = pick(in); failed != nil {
			in.Diagnostics = nil
		}
	}
	b.Render = func(in *report.Input) ([]byte, []byte) {
		if failed != nil {
			return nil, nil
		}
		return render(in), nil
	}
	sources := inputs.Gather(config.Inputs, []string{l.Path})
	b.Separate = true
	if instead := config.InsteadOf(&sources[0]); instead != nil {
		sources = instead
	}
	var result *batch.Outcome
	_, err = b.Run(p.Context, slices.Values(sources), func(o *batch.Outcome) error {
		result = o
		return nil
	})
	if failed != nil {
		err = failed
	}
	return result, err
}

// Answer answers a question about one file. Problems with the file itself go to standard error.
func (f *Flags) Answer(p *Program, l *Location, pick func(*report.Input) error,
	render func(*report.Input) []byte) error {
	problem := false
	o, err := f.One(p, l, pick, func(in *report.Input) []byte {
		if problem = in.Result == nil; problem {
			style := f.Style(p, p.Stderr)
			return style.AppendDiagnostics(nil, in)
		}
		return render(in)
	})
	if err != nil {
		return err
	}
	if problem {
		o.Out, o.Err = nil, append(o.Err, o.Out...)
	}
	return ended(o.Exit, p.Emit(o))
}

// fileAndName reads the arguments FILE[:LINE:COL] and [NAME].
func fileAndName(p *Program, args []string) (l *Location, name string, err error) {
	switch len(args) {
	case 0:
		return nil, "", noFile()
	case 1:
	case 2:
		name = args[1]
	default:
		return nil, "", Wrong("patgraph " + p.Command.Name + " takes one file and perhaps the name of one definition")
	}
	l, err = parseLocation(args[0])
	if err == nil && l.Line > 0 && len(args) == 2 {
		err = Wrong(words.Quote(l.Written) + " is already a place; a name of a definition can only follow a file")
	}
	return l, name, err
}

// noFile is the error for a missing file argument.
func noFile() error { return Wrong("which file? - is standard input") }

// definitionNamed finds a definition; the error for an unknown name has suggestions.
func definitionNamed(in *report.Input, name string) (int32, error) {
	var names []string
	for i, d := range in.Result.Definitions {
		if d.Name == name {
			return int32(i), nil
		}
		names = append(names, d.Name)
	}
	return 0, Wrong(words.Quote(in.Name)+" has no definition "+words.Quote(name),
		lang.Nearest(name, slices.Values(names), 2)...)
}

// findNamed finds the definition with a name, or else the value or the node with that name: then the definition is -1.
func findNamed(in *report.Input, name string) (definition int32, part *language.Symbol, err error) {
	definition, err = definitionNamed(in, name)
	if err == nil || in.Language.Editing == nil {
		return definition, nil, err
	}
	var names []string
	symbols := in.Language.Editing.Names(in.Result).Symbols
	for i := range symbols {
		switch t := &symbols[i]; t.Kind {
		case language.Field, language.Variable, language.Label, language.Function:
			plain := strings.Trim(t.Name, `"`)
			if plain == strings.Trim(name, `"`) && !t.Builtin {
				return -1, t, nil
			}
			names = append(names, plain)
		}
	}
	return -1, nil, Wrong("nothing in "+words.Quote(in.Name)+" has the name "+words.Quote(name),
		lang.Nearest(name, slices.Values(names), 2)...)
}
