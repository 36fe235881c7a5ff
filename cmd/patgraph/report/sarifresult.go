package report

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// A sarifWriter renders the elements of one input.
type sarifWriter struct {
	*Input
	artifact sarifArtifact
}

func newSarifWriter(in *Input) *sarifWriter { return &sarifWriter{in, artifactOf(in.Name)} }

func (w *sarifWriter) result(d *lang.Diagnostic) *sarifResult {
	out := &sarifResult{
		RuleID: d.Code, Level: d.Severity.String(), Message: plainMessage(w.text(d)),
		Locations: []sarifLocation{w.location(d.Span, d.Definition, d.Label.String())},
		Related:   w.related(d),
		Fixes:     w.fixes(d.Fixes),
	}
	if d.Fingerprint != "" {
		out.Fingerprints = map[string]string{fingerprint: d.Fingerprint}
	}
	if e := d.Explanation; e != nil {
		if steps := w.flow(e); len(steps) > 0 {
			out.CodeFlows = []sarifCodeFlow{{[1]sarifThread{{steps}}}}
		}
		out.Properties = &sarifExplained{Minimal: e.Minimal, Checked: e.Checked}
		if len(d.Blame) > 0 {
			score := jsonScore(d.Blame[0].Score)
			out.Properties.Score = &score
		}
	}
	return out
}

func (w *sarifWriter) notification(d *lang.Diagnostic) *sarifNotification {
	out := &sarifNotification{Level: d.Severity.String(), Message: plainMessage(w.text(d))}
	out.Descriptor.ID = d.Code
	if w.artifact.URI != "" {
		out.Locations = []sarifLocation{w.location(d.Span, d.Definition, "")}
	}
	return out
}

// text is a whole diagnostic as text, since some readers show only that.
func (w *sarifWriter) text(d *lang.Diagnostic) string {
	lines := []string{sentence(d.Message.String())}
	_, file := w.seen(d.Span)
	if w.File != nil && w.File.Origin != nil {
		lines = append(lines, "At "+w.nodePlace(d.Span)+".")
	}
	for _, r := range d.Related {
		if len(r.Message) > 0 && w.File != nil {
			at := w.region(r.Span)
			place := strconv.Itoa(at.StartLine) + ":" + strconv.Itoa(at.StartColumn)
			if w.File.Origin != nil {
				place = w.nodePlace(r.Span)
			}
			if other := file.Position(r.Span.Start).File; other != "" {
				place = other + ":" + place
			}
			lines = append(lines, place+": "+r.Message.String())
		}
	}
	for _, n := range d.Notes {
		lines = append(lines, "Note: "+n.String())
	}
	for _, h := range d.Help {
		lines = append(lines, "Help: "+h.String())
	}
	for i := range d.Fixes {
		lines = append(lines, "Help: "+(&Style{}).fixTitle(w.Input, d, i, lineColumn))
	}
	return strings.Join(lines, "\n")
}

// plainMessage is a text without links: text that looks like a link, such as a vector before a bracket, is escaped.
// Braces need no escape: only a message with arguments has placeholders.
func plainMessage(text string) sarifMessage {
	return sarifMessage{Text: sarifText(strings.ReplaceAll(text, "](", `\](`))}
}

// sentence begins a clause with a capital letter and ends it with a full stop.
func sentence(s string) string {
	if s == "" {
		return s
	}
	if c := s[0]; 'a' <= c && c <= 'z' {
		s = string(c-'a'+'A') + s[1:]
	}
	return strings.TrimSuffix(s, ".") + "."
}

