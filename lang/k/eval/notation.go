package eval

import (
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// The notation of k6 for values is that of the expressions which make them:
//
//	value   = product | variant | vector | number | string | "true" | "false" | "null" | "(" value ")"
//	product = "{" [ field { "," field } ] "}"
//	field   = value label | label ":" value
//	variant = value ( "|" | "\" ) label
//	vector  = "[" [ value { "," value } ] "]"
//	label   = a name of k6 | a string
//
// as in {}|_|0 and {{}|0 x, {}|1 y}. Numbers and strings are those of JSON, and strings may also have single quotes.
// Unlike JSON it distinguishes a product of one field from a variant. A single field that is written as in JSON, like
// {"x": {}}, is a variant: so k-parse of fraczak/k reads the values that its k-print writes.

// AppendNotation appends a value in the notation of k6, in one line, with the labels in UTF-16 order. If that takes
// more than about most bytes (negative: no bound), it stops somewhere and reports false. The time is proportional to
// the appended text.
func AppendNotation(b []byte, v Value, most int) ([]byte, bool) {
	return appendValue(b, v, most, style{comma: ", ", own: true})
}

// tagged reports whether a node is written with a tag after its part.
func (n *node) tagged() bool { return n.shape.kind == Variant && !n.shape.record }

// appendOwnLabel appends the label of a part of a node, after that part.
func appendOwnLabel(b []byte, n *node, part int) []byte {
	if n.shape.labels == nil {
		return b
	}
	label, sign := n.shape.labels[part], byte(' ')
	if n.tagged() {
		sign = '|'
	}
	if b = append(b, sign); k.K6.LabelText(label) != label {
		return lang.AppendJSONString(b, label)
	}
	return append(b, label...)
}

// ShortNotation is Short in the notation of k6.
func ShortNotation(v Value, most int) string { return cutOff(v, most, AppendNotation) }

// ReadNotation parses a text with one value in the notation of k6. The time is linear, times a logarithm where labels
// must be sorted.
func (r *Reader) ReadNotation(src []byte) (Value, *ReadError) {
	r.own = true
	defer func() { r.own = false }()
	return r.readAll(src, r.notation)
}

// notation parses a value. Open brackets are on an explicit stack, so that depth does not matter.
func (r *Reader) notation() Value {
	r.values, r.spots, r.open = r.values[:0], r.spots[:0], r.open[:0]
	for {
		v := r.primary()
		for v != nil {
			if v = r.tags(v); v == nil {
				return nil
			}
			if len(r.open) == 0 {
				return v
			}
			top := &r.open[len(r.open)-1]
			switch c := r.src[top.start]; {
			case c == '(':
				if !r.ends(")") {
					return nil
				}
				r.at++
				r.open = r.open[:len(r.open)-1]
				continue // the value may have tags
			case c == '{' && len(r.spots)-int(top.spots) == len(r.values)-int(top.values):
				if !r.fieldLabel(len(r.values) - int(top.values)) {
					return nil
				}
			}
			r.values = append(r.values, v)
			if !r.ends("," + string(rune(r.src[top.start]+2))) {
				return nil
			}
			if r.at++; r.src[r.at-1] == ',' {
				if !r.prefix() {
					return nil
				}
				break
			}
			if v = r.closeOwn(*top); v == nil {
				return nil
			}
			r.open = r.open[:len(r.open)-1]
		}
		if r.err != nil {
			return nil
		}
	}
}

// primary parses a value without parts, or an empty bracket. Otherwise it moves past an opening bracket and returns nil
// without an error.
func (r *Reader) primary() Value {
	if r.blanks(); r.at == len(r.src) {
		return r.ended("a value")
	}
	switch c := r.src[r.at]; {
	case c == '{' || c == '[' || c == '(':
		if !r.takes(openedSize) {
			return nil
		}
		r.open = append(r.open, opened{int32(len(r.values)), int32(len(r.spots)), int32(r.at), c == '{'})
		r.at++
		r.blanks()
		if c != '(' && r.at < len(r.src) && r.src[r.at] == c+2 {
			r.at++
			r.open = r.open[:len(r.open)-1]
			if c == '{' {
				return unit
			}
			return emptyVector
		}
		r.prefix()
		return nil
	case c == '"' || c == '\'':
		s, ok := r.text()
		if !ok {
			return nil
		}
		return StringValue(s)
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	}
	return r.word()
}

// tags parses the tags after a value.
func (r *Reader) tags(v Value) Value {
	for {
		r.blanks()
		if r.at == len(r.src) || r.src[r.at] != '|' && r.src[r.at] != '\\' {
			return v
		}
		r.at++
		label, _, ok := r.labelHere("a tag after the `|`")
		if !ok {
			return nil
		}
		v = &node{shape: r.shapeOf([]spot{{label: label}}, false), parts: []Value{v}}
	}
}

// ends reports whether one of two characters follows, and fails if not.
func (r *Reader) ends(of string) bool {
	r.blanks()
	what := "`" + of[:1] + "`"
	if len(of) > 1 {
		what += " or `" + of[1:] + "`"
	}
	switch {
	case r.at == len(r.src):
		r.ended(what)
	case r.src[r.at] != of[0] && r.src[r.at] != of[len(of)-1]:
		r.fail(r.at, r.wordEnd(r.at), "expected "+what+", found "+r.found())
	default:
		return true
	}
	return false
}

// prefix parses a label with a colon, if the next field of a product begins with one. It reports false on an error.
func (r *Reader) prefix() bool {
	if top := &r.open[len(r.open)-1]; !top.object {
		return true
	}
	if r.blanks(); r.at == len(r.src) {
		return true
	}
	if c := r.src[r.at]; c != '"' && c != '\'' && !k.InName(k.K6, c) {
		return true
	}
	from := r.at
	label, start, ok := r.labelHere("a label")
	if !ok {
		if quoted := r.src[from] == '"' || r.src[from] == '\''; quoted {
			return false
		}
		r.at, r.err = from, nil // it is not a name, but may be a value
		return true
	}
	end, quoted := r.at, r.src[from] == '"'
	if r.blanks(); r.at == len(r.src) || r.src[r.at] != ':' {
		r.at = from
		return true
	}
	r.at++
	top := &r.open[len(r.open)-1]
	r.spots = append(r.spots, spot{label, start, end, len(r.values) - int(top.values), quoted})
	return true
}

// fieldLabel parses the label after the value of a field.
func (r *Reader) fieldLabel(part int) bool {
	label, start, ok := r.labelHere("a label after the value")
	if ok {
		r.spots = append(r.spots, spot{label: label, start: start, end: r.at, part: part})
	}
	return ok
}

// labelHere parses a label: a name or a string.
func (r *Reader) labelHere(what string) (label string, start int, ok bool) {
	if r.blanks(); r.at == len(r.src) {
		r.ended(what)
		return "", 0, false
	}
	start = r.at
	if c := r.src[r.at]; c == '"' || c == '\'' {
		if label, ok = r.text(); !ok {
			return "", 0, false
		}
	} else {
		for r.at < len(r.src) && k.InName(k.K6, r.src[r.at]) {
			r.at++
		}
		if label = r.src[start:r.at]; k.K6.LabelText(label) != label || label == "" {
			r.at = start
			r.fail(start, r.wordEnd(start), "expected "+what+", found "+r.found())
			return "", 0, false
		}
	}
	known, ok := r.labels[label]
	if !ok {
		known = string([]byte(label)) // a copy that does not keep the source text
		r.labels[known] = known
	}
	return known, start, true
}

// closeOwn is close, except that a product of one field stays one.
func (r *Reader) closeOwn(o opened) Value {
	if o.object && len(r.values)-int(o.values) == 1 {
		if !r.takes(nodeSize + 16) {
			return nil
		}
		v, s := r.values[o.values], r.shapeOf(r.spots[o.spots:], !r.spots[o.spots].quoted)
		r.values, r.spots = r.values[:o.values], r.spots[:o.spots]
		return &node{shape: s, parts: []Value{v}}
	}
	return r.close(o)
}

// cutOff writes a value for a message, shortened.
func cutOff(v Value, most int, write func([]byte, Value, int) ([]byte, bool)) string {
	b, all := write(nil, v, most)
	if all {
		return string(b)
	}
	b = b[:min(len(b), most)]
	for len(b) > 0 && !utf8.Valid(b) {
		b = b[:len(b)-1]
	}
	return string(b) + "…"
}
