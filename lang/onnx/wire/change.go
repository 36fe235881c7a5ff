package wire

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"maps"
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/lang/onnx/message"
)

// Change makes edits of the text of a binary model, as Read returned it, in the model itself. It returns the changed
// model, whose bytes are parts of the old one with new ones between them, and what Read returns for it.
//
// Fields that the edits do not concern are copied, also those that a text does not have. The result is read again, and
// its text is the edited one except for blanks; if that is not possible, the error says why.
func Change(
	src io.ReaderAt, size int64, folder fs.FS, text []byte, edits []lang.Edit,
) (*Changed, *Model, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b lang.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	before, _ := onnx.Parse(lang.NewFile("", text))
	edited := lang.AppendEdited(nil, text, lang.Span{End: int32(len(text))}, edits)
	after, errs := onnx.Parse(lang.NewFile("", edited))
	if len(errs) > 0 {
		return nil, nil, errors.New("the changed text has a syntax error: " + errs[0].Message.String())
	}
	c := &changer{maker: newMaker(src, size, folder), edits: edits, before: before, after: after}
	parts := c.message(0, size, message.Model(before), message.Model(after))
	switch {
	case c.bad != nil:
		return nil, nil, errors.New(c.bad.Message.String())
	case c.refused != "":
		return nil, nil, errors.New(c.refused)
	}
	changed := &Changed{src: src, pieces: parts.list, size: parts.size}
	m, bad := Read(changed, changed.size, folder)
	if bad != nil {
		return nil, nil, errors.New(bad.Message.String())
	}
	if again, _ := onnx.Parse(lang.NewFile("", m.Text)); !onnx.Equal(after, again) {
		return nil, nil, errors.New(unusual)
	}
	return changed, m, nil
}

// unusual is the reason why a change cannot be made in files that have, for example, one field twice.
const unusual = "the file has this part in an unusual form"

// A changer copies a model with changes of its text.
type changer struct {
	maker
	before, after *onnx.Tree
	edits         []lang.Edit // in order
	refused       string      // why the changes are not possible
}

func (c *changer) refuse(why string) {
	if c.refused == "" {
		c.refused = why
	}
}

// touches reports whether an edit concerns a part of the text, or the place right beside it.
func (c *changer) touches(id onnx.NodeID) bool {
	s := c.before.Span(id)
	i := sort.Search(len(c.edits), func(i int) bool { return c.edits[i].Span.End >= s.Start })
	return i < len(c.edits) && c.edits[i].Span.Start <= s.End
}

// A group has the fields of one number in a message, before and after the edits.
type group struct {
	old, new []message.Field
	differs  bool
	to       []int // by old message: the new one at its place, or -1
	from     []int // by new message: the old one at its place, or -1
	seen     int   // the number of those in the file, so far
	written  int   // the number of new ones that are written, so far
	named    bool  // the messages in the file are found by their names, and not by their order
}

// nested reports whether the fields are messages.
func (g *group) nested() bool {
	return len(g.old) > 0 && g.old[0].Fields != nil || len(g.new) > 0 && g.new[0].Fields != nil
}

// groups groups the fields of a message by their numbers. Two messages correspond if the edits move the place of the
// first one to that of the second.
func (c *changer) groups(old, new []message.Field) map[int32]*group {
	all := make(map[int32]*group)
	of := func(f *message.Field) *group {
		g := all[int32(f.Number)]
		if g == nil {
			g = &group{}
			all[int32(f.Number)] = g
		}
		return g
	}
	for i := range old {
		g := of(&old[i])
		g.old = append(g.old, old[i])
		g.named = g.named || old[i].Name != ""
	}
	for i := range new {
		g := of(&new[i])
		g.new = append(g.new, new[i])
	}
	for _, g := range all {
		if !g.nested() {
			g.differs = !slices.EqualFunc(g.old, g.new, func(a, b message.Field) bool {
				return a.Wire == b.Wire && a.Value == b.Value && a.Bytes == b.Bytes
			})
			continue
		}
		at := make(map[int32]int, len(g.new))
		for k := range g.new {
			at[c.after.Span(g.new[k].Node).Start] = k
			g.from = append(g.from, -1)
		}
		for i := range g.old {
			to, ok := at[lang.Moved(c.before.Span(g.old[i].Node).Start, c.edits)]
			if g.to = append(g.to, -1); !ok {
				g.differs = true
				continue
			}
			if was := g.from[to]; was >= 0 { // an edit removes all before this one
				g.to[was] = -1
			}
			g.to[i], g.from[to] = to, i
			g.differs = g.differs || c.touches(g.old[i].Node)
		}
		g.differs = g.differs || slices.Contains(g.from, -1)
	}
	return all
}