func (w *sarifWriter) location(span lang.Span, definition, message string) sarifLocation {
	out := sarifLocation{Physical: sarifPhysical{Artifact: w.artifactAt(span)}}
	switch {
	case w.File == nil:
	case w.File.Origin != nil:
		if n := w.File.Origin(span.Start); n != nil {
			out.Physical.Region = &sarifRegion{ByteOffset: n.Offset, ByteLength: n.Size}
			out.Logical = []sarifLogical{{
				Name: sarifText(lang.Cut(n.Name, longName)), Kind: "node", Properties: &sarifNode{n.Index, sarifText(n.Op)},
			}}
		}
	default:
		region := w.region(span)
		out.Physical.Region = &region
	}
	if definition != "" {
		out.Logical = append(out.Logical, sarifLogical{Full: sarifText(lang.Cut(definition, longName)), Kind: "function"})
	}
	if message != "" {
		text := plainMessage(message)
		out.Message = &text
	}
	return out
}

// nodePlace is the place of a node of a binary model, or a place in the text that is made of the model.
func (w *sarifWriter) nodePlace(s lang.Span) string {
	place := strings.TrimSpace((&Style{}).placeIn(w.File, s))
	if w.File.Origin(s.Start) == nil {
		place += " of its text"
	}
	return place
}

// artifactAt is the file that contains a place.
func (w *sarifWriter) artifactAt(s lang.Span) sarifArtifact {
	if w.File == nil || w.File.InMain(s) {
		return w.artifact
	}
	return artifactOf(w.File.PartAt(s.Start).File.Name)
}

func (w *sarifWriter) region(s lang.Span) sarifRegion {
	start, end := w.File.Position(s.Start), w.File.Position(s.End)
	// A byte order mark does not count in the first line.
	bom := bytes.HasPrefix(w.File.PartAt(s.Start).File.Src, []byte("\uFEFF"))
	if bom && start.Line == 1 {
		start.Column = max(start.Column-1, 1)
	}
	if bom && end.Line == 1 {
		end.Column = max(end.Column-1, 1)
	}
	return sarifRegion{StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column}
}

// related lists the witnesses that the diagnostic does not name otherwise, and the places that it does name.
func (w *sarifWriter) related(d *lang.Diagnostic) []sarifLocation {
	var list []sarifLocation
	add := func(span lang.Span, message string) {
		l := w.location(span, "", message)
		l.ID = len(list) + 1
		list = append(list, l)
	}
	if c := d.Clash; c != nil {
		for _, v := range []*lang.Witness{c.A, c.B, c.C} {
			if v == nil || v.Span == d.Span ||
				slices.ContainsFunc(d.Related, func(r lang.Related) bool { return r.Span == v.Span }) {
				continue
			}
			message := "contradicts it"
			if v.Expression != "" {
				message = "`" + v.Expression + "` contradicts it"
			}
			add(v.Span, message)
		}
	}
	for _, r := range slices.Concat(d.Related, d.Besides) {
		add(r.Span, r.Message.String())
	}
	return list
}

// flow is the proof as readers of the text see it, from the first witness to the other, or else its steps.
func (w *sarifWriter) flow(e *lang.Explanation) (out []sarifStep) {
	for _, l := range e.Story {
		if l.Span == (lang.Span{}) {
			continue
		}
		out = append(out, sarifStep{
			Location: w.location(l.Span, l.Definition, withReason(l.Text, l.Reason)),
			Order:    len(out) + 1, Importance: "essential",
		})
	}
	if len(out) == 0 {
		return w.steps(e.Steps)
	}
	return out
}

// withReason returns a clause with the rule that it follows from.
func withReason(clause lang.Phrase, reason string) string {
	if reason == "" {
		return clause.String()
	}
	return clause.String() + " (" + reason + ")"
}

