package repl

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A command is executed by an input that begins with a colon.
type command struct {
	name, args string
	summary    string
	details    string
	needs      bool   // it requires an argument
	whole      bool   // its name is typed whole
	expression bool   // its argument is an expression, and may continue on the next line
	flags      []flag // allowed before its arguments
	offers     offer
	run        func(s *Session, c *call)
}

// A flag is a word before the arguments, with its possible values.
type flag struct {
	name    string
	choices []string // of its value; nil: it has no value
}

// An offer determines how the arguments of a command are completed.
type offer uint8

const (
	offersNothing offer = iota
	offersNames
	offersFiles
	offersBoth // a name, then a file
	offersCommands
)

// A call is a use of a command.
type call struct {
	*command
	input string // the whole input
	at    int    // the offset of the arguments
	flags map[string]string
}

func (c *call) rest() string { return strings.TrimSpace(c.input[c.at:]) }

// commands are in the order of help.
var commands []command

func init() {
	commands = []command{
		{name: "type", args: "EXPR",
			summary: "what an expression takes and gives", needs: true, expression: true, offers: offersNames,
			details: "Derives the expression and evaluates nothing.", run: (*Session).typeOf},
		{name: "why", args: "[--tree|--narrate] EXPR|NAME",
			summary: "why it takes and gives that", needs: true, expression: true, offers: offersNames,
			flags: []flag{{name: "--tree"}, {name: "--narrate"}},
			details: "Shows for each known part the shortest derivation from the program; with --tree\n" +
				"every step, with --narrate sentences without layout.", run: (*Session).why},
		{name: "explain", args: "CODE|RULE", summary: "the page of an error's code or of a typing rule", needs: true,
			details: "A code is the text in brackets after error or warning.", run: (*Session).explain},
		{name: "graph", args: "[--view VIEW] NAME [FILE]", summary: "draw a definition", needs: true, offers: offersBoth,
			flags: []flag{{name: "--view", choices: []string{"patterns", "history", "calls"}}},
			details: "Prints an outline, or draws into a file whose name ends in .dot, .svg, .png, .json or\n" +
				".txt. VIEW is patterns (what it takes and gives), history (how that was derived) or\n" +
				"calls (what calls it, and what it calls).", run: (*Session).graph},
		{name: "run", args: "NAME [VALUE]",
			summary: "evaluate a definition on a value or on a file with one", needs: true, offers: offersBoth,
			details: "The same as VALUE -> NAME, where the value may also be a file. Without a value it\nis {}.",
			run:     (*Session).runOn},
		{name: "load", args: "FILE", summary: "load the definitions of a file", needs: true, offers: offersFiles,
			details: "The file is checked by itself. Definitions without errors, which use only such, are\n" +
				"loaded; they replace those of the same name. A main expression is left out.",
			run: func(s *Session, c *call) { s.Load(c.rest()) }},
		{name: "reload", summary: "read the loaded files again",
			details: "Definitions that are no longer in the files are deleted; those that you typed stay,\nunless a file defines them.",
			run:     func(s *Session, _ *call) { s.reload() }},
		{name: "save", args: "[--force] FILE",
			summary: "write all definitions to a file", offers: offersFiles, flags: []flag{{name: "--force"}},
			details: "In the order in which they were first typed, with their comments. A file with other\n" +
				"contents is replaced only with --force. Without FILE: the file that was loaded.", run: func(s *Session, c *call) {
				_, force := c.flags["--force"]
				s.save(c.rest(), force)
			}},
		{name: "list", summary: "the types and the signatures of all definitions", run: (*Session).list},
		{name: "codes", summary: "the types", run: (*Session).list},
		{name: "rels", summary: "the signatures of all definitions", run: (*Session).list},
		{name: "code", args: "TYPE", summary: "a type, its canonical form and its hash", needs: true,
			offers:  offersNames,
			details: "TYPE is a name, with or without $, or a type such as <{} true, {} false>.", run: (*Session).code},
		{name: "show", args: "[NAME]...",
			summary: "definitions as they were typed; without a name, all", offers: offersNames, run: (*Session).show},
		{name: "delete", args: "NAME...", summary: "delete definitions that no others use", needs: true, whole: true,
			offers:  offersNames,
			details: "You can delete several that use each other together. A type is $NAME.", run: (*Session).forget},
		{name: "help", args: "[COMMAND]",
			summary: "this list, or how a command is used", offers: offersCommands, run: (*Session).help},
		{name: "quit", summary: "leave; so does Ctrl-D", run: func(s *Session, _ *call) { s.over = true }},
	}
}

