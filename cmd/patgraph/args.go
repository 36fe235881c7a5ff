package main

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A line is a command line that was understood as far as its flags go: they may
// stand anywhere, before or after the command and its arguments, up to a "--".
type line struct {
	command *command
	help    bool
	flags   []string // --name=value
	args    []string
}

// argv is the command line in the one order that the library reads rightly.
func (l *line) argv() []string {
	argv := append([]string{"patgraph", l.command.name}, l.flags...)
	return append(append(argv, "--"), l.args...)
}

// A given is a flag as it was written.
type given struct {
	written string // the flag as typed, without its value
	option  *option
	value   string
}

// parseLine understands the arguments behind the program's name.
func parseLine(commands []*command, args []string) (*line, error) {
	l := &line{}
	var flags []given
	known := allOptions(commands)
	rest := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case !rest && a == "--":
			rest = true
			continue
		case rest || isArgument(a):
			if l.command == nil {
				c, err := findCommand(commands, a)
				if err != nil {
					return nil, err
				}
				l.command = c
				if c.raw {
					// Words to be completed: flags among them are not ours.
					l.args = args[i+1:]
					return l, nil
				}
				continue
			}
			l.args = append(l.args, a)
			continue
		}
		name, value, hasValue := strings.Cut(a, "=")
		switch name {
		case "-h", "--help":
			l.help = true
			continue
		case "-v", "-V", "--version":
			if l.command == nil {
				l.command = commandNamed(commands, "version")
				continue
			}
		}
		o := known(name)
		if o == nil && len(name) > 2 && name[1] != '-' {
			// -j4 is -j 4.
			if s := known(name[:2]); s != nil && s.takesNext() {
				o, value, hasValue, name = s, strings.TrimPrefix(a[2:], "="), true, name[:2]
			}
		}
		if o == nil {
			flags = append(flags, given{written: name})
			continue
		}
		if !hasValue {
			switch {
			case o.kind == isSwitch:
				value = "true"
			case o.bare != "":
				value = o.bare
			case i+1 < len(args):
				i++
				value = args[i]
			default:
				return nil, &usageError{message: name + " needs a value: " + name + " " + o.placeholder(), command: commandName(l.command)}
			}
		}
		flags = append(flags, given{name, o, value})
	}
	return l, l.accept(commands, flags)
}

// isArgument reports whether a word is no flag: - is standard input, and -:8:32 a
// place in it; a minus and digits are a number.
func isArgument(a string) bool {
	return a == "-" || strings.HasPrefix(a, "-:") || !strings.HasPrefix(a, "-") ||
		len(a) > 1 && a[1] >= '1' && a[1] <= '9' || strings.HasPrefix(a, "-0.")
}

// accept checks flags now that the command is known.
func (l *line) accept(commands []*command, flags []given) error {
	if l.help {
		return nil
	}
	if l.command == nil {
		for _, f := range flags {
			if f.option == nil {
				return unknownFlag(f.written, topOptions(commands), "")
			}
		}
		return nil
	}
	for _, f := range flags {
		own := l.command.option(f.option)
		if own == nil {
			return unknownFlag(f.written, l.command.options, l.command.name)
		}
		if e := own.check(f.value); e != nil {
			e.command = l.command.name
			return e
		}
		l.flags = append(l.flags, "--"+f.option.name+"="+f.value)
	}
	return nil
}

// option is the command's own option of the name of one that may be another
// command's, or nil.
func (c *command) option(o *option) *option {
	if o == nil || c == nil {
		return nil
	}
	for i := range c.options {
		if c.options[i].name == o.name {
			return &c.options[i]
		}
	}
	return nil
}

func unknownFlag(written string, options []option, command string) error {
	e := &usageError{message: "there is no flag " + words.Quote(written), command: command}
	if command != "" {
		e.message = "patgraph " + command + " has no flag " + words.Quote(written)
	}
	var names []string
	for i := range options {
		names = append(names, options[i].spelling())
	}
	names = append(names, "--help")
	for _, n := range names {
		if strings.TrimLeft(n, "-") == strings.TrimLeft(written, "-") {
			e.hints = []string{n} // the dashes alone were wrong
			return e
		}
	}
	e.hints = lang.Nearest(written, slices.Values(names), 1)
	if e.hints == nil && len(written) > 3 {
		for _, n := range names {
			if strings.HasPrefix(n, written) {
				e.hints = append(e.hints, n)
			}
		}
	}
	return e
}

// allOptions finds an option of any command by what was typed.
func allOptions(commands []*command) func(typed string) *option {
	return func(typed string) *option {
		for _, c := range commands {
			for i := range c.options {
				o := &c.options[i]
				if typed == o.spelling() || o.alias != "" && typed == dashes(o.alias) {
					return o
				}
			}
		}
		return nil
	}
}

func topOptions(commands []*command) []option {
	var all []option
	for _, c := range commands {
		all = append(all, c.options...)
	}
	return append(all, option{name: "version"})
}

func commandNamed(commands []*command, name string) *command {
	for _, c := range commands {
		if c.name == name {
			return c
		}
	}
	return nil
}

func commandName(c *command) string {
	if c == nil {
		return ""
	}
	return c.name
}

// findCommand finds a command, or says which one was probably meant.
func findCommand(commands []*command, name string) (*command, error) {
	if c := commandNamed(commands, name); c != nil {
		return c, nil
	}
	e := &usageError{message: "there is no command " + words.Quote(name)}
	var names []string
	for _, c := range commands {
		if !c.hidden {
			names = append(names, c.name)
		}
	}
	for _, n := range lang.Nearest(name, slices.Values(names), 2) {
		e.hints = append(e.hints, "patgraph "+n)
	}
	if e.hints == nil && (strings.ContainsAny(name, "./\\") || name == "-") {
		e.hints = []string{"patgraph check " + name}
	}
	return nil, e
}
