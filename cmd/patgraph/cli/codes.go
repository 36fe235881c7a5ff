//go:build !js

package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// codeQuestion reports whether the flags ask about certain types of one file.
func (f *Flags) codeQuestion(args []string) (bool, error) {
	wrong := func(message string) (bool, error) { return false, Wrong(message) }
	asked := ""
	for _, x := range []struct {
		flag  string
		given bool
	}{{"codes", f.Codes}, {"code", f.Code != ""}, {"equal", f.Equal}} {
		switch {
		case !x.given:
		case asked != "":
			return wrong("--" + asked + " and --" + x.flag + " are different questions")
		default:
			asked = x.flag
		}
	}
	switch {
	case f.Unfold > 0 && asked != "codes" && asked != "code":
		return wrong("--unfold writes out types: it goes with --codes or --code")
	case asked != "" && (f.All || f.Totality):
		return wrong("--" + asked + " is about types; --all and --partiality are about definitions")
	case asked == "" || asked == "codes":
		return false, nil
	case f.Format == "ndjson":
		return wrong("--" + asked + " has one answer: --format text or json")
	case f.Output != "" || f.Input != "files" || f.Shard != "" || f.FilesFrom != nil:
		return wrong("--" + asked + " is about one file; its answer goes to standard output")
	case asked == "code" && len(args) != 1:
		return wrong("--code describes a type of one file: patgraph types --code NAME FILE")
	case asked == "equal" && len(args) != 3:
		return wrong("--equal compares two types of one file: patgraph types --equal A B FILE")
	}
	return true, nil
}

// untyped is the message for a program without canonical types.
func untyped(in *report.Input) string {
	return words.Quote(in.Name) + " is in " + in.Language.Called() + ", which has no types of this kind"
}

// code answers a question about certain types of one file.
func (f *Flags) code(p *Program, args []string) error {
	path := args[len(args)-1]
	l := &Location{Written: path, Path: path}
	var info language.TypeInfo
	var compared report.Comparison
	pick := func(in *report.Input) error {
		if in.Language.Types == nil {
			return Wrong(untyped(in))
		}
		t := in.Language.Types(in.Result)
		in.Diagnostics = nil
		read := func(text string) (patterns.Type, error) {
			u, err := t.Read(text)
			if err != nil {
				return u, Wrong(in.Name+": "+err.Message, err.Nearest...)
			}
			return u, nil
		}
		if f.Code != "" {
			u, err := read(f.Code)
			if err == nil {
				info = t.One(u, f.Unfold)
			}
			return err
		}
		compared.A, compared.B = args[0], args[1]
		var err error
		if compared.TypeA, err = read(compared.A); err != nil {
			return err
		}
		if compared.TypeB, err = read(compared.B); err == nil {
			compare(in.Result, t, &compared)
		}
		return err
	}
	style := f.Style(p, p.Stdout)
	asJSON := f.Format == "json"
	answered := false
	err := f.Answer(p, l, pick, func(in *report.Input) []byte {
		answered = true
		switch {
		case f.Code != "" && asJSON:
			return report.AppendCodeData(nil, in, &info)
		case f.Code != "":
			return style.AppendTypes(nil, in, []language.TypeInfo{info})
		case asJSON:
			return report.AppendComparisonData(nil, in, &compared)
		}
		return style.AppendComparison(nil, &compared)
	})
	if err == nil && answered && f.Equal && !compared.Equal() {
		return Status(report.Errors)
	}
	return err
}

// compare finds a difference of two types.
func compare(r *patterns.Result, t language.TypeDescriber, c *report.Comparison) {
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

// mostPart is the maximum length of a differing part in bytes.
const mostPart = 200
