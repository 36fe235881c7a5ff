package repair

import (
	"cmp"
	"iter"
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
	"github.com/patgraph/patgraph/patterns/message"
)

// A Draft makes changes of the nodes of a tree, each with a title that describes it. A change that changes nothing has
// no edits.
type Draft struct {
	*syntax.Tree
	Widest int           // the maximum length, in characters, of a text in a title
	Watch  *cancel.Watch // counts the visited nodes
}

// Of returns the nodes of some constructs, in order.
func (d Draft) Of(ops ...syntax.Op) iter.Seq[syntax.NodeID] {
	d.Watch.Steps(1 + len(d.Nodes)/nodesPerStep)
	return d.Tree.Of(ops...)
}

// nodesPerStep is how many nodes are visited in the time of a step.
const nodesPerStep = 16

// widestAlone is the maximum length, in characters, of a text that is the only one in a title.
const widestAlone = 40

// Fix returns a change that may be what was meant, with edits in any order.
func (d Draft) Fix(title string, edits ...lang.Edit) lang.Fix {
	slices.SortStableFunc(edits, func(a, b lang.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return lang.Fix{Title: lang.Text(title), Grade: "maybe", Edits: edits}
}

// Replace returns the edit that replaces a node by a text.
func (d Draft) Replace(id syntax.NodeID, text string) lang.Edit {
	return lang.Edit{Span: d.Span(id), Text: text}
}

// Insert returns the edit that inserts a text at an offset.
func Insert(at int32, text string) lang.Edit {
	return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text}
}

// Quoted returns the text of a node in backquotes and in one line.
func (d Draft) Quoted(id syntax.NodeID) string {
	return message.Quoted(d.Source(id), d.Widest)
}

// Write replaces a node by a text.
func (d Draft) Write(id syntax.NodeID, text string) lang.Fix {
	return d.written(id, text, "write `"+text+"`")
}

// Instead is Write with a title that quotes the replaced text.
func (d Draft) Instead(id syntax.NodeID, text string) lang.Fix {
	return d.written(id, text, "write `"+text+"` in place of "+d.Quoted(id))
}

// WriteAll is Write at several nodes.
func (d Draft) WriteAll(title string, ids []syntax.NodeID, text string) lang.Fix {
	var edits []lang.Edit
	for _, id := range ids {
		edits = append(edits, d.Replace(id, text))
	}
	return d.Fix(title, edits...)
}

// Use is Write of another name, with a title that quotes the replaced name.
func (d Draft) Use(id syntax.NodeID, name string) lang.Fix {
	return d.written(id, name, "use `"+name+"` in place of "+d.Quoted(id))
}

func (d Draft) written(id syntax.NodeID, text, title string) lang.Fix {
	if text == d.Source(id) {
		return lang.Fix{}
	}
	return d.Fix(title, d.Replace(id, text))
}

// Swap exchanges two nodes.
func (d Draft) Swap(a, b syntax.NodeID) lang.Fix {
	x, y := d.Source(a), d.Source(b)
	if x == y {
		return lang.Fix{}
	}
	return d.Fix("swap "+d.Quoted(a)+" and "+d.Quoted(b), d.Replace(a, y), d.Replace(b, x))
}

// LeaveOut removes an item of a list, with its separator.
func (d Draft) LeaveOut(list []syntax.NodeID, i int) lang.Fix {
	return d.Fix("leave out "+message.Quoted(d.Source(list[i]), widestAlone), lang.Edit{Span: d.ItemSpan(list, i)})
}

// Wrap inserts texts before and after a node.
func (d Draft) Wrap(title string, id syntax.NodeID, before, behind string) lang.Fix {
	s := d.Span(id)
	return d.Fix(title, Insert(s.Start, before), Insert(s.End, behind))
}

// A Distinct collects different values in order of arrival; the zero value is empty.
type Distinct[T comparable] struct {
	List  []T
	known map[T]bool
}

// Has reports whether a value was added.
func (d *Distinct[T]) Has(x T) bool { return d.known[x] }

// Add adds the values that are new.
func (d *Distinct[T]) Add(values ...T) {
	if d.known == nil {
		d.known = make(map[T]bool)
	}
	for _, x := range values {
		if !d.known[x] {
			d.known[x] = true
			d.List = append(d.List, x)
		}
	}
}

// With appends the values that a list does not contain, up to a length of most.
func With[T comparable](list []T, most int, more ...T) []T {
	for _, x := range more {
		if len(list) < most && !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}
