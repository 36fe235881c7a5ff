package trial

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/patgraph/patgraph/internal/terms"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/relation"
)

// A Set is the operators of a language and examples of them.
type Set struct {
	Text       string // of the file of relations
	Vocabulary *relation.Vocabulary
	Path       string // of the file of examples
}

// Read parses and checks a text of relations.
func (s *Set) Read(t testing.TB, text string) *relation.File {
	t.Helper()
	src := lang.NewFile("operators.rel", []byte(text))
	f, wrong := relation.Parse(src)
	wrong = append(wrong, relation.Check(f, s.Vocabulary, nil)...)
	for _, d := range wrong {
		t.Errorf("%v: %v", src.Position(d.Span.Start), d)
	}
	return f
}

// An Example is a line of a file of examples: a call, and its outcome.
//
//	name {attribute=value, …} type, … [= type] -> outcome
//
// The type after = is the part of the result that is known before. An outcome is the type of the result, with the
// arguments that became known, `waits: …` with the nodes it waits for, `fails: …`, `clash: …` or `attribute: …`.
type Example struct {
	Call, Want string
	Name       string // of an operator, or of a relation
	Attrs      []relation.Given
	Args       []string // their types, the last one of the result; `_` where none is written

	line int
}

// ParseExample parses a line.
func ParseExample(line string) (e Example, err error) {
	at := strings.LastIndex(line, " -> ")
	if at < 0 {
		return e, fmt.Errorf("no outcome in %q", line)
	}
	e.Call, e.Want = line[:at], line[at+len(" -> "):]
	call := e.Call
	e.Name, call, _ = strings.Cut(call, " ")
	if strings.HasPrefix(call, "{") {
		var attrs string
		attrs, call, _ = strings.Cut(call[1:], "}")
		for _, a := range splitTop(attrs) {
			name, text, _ := strings.Cut(a, "=")
			v, ok := relation.ParseValue(text)
			if !ok {
				return e, fmt.Errorf("no value %q", text)
			}
			e.Attrs = append(e.Attrs, relation.Given{Name: name, Value: v})
		}
	}
	args, result, _ := strings.Cut(call, "= ")
	for _, a := range append(splitTop(args), strings.TrimSpace(result)) {
		if a == "" {
			a = "_"
		}
		e.Args = append(e.Args, a)
	}
	return e, nil
}

// splitTop splits a text at its commas outside of brackets.
func splitTop(s string) []string {
	var parts []string
	depth, from, quoted := 0, 0, false
	for i := range len(s) {
		if s[i] == '"' {
			quoted = !quoted
		}
		if quoted {
			continue
		}
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(s[from:i]))
				from = i + 1
			}
		}
	}
	if last := strings.TrimSpace(s[from:]); last != "" {
		parts = append(parts, last)
	}
	return parts
}

// Examples returns the examples of the file.
func (s *Set) Examples(t testing.TB) (list []Example) {
	t.Helper()
	text, err := os.ReadFile(s.Path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := ParseExample(line)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		e.line = i
		list = append(list, e)
	}
	return list
}

// An Instance is a call whose relation is run until it makes no progress any more.
type Instance struct {
	Relation *relation.Relation
	Attrs    []relation.Value
	Args     []relation.Node
	Store    *terms.Store
	done     []bool // of the relation itself and of its early and late parts
}

// Instance builds the arguments of a call.
func (s *Set) Instance(m *relation.Machine, r *relation.Relation, attrs []relation.Value, args []string) (*Instance, error) {
	in := &Instance{Relation: r, Attrs: attrs, Store: terms.NewOf(s.Vocabulary, m.Sizes),
		done: make([]bool, 1+len(r.Early)+len(r.Late))}
	for _, a := range args {
		n, err := in.Store.Parse(a)
		if err != nil {
			return nil, err
		}
		in.Args = append(in.Args, n)
	}
	if len(in.Args) != r.Arity {
		return nil, fmt.Errorf("%d arguments for %s", len(in.Args)-1, r.Name)
	}
	return in, nil
}

// Paths names the nodes of an instance: `1.shape.0` is the first size of the first argument.
func (in *Instance) Paths() map[relation.Node]string {
	names := make(map[relation.Node]string)
	var walk func(n relation.Node, name string)
	walk = func(n relation.Node, name string) {
		if _, seen := names[n]; !seen {
			names[n] = name
		}
		for i := range max(in.Store.Length(n), 0) {
			walk(in.Store.Item(n, i), name+"."+strconv.Itoa(i))
		}
		if h := in.Store.Head(n); h >= 0 {
			for i, p := range in.Store.Of.Heads[h].Parts {
				walk(in.Store.Part(n, i), name+"."+p.Name)
			}
		}
	}
	for i, a := range in.Args {
		name := strconv.Itoa(i + 1)
		if i == len(in.Args)-1 {
			name = "result"
		}
		walk(a, name)
	}
	return names
}

// Run returns the outcome of an example with the operators of a file.
func (s *Set) Run(e *Example, m *relation.Machine, f *relation.File) string {
	o := f.Operator(e.Name)
	var r *relation.Relation
	var attrs []relation.Value
	if o == nil {
		if r = f.Relation(e.Name); r == nil {
			return "there is no operator " + e.Name
		}
		for _, a := range r.Attrs {
			v := a.Value()
			for _, g := range e.Attrs {
				if g.Name == a.Name {
					v = g.Value
				}
			}
			attrs = append(attrs, v)
		}
	} else {
		var problems []relation.Problem
		r = o.Of()
		if attrs, problems = o.Attributes(e.Attrs); len(problems) > 0 {
			return "attribute: " + problems[0].Message.String()
		}
	}
	in, err := s.Instance(m, r, attrs, e.Args)
	if err != nil {
		return err.Error()
	}
	return in.Run(m)
}

