//go:build !js

package report

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// JSONSchema writes a document as JSON Schema, draft 2020-12, in time linear in its size.
func (d *Export) JSONSchema() []byte {
	w := &schemaWriter{d, d.named("", func(s string) string { return s })}
	s := `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":` + quoted(d.Title)
	if d.Loose {
		s += `,"$comment":"` + looseness + `"`
	}
	if body := w.body(0); body != "{}" && body != "true" {
		s += "," + strings.TrimPrefix(strings.TrimSuffix(body, "}"), "{")
	}
	var defs []string
	for i, name := range w.names {
		if name != "" {
			defs = append(defs, quoted(name)+":"+w.body(int32(i)))
		}
	}
	if defs != nil {
		s += `,"$defs":{` + strings.Join(defs, ",") + "}"
	}
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(s+"}"), "", "  "); err != nil {
		panic(err) // the text is always valid JSON
	}
	out.WriteByte('\n')
	return out.Bytes()
}

type schemaWriter struct {
	*Export
	names []string
}

// pointer escapes a name within a JSON Pointer in a URI fragment.
func pointer(name string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
}

func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string can always be written
	}
	return strings.TrimSuffix(string(lang.EscapeJSON(b.Bytes(), 0)), "\n")
}

// ref is the schema of a part: a reference by name, or in full.
func (w *schemaWriter) ref(i int32) string {
	switch {
	case i == 0:
		return `{"$ref":"#"}` // the root is the schema itself
	case w.names[i] != "":
		return `{"$ref":` + quoted("#/$defs/"+pointer(w.names[i])) + `}`
	}
	return w.body(i)
}

// schemaKinds are the schemas of nodes without parts.
var schemaKinds = [...]string{
	anything: "{}", integer: `{"type":"integer"}`, textKind: `{"type":"string"}`, boolean: `{"type":"boolean"}`,
}

// body is the full schema of a node; unnamed parts are nested at most mostNested deep.
func (w *schemaWriter) body(i int32) string {
	n := &w.nodes[i]
	if n.kind != partsKind {
		return schemaKinds[n.kind]
	}
	var list []string
	if s := w.object(n); s != "" {
		list = append(list, s)
	}
	if n.can(unify.Vector) {
		list = append(list, w.array(n))
	}
	for _, k := range w.literals(n) {
		list = append(list, schemaKinds[k])
	}
	switch len(list) {
	case 0:
		return `{"not":{}}`
	case 1:
		return list[0]
	}
	return `{"anyOf":[` + strings.Join(list, ",") + `]}`
}

// array is the schema of vectors: an index applies to every member.
func (w *schemaWriter) array(n *exportNode) string {
	var items []string
	for _, f := range n.fields {
		if w.nodes[f.to].kind != anything {
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

// object is the schema of products and variants, "" if there are none. In k4 an object with one field is always a
// variant, not a product.
func (w *schemaWriter) object(n *exportNode) string {
	product, union := w.products(n), n.can(unify.Union)
	if n.closed && len(n.fields) == 0 {
		union = false
	}
	if !product && !union {
		return ""
	}
	var properties, required []string
	for _, f := range n.fields {
		properties = append(properties, quoted(f.label)+":"+w.ref(f.to))
		required = append(required, quoted(f.label))
	}
	s := `{"type":"object"`
	if len(n.fields) > 0 {
		s += `,"properties":{` + strings.Join(properties, ",") + `}`
	}
	all := `"required":[` + strings.Join(required, ",") + `]`
	one := `"minProperties":1,"maxProperties":1`
	several := all
	if !w.plain {
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
	case len(n.fields) == 0 && w.plain:
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
