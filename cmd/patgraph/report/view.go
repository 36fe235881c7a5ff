package report

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/lang"
)

// A View is a way of presenting an explanation.
type View uint8

const (
	Folded   View = iota // the few lines that most readers need
	Tree                 // every step, below the step that follows from it
	Narrated             // sentences without layout
	Full                 // everything
)

// detail are the options for writing diagnostics.
type detail struct {
	view      View
	most      int  // maximum number of lines of a derivation; 0: unbounded
	secondary bool // also write consequences of other errors
}

// maxLines is the maximum number of lines of a derivation that was not requested.
const maxLines = 7

// AppendExplained writes the diagnostics of an input in a view, for a reader who asked for explanations.
func (s *Style) AppendExplained(b []byte, in *Input, v View) []byte {
	return s.diagnostics(b, in, detail{view: v, secondary: true})
}

// AppendNothing says that nothing is reported at a place of an input, and where the nearest diagnostic is, if there is
// one.
func (s *Style) AppendNothing(b []byte, in *Input, place string, nearest *lang.Diagnostic) []byte {
	b = append(b, s.name(in.Name+place)+": nothing is reported"...)
	if nearest == nil {
		return append(b, '\n')
	}
	b = append(b, " here; the nearest is\n\n"...)
	b = append(b, "  "...)
	b = s.rated(b, nearest.Severity, nearest.Severity.String()+"["+string(nearest.Code)+"]")
	text := lineColumn(in.File, nearest.Span) + ": " + s.prose(nearest.Message.String())
	b = s.lines(b, plain, " ", "    ", text, s.columnsLeft(2+len(nearest.Severity.String())+8))
	b = append(b, "\nmore: patgraph explain "...)
	return append(b, s.prose(address(in, nearest.Span))+"\n"...)
}

// whyNever is the title of a whole proof.
const whyNever = "why this cannot be"

// An item is a line of a derivation.
type item struct {
	number, text, place, reason string
}

// nested reports whether a proof is more than a list of facts: a fact about one value has a premise about another
// value.
func nested(steps []lang.Step) bool {
	for i := range steps {
		switch steps[i].Rule {
		case lang.StepAxiom, lang.StepTrans, lang.StepClash:
		default:
			if len(steps[i].Premises) > 0 {
				return true
			}
		}
	}
	return false
}

// alternatives returns the two places of an error that are about equally likely to be wrong, if a tried change at either
// of them fixes it, and the first change is at one of them.
func alternatives(d *lang.Diagnostic) (a, b lang.Blame, ok bool) {
	changes := func(f lang.Fix, at lang.Span) bool {
		return slices.ContainsFunc(f.Edits, func(e lang.Edit) bool { return at.Contains(e.Span) })
	}
	fixed := func(at lang.Span) bool {
		return slices.ContainsFunc(d.Fixes, func(f lang.Fix) bool { return f.Checked && changes(f, at) })
	}
	if b, ok = lang.Rival(d.Blame); !ok {
		return a, b, false
	}
	a = d.Blame[0]
	first := len(d.Fixes) > 0 && (changes(d.Fixes[0], a.Span) || changes(d.Fixes[0], b.Span))
	return a, b, first && fixed(a.Span) && fixed(b.Span)
}

// eitherOr names two places that are about equally likely to be wrong.
func (s *Style) eitherOr(f *lang.File, first, rival lang.Blame, place func(*lang.File, lang.Span) string) string {
	name := func(b lang.Blame) string {
		return "`" + s.Excerpt(f, within(f, b.Span)) + "` (" + place(f, b.Span) + ")"
	}
	return "the mistake is either in " + name(first) + " or in " + name(rival) + "; both are about equally likely"
}

// within clamps a span to its file.
func within(f *lang.File, s lang.Span) lang.Span {
	size := int32(len(f.Src))
	s.Start = min(max(s.Start, 0), size)
	s.End = min(max(s.End, s.Start), size)
	return s
}

// premises are the premises of a step; invalid ones, which are not earlier steps, are left out, so that readers of a
// proof always terminate.
func premises(steps []lang.Step, i int) []int {
	var list []int
	for _, p := range steps[i].Premises {
		if p >= 0 && int(p) < i {
			list = append(list, int(p))
		}
	}
	return list
}

// law names the law of patterns by which a step follows from its premises, "" for a chain of equalities.
func law(step *lang.Step) string {
	switch step.Rule {
	case lang.StepLabel:
		if step.Label == "" || step.Label == memberLabel {
			return "the elements of a vector have one type"
		}
		return "one value has one part `" + step.Label + "`"
	case lang.StepVector:
		return "only a vector is all of that"
	case lang.StepMember:
		return "`" + step.Label + "` of a vector is one of its elements"
	case lang.StepUnfold:
		if step.Label == "" {
			return "the type says what its elements are"
		}
		return "the type says what its part `" + step.Label + "` is"
	case lang.StepInstance:
		return "what holds of a definition holds where it is used"
	case lang.StepShape:
		return "all of that holds of one pattern"
	case lang.StepRelation:
		return "the relation says so of that"
	case lang.StepClash:
		return "nothing can be both"
	}
	return ""
}

// memberLabel is the label from a vector to its members.
const memberLabel = "vector-member"

// proper replaces a score that is not finite by 0.
func proper(score float64) float64 {
	if math.IsNaN(score) || math.IsInf(score, 0) {
		return 0
	}
	return score
}

// ShellWord quotes a word of a command line if a shell needs that.
func ShellWord(word string) string {
	if strings.HasPrefix(word, "-") && word != "-" && !strings.HasPrefix(word, "-:") {
		word = "./" + word
	}
	unsafe := func(r rune) bool {
		return r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:@%+,", r)
	}
	if word != "" && !strings.ContainsFunc(word, unsafe) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// fileArgument is an input as an argument of a command.
func fileArgument(in *Input) string {
	switch {
	case in.Argument != "":
		return in.Argument
	case in.Name == stdinName:
		return "-"
	}
	return in.Name
}

// address is a place of an input as an argument of a command; for a place in a library, the whole input.
func address(in *Input, span lang.Span) string {
	word := fileArgument(in)
	if in.File.InMain(span) {
		word += ":" + lineColumn(in.File, span)
	}
	return ShellWord(word) + in.with()
}

// with are the flags that name the libraries of an input.
func (in *Input) with() string {
	text := ""
	for _, given := range in.With {
		flag, path, _ := strings.Cut(given, " ")
		text += " " + flag + " " + ShellWord(path)
	}
	return text
}

// command writes a last line with a command that shows more. It is not wrapped, so that it can be copied.
func (s *Style) command(b []byte, indent int, name string, in *Input, span lang.Span, flags string) []byte {
	if in.Streamed {
		return b
	}
	b = s.bullet(b, indent, "more:")
	return append(b, " patgraph "+name+" "+s.prose(address(in, span))+" "+flags+"\n"...)
}

// bullet writes the start of a remark.
func (s *Style) bullet(b []byte, indent int, title string) []byte {
	b = append(b, blanks(indent+2)...)
	b = s.paint(b, faint, "=")
	b = append(b, ' ')
	return s.paint(b, heading, title)
}

// title writes the line above a list.
func (s *Style) title(b []byte, indent int, text string) []byte {
	return s.lines(s.bullet(b, indent, ""), heading, "", blanks(indent+4), text, s.columnsLeft(indent+4))
}

// stdinName is the name of standard input in output; as an argument it is "-".
const stdinName = "<stdin>"
