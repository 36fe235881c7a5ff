package report

import (
	"math"
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/lang"
)

// A View is a way of telling why something is so.
type View uint8

const (
	Folded   View = iota // the few lines that people need
	Tree                 // every step, below what follows from it
	Narrated             // sentences without any layout
	Full                 // everything that is known
)

// telling says how diagnostics are reported.
type telling struct {
	view      View
	most      int  // lines of a derivation; 0: any number
	secondary bool // consequences of other errors, too
}

// maxLines is how many lines a derivation has where people did not ask for it.
const maxLines = 7

// AppendExplained writes the diagnostics of an input, which someone asked about,
// in a view.
func (s *Style) AppendExplained(b []byte, in *Input, v View) []byte {
	return s.diagnostics(b, in, telling{view: v, secondary: true})
}

// AppendNothing says that nothing is reported at a place of an input, and where
// the nearest diagnostic is, if there is one.
func (s *Style) AppendNothing(b []byte, in *Input, place string, nearest *lang.Diagnostic) []byte {
	b = append(b, s.name(in.Name+place)+": nothing is reported"...)
	if nearest == nil {
		return append(b, '\n')
	}
	b = append(b, " here; the nearest is\n\n"...)
	b = append(b, "  "...)
	b = s.rated(b, nearest.Severity, nearest.Severity.String()+"["+string(nearest.Code)+"]")
	text := lineColumn(in.File, nearest.Span) + ": " + s.prose(nearest.Message.String())
	b = s.lines(b, plain, " ", "    ", text, s.room(2+len(nearest.Severity.String())+8))
	b = append(b, "\nmore: patgraph explain "...)
	return append(b, s.prose(address(in, nearest.Span))+"\n"...)
}

// whyNever stands before the steps that show all of it.
const whyNever = "why this cannot be"

// An item is a line of a derivation.
type item struct {
	number, text, place, reason string
}

// nested reports whether a proof has more to it than a list of facts: a fact
// that holds because of another about a different value.
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

// eitherOr names the first two places at fault.
func (s *Style) eitherOr(f *lang.File, first, rival lang.Blame, place func(*lang.File, lang.Span) string) string {
	name := func(b lang.Blame) string {
		return "`" + s.Excerpt(f, within(f, b.Span)) + "` (" + place(f, b.Span) + ")"
	}
	return "the mistake is either in " + name(first) + " or in " + name(rival) + "; both are about equally likely"
}

// within is a span clamped to its file.
func within(f *lang.File, s lang.Span) lang.Span {
	size := int32(len(f.Src))
	s.Start = min(max(s.Start, 0), size)
	s.End = min(max(s.End, s.Start), size)
	return s
}

// premises are those steps before a step that it follows from; what is no such
// step is left out, so that no reader of a proof can run in circles.
func premises(steps []lang.Step, i int) []int {
	var list []int
	for _, p := range steps[i].Premises {
		if p >= 0 && int(p) < i {
			list = append(list, int(p))
		}
	}
	return list
}

// law says by which law of patterns a step follows from its premises; a chain of
// equalities needs no saying.
func law(step *lang.Step) string {
	switch step.Rule {
	case lang.StepLabel:
		if step.Label == "" || step.Label == memberLabel {
			return "one vector has one kind of member"
		}
		return "one value has one part `" + step.Label + "`"
	case lang.StepVector:
		return "only a vector is all of that"
	case lang.StepMember:
		return "`" + step.Label + "` of a vector is a member of it"
	case lang.StepUnfold:
		if step.Label == "" {
			return "the type says what its members are"
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

// memberLabel is how the label from a vector to its members is spelled.
const memberLabel = "vector-member"

// proper is a score that can be shown.
func proper(score float64) float64 {
	if math.IsNaN(score) || math.IsInf(score, 0) {
		return 0
	}
	return score
}

// shellWord quotes a word of a command line where a shell needs that.
func shellWord(word string) string {
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

// fileArgument is an input as a command takes it.
func fileArgument(in *Input) string {
	switch {
	case in.Argument != "":
		return in.Argument
	case in.Name == stdinName:
		return "-"
	}
	return in.Name
}

// address is a place of an input as a command takes it: of what is in a library, the
// whole input.
func address(in *Input, span lang.Span) string {
	word := fileArgument(in)
	if in.File.InMain(span) {
		word += ":" + lineColumn(in.File, span)
	}
	return shellWord(word) + in.with()
}

// with are the flags that name the libraries of an input.
func (in *Input) with() string {
	text := ""
	for _, given := range in.With {
		flag, path, _ := strings.Cut(given, " ")
		text += " " + flag + " " + shellWord(path)
	}
	return text
}

// command writes a last line with a command that shows more. It is not wrapped,
// so that it can be copied.
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
	return s.lines(s.bullet(b, indent, ""), heading, "", blanks(indent+4), text, s.room(indent+4))
}

// stdinName is how standard input is called in output; as an argument it is -.
const stdinName = "<stdin>"
