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
	Note // nothing is wrong, but it is worth knowing
)

func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// A Diagnostic is one finding about a text, as data: a renderer decides its presentation. Message must be clear by
// itself, without the source frame.
type Diagnostic struct {
	Code        Code
	Severity    Severity
	Message     Phrase // one sentence, lower case, without a full stop
	Span        Span   // the primary place, as tight as possible
	Label       Phrase // a few words for the primary place in a source frame
	Definition  string // the definition that contains it; empty if none
	Related     []Related
	Besides     []Related // places of further errors that the same mistake probably causes; see Secondary
	Notes       []Phrase  // further sentences
	Help        []Phrase  // certain hints
	Fixes       []Fix
	Clash       *Clash // for a clash of patterns
	Mistake     int32  // the number of the mistake that probably causes this error and others; 0 for none; see Gather
	Secondary   bool   // a consequence of another diagnostic: in data output, but not in text
	Provisional bool   // it is not explained yet; its place may change when it is
	After       Span   // the place of the error that hides this one, which is listed after it; the zero span for none

	Explanation *Explanation // of a clash
	Blame       []Blame      // places that may be at fault, the likeliest first
	Fingerprint string       // identifies a mistake independently of its place in the file; empty for none
}

// Inside returns a place in the definition of a diagnostic. The primary place of a clash is its likeliest cause, which
// may be in another definition or file.
func (d *Diagnostic) Inside() Span {
	if d.Clash != nil {
		return d.Clash.A.Span
	}
	return d.Span
}

// Relate adds a related place with a message; see Say.
func (d *Diagnostic) Relate(at Span, says string, args ...any) {
	d.Related = append(d.Related, Related{Span: at, Message: Say(says, args...)})
}

// String returns the diagnostic without its place: "error P0302: …".
func (d Diagnostic) String() string {
	return d.Severity.String() + " " + string(d.Code) + ": " + d.Message.String()
}

// A Related is a further place of a diagnostic.
type Related struct {
	Span    Span
	Message Phrase
}

// A Fix is a change that would remove the cause of a diagnostic.
type Fix struct {
	Title   Phrase
	Grade   string // machine, maybe or has-holes
	Checked bool   // the changed program was derived: it does not have this error, nor another one that this did not hide
	Clean   bool   // it has no errors at all, and in ONNX no more warnings
	Reveals bool   // it is Checked, and has as many errors as before: those that this one hid
	Edits   []Edit
}

// An Edit replaces the text of a span.
type Edit struct {
	Span Span
	Text string
}

// AppendEdited appends the text of a span with those edits that are within it applied. The edits are in order; one that
// overlaps the previous one is left out.
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

// Moved returns an offset after some edits.
func Moved(at int32, edits []Edit) int32 {
	to := at
	for _, e := range edits {
		switch {
		case e.Span.End <= at && !(e.Span.Empty() && e.Span.Start == at && e.Text == ""):
			to += int32(len(e.Text)) - (e.Span.End - e.Span.Start)
		case e.Span.Start < at:
			to -= at - e.Span.Start
		}
	}
	return to
}

// Edited returns the file with edits applied, each within one of its parts. Parts without edits are shared.
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

// A Clash describes two places that cannot agree, and how they differ. Shapes and expressions are texts in the notation
// of the language.
type Clash struct {
	Reason  string   // kind, missing-label, extra-label, label-sets, no-index, type-differs
	Label   string   // the wrong label, for the reasons about a single label
	Path    []string // labels from the place where the program joins the two to the place where they differ
	A, B, C *Witness // C in the rare case that needs three
}

// A Witness is a place of a clash with the pattern that it requires.
type Witness struct {
	Span       Span
	Shape      string
	Labels     []string
	Expression string
	Part       Phrase // the part that is meant, as in "the part `a.b`"; empty for the whole
}

// Errors returns the diagnostics that are errors, in their order.
func Errors(ds []Diagnostic) (errors []Diagnostic) {
	for _, d := range ds {
		if d.Severity == Error {
			errors = append(errors, d)
		}
	}
	return errors
}

// Sort sorts diagnostics in the order of all output: offset, then code, then message. Hidden diagnostics come after
// those that hide them. The sort is stable.
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

// MaxErrors is the number of errors of a file that are reported.
const MaxErrors = 10_000

// Unreported is the error that says that a file has more errors than are reported, from a place on.
func Unreported(at Span) Diagnostic {
	return Diagnostic{
		Code: TooManyErrors, Span: at, Label: Text("there are more before this"),
		Message: Say("more than %s errors or warnings; the others are not reported", MaxErrors),
	}
}

// Collect adds an error to those of a pass over a text, and returns it. Beyond MaxErrors only one more is kept, from which
// Bounded sees that there are more.
func Collect(ds *[]Diagnostic, d Diagnostic) *Diagnostic {
	if len(*ds) > MaxErrors {
		return &d
	}
	*ds = append(*ds, d)
	return &(*ds)[len(*ds)-1]
}

// Bounded returns sorted diagnostics of a text without the errors after the first MaxErrors. If there are more, one
// error at the end of the text says so.
func Bounded(ds []Diagnostic, text *File) []Diagnostic {
	errors, more := 0, false
	kept := slices.DeleteFunc(ds, func(d Diagnostic) bool {
		if d.Severity == Error && d.Code != TooManyErrors {
			errors++
		}
		unreported := d.Code == TooManyErrors || d.Severity == Error && errors > MaxErrors
		more = more || unreported
		return unreported
	})
	if more {
		kept = append(kept, Unreported(text.End()))
	}
	return kept
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
