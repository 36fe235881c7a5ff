package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A Command is one command of patgraph. Its options are bound to its own fields, so it serves one command line.
type Command struct {
	Name     string
	Args     string // its arguments, as named in help
	Summary  string
	Details  string
	More     string      // details shown only by the full help
	Examples [][2]string // command lines and their purposes
	Options  []Option
	Hidden   bool
	Raw      bool // its arguments are the words of another command line
	Run      func(p *Program, args []string) error
	// Offer lists the possible arguments, for completion; nil: files, if the arguments are files.
	Offer func(p *Program, offer func(text, says string))
}

// Names lists the visible commands.
func Names(commands []*Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// findCommand is the command with a name, or nil.
func findCommand(commands []*Command, name string) *Command {
	for _, c := range commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// noCommand is the error for an unknown command, with suggestions.
func noCommand(commands []*Command, name string) error {
	var hints []string
	for _, n := range lang.Nearest(name, slices.Values(Names(commands)), 2) {
		hints = append(hints, "patgraph "+n)
	}
	if hints == nil && (strings.ContainsAny(name, "./\\") || name == "-") {
		hints = []string{"patgraph check " + name}
	}
	return Wrong("there is no command "+words.Quote(name), hints...)
}

// option is the command's option with a name, or nil.
func (c *Command) option(name string) *Option {
	for i := range c.Options {
		if c.Options[i].Name == name {
			return &c.Options[i]
		}
	}
	return nil
}

// Rendering is the part of the command line that affects the output for a single program: the command and its options,
// without those that are NotInKey.
func (c *Command) Rendering() string {
	var b strings.Builder
	b.WriteString(c.Name)
	for i := range c.Options {
		if o := &c.Options[i]; !o.NotInKey {
			fmt.Fprintf(&b, " %s=%q", o.Name, o.To.text())
		}
	}
	return b.String()
}

// Words offers a list of words.
func Words(words []string) func(*Program, func(text, says string)) {
	return func(_ *Program, offer func(text, says string)) {
		for _, w := range words {
			offer(w, "")
		}
	}
}
