//go:build !js

package report

import (
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// TypeScript writes a document as TypeScript types, with the given name for the root. Integers are numbers. Constraints
// that TypeScript types cannot express are comments.
func (d *Export) TypeScript(root string) []byte {
	w := &tsWriter{exportWriter{Export: d, names: d.named(root, exported, "Array", "Record")}}
	w.full = w.body
	b := []byte(d.comment())
	for i, name := range w.names {
		if name != "" {
			b = append(b, "\nexport type "+name+" = "+w.body(int32(i))+";\n"...)
		}
	}
	return b
}

type tsWriter struct{ exportWriter }

// tsKinds are the types of nodes without parts.
var tsKinds = [...]string{anything: "unknown", integer: "number", textKind: "string", boolean: "boolean"}

func (w *tsWriter) body(i int32) string {
	n := &w.nodes[i]
	if n.kind != partsKind {
		return tsKinds[n.kind]
	}
	var list []string
	if w.products(n) {
		list = append(list, w.product(n))
	}
	if n.can(unify.Union) {
		for _, f := range n.fields {
			list = append(list, "{ "+tsLabel(f.label)+": "+w.ref(f.to)+" }")
		}
		if !n.closed {
			list = append(list, "{ [tag: string]: unknown }")
		}
	}
	if n.can(unify.Vector) {
		var members []string
		for _, f := range n.fields {
			members = append(members, w.ref(f.to))
		}
		switch len(members) {
		case 0:
			list = append(list, "unknown[]")
		case 1:
			list = append(list, tsArray(members[0]))
		default:
			list = append(list, tsArray("("+strings.Join(members, ") & (")+")"))
		}
	}
	for _, k := range w.literals(n) {
		list = append(list, tsKinds[k])
	}
	if len(list) == 0 {
		return "never"
	}
	return strings.Join(list, " | ")
}

func tsArray(member string) string {
	if strings.ContainsAny(member, " ") {
		return "Array<" + member + ">"
	}
	return member + "[]"
}

func (w *tsWriter) product(n *exportNode) string {
	var fields []string
	for _, f := range n.fields {
		fields = append(fields, tsLabel(f.label)+": "+w.ref(f.to))
	}
	if !n.closed {
		fields = append(fields, "[label: string]: unknown")
	}
	if len(fields) == 0 {
		return "Record<string, never>"
	}
	return "{ " + strings.Join(fields, "; ") + " }"
}

func tsLabel(label string) string {
	if isWord(label) {
		return label
	}
	return quoted(label)
}

// isWord reports whether a label is a word of ASCII letters, digits and underscores.
func isWord(s string) bool {
	for i, c := range []byte(s) {
		if !(c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || i > 0 && c >= '0' && c <= '9') {
			return false
		}
	}
	return s != ""
}

// exported converts an alias or a label to a type name of TypeScript and Go: letters and digits, with a capital at the
// start of each word.
func exported(s string) string {
	var b strings.Builder
	up := true
	for _, c := range []byte(s) {
		switch {
		case c >= 'a' && c <= 'z' && up:
			b.WriteByte(c - 'a' + 'A')
		case c >= '0' && c <= '9' && b.Len() == 0:
			b.WriteString("N" + string(c))
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9':
			b.WriteByte(c)
		default:
			up = true
			continue
		}
		up = false
	}
	return b.String()
}
