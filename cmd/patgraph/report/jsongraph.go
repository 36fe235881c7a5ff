package report

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"strconv"

	"github.com/patgraph/patgraph/patterns"
)

const (
	// inlinePattern is how many nodes and edges a pattern has at most that stands where it
	// belongs. A larger one is in a table of the file, which equal ones share.
	inlinePattern = 200

	// shortForm is up to how many bytes the canonical form of a type is always written. The
	// longer ones of a file have formBytes together: n types may have n forms of n states.
	shortForm = 200
	formBytes = 16 << 20
)

// jsonGraphs are the patterns of a file.
type jsonGraphs struct {
	tables []jsonTable
	equal  map[uint64][]int32         // by hash: tables
	of     map[*patterns.Scheme]int32 // the table of a scheme
	bodies bodies
	seed   maphash.Seed
	forms  map[patterns.Type]string
	used   int // of formBytes
}

// A jsonTable is a graph of nodes that patterns are parts of.
type jsonTable struct {
	scheme *patterns.Scheme
	number []int32 // in the table, by the number of a root
}

func appendEnds(b []byte, in, out int32) []byte {
	b = strconv.AppendInt(append(b, `{"in":`...), int64(in), 10)
	return strconv.AppendInt(append(b, `,"out":`...), int64(out), 10)
}

// pattern writes a signature, or where it is.
func (w *jsonWriter) pattern(b []byte, v patterns.View) []byte {
	if p, ok := w.Result.PatternWithin(v.Scheme, inlinePattern, v.In, v.Out); ok {
		b = append(appendEnds(b, p.Roots[0], p.Roots[len(p.Roots)-1]), `,"nodes":[`...)
		for i := range p.Nodes {
			b = w.node(b, &p.Nodes[i])
		}
		return append(appendWhere(append(b, ']'), p.Where), '}')
	}
	i := w.table(v.Scheme)
	t := &w.jsonGraphs.tables[i]
	b = appendEnds(b, t.number[v.Root], t.number[v.Last])
	return append(strconv.AppendInt(append(b, `,"table":`...), int64(i), 10), '}')
}

// appendWhere writes the conditions of a signature, if it has some.
func appendWhere(b []byte, where []patterns.Holds) []byte {
	for i, c := range where {
		if i == 0 {
			b = append(b, `,"where":[`...)
		} else {
			b = append(b, ',')
		}
		b = appendText(append(b, `{"relation":`...), string(jsonName(c.Relation)))
		b = append(b, `,"args":[`...)
		for k, n := range c.Args {
			if k > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(n), 10)
		}
		b = append(b, "]}"...)
	}
	if len(where) > 0 {
		b = append(b, ']')
	}
	return b
}

// table is the number of the table for a scheme.
func (w *jsonWriter) table(s *patterns.Scheme) int32 {
	if i, ok := w.of[s]; ok {
		return i
	}
	if w.of == nil {
		w.of, w.equal, w.seed = make(map[*patterns.Scheme]int32), make(map[uint64][]int32), maphash.MakeSeed()
	}
	h := w.hash(s)
	for _, i := range w.equal[h] {
		if s.Equal(w.jsonGraphs.tables[i].scheme) {
			w.of[s] = i
			return i
		}
	}
	i := int32(len(w.jsonGraphs.tables))
	w.of[s] = i
	w.equal[h] = append(w.equal[h], i)
	// Nodes are numbered from the roots on.
	t := jsonTable{s, make([]int32, len(s.Roots))}
	met := make(map[int32]int32, len(s.Roots))
	for k, r := range s.Roots {
		n, ok := met[r]
		if !ok {
			n = int32(len(met))
			met[r] = n
		}
		t.number[k] = n
	}
	w.jsonGraphs.tables = append(w.jsonGraphs.tables, t)
	return i
}

// hash is the same for equal schemes.
func (w *jsonWriter) hash(s *patterns.Scheme) uint64 {
	var h maphash.Hash
	h.SetSeed(w.seed)
	for i := range int32(s.Graph.Len()) {
		maphash.WriteComparable(&h, s.Graph.Flat(i))
		for _, e := range s.Graph.Edges(i) {
			var b [8]byte
			binary.LittleEndian.PutUint32(b[:], uint32(e.Label))
			binary.LittleEndian.PutUint32(b[4:], uint32(e.To))
			h.Write(b[:])
		}
	}
	return h.Sum64()
}

