package cli

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A Command is one command of patgraph. Its options are those of the table that name it.
type Command struct {
	Name     string
	Args     string // its arguments, as named in help
	Summary  string
	Details  string
	More     string      // details shown only by the full help
	Examples [][2]string // command lines and their purposes
	Kind     Kind
	Hidden   bool
	Raw      bool // its arguments are the words of another command line
	Run      func(f *Flags, p *Program, args []string) error
	// Offer lists the possible arguments, for completion; nil: files, if the arguments are files.
	Offer func(p *Program, offer func(text, says string))
}

// names lists the visible commands.
func names(commands []*Command) []string {
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
	i := slices.IndexFunc(commands, func(c *Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return commands[i]
}

// noCommand is the error for an unknown command, with suggestions.
func noCommand(commands []*Command, name string) error {
	var hints []string
	for _, n := range lang.Nearest(name, slices.Values(names(commands)), 2) {
		hints = append(hints, "patgraph "+n)
	}
	if hints == nil && (strings.ContainsAny(name, "./\\") || name == "-") {
		hints = []string{"patgraph check " + name}
	}
	return Wrong("there is no command "+words.Quote(name), hints...)
}

// offerWords offers a list of words.
func offerWords(words []string) func(*Program, func(text, says string)) {
	return func(_ *Program, offer func(text, says string)) {
		for _, w := range words {
			offer(w, "")
		}
	}
}
