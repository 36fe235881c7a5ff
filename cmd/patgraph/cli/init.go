//go:build !js

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Init is the command that writes a configuration file with all settings as comments.
func Init() *Command {
	return &Command{
		Name: "init", Args: "[FOLDER]", Summary: "write a " + config.FileName + " with all settings as comments",
		Details: "The file changes nothing until a line loses its #. It holds for all programs below its folder.\n" +
			"Without FOLDER: in this one. A file that exists stays as it is.",
		Examples: [][2]string{{"patgraph init", "a file in this folder"}},
		Run:      (*Flags).init,
	}
}

func (f *Flags) init(p *Program, args []string) error {
	dir, err := p.Argument(args, "folder", ".")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, config.FileName)
	switch _, err := os.Lstat(path); {
	case err == nil:
		return Wrong(words.Quote(inputs.Shown(path)) + " exists; patgraph config shows its settings")
	case !errors.Is(err, os.ErrNotExist):
		return Wrong("cannot write " + words.Quote(inputs.Shown(path)) + ": " + inputs.Cause(err))
	}
	if err := atomicfile.WriteFile(path, f.template()); err != nil {
		return writing(words.Quote(inputs.Shown(path)), err)
	}
	return p.Out.Print([]byte(inputs.Shown(path) + " is written; its settings are comments until you remove the #\n"))
}

// template is a configuration file with each key of the table of options as a comment.
func (f *Flags) template() []byte {
	var b strings.Builder
	b.WriteString("# Settings of patgraph for the programs below this folder. " +
		"Remove the # of a line to change a setting.\n" +
		"# `patgraph config` shows what holds, and `patgraph help configuration` says more.\n")
	section := ""
	for _, o := range f.table() {
		if o.Key == "" {
			continue
		}
		key := o.Key
		if table, name, below := strings.Cut(key, "."); below {
			if key = name; table != section {
				section = table
				fmt.Fprintf(&b, "\n[%s]\n", section)
			}
		}
		unless := cmp.Or(o.Default, o.Preset, "none")
		if o.To.isSwitch {
			unless = "false"
		} else if o.To.choices != nil {
			others := slices.DeleteFunc(slices.Clone(o.To.choices), func(c string) bool { return c == unless })
			unless += "; also: " + strings.Join(words.Noted(others, o.To.notes), ", ")
		}
		fmt.Fprintf(&b, "\n# %s (default: %s)\n# %s = %s\n", o.says(), unless, key, o.sample())
	}
	b.WriteString("\n[severity]\n\n" +
		"# The severity of a code: a warning may be \"error\" or \"off\".\n# P0407 = \"error\"\n")
	return []byte(b.String())
}

// sample is a value for the option in a configuration file: its preset, or one of the right kind.
func (o *Option) sample() string {
	switch o.To.kind {
	case config.Switch:
		return "true"
	case config.List:
		return "[]"
	case config.Number:
		return "1000000"
	case config.Size:
		return strconv.Quote("64M")
	case config.Time:
		return strconv.Quote("10s")
	}
	return strconv.Quote(o.Preset)
}
