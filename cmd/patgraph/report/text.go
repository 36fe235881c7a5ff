package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// maxShown is the default of Style.Most: more do not help a reader, and there may be as many as bytes of input.
const maxShown = 100

// AppendDiagnostics writes the diagnostics of an input, each followed by an empty line. Consequences of other errors
// are left out, and so are diagnostics after Style.Most, which are counted.
func (s *Style) AppendDiagnostics(b []byte, in *Input) []byte {
	return s.diagnostics(b, in, detail{most: maxLines})
}

func (s *Style) diagnostics(b []byte, in *Input, how detail) []byte {
	shown, more, most := 0, 0, cmp.Or(s.Most, maxShown)
	var last *lang.Diagnostic // shown last: there are too many errors
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		switch {
		case d.Secondary && !how.secondary:
		case shown == most && d.Code == lang.TooManyErrors:
			last = d
		case shown == most:
			more++
		default:
			b = s.diagnostic(b, in, d, how)
			b = append(b, '\n')
			shown++
		}
	}
	if more > 0 {
		b = s.paint(b, heading, fmt.Sprintf("%s: %d more", s.name(in.Name), more))
		b = append(b, "; --format json has them\n\n"...)
	}
	if last != nil {
		b = append(s.diagnostic(b, in, last, how), '\n')
	}
	return b
}

func (s *Style) diagnostic(b []byte, in *Input, d *lang.Diagnostic, how detail) []byte {
	if how.view == Narrated {
		return s.narrate(b, in, d)
	}
	b, indent := s.opening(b, in, d)
	body := s.remarks(nil, in, d, indent, how)
	if in.File != nil && len(body) > 0 {
		b = s.bar(b, indent)
	}
	return append(b, body...)
}

// bar writes the line between a frame and the remarks below it.
func (s *Style) bar(b []byte, indent int) []byte {
	return s.line(append(b, blanks(indent+2)...), faint, "|")
}

// opening writes the message of a diagnostic and the frame with its places, and returns the indentation of the text
// below.
func (s *Style) opening(b []byte, in *Input, d *lang.Diagnostic) ([]byte, int) {
	head := d.Severity.String() + "[" + string(d.Code) + "]"
	b = s.rated(b, d.Severity, head)
	b = s.lines(b, heading, ": ", "    ", s.prose(d.Message.String()), s.columnsLeft(len(head)+2))
	return s.shown(b, in, d)
}

// shown writes the frame with the places of a diagnostic, and returns the indentation of the text below.
func (s *Style) shown(b []byte, in *Input, d *lang.Diagnostic) ([]byte, int) {
	if in.File == nil {
		return b, 1
	}
	if withheld(d.Code) {
		name, file := in.seen(d.Span)
		b = s.paint(append(b, "  "...), faint, "-->")
		return append(b, " "+s.name(name)+":"+lineColumn(file, d.Span)+"\n"...), 1
	}
	return s.framed(b, in, d.Span, marksOf(d))
}

// framed writes a place and the frame around some marks.
func (s *Style) framed(b []byte, in *Input, span lang.Span, marks []mark) ([]byte, int) {
	frames := framesOf(s, in.File, span, marks)
	number := 0
	for _, f := range frames {
		number = max(number, f.number)
	}
	for i, f := range frames {
		f.number = number
		f.draw()
		arrow, at := "-->", span
		pad := blanks(number + 1)
		if i > 0 {
			b = s.line(b, faint, pad+" |")
			arrow, at = "==>", f.at
		}
		name, file := in.seen(at)
		b = append(b, pad...)
		b = s.paint(b, faint, arrow)
		b = append(b, " "+s.name(name)+":"+s.placeIn(file, at)+"\n"...)
		b = f.append(b)
	}
	return b, number
}

// placeIn writes a place of a file: its line and column, or the node of a binary model.
func (s *Style) placeIn(f *lang.File, at lang.Span) string {
	if f.Origin != nil {
		if n := f.Origin(at.Start); n != nil && n.Name != "" {
			return " node " + strconv.Itoa(n.Index) + " " + strconv.Quote(s.prose(n.Name))
		} else if n != nil {
			return " node " + strconv.Itoa(n.Index) + " (" + s.prose(n.Op) + ")"
		}
	}
	return lineColumn(f, at)
}