// tablesKey writes the tables, if there are any.
func (w *jsonWriter) tablesKey(b []byte) []byte {
	for i := range w.jsonGraphs.tables {
		if i == 0 {
			b = append(b, `,"tables":[`...)
		} else {
			b = append(b, ',')
		}
		b = append(b, `{"nodes":[`...)
		s := w.jsonGraphs.tables[i].scheme
		w.Result.EachNode(s, func(n *patterns.PatternNode) { b = w.flushed(w.node(b, n)) })
		b = append(b, ']')
		if len(s.Graph.Relations()) > 0 {
			b = appendWhere(b, w.Result.Pattern(s).Where)
		}
		b = append(b, '}')
	}
	if len(w.jsonGraphs.tables) > 0 {
		b = append(b, ']')
	}
	return b
}

// body writes the graph of what a definition's expressions take and give, or where it is. It
// returns the number of each end in it.
func (w *jsonWriter) body(b []byte, i int32) ([]byte, []int32) {
	r := w.Result
	if len(r.Front.Expressions(i)) == 0 {
		return append(b, `{"nodes":[]}`...), nil
	}
	if w.bodies == nil {
		w.bodies = make(bodies)
	}
	s, first := w.bodies.body(r, i)
	end := first + 2*len(r.Front.Expressions(i))
	if r.Solver.Sharing(i) {
		if s.Graph.Len()+s.Graph.Size() > inlinePattern {
			t := w.table(s)
			b = strconv.AppendInt(append(b, `{"table":`...), int64(t), 10)
			return append(b, '}'), w.jsonGraphs.tables[t].number[first:end]
		}
		own := *s
		own.Roots = s.Roots[first:end]
		s = &own
	}
	b = append(b, `{"nodes":[`...)
	numbers := r.EachNode(s, func(n *patterns.PatternNode) { b = w.flushed(w.node(b, n)) })
	return append(b, "]}"...), numbers
}

// node writes a node as an element of a list.
func (w *jsonWriter) node(b []byte, n *patterns.PatternNode) []byte {
	if b[len(b)-1] != '[' {
		b = append(b, ',')
	}
	b = append(append(b, `{"shape":"`...), n.Flat.Form()...)
	b = append(b, '"')
	if n.Constructor != "" {
		b = appendText(append(b, `,"constructor":`...), string(jsonName(n.Constructor)))
	}
	if n.Flat.Dynamic() {
		b = append(b, `,"dynamic":true`...)
	}
	if n.Type != patterns.NoType {
		if form, ok := w.form(n.Type); ok {
			b = appendText(append(b, `,"type":`...), form)
		}
		if name, ok := w.Result.TypeName(n.Type); ok {
			if _, atom := w.Result.Types.Atom(n.Type); !atom {
				b = appendText(append(b, `,"name":`...), string(jsonName(name)))
			}
		}
	}
	for i, e := range n.Edges {
		if i == 0 {
			b = append(b, `,"labels":{`...)
		} else {
			b = append(b, ',')
		}
		b = append(appendLabel(b, e.Label, i), ':')
		b = strconv.AppendInt(b, int64(e.To), 10)
	}
	if len(n.Edges) > 0 {
		b = append(b, '}')
	}
	return append(b, '}')
}

// form is the canonical form of a type, if there is still room for it.
func (w *jsonWriter) form(t patterns.Type) (string, bool) {
	form, ok := w.forms[t]
	if !ok {
		most := max(shortForm, formBytes-w.used)
		if form, ok = w.Result.Types.FormWithin(t, math.MaxInt, most); !ok && most > shortForm {
			w.used = formBytes // what was looked at
		}
		if ok {
			if w.forms == nil {
				w.forms = make(map[patterns.Type]string)
			}
			w.forms[t] = form
		}
	}
	if ok && len(form) > shortForm {
		if w.used += len(form); w.used > formBytes {
			ok = false
		}
	}
	return form, ok
}
