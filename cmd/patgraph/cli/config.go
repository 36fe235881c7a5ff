//go:build !js

package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

type configFlags struct {
	Flags
	Format string
}

// Config is the command that shows the settings for programs.
func Config() *Command {
	f := &configFlags{}
	return &Command{
		Name: "config", Args: "[PATH]", Summary: "show the settings for a path, and where each comes from",
		Details: "Flags override the nearest " + config.FileName + " above a program, which overrides the defaults.\n" +
			"Without a path: the settings for this folder.",
		Examples: [][2]string{
			{"patgraph config lib/app.k", "the settings for this program"},
			{"patgraph config --limit-time 5s", "the settings with this flag"},
		},
		Options: slices.Concat(
			[]Option{
				{Name: "format", To: Choice(&f.Format, "text", "json"), Preset: "text", Group: GroupOutput,
					Usage: "how to write it", More: "the schema of json is patgraph/1"},
				f.StrictOption(),
			},
			Drop(f.Analysis(), "verify", "j"), f.Settings(), f.Display.Options(),
		),
		Run: f.showConfig,
	}
}

func (f *configFlags) showConfig(p *Program, args []string) error {
	path := "."
	switch len(args) {
	case 0:
	case 1:
		path = args[0]
	default:
		return Wrong("patgraph config takes one path")
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
		return Wrong("cannot read " + words.Quote(inputs.Shown(path)) + ": " + inputs.Cause(err))
	case !info.IsDir():
		dir = filepath.Dir(path)
	}
	file := g.Folder(dir)
	if file.Broken() {
		style := f.Display.Style(p, p.Stderr)
		in := &report.Input{Name: file.Name, File: file.Text, Diagnostics: file.Problems}
		return Ended(batch.Unusable, p.Err.Print(style.AppendDiagnostics(nil, in)))
	}
	policy := b.Policy(&inputs.Source{Path: filepath.Join(dir, "x")})
	set := f.settings(file, &policy)
	if f.Format == "json" {
		return p.Out.Print(report.AppendConfigData(nil, inputs.Shown(path), file.Name, set))
	}
	style := f.Display.Style(p, p.Stdout)
	return p.Out.Print(style.AppendConfig(nil, inputs.Shown(path), file.Name, set))
}

// settings lists the settings in the order of config.Keys.
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
	bound := func(key string, n int, none string) {
		if n == 0 {
			add(key, nil, none)
		} else {
			add(key, n, strconv.Itoa(n))
		}
	}
	texts := func(key string, list []string, none string) {
		if len(list) == 0 {
			add(key, []string{}, none)
		} else {
			add(key, list, strings.Join(list, "  "))
		}
	}
	add("dialect", dialect, dialect)
	add("recursion", recursion, recursion)
	add("strict", p.Strict, strconv.FormatBool(p.Strict))
	bound("limits.nodes", l.Nodes, "500000 and 64 for each syntax node")
	bound("limits.rounds", l.Rounds, "as many as their growth allows")
	if t := l.Time.String(); l.Time == 0 {
		add("limits.time", nil, "any")
	} else {
		add("limits.time", t, t)
	}
	bound("limits.depth", l.Depth, "any")
	bound("limits.work", l.Work, "8000000")
	if size := cmp.Or(f.Size, file.Size); size == 0 {
		add("limits.size", nil, words.Size(inputs.DefaultLimit))
	} else {
		add("limits.size", size, words.Size(size))
	}
	texts("include", file.Include, "all")
	texts("exclude", file.Exclude, "none")
	library := file.Library
	if f.With != nil {
		library = f.With
	}
	texts("library", library, "none")
	add("prelude", f.Prelude || file.Prelude, strconv.FormatBool(f.Prelude || file.Prelude))
	add("generalize", f.Generalize || file.Generalize, strconv.FormatBool(f.Generalize || file.Generalize))
	for _, code := range file.Codes() {
		level := string(file.Severity[code])
		add("severity."+string(code), level, level)
	}
	return list
}