// Run returns the outcome of a call in the notation of examples.
func (in *Instance) Run(m *relation.Machine) string {
	r, attrs := in.Relation, in.Attrs
	before := make([]string, len(in.Args))
	for i, a := range in.Args {
		before[i] = in.Store.Print(a)
	}
	waits := ""
	for again := true; again; {
		again = false
		for k := range in.done[:1+len(r.Early)] {
			if in.done[k] {
				continue
			}
			out := m.Run(in.Store, r, k-1, in.Args, attrs)
			switch out.State {
			case relation.Fails:
				why := m.Explain(in.Store, r, -1, in.Args, attrs)
				if why.State != relation.Fails {
					return "fails: a propagated clause, although the relation does not"
				}
				f := m.Failure(why)
				if f.Code != lang.RelationFails {
					return "fails " + string(f.Code) + ": " + relation.Said(f.Message)
				}
				return "fails: " + relation.Said(f.Message)
			case relation.Fires:
				in.done[k], again = true, true
				if wrong := in.Store.UniteEffects(out); wrong != "" {
					return "clash: " + wrong
				}
			default:
				if k == 0 {
					names := in.Paths()
					list := make([]string, len(out.Waits))
					for i, n := range out.Waits {
						if list[i] = names[n]; list[i] == "" {
							list[i] = "?"
						}
					}
					slices.Sort(list)
					waits = strings.Join(list, " ")
				}
			}
		}
		if again {
			continue
		}
		var late []int
		for k := 1 + len(r.Early); k < len(in.done); k++ {
			if !in.done[k] && m.Idle(in.Store, r, k-1, in.Args, attrs) {
				late = append(late, k)
			}
		}
		for _, k := range late {
			in.done[k], again = true, true
			if wrong := in.Store.UniteEffects(m.Run(in.Store, r, k-1, in.Args, attrs)); wrong != "" {
				return "clash: " + wrong
			}
		}
	}
	if !in.done[0] {
		return "waits: " + waits
	}
	last := len(in.Args) - 1
	text := in.Store.Print(in.Args[last])
	for i, a := range in.Args[:last] {
		if now := in.Store.Print(a); now != before[i] {
			text += "; " + strconv.Itoa(i+1) + ": " + now
		}
	}
	return text
}

// TestExamples tests the outcome of each example. PATGRAPH_UPDATE=1 writes the outcomes to the file.
func (s *Set) TestExamples(t *testing.T) {
	f := s.Read(t, s.Text)
	m := &relation.Machine{Sizes: relation.NewSizes()}
	text, _ := os.ReadFile(s.Path)
	lines := strings.Split(string(text), "\n")
	for _, e := range s.Examples(t) {
		got := s.Run(&e, m, f)
		if got != e.Want && os.Getenv("PATGRAPH_UPDATE") == "" {
			t.Errorf("%s:%d: %s\nwant %s\ngot  %s", s.Path, e.line+1, e.Call, e.Want, got)
		}
		lines[e.line] = e.Call + " -> " + got
	}
	if os.Getenv("PATGRAPH_UPDATE") != "" {
		if err := os.WriteFile(s.Path, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestConcurrent tests that machines can run one file in parallel, each with a table of sizes of its own.
func (s *Set) TestConcurrent(t *testing.T) {
	f, all := s.Read(t, s.Text), s.Examples(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			m := &relation.Machine{Sizes: relation.NewSizes()}
			for _, e := range all {
				if got := s.Run(&e, m, f); got != e.Want {
					t.Errorf("%s\nwant %s\ngot  %s", e.Call, e.Want, got)
				}
			}
		})
	}
	group.Wait()
}

// TestEvery tests that each operator has an example that is accepted, one that fails, and one that waits, except for
// operators that never wait; those may clash instead of failing.
func (s *Set) TestEvery(t *testing.T, never ...string) {
	f := s.Read(t, s.Text)
	kinds := make(map[string]map[string]bool)
	for _, e := range s.Examples(t) {
		if kinds[e.Name] == nil {
			kinds[e.Name] = make(map[string]bool)
		}
		kind, _, other := strings.Cut(e.Want, ":")
		kind, _, _ = strings.Cut(kind, " ")
		if !other || kind != "waits" && kind != "fails" && kind != "clash" && kind != "attribute" {
			kind = "accepted"
		}
		kinds[e.Name][kind] = true
	}
	for _, name := range f.OperatorNames() {
		has := kinds[name]
		if prefix, any := strings.CutSuffix(name, "*"); any {
			has = make(map[string]bool)
			for n, k := range kinds {
				if strings.HasPrefix(n, prefix) {
					maps.Copy(has, k)
				}
			}
		}
		idle := slices.Contains(never, name)
		for _, kind := range []string{"accepted", "fails", "waits"} {
			if !has[kind] && !(idle && (kind == "waits" || has["clash"])) {
				t.Errorf("%s has no example of %q", name, kind)
			}
		}
	}
}
