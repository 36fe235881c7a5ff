// Command language is a small language on package unify: numbers, texts and records, in the syntax of Go. It infers the
// type of each definition of its input, and explains the first contradiction.
//
//	p = record{x: 1, name: "a"}
//	q = record{x: p.y, name: p.name + 1}
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// A program has a node for each expression and each name, a type that is not known yet, and constraints, each of which
// says one thing about a node.
type program struct {
	files        *token.FileSet
	system       unify.System
	says         []string // by constraint
	names        map[string]unify.Node
	order        []string
	labels       []string // by number; 0 is that of the members of vectors
	number, text unify.Head
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = answer(string(text), os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer writes the types of the definitions in a text, or a contradiction.
func answer(text string, out io.Writer) error {
	p, err := read(text)
	if err != nil {
		return err
	}
	closure := p.system.Close(nil)
	if proof := closure.Contradiction(); proof != nil {
		fmt.Fprintln(out, "this cannot be:")
		for _, c := range slices.Sorted(slices.Values(proof.Cited())) { // none of them can be left out
			fmt.Fprintln(out, "  "+p.says[c])
		}
		return p.system.Check(proof) // a checker that shares no code with the search
	}
	for _, name := range p.order {
		fmt.Fprintln(out, name+" : "+p.show(closure, p.names[name], 4))
	}
	return nil
}

// read states the constraints of a text.
func read(text string) (*program, error) {
	files, heads := token.NewFileSet(), unify.NewHeads()
	whole := "package p; func _() {/*line :1:1*/" + text + "\n}"
	file, err := parser.ParseFile(files, "", whole, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	p := &program{files: files, system: unify.System{Heads: heads}, names: make(map[string]unify.Node),
		labels: []string{""}, number: heads.Add(unify.Union, nil), text: heads.Add(unify.Union, nil)}
	for _, s := range file.Decls[0].(*ast.FuncDecl).Body.List {
		d, ok := s.(*ast.AssignStmt)
		if !ok || len(d.Lhs) != 1 || len(d.Rhs) != 1 {
			return nil, fmt.Errorf("%s: this is not a definition", files.Position(s.Pos()))
		}
		x, err := p.expression(d.Rhs[0])
		if err != nil {
			return nil, err
		}
		name := fmt.Sprint(d.Lhs[0])
		p.state(d, "this is `"+name+"`", unify.Constraint{X: p.named(name), Y: x})
	}
	return p, nil
}

func (p *program) node() unify.Node {
	p.system.Nodes++
	return unify.Node(p.system.Nodes - 1)
}

// named returns the node of a name, which may be used before it is defined.
func (p *program) named(name string) unify.Node {
	if _, ok := p.names[name]; !ok {
		p.names[name], p.order = p.node(), append(p.order, name)
	}
	return p.names[name]
}

// edge returns an edge with the label of a field.
func (p *program) edge(field string, to unify.Node) unify.Edge {
	if !slices.Contains(p.labels, field) {
		p.labels = append(p.labels, field)
	}
	return unify.Edge{Label: unify.Label(slices.Index(p.labels, field)), To: to}
}

func (p *program) state(at ast.Node, says string, c unify.Constraint) {
	p.system.Constraints = append(p.system.Constraints, c)
	p.says = append(p.says, p.files.Position(at.Pos()).String()+": "+says)
}

// describe states what a node looks like.
func (p *program) describe(at ast.Node, says string, x unify.Node, flat unify.Flat, edges ...unify.Edge) {
	p.state(at, says, unify.Constraint{X: x, Y: unify.None, Flat: flat, Edges: edges})
}

// expression states the typing rules of an expression.
func (p *program) expression(e ast.Expr) (x unify.Node, err error) {
	switch x = p.node(); e := e.(type) {
	case *ast.Ident:
		return p.named(e.Name), nil
	case *ast.BasicLit:
		head, says := p.number, "`"+e.Value+"` is a number"
		if e.Kind == token.STRING {
			head, says = p.text, "`"+e.Value+"` is a text"
		}
		p.describe(e, says, x, p.system.Heads.Flat(head))
		return x, nil
	case *ast.BinaryExpr: // each operator takes and gives numbers
		p.describe(e, "`"+e.Op.String()+"` gives a number", x, p.system.Heads.Flat(p.number))
		for _, operand := range []ast.Expr{e.X, e.Y} {
			y, err := p.expression(operand)
			if err != nil {
				return x, err
			}
			p.state(operand, "`"+e.Op.String()+"` takes what it gives", unify.Constraint{X: x, Y: y})
		}
		return x, nil
	case *ast.SelectorExpr:
		of, err := p.expression(e.X)
		field := p.edge(e.Sel.Name, x)
		p.describe(e.Sel, "`."+e.Sel.Name+"` reads a field", of, unify.MakeFlat(unify.Product, false), field)
		return x, err
	case *ast.CompositeLit:
		var edges []unify.Edge
		var fields []string
		for _, part := range e.Elts {
			field, ok := part.(*ast.KeyValueExpr)
			if !ok {
				return x, fmt.Errorf("%s: this is not a field", p.files.Position(part.Pos()))
			}
			to, err := p.expression(field.Value)
			if err != nil {
				return x, err
			}
			fields = append(fields, fmt.Sprint(field.Key))
			edges = append(edges, p.edge(fmt.Sprint(field.Key), to))
		}
		says := "a record has exactly the fields " + strings.Join(fields, ", ")
		p.describe(e, says, x, unify.MakeFlat(unify.Product, true), edges...)
		return x, nil
	}
	return x, fmt.Errorf("%s: this is not an expression of the language", p.files.Position(e.Pos()))
}

// show writes a type to some depth, since it may contain itself.
func (p *program) show(c *unify.Closure, n unify.Node, depth int) string {
	flat, edges := c.Class(n)
	switch {
	case flat.Head() == p.number:
		return "number"
	case flat.Head() == p.text:
		return "text"
	case !flat.IsProduct():
		return "anything"
	case depth == 0:
		return "{…}"
	}
	var fields []string
	for _, e := range edges {
		fields = append(fields, p.labels[e.Label]+": "+p.show(c, e.To, depth-1))
	}
	if !flat.Closed() {
		fields = append(fields, "…")
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
