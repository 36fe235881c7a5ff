package wire

// A text is a part of the text of a model, with its nodes.
type text struct {
	b         []byte
	nodes     []Node
	multiline bool // it has several lines
}

func (t *text) write(s string) { t.b = append(t.b, s...) }

// add appends a part.
func (t *text) add(part *text) {
	shift, from := int32(len(t.b)), int32(len(t.nodes))
	t.b = append(t.b, part.b...)
	for _, n := range part.nodes {
		n.Span.Start += shift
		n.Span.End += shift
		if n.Graph >= 0 {
			n.Graph += from
		}
		t.nodes = append(t.nodes, n)
	}
	t.multiline = t.multiline || part.multiline
}

// line begins a line.
func (t *text) line(indent int) {
	t.b = append(t.b, '\n')
	for range min(indent, 40) {
		t.b = append(t.b, ' ')
	}
	t.multiline = true
}

// list writes parts in brackets: each in its line if one has several lines or they are asked to be apart.
func (t *text) list(brackets string, parts []text, indent int, apart bool) {
	t.write(brackets[:1])
	for i := range parts {
		apart = apart || parts[i].multiline
	}
	for i := range parts {
		if i > 0 {
			t.write(",")
		}
		if apart {
			t.line(indent + 2)
		} else if i > 0 {
			t.write(" ")
		}
		t.add(&parts[i])
	}
	if apart {
		t.line(indent)
	}
	t.write(brackets[1:])
}
