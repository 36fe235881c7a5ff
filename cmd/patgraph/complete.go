package main

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

//go:embed completion/patgraph.bash
var bashScript string

//go:embed completion/patgraph.zsh
var zshScript string

//go:embed completion/patgraph.fish
var fishScript string

var shells = []string{"bash", "zsh", "fish"}

// completion writes the script of a shell.
func (p *program) completion(c *cli.Context) error {
	if c.NArg() != 1 {
		return &usageError{message: "for which shell? One of " + words.Or(shells), command: "completion"}
	}
	shell := c.Args().First()
	script, ok := map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[shell]
	if !ok {
		return &usageError{
			message: "there is no completion for " + words.Quote(shell) + ", only for " + words.Or(shells),
			hints:   lang.Nearest(shell, slices.Values(shells), 1), command: "completion",
		}
	}
	return p.out.write([]byte(script))
}

// filesToo is the candidate that asks the shell's script to offer files.
const filesToo = ":files"

// complete writes what the last of the given words could become, one candidate
// a line, a tab and a description behind it. The scripts of all shells call it.
func (p *program) complete(c *cli.Context) error {
	var b strings.Builder
	for _, line := range p.candidates(c.Args().Slice()) {
		b.WriteString(line + "\n")
	}
	return p.out.write([]byte(b.String()))
}

func (p *program) candidates(words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	words, prefix := joinEquals(words)
	last := words[len(words)-1]
	command, pending, rest := p.scan(words[:len(words)-1])
	var out []string
	offer := func(text, says string) {
		if strings.HasPrefix(text, last) && len(text) >= len(prefix) {
			if text = text[len(prefix):]; says != "" {
				text += "\t" + says
			}
			out = append(out, text)
		}
	}
	switch {
	case pending != nil:
		for _, v := range pending.choices {
			offer(v, "")
		}
		if pending.value == "FILE" {
			out = append(out, filesToo)
		}
	case !rest && strings.HasPrefix(last, "-") && last != "-":
		p.offerFlags(command, last, offer)
	case command == nil:
		for _, k := range p.commands {
			if !k.hidden {
				offer(k.name, k.summary)
			}
		}
	case command.name == "help":
		for _, n := range p.names() {
			offer(n, "")
		}
	case command.name == "completion":
		for _, s := range shells {
			offer(s, "")
		}
	case command.name == "cache":
		for _, s := range cacheVerbs {
			offer(s, "")
		}
	case command.name == "explain":
		for _, page := range p.languages.Rules() {
			offer(page.Name, page.Title)
		}
		last = strings.ToUpper(last)
		for _, page := range p.languages.Pages() {
			offer(string(page.Code), page.Title)
		}
		out = append(out, filesToo)
	case strings.HasPrefix(strings.TrimPrefix(command.args, "["), "PATH"), command.name == "config", strings.HasPrefix(strings.TrimPrefix(command.args, "["), "FILE"):
		out = append(out, filesToo)
	}
	return out
}

// offerFlags offers the flags of a command, or the values of one that is typed
// with its "=".
func (p *program) offerFlags(c *command, last string, offer func(text, says string)) {
	var list []option
	if c != nil {
		list = c.options
	} else {
		list = []option{{name: "version", usage: "show the version"}}
	}
	name, _, equals := strings.Cut(last, "=")
	for i := range list {
		o := &list[i]
		switch {
		case !equals:
			offer(o.spelling(), o.usage)
		case o.spelling() == name:
			for _, v := range o.choices {
				offer(name+"="+v, "")
			}
		}
	}
	if !equals {
		offer("--help", "show how it is used")
	}
}

// scan finds the command of some words, the flag whose value comes next, and
// whether a "--" has ended the flags.
func (p *program) scan(words []string) (c *command, pending *option, rest bool) {
	known := allOptions(p.commands)
	for _, w := range words {
		switch {
		case pending != nil:
			pending = nil
		case rest || isArgument(w):
			if c == nil {
				c = commandNamed(p.commands, w)
			}
		case w == "--":
			rest = true
		default:
			if o := known(w); o != nil && o.takesNext() {
				pending = o
				if own := c.option(o); own != nil {
					pending = own
				}
			}
		}
	}
	return c, pending, rest
}

// joinEquals undoes how bash splits "--flag=value" into three words, and returns
// what the shell has typed already of the last one.
func joinEquals(words []string) (joined []string, typed string) {
	for i, w := range words {
		n := len(joined)
		switch {
		case w == "=" && n > 0 && strings.HasPrefix(joined[n-1], "--"):
			joined[n-1] += "="
			typed = joined[n-1]
		case n > 0 && i > 1 && words[i-1] == "=" && strings.HasSuffix(joined[n-1], "="):
			typed = joined[n-1]
			joined[n-1] += w
		default:
			joined = append(joined, w)
			typed = ""
		}
	}
	return joined, typed
}
