package report

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"strconv"

	"github.com/patgraph/patgraph/patterns"
)

const (
	// inlinePattern is the maximum number of nodes and edges of a pattern that is written at its definition. A larger
	// pattern is in a table of the file, which it shares with others.
	inlinePattern = 200

	// shortForm is the number of bytes up to which the canonical form of a type is always written. Longer forms of a
	// file share a budget of formBytes: n types may have n forms of n states.
	shortForm = 200
	formBytes = 16 << 20

	// The tables of a file have about tableBytes, and tableBytesPerByte more for each byte of the program.
	tableBytes        = 16 << 20
	tableBytesPerByte = 64
	bytesPerNode      = 32 // and per edge
)

// jsonGraphs are the patterns of a file.
type jsonGraphs struct {
	tables []*patterns.Scheme
	shared int32 // 1 + the number of the table that patterns share; 0: none
	union  union
	equal  map[uint64][]jsonPlace // by hash: schemes with relations
	of     map[*patterns.Scheme]jsonPlace
	size   int // nodes and edges of the tables of schemes with relations
	bodies bodies
	seed   maphash.Seed
	forms  map[patterns.Type]string
	used   int // of formBytes
}

// A jsonPlace is the location of a scheme in the tables.
type jsonPlace struct {
	scheme *patterns.Scheme
	table  int32
	number []int32 // by root: its number in the table; nil: the scheme is left out
}

func appendEnds(b []byte, in, out int32) []byte {
	b = strconv.AppendInt(append(b, `{"in":`...), int64(in), 10)
	return strconv.AppendInt(append(b, `,"out":`...), int64(out), 10)
}

// pattern writes a key and a signature, or a reference to its table; nothing if it is left out.
func (w *jsonWriter) pattern(b []byte, key string, v patterns.View) []byte {
	if p, ok := w.Result.PatternWithin(v.Scheme, inlinePattern, v.In, v.Out); ok {
		b = append(appendEnds(append(b, key...), p.Roots[0], p.Roots[len(p.Roots)-1]), `,"nodes":[`...)
		for i := range p.Nodes {
			b = w.node(b, &p.Nodes[i])
		}
		return append(appendWhere(append(b, ']'), p.Where), '}')
	}
	t := w.place(v.Scheme)
	if t.number == nil {
		return b
	}
	b = appendEnds(append(b, key...), t.number[v.Root], t.number[v.Last])
	return append(strconv.AppendInt(append(b, `,"table":`...), int64(t.table), 10), '}')
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

// place puts a scheme into a table, unless it is already in one.
func (w *jsonWriter) place(s *patterns.Scheme) jsonPlace {
	return patterns.Remember(&w.of, s, func() jsonPlace { return w.placeNew(s) })
}

func (w *jsonWriter) placeNew(s *patterns.Scheme) jsonPlace {
	room := w.spelling.whole || w.size+w.union.size() < w.mostShared()
	if len(s.Graph.Relations()) == 0 {
		numbers, ok := w.union.add(s, room)
		if !ok {
			return jsonPlace{}
		}
		if w.shared == 0 {
			w.jsonGraphs.tables = append(w.jsonGraphs.tables, &w.union.scheme)
			w.shared = int32(len(w.jsonGraphs.tables))
		}
		return jsonPlace{s, w.shared - 1, numbers}
	}
	// A relation constrains all patterns that contain its nodes, so schemes with relations share only whole tables.
	if w.equal == nil {
		w.equal, w.seed = make(map[uint64][]jsonPlace), maphash.MakeSeed()
	}
	h := w.hash(s)
	for _, p := range w.equal[h] {
		if s.Equal(p.scheme) {
			return p
		}
	}
	if !room {
		return jsonPlace{}
	}
	p := jsonPlace{s, int32(len(w.jsonGraphs.tables)),
		w.Result.EachNode(s, func(n *patterns.PatternNode) { w.size += 1 + len(n.Edges) })}
	for _, r := range s.Graph.Relations() {
		w.size += 1 + len(r.Args)
	}
	w.jsonGraphs.tables = append(w.jsonGraphs.tables, s)
	w.equal[h] = append(w.equal[h], p)
	return p
}

// mostShared is about the maximum number of nodes and edges of the tables; further patterns that are not in them are
// left out. In a chain in which each definition adds something to the input of the one before, n patterns may have n
// nodes each and share none.
func (w *jsonWriter) mostShared() int {
	n := 0
	if w.File != nil {
		n = len(w.File.Src)
	}
	return (tableBytes + tableBytesPerByte*n) / bytesPerNode
}

// hash returns equal values for equal schemes.
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
		s := w.jsonGraphs.tables[i]
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

// body writes the graph of the inputs and outputs of a definition's expressions, or a reference to its table. It
// returns the number of each end in it, nil if the graph is left out.
func (w *jsonWriter) body(b []byte, i int32) ([]byte, []int32) {
	r := w.Result
	const key = `,"body":`
	list := r.Front.Expressions(i)
	if len(list) == 0 {
		return append(b, key+`{"nodes":[]}`...), nil
	}
	if w.bodies == nil {
		w.bodies = make(bodies)
	}
	s, first := w.bodies.body(r, i, list)
	end := first + 2*len(list)
	if s.Graph.Len()+s.Graph.Size() > inlinePattern {
		t := w.place(s)
		if t.number == nil {
			return b, nil
		}
		b = strconv.AppendInt(append(b, key+`{"table":`...), int64(t.table), 10)
		return append(b, '}'), t.number[first:end]
	}
	own := *s
	own.Roots = s.Roots[first:end]
	b = append(b, key+`{"nodes":[`...)
	numbers := r.EachNode(&own, func(n *patterns.PatternNode) { b = w.flushed(w.node(b, n)) })
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

// form is the canonical form of a type, if the budget suffices.
func (w *jsonWriter) form(t patterns.Type) (string, bool) {
	form, ok := w.forms[t]
	if !ok {
		most := max(shortForm, formBytes-w.used)
		if form, ok = w.Result.Types.FormWithin(t, math.MaxInt, most); !ok && most > shortForm {
			w.used = formBytes // of what was examined
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
