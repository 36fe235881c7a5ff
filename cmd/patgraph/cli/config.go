//go:build !js

package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Config is the command that shows the settings for programs.
func Config() *Command {
	return &Command{
		Name: "config", Args: "[PATH]", Summary: "show the settings for a path, and where each comes from",
		Details: "Flags override the nearest " + config.FileName + " above a program, which overrides the defaults.\n" +
			"Without a path: the settings for this folder.",
		Examples: [][2]string{
			{"patgraph config lib/app.k", "the settings for this program"},
			{"patgraph config --limit-time 5s", "the settings with this flag"},
		},
		Run: (*Flags).showConfig,
	}
}

func (f *Flags) showConfig(p *Program, args []string) error {
	path, err := p.Argument(args, "path", ".")
	if err != nil {
		return err
	}
	_, g, err := f.Batch(p)
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
		style := f.Style(p, p.Stderr)
		in := &report.Input{Name: file.Name, File: file.Text, Diagnostics: file.Problems}
		return ended(report.Unusable, p.Err.Print(style.AppendDiagnostics(nil, in)))
	}
	set := f.settings(g.Flags(file), file)
	if f.Format == "json" {
		return p.Out.Print(report.AppendConfigData(nil, inputs.Shown(path), file.Name, set))
	}
	style := f.Style(p, p.Stdout)
	return p.Out.Print(style.AppendConfig(nil, inputs.Shown(path), file.Name, set))
}

// settings lists the settings in the order of the table of options: those that apply with a configuration file.
func (f *Flags) settings(with *Flags, file *config.Config) []report.Setting {
	var list []report.Setting
	add := func(key, flag string, value any, text string) {
		s := report.Setting{Key: key, Value: value, Text: text, From: "default"}
		switch {
		case f.Given(flag):
			s.From, s.Place = "flag", dashes(flag)
		case file.Sets(key):
			at := file.Text.Position(file.Place(key).Start)
			s.From, s.Line = "file", at.Line
			s.Place = file.Name + ":" + strconv.Itoa(at.Line)
		}
		list = append(list, s)
	}
	lists := map[string][]string{"include": file.Include, "exclude": file.Exclude, "library": file.Library}
	for _, o := range with.table() {
		value := o.To.data()
		text := cmp.Or(o.Default, "none")
		switch v := value.(type) {
		case []string:
			if !f.Given(o.Name) {
				v, value = lists[o.Key], append([]string{}, lists[o.Key]...)
			}
			if len(v) > 0 {
				text = strings.Join(v, "  ")
			}
		case int64:
			text = words.Size(v)
		case nil:
		default:
			text = fmt.Sprint(v)
		}
		if o.Key != "" {
			add(o.Key, o.Name, value, text)
		}
	}
	for _, code := range file.Codes() {
		level := string(file.Severity[code])
		add("severity."+string(code), "", level, level)
	}
	return list
}