// steps are the steps of a proof that have a place, each nested below the nearest step with a place that it is a
// premise of.
func (w *sarifWriter) steps(steps []lang.Step) []sarifStep {
	// Premises are earlier steps, so all users of a step are processed before it. Steps that the last step does not
	// depend on are not nested.
	nesting := make([]int, len(steps))
	used := make([]bool, len(steps))
	var out []sarifStep
	for i := len(steps) - 1; i >= 0; i-- {
		if !used[i] && i < len(steps)-1 {
			continue
		}
		inner := nesting[i]
		if steps[i].Span != (lang.Span{}) {
			inner++
		}
		for _, p := range steps[i].Premises {
			if !used[p] || inner < nesting[p] {
				nesting[p], used[p] = inner, true
			}
		}
	}
	for i := range steps {
		s := &steps[i]
		if s.Span == (lang.Span{}) {
			continue
		}
		step := sarifStep{
			Location: w.location(s.Span, s.Definition, withReason(s.Concludes, s.Reason)),
			Nesting:  nesting[i], Order: len(out) + 1, Importance: "important",
		}
		if i == len(steps)-1 {
			step.Importance = "essential"
		}
		out = append(out, step)
	}
	return out
}

// fixes are the fixes that a tool may apply without review. Those of a binary model change its text, not the file.
func (w *sarifWriter) fixes(fixes []lang.Fix) []sarifFix {
	if w.File != nil && w.File.Origin != nil {
		return nil
	}
	var out []sarifFix
	for i, f := range fixes {
		again := slices.ContainsFunc(fixes[:i], func(g lang.Fix) bool {
			return g.Grade == f.Grade && g.Title.String() == f.Title.String() && slices.Equal(g.Edits, f.Edits)
		})
		if f.Grade != "machine" || len(f.Edits) == 0 || again {
			continue
		}
		fix := sarifFix{Description: plainMessage(sentence(f.Title.String()))}
		for _, e := range f.Edits {
			artifact := w.artifactAt(e.Span)
			i := slices.IndexFunc(fix.Changes, func(c sarifChange) bool { return c.Artifact == artifact })
			if i < 0 {
				i = len(fix.Changes)
				fix.Changes = append(fix.Changes, sarifChange{Artifact: artifact})
			}
			change := &fix.Changes[i]
			r := sarifReplacement{Deleted: w.region(e.Span)}
			if e.Text != "" {
				r.Inserted = &sarifMessage{Text: sarifText(e.Text)}
			}
			change.Replacements = append(change.Replacements, r)
		}
		out = append(out, fix)
	}
	return out
}

// artifactOf is the location of an input as a URI: relative to the working directory of patgraph, unless the name is
// absolute.
func artifactOf(name string) sarifArtifact {
	uri := escapePath(name)
	switch {
	case strings.HasPrefix(name, "//") && !strings.HasPrefix(name, "///"):
		return sarifArtifact{URI: "file:" + uri}
	case strings.HasPrefix(name, "/"):
		return sarifArtifact{URI: "file://" + uri}
	case filepath.VolumeName(name) != "":
		// The colon of a drive is not escaped: "/c%3A/x" is not the file "/c:/x".
		return sarifArtifact{URI: "file:///" + strings.Replace(uri, "%3A", ":", 1)}
	case name == "":
		return sarifArtifact{}
	}
	return sarifArtifact{uri, sarifRoot}
}

// escapePath percent-encodes the bytes of a path, also colons, since a colon could look like the end of a scheme.
func escapePath(path string) string {
	b := make([]byte, 0, len(path))
	for _, c := range []byte(path) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/!$&'()*+,;=@", c) >= 0:
			b = append(b, c)
		default:
			b = fmt.Appendf(b, "%%%02X", c)
		}
	}
	return string(b)
}

// A sarifText is a text for people. Bytes that are not Unicode are written as escapes, as not every reader could read
// them.
type sarifText string

// MarshalText returns the text in UTF-8.
func (t sarifText) MarshalText() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return []byte(t), nil
	}
	var b []byte
	for s := string(t); s != ""; {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r != utf8.RuneError || n > 1:
			b = append(b, s[:n]...)
		case len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80:
			b = append(b, `\u`...)
			b = strconv.AppendInt(b, 0xD000|int64(s[1]&0x3F)<<6|int64(s[2]&0x3F), 16)
			n = 3
		default:
			b = append(b, "\uFFFD"...)
		}
		s = s[n:]
	}
	return b, nil
}
