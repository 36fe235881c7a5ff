//go:build !js

package report

import (
	"fmt"
	"go/format"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/unify"
)

// Go writes a document as Go types for encoding/json, with the given name for the root. Integers are *big.Int; a union
// is a struct with exactly one field that is not nil; a node with several possible shapes is json.RawMessage. It fails
// for a label that a tag of encoding/json cannot contain.
func (d *Export) Go(root string) ([]byte, error) {
	w := &goWriter{exportWriter: exportWriter{Export: d, names: d.named(root, exported)}, imports: make(map[string]bool)}
	w.full = w.body
	w.nameStructs()
	var body strings.Builder
	for i := range d.nodes {
		if w.names[i] != "" {
			w.declare(&body, int32(i))
		}
	}
	var b strings.Builder
	b.WriteString(d.comment() + "\npackage types\n\n")
	if len(w.imports) > 0 {
		b.WriteString("import (\n")
		for _, path := range slices.Sorted(maps.Keys(w.imports)) {
			b.WriteString("\"" + path + "\"\n")
		}
		b.WriteString(")\n\n")
	}
	b.WriteString(body.String())
	if w.err != nil {
		return nil, w.err
	}
	return format.Source([]byte(b.String()))
}

type goWriter struct {
	exportWriter
	imports map[string]bool
	err     error
}

// isStruct reports whether a node is always a product, or always a union.
func (w *goWriter) isStruct(n *exportNode) bool {
	if n.only(unify.Product) {
		return w.products(n)
	}
	return n.only(unify.Union) && w.literals(n) == nil
}

// nameStructs names each unnamed struct after a label that leads to it: nested structs are easier to use with a name.
func (w *goWriter) nameStructs() {
	hints := make([]string, len(w.nodes))
	for i := range w.nodes {
		n := &w.nodes[i]
		for _, f := range n.fields {
			if name := exported(f.label); name != "" && !n.only(unify.Vector) {
				hints[f.to] = name
			}
		}
	}
	t := make(takenNames)
	for _, name := range w.names {
		t.unique(name)
	}
	for i := range w.nodes {
		if n := &w.nodes[i]; w.names[i] == "" && w.isStruct(n) && len(n.fields) > 0 {
			if hints[i] == "" {
				hints[i] = "Part"
			}
			w.names[i] = t.unique(hints[i])
		}
	}
}

func (w *goWriter) declare(b *strings.Builder, i int32) {
	n := &w.nodes[i]
	b.WriteString("type " + w.names[i] + " ")
	switch {
	case !w.isStruct(n):
		if !n.only(unify.Vector) || len(n.fields) != 1 {
			b.WriteString("= ") // an alias keeps the methods
		}
		b.WriteString(w.body(i) + "\n\n")
		return
	case n.only(unify.Union):
		b.WriteString("struct { // exactly one is not nil")
		if !n.closed {
			b.WriteString(", or it has a tag that is not here")
		}
	default:
		b.WriteString("struct {")
		if !n.closed {
			b.WriteString(" // there may be further fields")
		}
	}
	b.WriteString("\n")
	t := make(takenNames)
	for _, f := range n.fields {
		name := exported(f.label)
		if name == "" {
			name = "Field"
		}
		unique := t.unique(name)
		typ, omit := w.ref(f.to), ""
		to := &w.nodes[f.to]
		switch {
		case n.only(unify.Union):
			omit = ",omitempty"
			if !strings.HasPrefix(typ, "*") {
				typ = "*" + typ
			}
		case w.isStruct(to) && w.reaches(f.to, i):
			typ = "*" + typ // otherwise it would contain itself
		}
		b.WriteString(unique + " " + typ + " `json:\"" + w.tag(f.label) + omit + "\"`\n")
	}
	b.WriteString("}\n\n")
}

// tag is a label in the form of a tag of encoding/json.
func (w *goWriter) tag(label string) string {
	for _, c := range label {
		// The characters that encoding/json allows besides letters and digits.
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) &&
			!(c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z') && c < 0x80 ||
			c >= 0x80 && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			w.err = fmt.Errorf("the label %s cannot be named in a tag of encoding/json", quoted(label))
		}
	}
	switch label {
	case "":
		w.err = fmt.Errorf("the empty label cannot be named in a tag of encoding/json")
	case "-":
		return "-,"
	}
	return label
}

func (w *goWriter) body(i int32) string {
	n := &w.nodes[i]
	switch n.kind {
	case integer:
		w.imports["math/big"] = true
		return "*big.Int"
	case textKind:
		return "string"
	case boolean:
		return "bool"
	case partsKind:
		switch {
		case n.only(unify.Vector) && len(n.fields) == 1:
			return "[]" + w.ref(n.fields[0].to)
		case w.isStruct(n) && len(n.fields) == 0 && n.closed && n.only(unify.Product):
			return "struct{}"
		}
	}
	w.imports["encoding/json"] = true
	return "json.RawMessage"
}

// reaches reports whether a struct contains another one directly, through fields that are not pointers.
func (w *goWriter) reaches(from, to int32) bool {
	seen := map[int32]bool{from: true}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return true
		}
		n := &w.nodes[queue[0]]
		if !w.isStruct(n) || !n.only(unify.Product) {
			continue
		}
		for _, f := range n.fields {
			if !seen[f.to] {
				seen[f.to] = true
				queue = append(queue, f.to)
			}
		}
	}
	return false
}
