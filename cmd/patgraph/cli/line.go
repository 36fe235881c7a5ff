package cli

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A line is a parsed command line: flags may be anywhere, before or after the command and its arguments, up to a "--".
// The values of flags are not checked.
type line struct {
	command  *Command
	unknown  string // the word in place of a command, if it is not one
	help     bool
	all      bool     // also what help usually omits
	options  []Option // of all commands
	commands []*Command
	flags    []given
	args     []string
	rest     bool   // a "--" has ended the flags
	pending  *given // the last flag, if its value is missing
}

// A given is a flag as given on the command line.
type given struct {
	written string // the flag as typed, without its value
	option  *Option
	value   string
}

// withFix returns the words of fix for those of check with --fix, as in other linters; other words are unchanged.
func withFix(commands []*Command, typed []string) []string {
	check, fix := slices.Index(typed, "check"), slices.Index(typed, "--fix")
	if check < 0 || fix < check || findCommand(commands, "fix") == nil ||
		slices.ContainsFunc(typed[:check], isArgument) || slices.Contains(typed[:fix], "--") {
		return typed
	}
	typed = slices.Delete(slices.Clone(typed), fix, fix+1)
	typed[check] = "fix"
	return typed
}

// readLine parses the words after the program's name.
func readLine(commands []*Command, typed []string) *line {
	typed = withFix(commands, typed)
	l := &line{commands: commands, options: (&Flags{languages: languages.All}).table()}
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
			l.command = findCommand(commands, w)
			if l.command == nil && l.unknown == "" {
				l.unknown = w
			} else if l.command != nil && l.command.Raw {
				// Words to complete: they may include flags.
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
				l.command = findCommand(commands, "version")
				continue
			}
		}
		l.all = l.all || name == "--all"
		o := l.known(name)
		if o == nil && len(name) > 2 && name[1] != '-' {
			// -j4 means -j 4.
			if s := l.known(name[:2]); s != nil && s.TakesNext() {
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

// isArgument reports whether a word is an argument despite a leading minus: - is standard input, -:8:32 is a place in
// it, an arrow begins a pattern, and a minus with digits is a number.
func isArgument(w string) bool {
	return w == "-" || strings.HasPrefix(w, "-:") || strings.HasPrefix(w, "->") || strings.HasPrefix(w, "-->") ||
		!strings.HasPrefix(w, "-") ||
		len(w) > 1 && w[1] >= '1' && w[1] <= '9' || strings.HasPrefix(w, "-0.")
}

// known finds an option as typed: an option of the command; before the command is known, one of any command.
func (l *line) known(written string) *Option {
	for i := range l.options {
		if o := &l.options[i]; (written == o.Spelling() || o.Alias != "" && written == dashes(o.Alias)) && l.has(o) {
			return o
		}
	}
	return nil
}

// has reports whether the command, or some command if there is none, has an option.
func (l *line) has(o *Option) bool {
	if l.command == nil {
		return true
	}
	has, _ := o.of(l.command.Name)
	return has
}

// accept fails unless all flags belong to the command and have valid values.
func (l *line) accept() error {
	for i := range l.flags {
		f := &l.flags[i]
		if l.help && f.written == "--all" {
			continue
		}
		// A flag before the command may have been matched with another command's.
		at := -1
		if f.option != nil {
			at = slices.IndexFunc(l.options, func(o Option) bool { return o.Name == f.option.Name && l.has(&o) })
		}
		if at < 0 {
			return l.unknownFlag(f.written)
		}
		if last := i == len(l.flags)-1; l.help || last && l.pending != nil {
			continue
		}
		if err := l.options[at].set(f.written, f.value); err != nil {
			return err
		}
	}
	if l.pending != nil && !l.help {
		return l.pending.option.missing(l.pending.written)
	}
	return nil
}

func (l *line) unknownFlag(written string) error {
	e := &usageError{Message: "there is no flag " + words.Quote(written)}
	var names []string
	other := findCommand(l.commands, strings.TrimLeft(written, "-"))
	if l.command != nil {
		e.Message = "patgraph " + l.command.Name + " has no flag " + words.Quote(written)
	}
	for i := range l.options {
		if o := &l.options[i]; l.has(o) {
			names = append(names, o.Spelling())
			if o.Alias != "" {
				names = append(names, dashes(o.Alias))
			}
			if slices.Contains(strings.Fields(o.Elsewhere), strings.TrimLeft(written, "-")) {
				e.Hints = []string{o.Spelling()}
				return e
			}
		}
	}
	if l.command == nil {
		names = append(names, "--version")
	}
	names = append(names, "--help")
	for _, n := range names {
		if strings.TrimLeft(n, "-") == strings.TrimLeft(written, "-") {
			e.Hints = []string{n} // only the dashes were wrong
			return e
		}
	}
	if other != nil && !other.Hidden { // as in types --fix
		e.Hints = []string{"patgraph " + other.Name}
		return e
	}
	if len(strings.TrimLeft(written, "-")) > 1 {
		e.Hints = lang.Nearest(written, slices.Values(names), 1)
	}
	if e.Hints == nil && len(written) > 3 {
		for _, n := range names {
			if strings.HasPrefix(n, written) {
				e.Hints = append(e.Hints, n)
			}
		}
	}
	return e
}
