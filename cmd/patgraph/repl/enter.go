package repl

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// enter adds definitions and evaluates an expression.
func (s *Session) enter(input string) {
	n := s.notation(input)
	x := n.run(s.Most)
	hidden := 0
	if g, ok := n.givenOf(input); ok {
		hidden = g.end
		if !s.setInput(n, g, x) {
			return
		}
	}
	if o := s.outline(input[hidden:]); hidden == 0 && len(o.Definitions) == 0 && !o.Main &&
		!slices.ContainsFunc(o.Diagnostics, isError) {
		s.comment += strings.TrimRight(input, " \t\r\n") + "\n"
		return
	}
	s.evaluate(input, hidden, x, true)
}

func isError(d lang.Diagnostic) bool { return d.Severity == lang.Error }

// run is a run of the main expression on the unit value, with a maximum size of its result.
func (n *notation) run(most int) *report.Run {
	return &report.Run{In: n.Unit, Most: most, Definition: lang.MainName}
}

// setInput reads the value before the arrow.
func (s *Session) setInput(n *notation, g given, x *report.Run) bool {
	if !g.it {
		return s.value(n, lang.NewFile("<value>", []byte(g.value)), x)
	}
	if s.last == nil {
		s.say("there is no `it`: it is the value of the last expression that had one")
		return false
	}
	x.In = s.last
	return true
}

func (s *Session) value(n *notation, text *lang.File, x *report.Run) bool {
	v, wrong := inputs.ReadValue(n.reader, n.Name, text)
	if wrong != nil {
		s.problem(text, wrong)
		return false
	}
	x.In = v
	return true
}

// problem reports a problem with a text that does not belong to the session.
func (s *Session) problem(text *lang.File, d *lang.Diagnostic) {
	in := &report.Input{File: text, Streamed: true, Diagnostics: []lang.Diagnostic{*d}}
	if text != nil {
		in.Name = text.Name
	}
	s.write(s.Style.AppendDiagnostics(nil, in))
}

// evaluate analyses an input, adds its definitions if define is set, and evaluates its expression on the value of a
// run.
func (s *Session) evaluate(input string, hidden int, x *report.Run, define bool) {
	o := s.outline(input[hidden:])
	added := entriesOf(o)
	if len(added) > 0 {
		added[0].text = s.comment + added[0].text
	}
	kept := withoutEntries(s.entries, added)
	s.analyze(kept, input, hidden, func(in *report.Input, from int32) {
		if !s.reportErrors(in) {
			if in.Result != nil && define {
				s.refused(in, from, kept)
			}
			return
		}
		if define && len(added) > 0 {
			s.entries, s.comment = withEntries(s.entries, added), ""
			s.signatures(in, from, true, true)
		}
		if o.Main {
			s.expression(in, x)
		}
	})
}

// refused suggests what to do if a new definition breaks existing ones.
func (s *Session) refused(in *report.Input, from int32, kept []entry) {
	var old []string
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		known := slices.ContainsFunc(kept, func(e entry) bool { return e.name == d.Definition })
		if d.Severity == lang.Error && !d.Secondary && d.Inside().Start < from && known &&
			!slices.Contains(old, d.Definition) {
			old = append(old, d.Definition)
		}
	}
	if len(old) > 0 {
		s.say("nothing is changed: " + quoted(old) + " of this session would not fit any more;")
		s.say("give all that changes as one input, between lines with :{ and :}, or use :delete first")
	}
}

func quoted(names []string) string {
	var list []string
	for _, n := range names {
		list = append(list, words.Quote(n))
	}
	return strings.Join(list, ", ")
}

// signatures writes the types, the signatures of the functions, or both, of the definitions from an offset on.
func (s *Session) signatures(in *report.Input, from int32, withTypes, withFunctions bool) {
	var types, definitions []int32
	for i := range in.Result.TypeDefs {
		if withTypes && in.Result.TypeDefs[i].Span.Start >= from {
			types = append(types, int32(i))
		}
	}
	for i := range in.Result.Definitions {
		if d := &in.Result.Definitions[i]; withFunctions && d.Span.Start >= from && d.Name != lang.MainName {
			definitions = append(definitions, int32(i))
		}
	}
	s.write(s.Style.AppendSignaturesOf(nil, in, types, definitions, false))
}

// expression evaluates the main expression of a program.
func (s *Session) expression(in *report.Input, x *report.Run) {
	d := int32(len(in.Result.Definitions) - 1)
	x.Program, x.Problems = in, in
	x.Evaluate(in.Language.Running.NewRunner(in.Result), d, s.Eval)
	if x.Definition = s.Style.Excerpt(in.File, in.Result.Definitions[d].Span); x.Within == lang.MainName {
		x.Within = x.Definition
	}
	s.write(s.Style.AppendResult(nil, x, false))
	verdict := x.Outcome.Verdict
	if verdict != lang.Defined {
		s.write(s.Style.AppendVerdict(nil, x))
	} else if _, several := x.Outcome.Value.Open(); several {
		s.last = nil
	} else {
		s.last = x.Outcome.Value
	}
	if verdict == lang.Defined || verdict == lang.Undefined {
		s.write(s.Style.AppendSignature(nil, in, d, ""))
	}
}