// message copies the message in a range of bytes, with the differences between the fields that its text had before the
// edits and those that it has after them. Fields with the numbers in drop are left out.
func (c *changer) message(from, to int64, old, new []message.Field, drop ...int) (out parts) {
	all := c.groups(old, new)
	c.pos = from
	for f := range c.until(to) {
		at, start, end := c.start, c.pos, c.pos
		if c.wire == length {
			end = c.end
		}
		switch g := all[f]; {
		case slices.Contains(drop, int(f)):
		case g == nil || !g.differs:
			out.copy(at, end)
		case !g.nested() || c.wire != length:
			c.write(&out, g, len(g.new))
		default:
			i := c.which(g)
			g.seen++
			switch {
			case i < 0:
				c.refuse(unusual)
			case g.to[i] >= 0:
				c.write(&out, g, g.to[i])
				g.written = max(g.written, g.to[i]+1)
				if !c.touches(g.old[i].Node) {
					out.copy(at, end)
				} else {
					out.message(f, c.changed(start, end, &g.old[i], &g.new[g.to[i]]))
				}
			}
		}
		if c.refused != "" {
			break
		}
	}
	for _, f := range slices.Sorted(maps.Keys(all)) {
		g := all[f]
		if !g.differs {
			continue
		}
		if g.nested() && g.seen != len(g.old) && (g.seen > 0 || len(g.old) > 1 || g.old[0].Kind != message.Plain) {
			c.refuse(unusual)
		}
		c.write(&out, g, len(g.new))
	}
	return out
}

// write writes the new fields of a group up to an index, apart from those that have a place in the file.
func (c *changer) write(out *parts, g *group, to int) {
	for ; g.written < to; g.written++ {
		if g.from == nil || g.from[g.written] < 0 || g.seen == 0 {
			out.add(message.Append(nil, g.new[g.written]))
		}
	}
}

// which returns the index of the old message that the current field is, or -1.
func (c *changer) which(g *group) int {
	if !g.named {
		if g.seen < len(g.old) {
			return g.seen
		}
		return -1
	}
	name := ""
	field := c.field
	for f := range c.fields() {
		switch {
		case field == 15 && f == 1:
			for f := range c.fields() {
				if f == 8 {
					name = string(c.name())
				}
			}
		case field != 15 && f == 8:
			name = string(c.name())
		}
	}
	return slices.IndexFunc(g.old, func(f message.Field) bool { return f.Name == name })
}

// changed copies a message that an edit concerns.
func (c *changer) changed(from, to int64, old, new *message.Field) parts {
	was, is := old.Fields(), new.Fields()
	switch old.Kind {
	case message.Tensor:
		return c.changedTensor(from, to, was, is, old.Name)
	case message.Sparse:
		if !equal(was, is) {
			c.refuse("the data of a sparse tensor cannot be changed")
		}
	}
	return c.message(from, to, was, is)
}

// equal reports whether two messages have the same bytes.
func equal(a, b []message.Field) bool {
	return string(message.Append(nil, a...)) == string(message.Append(nil, b...))
}

// numberFields are the fields with the numbers of a tensor, and otherFields those with strings and with the place of
// external data.
var numberFields = []int{floatData, int32Data, int64Data, rawData, doubleData, uint64Data}
var otherFields = []int{stringData, 13, 14}

// changedTensor copies a tensor. Numbers that the text has may change; they stay in the form that the file has them in.
func (c *changer) changedTensor(from, to int64, old, new []message.Field, name string) parts {
	numbers, typ := pick(new, numberFields...), pick(new, 1, 2)
	was, wasTyp := pick(old, numberFields...), pick(old, 1, 2)
	if equal(was, numbers) && equal(wasTyp, typ) {
		return c.message(from, to, old, new)
	}
	if len(was) == 0 || len(numbers) == 0 {
		if name = "`" + name + "`"; name == "``" {
			name = "a constant"
		}
		c.refuse("the data of " + name + " would not fit the new type; export the model again")
		return parts{}
	}
	var t tensor
	c.pos, c.end, c.wire = from, to, length
	c.tensor(&t)
	if t.field == rawData || t.out {
		t.elem = int64(pick(typ, 2)[0].Value)
		numbers = raw(numbers, t.element().bits)
	}
	rest := []int{1, 2, 8}
	out := c.message(from, to, pick(old, rest...), pick(new, rest...), slices.Concat(numberFields, otherFields)...)
	out.add(message.Append(nil, numbers...))
	return out
}

// pick returns the fields with some numbers.
func pick(fields []message.Field, numbers ...int) (list []message.Field) {
	for _, f := range fields {
		if slices.Contains(numbers, f.Number) {
			list = append(list, f)
		}
	}
	return list
}

// raw returns the numbers of some fields, each of some bits, as raw data.
func raw(numbers []message.Field, bits int) []message.Field {
	if numbers[0].Number == rawData {
		return numbers
	}
	var b []byte
	for _, f := range numbers {
		b = append(b, binary.LittleEndian.AppendUint64(nil, f.Value)[:bits/8]...)
	}
	return []message.Field{{Number: rawData, Wire: length, Bytes: string(b)}}
}