// remarks writes the text below the frame: the derivation, notes and help.
func (s *Style) remarks(b []byte, in *Input, d *lang.Diagnostic, indent int, how detail) []byte {
	folded := false
	_, file := in.seen(d.Span)
	if x := d.Explanation; x != nil && in.File != nil {
		switch t := (proofWriter{s, file, d.Definition, indent}); how.view {
		case Tree:
			b = t.tree(b, whyNever+", the conclusion first", x.Steps)
			b = t.unchecked(b, x.Checked)
		case Full:
			b = t.fullProof(b, x)
			b = t.suspects(b, d.Blame)
		default:
			b, folded = t.story(b, x.Shown.String()+", because", x.Story, how.most)
		}
	}
	if first, rival, ok := alternatives(d); ok && in.File != nil {
		b = s.remark(b, indent, "note", s.eitherOr(file, first, rival, lineColumn))
	}
	if n := len(d.Related) - mostRelated; n > 0 {
		more := lang.Count(n, "more related place", "more related places")
		b = s.remark(b, indent, "note", more+"; --format json lists all")
	}
	for _, n := range d.Notes {
		b = s.remark(b, indent, "note", n.String())
	}
	if how.secondary && d.Secondary {
		b = s.remark(b, indent, "note", "this is a consequence of another error")
	}
	for _, h := range d.Help {
		b = s.remark(b, indent, "help", h.String())
	}
	for i := range d.Fixes {
		b = s.remark(b, indent, "help", s.fixTitle(in, d, i, lineColumn))
		if how.view == Full && in.File != nil {
			b = s.edits(b, file, indent, d.Fixes[i].Edits)
		}
	}
	if how.view == Full && d.Fingerprint != "" {
		b = s.remark(b, indent, "fingerprint", d.Fingerprint)
	}
	if x := d.Explanation; how.view == Folded && x != nil && in.File != nil &&
		(folded || how.most == 0 && nested(x.Steps)) {
		b = s.command(b, indent, "explain", in, inMain(in, d), "--tree")
	}
	return b
}

// inMain is a place of a diagnostic in the input itself rather than in a library, if it has one.
func inMain(in *Input, d *lang.Diagnostic) lang.Span {
	if inside := d.Inside(); !in.File.InMain(d.Span) {
		return inside
	}
	return d.Span
}

// mostRelated is how many related places of a diagnostic a text shows.
const mostRelated = 8

// marksOf lists the places of a diagnostic, the primary one first, then the first mostRelated ones. Labels of the same
// place are merged.
func marksOf(d *lang.Diagnostic) []mark {
	marks := []mark{{d.Span, d.Label.String(), true}}
related:
	for _, r := range d.Related[:min(len(d.Related), mostRelated)] {
		for i, m := range marks {
			if m.span == r.Span && (m.label == r.Message.String() || i > 0) {
				if m.label != r.Message.String() && r.Message.String() != "" {
					marks[i].label += "; " + r.Message.String()
				}
				continue related
			}
		}
		marks = append(marks, mark{r.Span, r.Message.String(), false})
	}
	return lettered(marks, d)
}

// lettered adds the letters of the witnesses to the labels of their places, if there is a story that may refer to them.
func lettered(marks []mark, d *lang.Diagnostic) []mark {
	if d.Clash == nil || d.Explanation == nil || len(d.Explanation.Story) == 0 {
		return marks
	}
	letters := make([]string, len(marks))
	for i, w := range [...]*lang.Witness{d.Clash.A, d.Clash.B, d.Clash.C} {
		if w == nil {
			continue
		}
		letter := "ABC"[i : i+1]
		at := -1
		for j, m := range marks {
			if m.span == w.Span && (at < 0 || letters[at] != "" && letters[j] == "") {
				at = j
			}
		}
		if at < 0 && letters[0] == "" && w.Span.Contains(d.Span) {
			at = 0 // it is about one label of the witness
		}
		if at < 0 {
			at = len(marks)
			marks, letters = append(marks, mark{span: w.Span}), append(letters, "")
		} else if letters[at] != "" {
			letter = letters[at] + ", " + letter
		}
		letters[at] = letter
	}
	for i, l := range letters {
		if l != "" {
			marks[i].label = strings.TrimSpace(l + " " + marks[i].label)
		}
	}
	return marks
}

// fixText describes a fix and the result of its check.
func fixText(f *lang.Fix) string {
	switch {
	case f.Clean:
		return f.Title.String() + " [checked: the program types with it]"
	case f.Checked:
		return f.Title.String() + " [checked: this error is gone with it]"
	case f.Grade == "has-holes":
		return f.Title.String() + " [leaves a part to be filled in]"
	case f.Grade == "maybe":
		return f.Title.String() + " [maybe]"
	}
	return f.Title.String()
}

