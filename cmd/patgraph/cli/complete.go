//go:build !js

package cli

import (
	"embed"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

//go:embed completion/patgraph.*
var completionScripts embed.FS

// shells are those that have a completion script.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// Completion is the command that writes the completion script of a shell.
func Completion() *Command {
	return &Command{
		Name: "completion", Args: "SHELL", Summary: "write a script that completes command lines in a shell",
		Details: "SHELL is bash, zsh, fish or powershell.",
		Examples: [][2]string{
			{"source <(patgraph completion bash)", "in ~/.bashrc"},
			{"patgraph completion zsh >~/.zfunc/_patgraph", "in a folder of fpath"},
			{"patgraph completion fish >~/.config/fish/completions/patgraph.fish", ""},
			{"patgraph completion powershell | Out-String | Invoke-Expression", "in $PROFILE"},
		},
		Run:   completion,
		Offer: offerWords(shells),
	}
}

func completion(_ *Flags, p *Program, args []string) error {
	if len(args) != 1 {
		return Wrong("for which shell? One of " + words.Or(shells))
	}
	if !slices.Contains(shells, args[0]) {
		return Wrong("there is no completion for "+words.Quote(args[0])+", only for "+words.Or(shells),
			lang.Nearest(args[0], slices.Values(shells), 1)...)
	}
	extension := args[0]
	if extension == "powershell" {
		extension = "ps1"
	}
	script, err := completionScripts.ReadFile("completion/patgraph." + extension)
	if err != nil {
		return err
	}
	return p.Out.Print(script)
}

// Complete is the command that the scripts of all shells call. It writes the completions of the last word, one
// candidate per line, followed by a tab and a description.
func Complete() *Command {
	return &Command{Name: "__complete", Hidden: true, Raw: true,
		Run: func(_ *Flags, p *Program, args []string) error {
			var b strings.Builder
			for _, line := range Candidates(p, args) {
				b.WriteString(line + "\n")
			}
			return p.Out.Print([]byte(b.String()))
		}}
}

// filesToo is the candidate that makes the shell's script offer files.
const filesToo = ":files"

// Candidates are the possible completions of the last word.
func Candidates(p *Program, typed []string) []string {
	if len(typed) == 0 {
		typed = []string{""}
	}
	typed, prefix := joinEquals(typed)
	last := typed[len(typed)-1]
	l := readLine(p.Commands, typed[:len(typed)-1])
	c := l.command
	var out []string
	offer := func(text, says string) {
		// Codes are upper-case, but may be typed in lower case.
		if (strings.HasPrefix(text, last) || strings.HasPrefix(text, strings.ToUpper(last))) && len(text) >= len(prefix) {
			if text = text[len(prefix):]; says != "" {
				text += "\t" + says
			}
			out = append(out, text)
		}
	}
	switch {
	case l.pending != nil:
		o := l.pending.option
		for _, v := range o.To.choices {
			offer(v, o.To.notes[v])
		}
		if o.Holder == "FILE" || o.Holder == "REPORT" {
			out = append(out, filesToo)
		}
	case !l.rest && strings.HasPrefix(last, "-") && last != "-":
		l.offerFlags(last, offer)
	case c == nil:
		for _, c := range p.Commands {
			if !c.Hidden {
				offer(c.Name, c.Summary)
			}
		}
	default:
		if c.Offer != nil {
			c.Offer(p, offer)
		}
		for _, word := range []string{"PATH", "FILE", "REPORT"} {
			if strings.Contains(c.Args, word) {
				return append(out, filesToo)
			}
		}
	}
	return out
}

// offerFlags offers the flags of the command, or the values of a flag that is typed with "=".
func (l *line) offerFlags(last string, offer func(text, says string)) {
	if l.command == nil {
		offer("--version", "show the version")
		offer("--help", "show how it is used")
		return
	}
	name, _, equals := strings.Cut(last, "=")
	for i := range l.options {
		o := &l.options[i]
		switch {
		case !l.has(o):
		case !equals:
			offer(o.Spelling(), o.says())
		case o.Spelling() == name:
			for _, v := range o.To.choices {
				offer(name+"="+v, o.To.notes[v])
			}
		}
	}
	if !equals {
		offer("--help", "show how it is used")
	}
}

// joinEquals joins "--flag=value", which bash splits into three words, and returns the part of the last word that the
// shell already has.
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
