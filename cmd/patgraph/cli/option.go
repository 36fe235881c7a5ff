package cli

import (
	"slices"
	"strings"
)

// An Option is a row of the table of options (table.go), bound to a field: a flag of some commands, and perhaps a key
// of patgraph.toml.
type Option struct {
	Name, Alias string
	Elsewhere   string // its names in other programs
	To          Value  // the field that it sets
	In          string // the commands that have it
	Rare        string // the commands that have it and show it only in their full help
	Key         string // the key of patgraph.toml with the same meaning
	Holder      string // the name of the value in help: N, FILE; empty for choices: lists them
	Bare        string // the value if none is given; a given value then needs "="
	Preset      string // the value if the option is not given
	Default     string // what holds if the option is not given, in words
	Usage       string // its help
	More        string // further text of the full help
	Language    string // the language whose programs it is about; empty: any
	Group       string // its heading in help
	NotInKey    bool   // the result of a program does not depend on it, so it is not in the cache key (TestNotInKey)
}

// Groups of options, which are headings in help; those of one command come first.
const (
	groupInput  = "what is read"
	groupOutput = "output"
	groupFound  = "what counts"
	groupSource = "language, libraries, settings"
	groupLimits = "limits"
	groupSpeed  = "speed and memory"
	groupDebug  = "debugging"
)

var commonGroups = []string{groupInput, groupOutput, groupFound, groupSource, groupLimits, groupSpeed, groupDebug}

// group puts options into a group.
func group(name string, options ...Option) []Option {
	for i := range options {
		options[i].Group = name
	}
	return options
}

// of reports whether a command has the option, and whether only its full help shows it.
func (o *Option) of(command string) (has, rare bool) {
	if slices.Contains(strings.Fields(o.In), command) {
		return true, false
	}
	rare = slices.Contains(strings.Fields(o.Rare), command)
	return rare, rare
}

// Spelling is the option as typed.
func (o *Option) Spelling() string { return dashes(o.Name) }

func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// says is one line of help.
func (o *Option) says() string {
	if o.Language == "" {
		return o.Usage
	}
	return "for " + o.Language + ": " + o.Usage
}

// holder is the placeholder of the value in help, empty for a switch.
func (o *Option) holder() string {
	if o.To.choices != nil && o.Holder == "" {
		return strings.Join(o.To.choices, "|")
	}
	return o.Holder
}

// TakesNext reports whether the next word is the option's value.
func (o *Option) TakesNext() bool { return !o.To.isSwitch && o.Bare == "" }

// missing is the error for an option without a value.
func (o *Option) missing(written string) *usageError {
	return &usageError{Message: written + " needs a value: " + written + " " + o.holder()}
}

// set sets the option, as typed, to a text.
func (o *Option) set(written, text string) error {
	switch e := o.To.set(text); e {
	case nil:
		return nil
	case noText:
		return o.missing(written)
	default:
		e.Message = written + e.Message
		return e
	}
}