// commandOf is the command of an input that begins with a colon, by its name or a prefix of it, and the text after it;
// if there is none, suggestions.
func commandOf(trimmed string) (c *command, rest string, meant []string) {
	name, rest := cutWord(trimmed[1:])
	switch name { // as in the session of k's author
	case "d":
		name = "show"
	case "C":
		name = "code"
	}
	var names []string
	for i := range commands {
		names = append(names, commands[i].name)
		switch {
		case commands[i].name == name:
			return &commands[i], rest, nil
		case name != "" && strings.HasPrefix(commands[i].name, name) && !commands[i].whole:
			c = &commands[i]
			meant = append(meant, ":"+c.name)
		}
	}
	if len(meant) == 1 {
		return c, rest, nil
	}
	if meant == nil {
		similar := lang.Nearest(name, slices.Values(names), 1)
		if i := slices.IndexFunc(commands, func(c command) bool { return strings.HasPrefix(c.name, name) }); i >= 0 && name != "" {
			similar = []string{commands[i].name} // which is typed whole
		}
		for _, n := range similar {
			meant = append(meant, ":"+n)
		}
	}
	return nil, rest, meant
}

// cutWord splits a text at its first blank.
func cutWord(text string) (word, rest string) {
	if i := strings.IndexAny(text, " \t\r\n"); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// command executes an input that begins with a colon.
func (s *Session) command(input string) {
	trimmed := strings.TrimSpace(input)
	c, rest, meant := commandOf(trimmed)
	if c == nil {
		name, _ := cutWord(trimmed)
		if name == blockEnd {
			s.say(":} ends what :{ began, and nothing was begun")
		} else {
			s.say(noCommand(name, meant))
		}
		return
	}
	x := &call{command: c, input: strings.TrimRight(input, " \t\r\n"), flags: make(map[string]string)}
	x.at = len(x.input) - len(rest)
	switch wrong := x.takeFlags(); {
	case wrong != "":
		s.say(wrong)
	case c.args == "" && x.rest() != "":
		s.say(":" + c.name + " takes no arguments")
	case c.needs && x.rest() == "":
		s.say(":" + c.name + " " + c.args)
	default:
		c.run(s, x)
	}
}

// noCommand is the message for an unknown command, with suggestions.
func noCommand(name string, meant []string) string {
	switch {
	case len(meant) > 1:
		return words.Quote(name) + " may be " + words.Or(meant)
	case len(meant) == 1:
		return "there is no command " + words.Quote(name) + ": did you mean " + meant[0] + "?"
	}
	return "there is no command " + words.Quote(name) + "; :help lists them"
}

// takeFlags reads the flags before the arguments.
func (c *call) takeFlags() (wrong string) {
	for c.command.flags != nil {
		rest := strings.TrimLeft(c.input[c.at:], " \t\r\n")
		word, after := cutWord(rest)
		if !strings.HasPrefix(word, "--") {
			return ""
		}
		name, value, _ := strings.Cut(word, "=")
		i := slices.IndexFunc(c.command.flags, func(f flag) bool { return f.name == name })
		if i < 0 {
			return ":" + c.name + " has no flag " + words.Quote(name) + "; :help " + c.name
		}
		if f := c.command.flags[i]; f.choices != nil {
			if name == word {
				value, after = cutWord(strings.TrimLeft(after, " \t\r\n"))
			}
			if !slices.Contains(f.choices, value) {
				return name + " is one of " + words.Or(f.choices)
			}
		} else if name != word {
			return name + " takes no value"
		}
		c.flags[name] = value
		c.at = len(c.input) - len(after)
	}
	return ""
}

// typeOf writes the signature of an expression.
func (s *Session) typeOf(c *call) {
	s.ask(c, func(in *report.Input, d int32) {
		s.write(s.Style.AppendSignature(nil, in, d, s.Style.Excerpt(in.File, in.Result.Definitions[d].Span)))
	})
}

// ask analyses the expression that is a command's argument.
func (s *Session) ask(c *call, answer func(in *report.Input, d int32)) {
	s.analyze(s.entries, c.input, c.at, func(in *report.Input, from int32) {
		if !s.reportErrors(in) {
			return
		}
		d := len(in.Result.Definitions) - 1
		if d < 0 || in.Result.Definitions[d].Name != lang.MainName ||
			len(in.Result.Definitions)-1+len(in.Result.TypeDefs) > len(s.entries) {
			s.say(":" + c.name + " takes an expression, and no definition")
			return
		}
		answer(in, int32(d))
	})
}

// why explains the pattern of an expression or a definition.
func (s *Session) why(c *call) {
	view := report.Folded
	if _, ok := c.flags["--tree"]; ok {
		view = report.Tree
	}
	if _, ok := c.flags["--narrate"]; ok {
		view = report.Narrated
	}
	s.ask(c, func(in *report.Input, d int32) {
		if i := numberOf(in, c.rest()); i >= 0 {
			d = i
		}
		w, ok := in.Result.Front.WhyDefinition(d, -1)
		if !ok {
			s.say("nothing is known of " + words.Quote(c.rest()))
			return
		}
		if w.TooLarge > 0 {
			s.say(words.Quote(w.Definition) + " is too large to explain")
			return
		}
		s.write(s.Style.AppendWhy(nil, in, &w, view))
	})
}

// numberOf is the index of a definition, or -1.
func numberOf(in *report.Input, name string) int32 {
	return int32(slices.IndexFunc(in.Result.Definitions, func(d patterns.Definition) bool { return d.Name == name }))
}

func (s *Session) explain(c *call) {
	if page, ok := s.Page(c.rest()); ok {
		s.write(page)
	} else {
		s.say("there is no code and no rule " + words.Quote(c.rest()))
	}
}

func (s *Session) graph(c *call) {
	name, file := cutWord(c.rest())
	if !s.has(name) {
		return
	}
	s.analyze(s.entries, "", 0, func(in *report.Input, _ int32) {
		if !s.reportErrors(in) {
			return
		}
		if numberOf(in, name) < 0 {
			s.say(words.Quote(name) + " is a type, and :graph draws functions")
			return
		}
		file := expandHome(strings.TrimSpace(file))
		outline, err := s.Draw(in, name, c.flags["--view"], file)
		switch {
		case err != nil:
			s.say(err.Error())
		case file != "":
			s.say("drawn to " + words.Quote(file))
		default:
			s.write(outline)
		}
	})
}

// runOn evaluates a definition on a value.
func (s *Session) runOn(c *call) {
	name, arg := cutWord(c.rest())
	if !s.has(name) {
		return
	}
	n := s.notation("")
	x := n.run(s.Most)
	if arg = strings.TrimSpace(arg); arg == "it" {
		if !s.setInput(n, given{it: true}, x) {
			return
		}
	} else if arg != "" {
		text, problem, ok := inputs.ValueArgument(s.Inputs, n.reader, expandHome(arg), strings.NewReader(""))
		switch {
		case !ok:
			s.say(words.Quote(arg) + " is not " + n.Name + ", and no file has this name")
			return
		case problem != nil:
			s.problem(text, problem)
			return
		case !s.value(n, text, x):
			return
		}
	}
	s.evaluate(name, 0, x, false)
}

// has reports whether a name is defined, and otherwise suggests similar names.
func (s *Session) has(name string) bool {
	if slices.ContainsFunc(s.entries, func(e entry) bool { return e.name == name }) {
		return true
	}
	line := "there is no definition " + words.Quote(name)
	var names []string
	for _, e := range s.entries {
		names = append(names, e.name)
	}
	if near := lang.Nearest(name, slices.Values(names), 2); near != nil {
		line += ": did you mean " + words.Or(near) + "?"
	}
	s.say(line)
	return false
}

// signature writes the signature of a definition.
func (s *Session) signature(name string) {
	s.analyze(s.entries, "", 0, func(in *report.Input, _ int32) {
		if !s.reportErrors(in) {
			return
		}
		if d := numberOf(in, name); d >= 0 {
			s.write(s.Style.AppendSignaturesOf(nil, in, nil, []int32{d}, false))
			return
		}
		t := slices.IndexFunc(in.Result.TypeDefs, func(t patterns.TypeDef) bool { return "$"+t.Name == name })
		s.write(s.Style.AppendSignaturesOf(nil, in, []int32{int32(t)}, nil, false))
	})
}

// list writes the types (:codes), the signatures (:rels) or both (:list) of the session.
func (s *Session) list(c *call) {
	types, functions := c.name != "rels", c.name != "codes"
	if !slices.ContainsFunc(s.entries, func(e entry) bool { return e.typ && types || !e.typ && functions }) {
		what := map[string]string{"list": "nothing", "codes": "no type", "rels": "no function"}[c.name]
		s.say(what + " is defined yet")
		return
	}
	s.analyze(s.entries, "", 0, func(in *report.Input, _ int32) {
		if s.reportErrors(in) {
			s.signatures(in, 0, types, functions)
		}
	})
}

// code describes a type.
func (s *Session) code(c *call) {
	s.analyze(s.entries, "", 0, func(in *report.Input, _ int32) {
		if !s.reportErrors(in) {
			return
		}
		types := s.Language.Types(in.Result)
		t, wrong := types.Read(strings.TrimPrefix(c.rest(), "$"))
		if wrong != nil {
			s.say(wrong.Message)
			return
		}
		s.write(s.Style.AppendTypes(nil, in, []language.TypeInfo{types.One(t, 0)}))
	})
}

func (s *Session) show(c *call) {
	if len(s.entries) == 0 {
		s.say("nothing is defined yet")
		return
	}
	list := s.entries
	if names := strings.Fields(c.rest()); len(names) > 0 {
		list = nil
		for _, n := range names {
			if !s.has(n) {
				return
			}
			list = append(list, s.entries[slices.IndexFunc(s.entries, func(e entry) bool { return e.name == n })])
		}
	}
	for i := range list {
		shown := strings.Trim(list[i].text, "\r\n")
		for _, line := range strings.Split(shown, "\n") {
			s.say(strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", "    "))
		}
	}
}

func (s *Session) forget(c *call) {
	var gone []entry
	for _, name := range strings.Fields(c.rest()) {
		if !s.has(name) {
			return
		}
		gone = append(gone, entry{name: name})
	}
	if s.replace(withoutEntries(s.entries, gone)) {
		s.say(lang.Count(len(gone), "definition", "definitions") + " forgotten")
	}
}

// help shows the possible inputs.
func (s *Session) help(c *call) {
	if name := strings.TrimPrefix(c.rest(), ":"); name != "" {
		about, _, meant := commandOf(":" + name)
		if about == nil {
			s.say(noCommand(":"+name, meant))
			return
		}
		s.say(strings.TrimSpace(":"+about.name+" "+about.args) + ": " + about.summary)
		if about.details != "" {
			s.write([]byte(about.details + "\n"))
		}
		return
	}
	s.write([]byte(s.Language.Typing.Usage + usage))
	column := 0
	for i := range commands {
		column = max(column, len(commands[i].name)+len(commands[i].args))
	}
	for i := range commands {
		c := &commands[i]
		s.say("  :" + c.name + " " + c.args + strings.Repeat(" ", column+2-len(c.name)-len(c.args)) + c.summary)
	}
	s.say("")
	s.write([]byte("The beginning of a name is enough, as in :t, where no other command begins so; :delete is typed whole.\n"))
}

const usage = `:{  (lines)  :}                   several lines as one input

What is open (a bracket, a string, a comment, a definition without its ;) goes on in
the next line; an empty line or Ctrl-C abandons it. Ctrl-C also ends what is being done.

`
