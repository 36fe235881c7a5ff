package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A Command is one command of patgraph. Its options are bound to fields of its own, so it
// serves one command line.
type Command struct {
	Name     string
	Args     string // how its arguments are called in help
	Summary  string
	Details  string
	More     string      // details that help has only when it is to show all
	Examples [][2]string // command lines, and what each is good for
	Options  []Option
	Hidden   bool
	Raw      bool // its arguments are words of another command line
	Run      func(p *Program, args []string) error
	// Offer lists what an argument may be, for completion; nil: files, if the arguments
	// are files.
	Offer func(p *Program, offer func(text, says string))
}

// Names lists the commands that are shown.
func Names(commands []*Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// Named is the command of a name, or nil.
func Named(commands []*Command, name string) *Command {
	for _, c := range commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// noCommand says that there is no command of a name, and which one was probably meant.
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

// option is the command's option of a name, or nil.
func (c *Command) option(name string) *Option {
	for i := range c.Options {
		if c.Options[i].Name == name {
			return &c.Options[i]
		}
	}
	return nil
}

// Rendering is the part of the command line that decides what is written about one
// program: the command and its options, without those that change nothing there.
func (c *Command) Rendering() string {
	var b strings.Builder
	b.WriteString(c.Name)
	for i := range c.Options {
		if o := &c.Options[i]; !o.Aside {
			fmt.Fprintf(&b, " %s=%q", o.Name, o.To.text())
		}
	}
	return b.String()
}

// Words offers some words.
func Words(words []string) func(*Program, func(text, says string)) {
	return func(_ *Program, offer func(text, says string)) {
		for _, w := range words {
			offer(w, "")
		}
	}
}
