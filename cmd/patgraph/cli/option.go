package cli

import (
	"slices"
	"strings"
)

// An Option is a flag of a command, with everything that parsing, help and completion need.
type Option struct {
	Name, Alias string
	To          Value  // the field that it sets
	Given       *bool  // set if the option is on the command line; may be nil
	Holder      string // the name of the value in help: N, FILE; empty for choices: lists them
	Bare        string // the value if none is given; a given value then needs "="
	Preset      string // the value if the option is not given
	Usage       string // one line of help
	More        string // further text of the full help
	Group       string // its heading in help
	Rare        bool   // only the full help shows it
	NotInKey    bool   // the result of a program does not depend on it, so it is not in the cache key (TestNotInKey)
}

// Groups shared by several commands.
const (
	GroupInput  = "what is read"
	GroupOutput = "output"
	GroupFound  = "what counts"
	GroupSource = "language, libraries, settings"
	GroupLimits = "limits"
	GroupSpeed  = "speed and memory"
	GroupDebug  = "debugging"
)

var commonGroups = []string{GroupInput, GroupOutput, GroupFound, GroupSource, GroupLimits, GroupSpeed, GroupDebug}

// In puts options into a group.
func In(group string, options []Option) []Option {
	for i := range options {
		options[i].Group = group
	}
	return options
}

// Rarely marks options as shown only by `--help --all`.
func Rarely(options []Option) []Option {
	for i := range options {
		options[i].Rare = true
	}
	return options
}

// Pick keeps the options with the given names.
func Pick(options []Option, names ...string) []Option {
	return slices.DeleteFunc(options, func(o Option) bool { return !slices.Contains(names, o.Name) })
}

// Drop removes the options with the given names.
func Drop(options []Option, names ...string) []Option {
	return slices.DeleteFunc(options, func(o Option) bool { return slices.Contains(names, o.Name) })
}

// Spelling is the option as typed.
func (o *Option) Spelling() string { return dashes(o.Name) }

func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Choices are the possible values, if they are a few words.
func (o *Option) Choices() []string { return o.To.choices }

// holder is the placeholder of the value in help, empty for a switch.
func (o *Option) holder() string {
	if o.To.choices != nil && o.Holder == "" {
		return strings.Join(o.To.choices, "|")
	}
	return o.Holder
}

// TakesNext reports whether the next word is the option's value.
func (o *Option) TakesNext() bool { return !o.To.isSwitch && o.Bare == "" }

// begin sets the field to its preset.
func (o *Option) begin() {
	if o.Preset == "" {
		return
	}
	if e := o.To.set(o.Preset); e != nil {
		panic(o.Spelling() + e.Message) // an invalid table of options, which the tests detect
	}
}

// missing is the error for an option without a value.
func (o *Option) missing(written string) *UsageError {
	return &UsageError{Message: written + " needs a value: " + written + " " + o.holder()}
}

// A setter sets an option for the flag library.
type setter struct {
	option *Option
	wrong  *error
}

// Set sets the option to the text that was typed.
func (s *setter) Set(text string) error {
	switch e := s.option.To.set(text); e {
	case nil:
	case noText:
		*s.wrong = s.option.missing(s.option.Spelling())
		return *s.wrong
	default:
		e.Message = s.option.Spelling() + e.Message
		*s.wrong = e
		return e
	}
	if s.option.Given != nil {
		*s.option.Given = true
	}
	return nil
}
