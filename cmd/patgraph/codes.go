package main

import (
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// codeOptions are those of types that ask about types themselves.
var codeOptions = []option{
	{name: "codes", kind: isSwitch, usage: "list the types that are written down, not the signatures: canonical form and name, size, values"},
	{name: "code", kind: isText, value: "NAME", usage: "tell about one type of a FILE, by its name, its canonical name or as a code"},
	{name: "equal", kind: isSwitch, usage: "say whether the types A and B of FILE are equal, or where they differ"},
	{name: "unfold", kind: isNumber, value: "N", least: 1, usage: "with --codes and --code: the structure N levels deep"},
}

// codeQuestion reports whether a question about some types of one file is asked.
func codeQuestion(c *cli.Context) (bool, error) {
	wrong := func(message string) (bool, error) { return false, &usageError{command: "types", message: message} }
	asked := ""
	for _, flag := range []string{"codes", "code", "equal"} {
		switch {
		case !c.IsSet(flag) || flag != "code" && !c.Bool(flag):
		case asked != "":
			return wrong("--" + asked + " and --" + flag + " are different questions")
		default:
			asked = flag
		}
	}
	switch {
	case c.IsSet("unfold") && asked != "codes" && asked != "code":
		return wrong("--unfold writes out types: it goes with --codes or --code")
	case asked != "" && (c.Bool("all") || c.Bool("partiality")):
		return wrong("--" + asked + " is about types; --all and --partiality are about definitions")
	case asked == "" || asked == "codes":
		return false, nil
	case c.String("format") == "ndjson":
		return wrong("--" + asked + " has one answer: --format text or json")
	case c.IsSet("o") || c.IsSet("input") || c.IsSet("shard") || c.IsSet("files-from"):
		return wrong("--" + asked + " is about one file; its answer goes to standard output")
	case asked == "code" && c.NArg() != 1:
		return wrong("--code tells about a type of one file: patgraph types --code NAME FILE")
	case asked == "equal" && c.NArg() != 3:
		return wrong("--equal compares two types of one file: patgraph types --equal A B FILE")
	}
	return true, nil
}

// code answers a question about some types of one file.
func (p *program) code(c *cli.Context) error {
	path := c.Args().Get(c.NArg() - 1)
	l := &location{written: path, path: path}
	var info language.TypeInfo
	var compared report.Comparison
	pick := func(in *report.Input, _ lang.Span) error {
		if in.Language.Types == nil {
			return &usageError{command: "types", message: words.Quote(in.Name) + " is in " + in.Language.Name + ", which has no types of this kind"}
		}
		t := in.Language.Types(in.Result)
		in.Diagnostics = nil
		read := func(text string) (patterns.Type, error) {
			u, err := t.Read(text)
			if err != nil {
				return u, &usageError{command: "types", message: in.Name + ": " + err.Message, hints: err.Nearest}
			}
			return u, nil
		}
		if c.IsSet("code") {
			u, err := read(c.String("code"))
			if err == nil {
				info = t.One(u, c.Int("unfold"))
			}
			return err
		}
		compared.A, compared.B = c.Args().Get(0), c.Args().Get(1)
		var err error
		if compared.TypeA, err = read(compared.A); err != nil {
			return err
		}
		if compared.TypeB, err = read(compared.B); err == nil {
			compare(in.Result, t, &compared)
		}
		return err
	}
	style := p.style(c, p.stdout)
	asJSON := c.String("format") == "json"
	answered := false
	err := p.answer(c, l, pick, func(in *report.Input) []byte {
		answered = true
		switch {
		case c.IsSet("code") && asJSON:
			return report.AppendCodeData(nil, in, &info)
		case c.IsSet("code"):
			return style.AppendTypes(nil, in, []language.TypeInfo{info})
		case asJSON:
			return report.AppendComparisonData(nil, in, &compared)
		}
		return style.AppendComparison(nil, &compared)
	})
	if err == nil && answered && c.Bool("equal") && !compared.Equal() {
		return status(batch.Errors)
	}
	return err
}

// compare finds where two types differ.
func compare(r *patterns.Result, t language.TypeTeller, c *report.Comparison) {
	if c.Equal() {
		c.ID = t.One(c.TypeA, 0).ID
		return
	}
	d := r.Types.Difference(c.TypeA, c.TypeB)
	for _, l := range d.Path {
		label := r.Labels.Text(l)
		c.Path, c.Place = append(c.Path, label), append(c.Place, t.Label(label))
	}
	c.PartA, c.PartB = t.Text(d.A, mostPart), t.Text(d.B, mostPart)
	c.Value, c.First, c.Differ = t.Separating(c.TypeA, c.TypeB)
}

// mostPart is how many bytes are shown of a part that differs.
const mostPart = 200
