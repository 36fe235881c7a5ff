package tutorial

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Check is a condition that the solution of a task meets: the signature of a definition, or its result on an input.
type Check struct {
	Name      string // of the definition
	Signature string // as `patgraph types` prints it; empty: the check is about a result
	Input     string // JSON
	Result    string // JSON, or undefined
}

const undefined = "undefined"

// A Finding is what holds for one check in a program.
type Finding struct {
	Check
	Missing bool         // there is no definition of the name
	Verdict lang.Verdict // how the run ended
	Got     string       // the signature or the result that the program has
	OK      bool
}

// Text says what holds, and what should hold if that differs, as items of a list in Markdown.
func (f *Finding) Text() string {
	mark, name := "* wrong: ", words.Quote(f.Name)
	if f.OK {
		mark = "* right: "
	}
	switch {
	case f.Missing:
		return mark + "there is no definition " + name + "\n"
	case f.Signature != "":
		text := mark + "the signature of " + name + " is\n```\n" + f.Got + "\n```\n"
		if !f.OK {
			text += "* it should be\n```\n" + f.Signature + "\n```\n"
		}
		return text
	}
	text, should := mark+"on "+words.Quote(f.Input)+", "+name, "give "+words.Quote(f.Result)
	if f.Result == undefined {
		should = "be undefined"
	}
	switch f.Verdict {
	case lang.Defined:
		text += " gives " + words.Quote(f.Got)
	case lang.Undefined:
		text += " is undefined"
	case lang.OutOfFuel, lang.Endless:
		text += " does not end"
	default:
		text += " fails: " + f.Verdict.String()
	}
	if !f.OK {
		text += ", but should " + should
	}
	return text + "\n"
}

// Solved reports whether a program with these findings solves its lesson: it has no errors, and all checks hold.
func Solved(findings []Finding) bool {
	return len(findings) > 0 && !slices.ContainsFunc(findings, func(f Finding) bool { return !f.OK })
}

// Find finds what holds for the checks of a lesson in an analysed program. It finds nothing in a program with errors.
// Of the checks of a missing definition only the first is listed.
func (l *Lesson) Find(in *report.Input) []Finding {
	if in.Result == nil || in.Count().Errors > 0 {
		return nil
	}
	var findings []Finding
	missing := make(map[string]bool)
	for _, c := range l.Checks {
		f := Finding{Check: c}
		named := func(d patterns.Definition) bool { return d.Name == c.Name }
		d := slices.IndexFunc(in.Result.Definitions, named)
		switch {
		case missing[c.Name]:
			continue
		case d < 0:
			f.Missing = true
			missing[c.Name] = true
		case c.Signature != "":
			f.Got = signature(in.Result, int32(d))
			f.OK = f.Got == c.Signature
		default:
			f.run(in, int32(d))
		}
		findings = append(findings, f)
	}
	return findings
}

// signature is the whole signature of a definition, as `patgraph types` prints it.
func signature(r *patterns.Result, d int32) string {
	return lang.Signature(r.Front.ShortSignature(r.Solver.View(d).Within(0)))
}

// Bounds of a run: the programs of lessons are small, and a wrong one may never end.
const (
	fuel   = 1_000_000
	memory = 64 << 20
	most   = 1000 // bytes of a result
)

// run runs a definition on the input of a check.
func (f *Finding) run(in *report.Input, d int32) {
	running := in.Language.Running
	reader := running.NewReader()
	input, wrong := reader.Read([]byte(f.Input))
	if wrong != nil {
		panic(wrong.Message) // an invalid lesson, which the tests detect
	}
	o := running.NewRunner(in.Result).Run(d, input, language.RunOptions{Fuel: fuel, Memory: memory})
	f.Verdict = o.Verdict
	if o.Verdict != lang.Defined {
		f.OK = o.Verdict == lang.Undefined && f.Result == undefined
		return
	}
	f.Got = written(o.Value)
	if expected, wrong := reader.Read([]byte(f.Result)); wrong == nil {
		f.OK = f.Got == written(expected)
	}
}

// written is a value as `patgraph run` prints it, on one line.
func written(v language.Value) string {
	b, _ := v.AppendIndented(nil, 0, most)
	return string(b)
}
