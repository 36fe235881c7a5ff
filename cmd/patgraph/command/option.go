package command

import (
	"slices"
	"strings"
)

// An Option is a flag of a command, with all that the reader of command lines, help and
// completion need to know of it.
type Option struct {
	Name, Alias string
	To          Value  // the field that it sets
	Given       *bool  // set when it is on the command line; may be nil
	Holder      string // how the value is called in help: N, FILE; empty for choices: all of them
	Bare        string // what it is without a value; a value then needs its =
	Preset      string // what it is when it is not given
	Usage       string // in a line
	More        string // what help adds when it is to show all
	Group       string // the heading that it stands below in help
	Rare        bool   // help shows it only when it is to show all
	Aside       bool   // it changes nothing of what is written about one program
}

// The groups that several commands have.
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

// Rarely marks options that only `--help --all` shows.
func Rarely(options []Option) []Option {
	for i := range options {
		options[i].Rare = true
	}
	return options
}

// Pick keeps the options of some names.
func Pick(options []Option, names ...string) []Option {
	return slices.DeleteFunc(options, func(o Option) bool { return !slices.Contains(names, o.Name) })
}

// Drop leaves out the options of some names.
func Drop(options []Option, names ...string) []Option {
	return slices.DeleteFunc(options, func(o Option) bool { return slices.Contains(names, o.Name) })
}

// Spelling is the option as people type it.
func (o *Option) Spelling() string { return dashes(o.Name) }

func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Choices are all that the value may be, if that is few words.
func (o *Option) Choices() []string { return o.To.choices }

// holder is what stands for the value in help, empty for a switch.
func (o *Option) holder() string {
	if o.To.choices != nil && o.Holder == "" {
		return strings.Join(o.To.choices, "|")
	}
	return o.Holder
}

// TakesNext reports whether the word behind the option is its value.
func (o *Option) TakesNext() bool { return !o.To.isSwitch && o.Bare == "" }

// begin sets the field to its preset.
func (o *Option) begin() {
	if o.Preset == "" {
		return
	}
	if e := o.To.set(o.Preset); e != nil {
		panic(o.Spelling() + e.Message) // a table that cannot be, which no test lets pass
	}
}

// missing says that an option needs a value.
func (o *Option) missing(written string) *UsageError {
	return &UsageError{Message: written + " needs a value: " + written + " " + o.holder()}
}

// A setter is an option as the library sets it.
type setter struct {
	option *Option
	wrong  *error
}

// Set takes the value that was typed.
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
