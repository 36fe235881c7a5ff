package lang

import (
	"cmp"
	"slices"
)

// A Severity says whether a diagnostic makes a program wrong.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Note // nothing is wrong, and it is as well to know
)

func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// A Diagnostic is one finding about a text, as data: a renderer decides how it
// looks. Message stands alone, without the source frame.
type Diagnostic struct {
	Code       Code
	Severity   Severity
	Message    Phrase // one sentence, lower case, without a full stop
	Span       Span   // the primary place, as tight as possible
	Label      Phrase // a few words for the primary place in a source frame
	Definition string // the definition it is in; empty when none
	Related    []Related
	Besides    []Related // places of further errors that the same mistake is likely to cause; see Secondary
	Notes      []Phrase  // further sentences
	Help       []Phrase  // hints that are certain
	Fixes      []Fix
	Clash      *Clash // for a clash of patterns
	Secondary  bool   // a consequence of another diagnostic: in data, not in text
	After      Span   // where the error is that hides this one, which is listed after it; the zero span for none

	Explanation *Explanation // of a clash
	Fingerprint string       // the same for the same mistake wherever it stands in the file; empty for none
}

// Inside is a place in the definition that a diagnostic is of. The primary place of a clash
// is where the mistake is likeliest, which may be in another definition or file.
func (d *Diagnostic) Inside() Span {
	if d.Clash != nil {
		return d.Clash.A.Span
	}
	return d.Span
}

// Relate adds a related place, with what is said there; see Say.
func (d *Diagnostic) Relate(at Span, says string, args ...any) {
	d.Related = append(d.Related, Related{Span: at, Message: Say(says, args...)})
}

// String is the diagnostic without its place: "error P0302: …".
func (d Diagnostic) String() string {
	return d.Severity.String() + " " + string(d.Code) + ": " + d.Message.String()
}

// A Related is another place that a diagnostic is about.
type Related struct {
	Span    Span
	Message Phrase
}

// A Fix is a change that would remove what a diagnostic reports.
type Fix struct {
	Title   Phrase
	Grade   string // machine, maybe or has-holes
	Checked bool   // derived again with the change, the program has not this error and no other one instead
	Clean   bool   // it has no error at all then
	Edits   []Edit
}

// An Edit replaces the text of a span.
type Edit struct {
	Span Span
	Text string
}

// AppendEdited appends what stands at a span of a text, with those of some edits that lie in
// it. The edits are in order; one that overlaps the one before is left out.
func AppendEdited(to, text []byte, s Span, edits []Edit) []byte {
	at := s.Start
	for _, e := range edits {
		if s.Contains(e.Span) && e.Span.Start >= at {
			to = append(append(to, text[at:e.Span.Start]...), e.Text...)
			at = e.Span.End
		}
	}
	return append(to, text[at:s.End]...)
}

// Edited is the file with some edits, each of one of its parts. Parts without edits are shared.
func (f *File) Edited(edits []Edit) *File {
	home := f.Home()
	var before []*File
	for _, part := range f.Parts() {
		switch within := part.Span(); {
		case part == home:
		case slices.ContainsFunc(edits, func(e Edit) bool { return within.Contains(e.Span) }):
			before = append(before, NewFile(part.File.Name, AppendEdited(nil, f.Src, within, edits)))
		default:
			before = append(before, part.File)
		}
	}
	return Join(before, NewFile(home.File.Name, AppendEdited(nil, f.Src, home.Span(), edits)))
}

// A Clash says which two places cannot agree, and in what. Shapes and
// expressions are texts in the notation of the language.
type Clash struct {
	Reason  string   // kind, missing-label, extra-label, label-sets, no-index, type-differs
	Label   string   // the label at fault, for the reasons about one label
	Path    []string // labels from the place where the program joins the two to where they differ
	A, B, C *Witness // C in the rare case that needs three
}

// A Witness is a place of a clash and what it says of the pattern.
type Witness struct {
	Span       Span
	Shape      string
	Labels     []string
	Expression string
	Part       Phrase // what part of it is meant, as in "the part `a.b`"; empty for all of it
}

// Errors are those that are errors, in their order.
func Errors(ds []Diagnostic) (errors []Diagnostic) {
	for _, d := range ds {
		if d.Severity == Error {
			errors = append(errors, d)
		}
	}
	return errors
}

// Sort puts diagnostics in the order of all output: offset, then code, then
// message. What another one hides comes after that. The sort is stable.
func Sort(ds []Diagnostic) {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		c := cmp.Or(
			cmp.Compare(max(a.Span.Start, a.After.Start), max(b.Span.Start, b.After.Start)),
			boolToInt(a.Span.Start < a.After.Start)-boolToInt(b.Span.Start < b.After.Start),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Span.End, b.Span.End),
		)
		if c != 0 {
			return c
		}
		return cmp.Compare(a.Message.String(), b.Message.String())
	})
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
