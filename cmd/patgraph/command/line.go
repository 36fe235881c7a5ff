package command

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A line is a command line taken apart: its flags may stand anywhere, before or after
// the command and its arguments, up to a "--". What the values of flags are is not
// looked at.
type line struct {
	command *Command
	strange string // the word that stands where a command is expected, and is none
	help    bool
	all     bool // and what help mostly leaves out
	flags   []given
	args    []string
	rest    bool   // a "--" has ended the flags
	pending *given // the flag that needs a value, and nothing comes after it
}

// A given is a flag as it was written.
type given struct {
	written string // the flag as typed, without its value
	option  *Option
	value   string
}

// readLine takes the words behind the program's name apart.
func readLine(commands []*Command, typed []string) *line {
	l := &line{}
	for i := 0; i < len(typed); i++ {
		w := typed[i]
		switch {
		case !l.rest && w == "--":
			l.rest = true
			continue
		case l.command != nil && (l.rest || isArgument(w)):
			l.args = append(l.args, w)
			continue
		case l.rest || isArgument(w):
			l.command = Named(commands, w)
			if l.command == nil && l.strange == "" {
				l.strange = w
			} else if l.command != nil && l.command.Raw {
				// Words to be completed: flags among them are not ours.
				l.args = typed[i+1:]
				return l
			}
			continue
		}
		name, value, hasValue := strings.Cut(w, "=")
		switch name {
		case "-h", "--help":
			l.help = true
			continue
		case "-v", "-V", "--version":
			if l.command == nil {
				l.command = Named(commands, "version")
				continue
			}
		}
		l.all = l.all || name == "--all"
		o := l.known(commands, name)
		if o == nil && len(name) > 2 && name[1] != '-' {
			// -j4 is -j 4.
			if s := l.known(commands, name[:2]); s != nil && s.TakesNext() {
				o, value, hasValue, name = s, strings.TrimPrefix(w[2:], "="), true, name[:2]
			}
		}
		g := given{name, o, value}
		switch {
		case o == nil || hasValue:
		case o.To.isSwitch:
			g.value = "true"
		case o.Bare != "":
			g.value = o.Bare
		case i+1 < len(typed):
			i++
			g.value = typed[i]
		default:
			l.pending = &g
		}
		l.flags = append(l.flags, g)
	}
	return l
}

// Unfinished takes the words apart before the one that is being typed. It returns their
// command, the flag whose value comes next, and whether a "--" has ended the flags.
func Unfinished(commands []*Command, typed []string) (c *Command, pending *Option, rest bool) {
	l := readLine(commands, typed)
	if l.pending != nil {
		pending = l.pending.option
	}
	return l.command, pending, l.rest
}

// isArgument reports whether a word with a minus is no flag: - is standard input, -:8:32
// is a place in it, and a minus with digits is a number.
func isArgument(w string) bool {
	return w == "-" || strings.HasPrefix(w, "-:") || !strings.HasPrefix(w, "-") ||
		len(w) > 1 && w[1] >= '1' && w[1] <= '9' || strings.HasPrefix(w, "-0.")
}

// known finds an option by what was typed. It is an option of the command; before the
// command is known, one of any command.
func (l *line) known(commands []*Command, written string) *Option {
	if l.command != nil {
		commands = []*Command{l.command}
	}
	for _, c := range commands {
		for i := range c.Options {
			if o := &c.Options[i]; written == o.Spelling() || o.Alias != "" && written == dashes(o.Alias) {
				return o
			}
		}
	}
	return nil
}

// accept returns the flags as the library reads them, if all are the command's.
func (l *line) accept(commands []*Command) (flags []string, err error) {
	for i := range l.flags {
		f := &l.flags[i]
		// A flag that stands before the command may have been taken for another's.
		if f.option == nil || l.command != nil && l.command.option(f.option.Name) == nil {
			return nil, l.unknownFlag(commands, f.written)
		}
		flags = append(flags, "--"+f.option.Name+"="+f.value)
	}
	if l.pending != nil {
		return nil, l.pending.option.missing(l.pending.written)
	}
	return flags, nil
}

func (l *line) unknownFlag(commands []*Command, written string) error {
	e := &UsageError{Message: "there is no flag " + words.Quote(written)}
	var names []string
	if l.command != nil {
		e.Message = "patgraph " + l.command.Name + " has no flag " + words.Quote(written)
		commands = []*Command{l.command}
	}
	for _, c := range commands {
		for i := range c.Options {
			names = append(names, c.Options[i].Spelling())
		}
	}
	if l.command == nil {
		names = append(names, "--version")
	}
	names = append(names, "--help")
	for _, n := range names {
		if strings.TrimLeft(n, "-") == strings.TrimLeft(written, "-") {
			e.Hints = []string{n} // the dashes alone were wrong
			return e
		}
	}
	e.Hints = lang.Nearest(written, slices.Values(names), 1)
	if e.Hints == nil && len(written) > 3 {
		for _, n := range names {
			if strings.HasPrefix(n, written) {
				e.Hints = append(e.Hints, n)
			}
		}
	}
	return e
}