// fixTitle is the text of a fix of a diagnostic, with its place if that is on another line than the diagnostic, or if
// another fix does the same elsewhere; the place replaces "here" in the title.
func (s *Style) fixTitle(in *Input, d *lang.Diagnostic, i int, place func(*lang.File, lang.Span) string) string {
	f := d.Fixes[i]
	if in.File != nil && len(f.Edits) > 0 {
		_, file := in.seen(d.Span)
		at := within(file, f.Edits[0].Span)
		line := func(s lang.Span) lang.Position {
			p := file.Position(within(file, s).Start)
			return lang.Position{Line: p.Line, File: p.File}
		}
		same := func(g lang.Fix) bool { return g.Title.String() == f.Title.String() }
		if line(at) != line(d.Span) || slices.ContainsFunc(d.Fixes[:i], same) || slices.ContainsFunc(d.Fixes[i+1:], same) {
			where := "at " + place(file, at)
			if last := len(f.Title) - 1; last >= 0 && f.Title[last].IsHere() {
				f.Title = f.Title[:last].And(where)
			} else {
				f.Title = lang.Say("%s %s", f.Title, where)
			}
		}
	}
	return fixText(&f)
}

// remark writes a line that begins with "= note:" or similar.
func (s *Style) remark(b []byte, indent int, kind, text string) []byte {
	left := indent + 2 + len("= "+kind+": ")
	b = append(s.bullet(b, indent, kind+":"), ' ')
	return s.lines(b, plain, "", blanks(left), s.prose(text), s.columnsLeft(left))
}

// columnsLeft is the number of columns right of an indentation, 0 for any number.
func (s *Style) columnsLeft(indent int) int {
	if s.Width == 0 {
		return 0
	}
	return max(s.Width-indent, 24)
}

// maxCodes is the maximum number of codes in the last line.
const maxCodes = 4

// AppendSummary writes the last lines: the summary of all inputs, and a command that explains the codes that have a
// page.
func (s *Style) AppendSummary(b []byte, sum Summary, codes []lang.Code) []byte {
	b = s.AppendCounts(b, sum)
	var known []string
	for _, c := range codes {
		if _, ok := s.Pages.Of(c); ok && len(known) < maxCodes {
			known = append(known, string(c))
		}
	}
	if len(known) > 0 {
		b = append(b, "more: patgraph explain "+strings.Join(known, " ")+"\n"...)
	}
	return b
}

// AppendCodes writes how many diagnostics have each code, a line for each.
func (s *Style) AppendCodes(b []byte, codes map[lang.Code]int) []byte {
	wide := 0
	for _, n := range codes {
		wide = max(wide, len(strconv.Itoa(n)))
	}
	for _, c := range slices.Sorted(maps.Keys(codes)) {
		b = fmt.Appendf(b, "%*d  ", wide, codes[c])
		b = s.paint(b, heading, string(c))
		if p, ok := s.Pages.Of(c); ok {
			b = append(b, "  "+p.Title...)
		}
		b = append(b, '\n')
	}
	return b
}

// AppendCounts writes the summary of all inputs in one line.
func (s *Style) AppendCounts(b []byte, sum Summary) []byte {
	kind := ""
	if sum.Known > 0 {
		kind = "new "
	}
	b = append(b, lang.Count(sum.Files, "file", "files")...)
	switch {
	case sum.Errors+sum.Warnings > 0:
	case sum.Known > 0:
		b = append(b, ", nothing new"...)
	case sum.Hidden > 0 && sum.OK < sum.Files:
	default:
		b = append(b, " ok"...)
	}
	if sum.Errors > 0 {
		b = append(b, ", "...)
		b = s.paint(b, errorWord, lang.Count(sum.Errors, kind+"error", kind+"errors"))
	}
	if sum.Warnings > 0 {
		b = append(b, ", "...)
		b = s.paint(b, warningWord, lang.Count(sum.Warnings, kind+"warning", kind+"warnings"))
	}
	if sum.Known > 0 {
		b = append(b, ", "...)
		b = strconv.AppendInt(b, int64(sum.Known), 10)
		b = append(b, " known"...)
	}
	if sum.Hidden > 0 {
		b = append(b, ", "...)
		b = strconv.AppendInt(b, int64(sum.Hidden), 10)
		b = append(b, " hidden"...)
	}
	return append(b, '\n')
}
