package onnx

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

const examplesPath = "testdata/examples.txt"

// An example is a line of testdata/examples.txt: an operator in an opset, its attributes, the types of its inputs, and
// the outcome.
//
//	Concat@13 {axis=0} int64[1]={2}, int64[1]={N} -> int64[2]{2, N}
//
// A type is written as System.Format does, with the entries after `=`; `_` is open, `none` absent. The attribute
// outputs is the number of outputs, if that is not 1. An outcome is the types of the outputs with what they promise,
// or `fails: …` or `waits`.
type example struct {
	call, want string
	name       string
	opset      int
	operator   *relation.Operator
	line       int
}

func readExamples(t testing.TB) (list []example, lines []string) {
	text, err := os.ReadFile(examplesPath)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(string(text), "\n")
	for i, line := range lines {
		if line == "" || line[0] == '#' {
			continue
		}
		e := example{line: i}
		e.call, e.want, _ = strings.Cut(line, " -> ")
		name, _, _ := strings.Cut(e.call, " ")
		var version string
		e.name, version, _ = strings.Cut(name, "@")
		if e.opset, err = strconv.Atoi(version); err != nil {
			t.Fatalf("line %d: no opset in %q", i+1, line)
		}
		domain, op := "", e.name
		if at := strings.LastIndexByte(op, '.'); at > 0 {
			domain, op = op[:at], op[at+1:]
		}
		if e.operator = Operator(domain, op, e.opset); e.operator == nil {
			t.Fatalf("line %d: there is no operator %s", i+1, name)
		}
		list = append(list, e)
	}
	return list, lines
}

// split splits a text at its commas outside of brackets.
func split(s string) (parts []string) {
	depth, from, quoted := 0, 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ',' && depth == 0:
			parts = append(parts, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	if last := strings.TrimSpace(s[from:]); last != "" {
		parts = append(parts, last)
	}
	return parts
}

// pattern adds the pattern of a type of an example.
func (b *bench) pattern(text string) unify.Node {
	if text == "_" {
		return b.Graph.Leaf(0)
	}
	return b.Add(0, unify.Reason{}, b.typeOf(text))
}

func (b *bench) typeOf(text string) Type {
	within := func(name string) (of []Type, ok bool) {
		text, ok := strings.CutPrefix(text, name+"(")
		if !ok {
			return nil, false
		}
		for _, part := range split(strings.TrimSuffix(text, ")")) {
			of = append(of, b.typeOf(part))
		}
		return of, true
	}
	if of, ok := within("seq"); ok {
		return SequenceOf(of[0])
	}
	if of, ok := within("optional"); ok {
		return Type{Head: Optional + 1, Of: of}
	}
	if of, ok := within("map"); ok {
		return Type{Head: Map + 1, Elem: of[0].Elem, Of: of[1:]}
	}
	return b.parse(text)
}

// parts returns the attributes and the types of the inputs of an example.
func (e *example) parts() (attrs, types []string) {
	_, rest, _ := strings.Cut(e.call, " ")
	if strings.HasPrefix(rest, "{") {
		end := strings.Index(rest+" ", "} ")
		attrs, rest = split(rest[1:end]), rest[end+1:]
	}
	return attrs, split(rest)
}

// run returns the outcome of an example.
func (e *example) run(b *bench) string {
	u := &Use{Operator: e.operator, Outputs: 1}
	attrs, types := e.parts()
	for _, a := range attrs {
		name, text, _ := strings.Cut(a, "=")
		if name == "outputs" {
			u.Outputs, _ = strconv.Atoi(text)
			continue
		}
		attr := Attribute{Given: relation.Given{Name: name}, Type: unify.None}
		if v, ok := relation.ParseValue(text); ok && v.Form != relation.AtomForm {
			attr.Value = v
		} else {
			attr.Type = b.pattern(text)
		}
		u.Attributes = append(u.Attributes, attr)
	}
	for _, text := range types {
		n := unify.None
		if text != "none" {
			n = b.pattern(text)
		}
		u.Inputs = append(u.Inputs, n)
	}
	s := b.State(u)
	b.Graph.Solve()
	if why := b.failure(u, s); why != "" {
		return "fails: " + why
	}
	if b.waits(s) {
		return "waits"
	}
	outs := make([]string, len(s.Outputs))
	for i, n := range s.Outputs {
		is, ok := b.Read(n)
		outs[i] = b.Format(is) + b.FormatEntries(is)
		if !ok {
			return "waits"
		}
	}
	text := strings.Join(outs, "; ")
	if p := b.promises(s); len(p) > 0 {
		text += "; promises " + strings.Join(p, ", ")
	}
	return text
}

// The outcomes of the examples. PATGRAPH_UPDATE=1 writes them to the file.
func TestExamples(t *testing.T) {
	list, lines := readExamples(t)
	for _, e := range list {
		got := e.run(newBench())
		if got != e.want && os.Getenv("PATGRAPH_UPDATE") == "" {
			t.Errorf("%s:%d: %s\nwant %s\ngot  %s", examplesPath, e.line+1, e.call, e.want, got)
		}
		lines[e.line] = e.call + " -> " + got
	}
	if os.Getenv("PATGRAPH_UPDATE") != "" {
		if err := os.WriteFile(examplesPath, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Each operator has an example that is accepted, one that fails and one that waits, and each relation of its versions
// one that is accepted and one that fails. Operators without inputs and OptionalHasElement never
// wait.
func TestEveryOperator(t *testing.T) {
	kinds := make(map[string][]string)
	list, _ := readExamples(t)
	for _, e := range list {
		kind, _, _ := strings.Cut(e.want, ":")
		if kind != "fails" && kind != "waits" {
			kind = "accepted"
		}
		for _, key := range []string{e.name, e.name + " by " + e.operator.Relation} {
			kinds[key] = append(kinds[key], kind)
		}
	}
	var missing []string
	need := func(key string, wanted ...string) {
		for _, kind := range wanted {
			if !slices.Contains(kinds[key], kind) {
				missing = append(missing, fmt.Sprint(key, ": ", kind))
			}
		}
	}
	for _, file := range []*relation.File{Operators(), Domains()} {
		for _, name := range file.OperatorNames() {
			versions := file.Versions(name)
			need(name, "accepted", "fails")
			if len(versions[0].Params) > 0 && name != "OptionalHasElement" {
				need(name, "waits")
			}
			seen := make(map[string]bool)
			for _, o := range versions {
				if o.Relation != "Removed" && !seen[o.Relation] {
					seen[o.Relation] = true
					need(name+" by "+o.Relation, "accepted")
				}
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d examples are missing:\n%s", len(missing), strings.Join(missing, "\n"))
	}
}
