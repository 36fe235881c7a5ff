package relay

import (
	"fmt"
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

// read parses and checks a text of relations.
func read(t *testing.T, text string) *relation.File {
	t.Helper()
	src := lang.NewFile("operators.rel", []byte(text))
	f, wrong := relation.Parse(src)
	wrong = append(wrong, relation.Check(f, Vocabulary, nil)...)
	for _, d := range wrong {
		t.Errorf("%v: %v", src.Position(d.Span.Start), d)
	}
	return f
}

// An example is a line of testdata/operators.txt: a call, and what comes of it.
//
//	name {attribute=value, …} type, … [= type] -> outcome
//
// What stands behind = is known of the result before. An outcome is the type of the result, with
// the arguments that became known, `waits: …` with what is waited for, `fails: …`, `clash: …`
// or `attribute: …`.
type example struct {
	line         int
	call, want   string
	name         string
	attrs        []relation.Given
	args, result string
}

func parseExample(line string) (e example, err error) {
	at := strings.LastIndex(line, " -> ")
	if at < 0 {
		return e, fmt.Errorf("no outcome in %q", line)
	}
	e.call, e.want = line[:at], line[at+len(" -> "):]
	call := e.call
	e.name, e.args, _ = strings.Cut(call, " ")
	if strings.HasPrefix(e.args, "{") {
		var attrs string
		attrs, e.args, _ = strings.Cut(e.args[1:], "}")
		for _, a := range splitTop(attrs) {
			name, text, _ := strings.Cut(a, "=")
			v, ok := relation.ParseValue(text)
			if !ok {
				return e, fmt.Errorf("no value %q", text)
			}
			e.attrs = append(e.attrs, relation.Given{Name: name, Value: v})
		}
	}
	e.args, e.result, _ = strings.Cut(e.args, "= ")
	return e, nil
}

// splitTop cuts a text at its commas outside of brackets.
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

func examples(t testing.TB) (list []example) {
	t.Helper()
	text, err := os.ReadFile("testdata/operators.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := parseExample(line)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		e.line = i
		list = append(list, e)
	}
	return list
}

// An instance is a call whose relation is run until nothing comes of it any more.
type instance struct {
	r     *relation.Relation
	attrs []relation.Value
	args  []relation.Node
	store *terms.Store
	done  []bool // of the relation itself and what stands beside it
}

// paths names the nodes of an instance: `1.shape.0` is the first size of the first argument.
func (in *instance) paths() map[relation.Node]string {
	names := make(map[relation.Node]string)
	var walk func(n relation.Node, name string)
	walk = func(n relation.Node, name string) {
		if _, seen := names[n]; !seen {
			names[n] = name
		}
		for i := range max(in.store.Length(n), 0) {
			walk(in.store.Item(n, i), name+"."+strconv.Itoa(i))
		}
		if in.store.Head(n) == Tensor {
			walk(in.store.Part(n, 0), name+".shape")
			walk(in.store.Part(n, 1), name+".base")
		}
	}
	for i, a := range in.args {
		name := strconv.Itoa(i + 1)
		if i == len(in.args)-1 {
			name = "result"
		}
		walk(a, name)
	}
	return names
}

// run gives the outcome of a call as examples write it.
func (e *example) run(m *relation.Machine, f *relation.File) string {
	o := f.Operator(e.name)
	var r *relation.Relation
	var attrs []relation.Value
	if o == nil {
		if r = f.Relation(e.name); r == nil {
			return "there is no operator " + e.name
		}
		for _, a := range r.Attrs {
			v := a.Value()
			for _, g := range e.attrs {
				if g.Name == a.Name {
					v = g.Value
				}
			}
			attrs = append(attrs, v)
		}
	} else {
		var problems []relation.Problem
		r = o.Of()
		if attrs, problems = o.Attributes(e.attrs); len(problems) > 0 {
			return "attribute: " + problems[0].Message.String()
		}
	}
	in := instance{r: r, attrs: attrs, store: terms.New(m.Sizes), done: make([]bool, 1+len(r.Early)+len(r.Late))}
	for _, a := range append(splitTop(e.args), e.result) {
		if a == "" {
			a = "_"
		}
		n, err := in.store.Parse(a)
		if err != nil {
			return err.Error()
		}
		in.args = append(in.args, n)
	}
	if len(in.args) != r.Arity {
		return fmt.Sprintf("%d arguments for %s", len(in.args)-1, r.Name)
	}
	before := make([]string, len(in.args))
	for i, a := range in.args {
		before[i] = in.store.Print(a)
	}
	waits := ""
	for again := true; again; {
		again = false
		for k := range in.done[:1+len(r.Early)] {
			if in.done[k] {
				continue
			}
			out := m.Run(in.store, r, k-1, in.args, attrs)
			switch out.State {
			case relation.Fails:
				f := m.Failure(m.Explain(in.store, r, -1, in.args, attrs))
				if f.Code != relation.Failed {
					return "fails " + string(f.Code) + ": " + relation.Said(f.Message)
				}
				return "fails: " + relation.Said(f.Message)
			case relation.Fires:
				in.done[k], again = true, true
				if wrong := in.store.Tell(out); wrong != "" {
					return "clash: " + wrong
				}
			default:
				if k == 0 {
					names := in.paths()
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
			if !in.done[k] && m.Idle(in.store, r, k-1, in.args, attrs) {
				late = append(late, k)
			}
		}
		for _, k := range late {
			in.done[k], again = true, true
			if wrong := in.store.Tell(m.Run(in.store, r, k-1, in.args, attrs)); wrong != "" {
				return "clash: " + wrong
			}
		}
	}
	if !in.done[0] {
		return "waits: " + waits
	}
	last := len(in.args) - 1
	text := in.store.Print(in.args[last])
	for i, a := range in.args[:last] {
		if now := in.store.Print(a); now != before[i] {
			text += "; " + strconv.Itoa(i+1) + ": " + now
		}
	}
	return text
}

// What comes of each call of testdata/operators.txt. PATGRAPH_UPDATE=1 writes it.
func TestExamples(t *testing.T) {
	f := Operators()
	m := &relation.Machine{Sizes: relation.NewSizes()}
	text, _ := os.ReadFile("testdata/operators.txt")
	lines := strings.Split(string(text), "\n")
	for _, e := range examples(t) {
		got := e.run(m, f)
		if got != e.want && os.Getenv("PATGRAPH_UPDATE") == "" {
			t.Errorf("testdata/operators.txt:%d: %s\nwant %s\ngot  %s", e.line+1, e.call, e.want, got)
		}
		lines[e.line] = e.call + " -> " + got
	}
	if os.Getenv("PATGRAPH_UPDATE") != "" {
		if err := os.WriteFile("testdata/operators.txt", []byte(strings.Join(lines, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Machines run one file at the same time, with one table of sizes.
func TestConcurrent(t *testing.T) {
	f, sizes, all := Operators(), relation.NewSizes(), examples(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			m := &relation.Machine{Sizes: sizes}
			for _, e := range all {
				if got := e.run(m, f); got != e.want {
					t.Errorf("%s\nwant %s\ngot  %s", e.call, e.want, got)
				}
			}
		})
	}
	group.Wait()
}
