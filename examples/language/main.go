// Command language is a small language on package unify: numbers, texts and records, in the syntax of Go. It infers the
// type of each name in its input, and explains the first contradiction.
//
//	p = record{x: 1, name: "a"}
//	q = record{x: p.y, name: p.name + 1}
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// A program has a node for each expression and each name, a type that is not known yet, and constraints, each of which
// says one thing about a node.
type program struct {
	files        *token.FileSet
	system       unify.System
	says         []string // by constraint
	names        map[string]unify.Node
	labels       *lang.Symbols // the names of fields
	number, text unify.Head
	err          error // the first one
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

// answer writes the types of the names in a text, or a contradiction.
func answer(text string, out io.Writer) error {
	p := read(text)
	closure := p.system.Close(nil)
	switch proof := closure.Contradiction(); {
	case p.err != nil:
		return p.err
	case proof != nil:
		fmt.Fprintln(out, "this cannot be:")
		for _, c := range slices.Sorted(slices.Values(proof.Cited())) { // none of them can be left out
			fmt.Fprintln(out, "  "+p.says[c])
		}
		return p.system.Check(proof) // a checker that shares no code with the search
	}
	for _, name := range slices.Sorted(maps.Keys(p.names)) {
		fmt.Fprintln(out, name+" : "+p.show(closure, p.names[name], 4))
	}
	return nil
}

// read states the constraints of a text.
func read(text string) *program {
	heads := unify.NewHeads()
	p := &program{files: token.NewFileSet(), system: unify.System{Heads: heads}, names: make(map[string]unify.Node),
		labels: lang.NewSymbols(0), number: heads.Add(unify.Union, nil), text: heads.Add(unify.Union, nil)}
	whole := "package p; func _() {/*line :1:1*/" + text + "\n}"
	file, err := parser.ParseFile(p.files, "", whole, parser.SkipObjectResolution)
	if p.err = err; err != nil {
		return p
	}
	for _, s := range file.Decls[0].(*ast.FuncDecl).Body.List {
		d, ok := s.(*ast.AssignStmt)
		if !ok || len(d.Lhs) != 1 || len(d.Rhs) != 1 {
			p.fail(s, "this is not a definition")
			break
		}
		x, y := p.expression(d.Lhs[0]), p.expression(d.Rhs[0])
		p.state(d, fmt.Sprintf("this is `%s`", d.Lhs[0]), unify.Constraint{X: x, Y: y})
	}
	return p
}

func (p *program) fail(at ast.Node, says string) {
	p.err = cmp.Or(p.err, fmt.Errorf("%s: %s", p.files.Position(at.Pos()), says))
}

func (p *program) node() unify.Node {
	p.system.Nodes++
	return unify.Node(p.system.Nodes - 1)
}

func (p *program) state(at ast.Node, says string, c unify.Constraint) {
	p.system.Constraints = append(p.system.Constraints, c)
	p.says = append(p.says, p.files.Position(at.Pos()).String()+": "+says)
}

// describe states what a node looks like.
func (p *program) describe(at ast.Node, says string, x unify.Node, flat unify.Flat, fields ...unify.Edge) {
	p.state(at, says, unify.Constraint{X: x, Y: unify.None, Flat: flat, Edges: fields})
}

func (p *program) field(name string, to unify.Node) unify.Edge {
	return unify.Edge{Label: unify.Label(p.labels.InternString(name)), To: to}
}

// expression states the typing rules of an expression, and returns its node.
func (p *program) expression(e ast.Expr) unify.Node {
	x := p.node()
	switch e := e.(type) {
	case *ast.Ident: // it may be used before it is defined
		if _, ok := p.names[e.Name]; !ok {
			p.names[e.Name] = x
		}
		return p.names[e.Name]
	case *ast.BasicLit:
		head, says := p.number, "`"+e.Value+"` is a number"
		if e.Kind == token.STRING {
			head, says = p.text, "`"+e.Value+"` is a text"
		}
		p.describe(e, says, x, p.system.Heads.Flat(head))
	case *ast.BinaryExpr: // each operator takes and gives numbers
		p.describe(e, "`"+e.Op.String()+"` gives a number", x, p.system.Heads.Flat(p.number))
		for _, operand := range []ast.Expr{e.X, e.Y} {
			p.state(operand, "`"+e.Op.String()+"` takes what it gives", unify.Constraint{X: x, Y: p.expression(operand)})
		}
	case *ast.SelectorExpr:
		of, field := p.expression(e.X), p.field(e.Sel.Name, x)
		p.describe(e.Sel, "`."+e.Sel.Name+"` reads a field", of, unify.MakeFlat(unify.Product, false), field)
	case *ast.CompositeLit:
		var names []string
		var fields []unify.Edge
		for _, part := range e.Elts {
			if kv, ok := part.(*ast.KeyValueExpr); ok {
				names = append(names, fmt.Sprint(kv.Key))
				fields = append(fields, p.field(fmt.Sprint(kv.Key), p.expression(kv.Value)))
			} else {
				p.fail(part, "this is not a field")
			}
		}
		says := "a record has exactly the fields " + strings.Join(names, ", ")
		p.describe(e, says, x, unify.MakeFlat(unify.Product, true), fields...)
	default:
		p.fail(e, "this is not an expression of the language")
	}
	return x
}

// show writes a type to some depth, since it may contain itself.
func (p *program) show(c *unify.Closure, n unify.Node, depth int) string {
	flat, edges := c.Class(n)
	if !flat.IsProduct() {
		return cmp.Or(map[unify.Head]string{p.number: "number", p.text: "text"}[flat.Head()], "anything")
	}
	var fields []string
	for _, e := range edges {
		if depth > 0 {
			fields = append(fields, p.labels.Text(lang.Sym(e.Label))+": "+p.show(c, e.To, depth-1))
		}
	}
	if !flat.Closed() || depth == 0 {
		fields = append(fields, "…")
	}
	return "{" + strings.Join(fields, ", ") + "}"
}
