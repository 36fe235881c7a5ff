package export

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// JSONSchema writes a document as JSON Schema, draft 2020-12. It costs the size of
// the document.
func (d *Document) JSONSchema() []byte {
	w := &schemaWriter{d: d, names: d.named("", func(s string) string { return s })}
	w.b.WriteString(`{"$schema":"https://json-schema.org/draft/2020-12/schema","title":`)
	w.text(d.Title)
	if d.Loose {
		w.b.WriteString(`,"$comment":"Some parts have to be of one type, whichever it is. That is not said here."`)
	}
	if body := w.body(0); body != "{}" && body != "true" {
		w.b.WriteString("," + strings.TrimPrefix(strings.TrimSuffix(body, "}"), "{"))
	}
	first := true
	for i := range d.nodes {
		if w.names[i] == "" {
			continue
		}
		if first {
			w.b.WriteString(`,"$defs":{`)
		} else {
			w.b.WriteByte(',')
		}
		first = false
		w.text(w.names[i])
		w.b.WriteString(":" + w.body(int32(i)))
	}
	if !first {
		w.b.WriteByte('}')
	}
	w.b.WriteByte('}')
	var out bytes.Buffer
	if err := json.Indent(&out, w.b.Bytes(), "", "  "); err != nil {
		panic(err) // what is written here is JSON
	}
	out.WriteByte('\n')
	return out.Bytes()
}

type schemaWriter struct {
	d     *Document
	names []string
	b     bytes.Buffer
}

// pointer escapes a name within a JSON Pointer in a URI fragment.
func pointer(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		switch {
		case c == '~':
			b.WriteString("~0")
		case c == '/':
			b.WriteString("~1")
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-', c == '.', c == '!':
			b.WriteByte(c)
		default:
			b.WriteString("%" + strings.ToUpper(strconv.FormatInt(int64(c)+0x100, 16)[1:]))
		}
	}
	return b.String()
}

func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a text can be written
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (w *schemaWriter) text(s string) { w.b.WriteString(quoted(s)) }

// ref is the schema of a part: by its name, or in full.
func (w *schemaWriter) ref(i int32) string {
	switch {
	case i == 0:
		return `{"$ref":"#"}` // the root is the schema itself
	case w.names[i] != "":
		return `{"$ref":` + quoted("#/$defs/"+pointer(w.names[i])) + `}`
	}
	return w.body(i)
}

const never = `{"not":{}}`

// body is the schema of a node in full; parts without a name are nested at most
// mostNested deep.
func (w *schemaWriter) body(i int32) string {
	n := &w.d.nodes[i]
	switch n.kind {
	case anything:
		return "{}"
	case integer:
		return `{"type":"integer"}`
	case text:
		return `{"type":"string"}`
	case boolean:
		return `{"type":"boolean"}`
	}
	var list []string
	if s := w.object(n); s != "" {
		list = append(list, s)
	}
	if n.can(unify.Vector) {
		list = append(list, w.array(n))
	}
	ints, texts, bools := w.d.literals(n)
	if texts {
		list = append(list, `{"type":"string"}`)
	}
	if ints {
		list = append(list, `{"type":"integer"}`)
	}
	if bools {
		list = append(list, `{"type":"boolean"}`)
	}
	switch len(list) {
	case 0:
		return never
	case 1:
		return list[0]
	}
	return `{"anyOf":[` + strings.Join(list, ",") + `]}`
}

// array is the schema of vectors: under an index stands every member.
func (w *schemaWriter) array(n *node) string {
	var items []string
	for _, f := range n.fields {
		if w.d.nodes[f.to].kind != anything {
			items = append(items, w.ref(f.to))
		}
	}
	switch len(items) {
	case 0:
		return `{"type":"array"}`
	case 1:
		return `{"type":"array","items":` + items[0] + `}`
	}
	return `{"type":"array","items":{"allOf":[` + strings.Join(items, ",") + `]}}`
}

// object is the schema of products and variants, or "" when there are none. In k4 a
// product never has one field: that is a variant.
func (w *schemaWriter) object(n *node) string {
	product, union := w.d.products(n), n.can(unify.Union)
	if n.closed && len(n.fields) == 0 {
		union = false
	}
	if !product && !union {
		return ""
	}
	var properties, required strings.Builder
	for i, f := range n.fields {
		if i > 0 {
			properties.WriteByte(',')
			required.WriteByte(',')
		}
		properties.WriteString(quoted(f.label) + ":" + w.ref(f.to))
		required.WriteString(quoted(f.label))
	}
	s := `{"type":"object"`
	if len(n.fields) > 0 {
		s += `,"properties":{` + properties.String() + `}`
	}
	all := `"required":[` + required.String() + `]`
	one := `"minProperties":1,"maxProperties":1`
	several := all
	if !w.d.plain {
		several += `,"minProperties":2`
	}
	switch {
	case n.closed && product && union:
		s += `,"anyOf":[{` + all + `},{` + one + `}]`
	case n.closed && product:
		s += "," + all
	case union && !product:
		s += "," + one
	case union && len(n.fields) == 0:
	case union:
		s += `,"anyOf":[{` + several + `},{` + one + `}]`
	case len(n.fields) == 0 && w.d.plain:
	case len(n.fields) == 0:
		s += `,"anyOf":[{"maxProperties":0},{"minProperties":2}]`
	default:
		s += "," + several
	}
	if n.closed {
		s += `,"additionalProperties":false`
	}
	return s + "}"
}

// title is how a document is called in comments of programs.
func (d *Document) title() string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, d.Title)
}
