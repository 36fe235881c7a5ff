package report

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/patgraph/patgraph/lang"
)

// A Finding is the part of a diagnostic that identifies it in a later state.
type Finding struct {
	Key      string // the same for the same mistake, wherever it is in the file
	Code     lang.Code
	Severity lang.Severity
	Message  string
	At       lang.Position // without a line if it has no place; with its file if that is a library
}

// key identifies a mistake. A diagnostic without a fingerprint is identified by its message and its definition.
func key(d *lang.Diagnostic) string {
	k := d.Severity.String() + "\x00" + string(d.Code) + "\x00"
	if d.Fingerprint != "" {
		return k + d.Fingerprint
	}
	return k + "\x00" + d.Definition + "\x00" + d.Message.String()
}

// Findings are the diagnostics of an input that are not consequences of others. Equal mistakes in one file are
// numbered.
func (in *Input) Findings() []Finding {
	var list []Finding
	seen := make(map[string]int)
	for d := range in.Reported() {
		f := Finding{Key: numbered(seen, d), Code: d.Code, Severity: d.Severity, Message: d.Message.String()}
		if in.File != nil {
			f.At = in.File.Position(d.Span.Start)
		}
		list = append(list, f)
	}
	return list
}

// numbered is the key of a diagnostic with the number of its occurrence, since equal diagnostics have equal keys.
func numbered(seen map[string]int, d *lang.Diagnostic) string {
	k := key(d)
	seen[k]++
	return k + "\x00" + strconv.Itoa(seen[k])
}

// Without returns the input without the known diagnostics, and the codes of the others.
func (in *Input) Without(known []Finding) (*Input, []lang.Code) {
	have := keys(known)
	out := *in
	out.Diagnostics = nil
	var codes []lang.Code
	seen := make(map[string]int)
	for d := range in.Reported() {
		if !have[numbered(seen, d)] {
			out.Diagnostics = append(out.Diagnostics, *d)
			codes = append(codes, d.Code)
		}
	}
	return &out, codes
}

func keys(list []Finding) map[string]bool {
	set := make(map[string]bool, len(list))
	for i := range list {
		set[list[i].Key] = true
	}
	return set
}

// SameFindings reports whether two lists have the same mistakes.
func SameFindings(a, b []Finding) bool {
	have := keys(a)
	for i := range b {
		if !have[b[i].Key] {
			return false
		}
	}
	return len(a) == len(b)
}

// A Difference is the difference between two states of some inputs.
type Difference struct {
	At                      time.Time
	Changed, Added, Removed []string // names of inputs
	NewErrors, NewWarnings  int
	fixed                   []fixedFinding
}

type fixedFinding struct {
	name string
	Finding
}

// Compare adds the new and the fixed findings of one input.
func (d *Difference) Compare(name string, before, after []Finding) {
	had, has := keys(before), keys(after)
	for i := range after {
		switch {
		case had[after[i].Key]:
		case after[i].Severity == lang.Error:
			d.NewErrors++
		default:
			d.NewWarnings++
		}
	}
	for i := range before {
		if !has[before[i].Key] {
			d.fixed = append(d.fixed, fixedFinding{name, before[i]})
		}
	}
}

// AppendDifference writes a line between empty lines: the time, the changed inputs, and the numbers of new and fixed
// findings.
func (s *Style) AppendDifference(b []byte, d *Difference) []byte {
	var what []string
	for _, x := range []struct {
		names []string
		verb  string
	}{{d.Changed, "changed"}, {d.Added, "added"}, {d.Removed, "removed"}} {
		switch len(x.names) {
		case 0:
		case 1:
			what = append(what, s.prose(x.names[0])+" "+x.verb)
		default:
			what = append(what, lang.Count(len(x.names), "file", "files")+" "+x.verb)
		}
	}
	var found []string
	if d.NewErrors > 0 {
		found = append(found, lang.Count(d.NewErrors, "new error", "new errors"))
	}
	if d.NewWarnings > 0 {
		found = append(found, lang.Count(d.NewWarnings, "new warning", "new warnings"))
	}
	if n := len(d.fixed); n > 0 {
		found = append(found, strconv.Itoa(n)+" gone")
	}
	if found == nil {
		found = []string{"nothing new, nothing gone"}
	}
	b = append(b, '\n')
	b = s.paint(b, heading, d.At.Format("15:04:05")+" "+strings.Join(what, ", ")+": "+strings.Join(found, ", "))
	return append(b, "\n\n"...)
}

// AppendGone writes a line for each fixed diagnostic, with the place where it was.
func (s *Style) AppendGone(b []byte, d *Difference) []byte {
	for i := range d.fixed {
		if i == maxShown {
			b = append(b, "gone: "+strconv.Itoa(len(d.fixed)-i)+" more\n"...)
			break
		}
		g := &d.fixed[i]
		at := g.At
		at.File = cmp.Or(at.File, g.name)
		place := at.File
		if at.Line > 0 {
			place = at.String()
		}
		line := "gone: " + s.prose(place) + ": " + g.Severity.String() + "[" + string(g.Code) + "]: " + s.prose(g.Message)
		b = append(b, line+"\n"...)
	}
	if len(d.fixed) > 0 {
		b = append(b, '\n')
	}
	return b
}
