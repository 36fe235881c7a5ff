package configuring

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

type configFlags struct {
	analysis.Flags
	Format string
}

// Config is the command that shows what programs are checked with.
func Config() *command.Command {
	f := &configFlags{}
	return &command.Command{
		Name: "config", Args: "[PATH]", Summary: "show the settings for a path, and where each comes from",
		Details: "A flag counts before the nearest " + config.FileName + " above a program, and that before the default.\n" +
			"Without a path: the settings for this folder.",
		Examples: [][2]string{
			{"patgraph config lib/app.k", "what this program is checked with"},
			{"patgraph config --limit-time 5s", "what a flag would change"},
		},
		Options: slices.Concat(
			[]command.Option{
				{Name: "format", To: command.Choice(&f.Format, "text", "json"), Preset: "text", Group: command.GroupOutput,
					Usage: "how to write it", More: "the schema of json is patgraph/1"},
				f.StrictOption(),
			},
			command.Drop(f.Analysis(), "verify", "j"), f.Settings(), f.Display.Options(),
		),
		Run: f.showConfig,
	}
}

// showConfig shows the settings that count for a path.
func (f *configFlags) showConfig(p *command.Program, args []string) error {
	path := "."
	switch len(args) {
	case 0:
	case 1:
		path = args[0]
	default:
		return command.Wrong("patgraph config takes one path")
	}
	b, g, err := f.Batch(p)
	if err != nil {
		return err
	}
	dir := path
	switch info, err := os.Stat(path); {
	case path == "-":
		dir = "."
	case err != nil:
		return command.Wrong("cannot read " + words.Quote(inputs.Shown(path)) + ": " + inputs.Cause(err))
	case !info.IsDir():
		dir = filepath.Dir(path)
	}
	file := g.Folder(dir)
	if file.Broken() {
		style := f.Display.Style(p, p.Stderr)
		in := &report.Input{Name: file.Name, File: file.Text, Diagnostics: file.Problems}
		if err := p.Err.Print(style.AppendDiagnostics(nil, in)); err != nil {
			return err
		}
		return command.Status(batch.Unusable)
	}
	policy := b.Policy(&inputs.Source{Path: filepath.Join(dir, "x")})
	set := f.settings(file, &policy)
	if f.Format == "json" {
		return p.Out.Print(report.AppendConfigData(nil, inputs.Shown(path), file.Name, set))
	}
	style := f.Display.Style(p, p.Stdout)
	return p.Out.Print(style.AppendConfig(nil, inputs.Shown(path), file.Name, set))
}

// settings lists what counts, in the order of the keys.
func (f *configFlags) settings(file *config.Config, p *batch.Policy) []report.Setting {
	l := &p.Settings.Limits
	dialect, recursion := file.Dialect, file.Recursion
	if !file.Sets("dialect") || f.DialectGiven {
		dialect = f.Dialect
	}
	if !file.Sets("recursion") || f.RecursionGiven {
		recursion = f.Recursion
	}
	var list []report.Setting
	add := func(key string, value any, text string) {
		s := report.Setting{Key: key, Value: value, Text: text}
		switch {
		case f.Given(key):
			s.From = "flag"
			s.Place = "--" + strings.Replace(key, "limits.", "limit-", 1)
			if key == "library" {
				s.Place = "--with"
			}
		case file.Sets(key):
			at := file.Text.Position(file.Place(key).Start)
			s.From, s.Line = "file", at.Line
			s.Place = file.Name + ":" + strconv.Itoa(at.Line)
		default:
			s.From = "default"
		}
		list = append(list, s)
	}
	bound := func(n int, none string) (any, string) {
		if n == 0 {
			return nil, none
		}
		return n, strconv.Itoa(n)
	}
	span := func(t time.Duration) (any, string) {
		if t == 0 {
			return nil, "any"
		}
		return t.String(), t.String()
	}
	globs := func(list []string, none string) (any, string) {
		if len(list) == 0 {
			return []string{}, none
		}
		return list, strings.Join(list, "  ")
	}
	for _, key := range config.Keys {
		var value any
		var text string
		switch key {
		case "dialect":
			value, text = dialect, dialect
		case "recursion":
			value, text = recursion, recursion
		case "strict":
			value, text = p.Strict, strconv.FormatBool(p.Strict)
		case "limits.nodes":
			value, text = bound(l.Nodes, "500000 and 64 for each syntax node")
		case "limits.rounds":
			value, text = bound(l.Rounds, "as many as their growth allows")
		case "limits.time":
			value, text = span(l.Time)
		case "limits.depth":
			value, text = bound(l.Depth, "any")
		case "limits.work":
			value, text = bound(l.Work, "8000000")
		case "limits.size":
			value, text = sizeOf(cmp.Or(f.Size, file.Size))
		case "include":
			value, text = globs(file.Include, "all")
		case "exclude":
			value, text = globs(file.Exclude, "none")
		case "library":
			if f.With != nil {
				value, text = globs(f.With, "none")
			} else {
				value, text = globs(file.Library, "none")
			}
		}
		add(key, value, text)
	}
	for _, code := range file.Codes() {
		level := string(file.Severity[code])
		add("severity."+string(code), level, level)
	}
	return list
}

// sizeOf is the most bytes of a program, as data and as text; 0 is as usual.
func sizeOf(n int64) (any, string) {
	if n == 0 {
		return nil, words.Size(inputs.DefaultLimit)
	}
	return n, words.Size(n)
}
