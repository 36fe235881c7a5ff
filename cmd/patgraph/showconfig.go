package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// configCommand shows what programs are checked with.
func configCommand() *command {
	settings := []option{strictOption}
	for _, o := range analysisOptions {
		if o.name == "dialect" || o.name == "recursion" || o.name == "with" || strings.HasPrefix(o.name, "limit-") {
			settings = append(settings, o)
		}
	}
	return &command{
		name: "config", args: "[PATH]", summary: "show the settings for a path, and where each comes from",
		details: "A flag counts before the nearest " + config.FileName + " above a program, and that before\n" +
			"the default. Without a path: the settings for this folder.",
		examples: []example{
			{"patgraph config lib/app.k", "what this program is checked with"},
			{"patgraph config --limit-time 5s", "what a flag would change"},
		},
		options: options([]option{documentOption}, settings, configOptions, displayOptions), run: (*program).showConfig,
	}
}

// showConfig shows the settings that count for a path.
func (p *program) showConfig(c *cli.Context) error {
	path := "."
	switch c.NArg() {
	case 0:
	case 1:
		path = c.Args().First()
	default:
		return &usageError{command: "config", message: "patgraph config takes one path"}
	}
	b, g, err := p.newBatch(c)
	if err != nil {
		return err
	}
	dir := path
	switch info, err := os.Stat(path); {
	case path == "-":
		dir = "."
	case err != nil:
		return &usageError{command: "config", message: "cannot read " + words.Quote(inputs.Shown(path)) + ": " + inputs.Cause(err)}
	case !info.IsDir():
		dir = filepath.Dir(path)
	}
	file := g.Folder(dir)
	if file.Broken() {
		style := p.style(c, p.stderr)
		in := &report.Input{Name: file.Name, File: file.Text, Diagnostics: file.Problems}
		if err := p.err.write(style.AppendDiagnostics(nil, in)); err != nil {
			return err
		}
		return status(batch.Unusable)
	}
	policy := b.Policy(&inputs.Source{Path: filepath.Join(dir, "x")})
	set := settingsOf(c, file, &policy)
	if c.String("format") == "json" {
		return p.out.write(report.AppendConfigData(nil, inputs.Shown(path), file.Name, set))
	}
	style := p.style(c, p.stdout)
	return p.out.write(style.AppendConfig(nil, inputs.Shown(path), file.Name, set))
}

// settingsOf lists what counts, in the order of the keys.
func settingsOf(c *cli.Context, file *config.Config, p *batch.Policy) []report.Setting {
	l := &p.Settings.Limits
	dialect, recursion := file.Dialect, file.Recursion
	if !file.Sets("dialect") || c.IsSet("dialect") {
		dialect = c.String("dialect")
	}
	if !file.Sets("recursion") || c.IsSet("recursion") {
		recursion = c.String("recursion")
	}
	var list []report.Setting
	add := func(key, flag string, value any, text string) {
		s := report.Setting{Key: key, Value: value, Text: text}
		switch {
		case flag != "" && c.IsSet(flag):
			s.From = "flag"
			s.Place = dashes(flag)
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
		flag := strings.Replace(key, "limits.", "limit-", 1)
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
			value, text = sizeOf(c, file)
		case "include":
			flag = ""
			value, text = globs(file.Include, "all")
		case "exclude":
			flag = ""
			value, text = globs(file.Exclude, "none")
		case "library":
			flag = "with"
			if c.IsSet(flag) {
				value, text = globs(c.StringSlice(flag), "none")
			} else {
				value, text = globs(file.Library, "none")
			}
		}
		add(key, flag, value, text)
	}
	for _, code := range file.Codes() {
		level := string(file.Severity[code])
		add("severity."+string(code), "", level, level)
	}
	return list
}

// sizeOf is the most bytes of a program, as data and as text.
func sizeOf(c *cli.Context, file *config.Config) (any, string) {
	n := file.Size
	if c.IsSet("limit-size") {
		n, _ = words.ParseSize(c.String("limit-size")) // which was checked
	}
	if n == 0 {
		return nil, words.Size(inputs.DefaultLimit)
	}
	return n, words.Size(n)
}
