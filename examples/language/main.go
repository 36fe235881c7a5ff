// Command language is a small language on package unify: numbers, texts and records. It infers the type of each
// definition of its input, and explains the first contradiction.
//
//	p = {x: 1, name: "a"}
//	q = {x: p.y, name: p.name + 1}
package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/scanner"

	"github.com/patgraph/patgraph/unify"
)

// An inference has a node for each expression and each name, and what the program states about them.
type inference struct {
	scanner.Scanner
	token        rune
	system       unify.System
	at           []scanner.Position // by constraint
	says         []string           // what a constraint means
	names        map[string]unify.Node
	order        []string
	labels       []string // by number; 0 is that of the members of vectors
	number, text unify.Head
}

func main() {
	t, err := infer(os.Stdin)
	if err == nil {
		err = t.answer(os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// infer states the constraints of a program.
func infer(in io.Reader) (t *inference, err error) {
	defer func() { // the parser stops at the first mistake
		switch r := recover().(type) {
		case nil:
		case parseError:
			err = r
		default:
			panic(r)
		}
	}()
	heads := unify.NewHeads()
	t = &inference{system: unify.System{Heads: heads}, names: make(map[string]unify.Node), labels: []string{""},
		number: heads.Add(unify.Union, nil), text: heads.Add(unify.Union, nil)}
	t.Init(in)
	for t.next(); t.token != scanner.EOF; {
		at := t.Position
		name := t.word()
		t.expect('=')
		t.equal(at, t.named(name), t.expression(), "this is `"+name+"`")
	}
	return t, nil
}

// answer solves the constraints, and writes the types or the contradiction.
func (t *inference) answer(out io.Writer) error {
	closure := t.system.Close(nil)
	if proof := closure.Contradiction(); proof != nil {
		fmt.Fprintln(out, "this cannot be:")
		cited := proof.Cited() // a minimal set of constraints with a contradiction
		slices.SortFunc(cited, func(a, b int32) int { return cmp.Or(t.at[a].Offset-t.at[b].Offset, int(a-b)) })
		for _, c := range cited {
			fmt.Fprintf(out, "  %d:%d: %s\n", t.at[c].Line, t.at[c].Column, t.says[c])
		}
		return t.system.Check(proof) // a checker that shares no code with the search
	}
	for _, name := range t.order {
		fmt.Fprintln(out, name+" : "+t.show(closure, t.names[name], 4))
	}
	return nil
}

// Constraints. A node is a type that is not known yet; each constraint says one thing about it.

func (t *inference) node() unify.Node {
	t.system.Nodes++
	return unify.Node(t.system.Nodes - 1)
}

func (t *inference) state(at scanner.Position, c unify.Constraint, says string) {
	t.system.Constraints = append(t.system.Constraints, c)
	t.at, t.says = append(t.at, at), append(t.says, says)
}

func (t *inference) equal(at scanner.Position, x, y unify.Node, says string) {
	t.state(at, unify.Constraint{X: x, Y: y, Event: -1}, says)
}

// record states that a type is a record with some fields: exactly these if it is closed.
func (t *inference) record(at scanner.Position, x unify.Node, closed bool, edges []unify.Edge, says string) {
	flat := unify.MakeFlat(unify.Product, closed)
	t.state(at, unify.Constraint{X: x, Y: unify.None, Flat: flat, Edges: edges}, says)
}

// is returns a node of a basic type.
func (t *inference) is(at scanner.Position, h unify.Head, says string) unify.Node {
	x := t.node()
	t.state(at, unify.Constraint{X: x, Y: unify.None, Flat: t.system.Heads.Flat(h)}, says)
	return x
}

// named is the node of a definition, which may be used before it is defined.
func (t *inference) named(name string) unify.Node {
	x, ok := t.names[name]
	if !ok {
		x = t.node()
		t.names[name], t.order = x, append(t.order, name)
	}
	return x
}

// label is the number of the label with a name.
func (t *inference) label(name string) unify.Label {
	i := slices.Index(t.labels, name)
	if i < 0 {
		i, t.labels = len(t.labels), append(t.labels, name)
	}
	return unify.Label(i)
}

// The typing rules, at the same time the parser: expression = part { "+" part }, part = simple { "." label }.

func (t *inference) expression() unify.Node {
	x := t.part()
	for t.token == '+' {
		at := t.Position
		sum := t.is(at, t.number, "`+` gives a number")
		t.next()
		for _, operand := range []unify.Node{x, t.part()} {
			t.equal(at, operand, sum, "`+` takes what it gives")
		}
		x = sum
	}
	return x
}

func (t *inference) part() unify.Node {
	x := t.simple()
	for t.token == '.' {
		at := t.Position
		t.next()
		name, field := t.word(), t.node()
		t.record(at, x, false, []unify.Edge{{Label: t.label(name), To: field}}, "`."+name+"` reads a field")
		x = field
	}
	return x
}

func (t *inference) simple() unify.Node {
	at, text := t.Position, t.TokenText()
	switch t.token {
	case scanner.Int:
		t.next()
		return t.is(at, t.number, "`"+text+"` is a number")
	case scanner.String:
		t.next()
		return t.is(at, t.text, "`"+text+"` is a text")
	case scanner.Ident:
		return t.named(t.word())
	}
	t.expect('{')
	var edges []unify.Edge
	var fields []string
	for t.token != '}' {
		fields = append(fields, t.word())
		t.expect(':')
		edges = append(edges, unify.Edge{Label: t.label(fields[len(fields)-1]), To: t.expression()})
		if t.token != '}' {
			t.expect(',')
		}
	}
	t.expect('}')
	slices.SortFunc(edges, func(a, b unify.Edge) int { return int(a.Label - b.Label) })
	x := t.node()
	t.record(at, x, true, edges, "a record has exactly the fields "+strings.Join(fields, ", "))
	return x
}

// show writes a type to some depth, since it may contain itself.
func (t *inference) show(c *unify.Closure, n unify.Node, depth int) string {
	flat, edges := c.Class(n)
	switch {
	case flat.Head() == t.number:
		return "number"
	case flat.Head() == t.text:
		return "text"
	case !flat.IsProduct():
		return "anything"
	case depth == 0:
		return "{…}"
	}
	var fields []string
	for _, e := range edges {
		fields = append(fields, t.labels[e.Label]+": "+t.show(c, e.To, depth-1))
	}
	if !flat.Closed() {
		fields = append(fields, "…")
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// Tokens.

type parseError string

func (e parseError) Error() string { return string(e) }

func (t *inference) next() { t.token = t.Scan() }

func (t *inference) expect(token rune) {
	if t.token != token {
		panic(parseError(fmt.Sprintf("%d:%d: %s in place of %s", t.Line, t.Column, scanner.TokenString(t.token),
			scanner.TokenString(token))))
	}
	t.next()
}

func (t *inference) word() string {
	text := t.TokenText()
	t.expect(scanner.Ident)
	return text
}
