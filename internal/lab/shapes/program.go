package shapes

import (
	"errors"
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
)

// ErrOutside means that this package does not support a program.
var ErrOutside = errors.New("outside of what is interpreted")

// An Error is the first error of a program.
type Error struct {
	Span    lang.Span
	Message string
}

func (e *Error) Error() string { return e.Message }

// Judge computes the types of the definitions of a program, by name. Its error is an *Error, or wraps ErrOutside.
func Judge(source string) (types map[string]*Type, err error) {
	t, wrong := relay.Parse(lang.NewFile("in.rly", []byte(source)))
	if len(wrong) > 0 {
		return nil, &Error{wrong[0].Span, wrong[0].Message.String()}
	}
	in := &interpreter{t: t, defs: make(map[string]*relay.Decl), types: make(map[string]*Type),
		open: make(map[string]bool)}
	defer in.caught(&err)
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Kind != relay.DeclDef {
			return nil, ErrOutside
		}
		name := t.NameOf(d)
		if in.defs[name] != nil {
			return nil, &Error{d.NameSpan, name + " occurs twice"}
		}
		in.defs[name] = d
	}
	for i := range t.Decls {
		in.global(t.NameOf(&t.Decls[i]), t.Decls[i].Root)
	}
	return in.types, nil
}

// A Scope has the types of variables, with their signs.
type Scope map[string]*Type

// Infer returns the type of an expression.
func (s Scope) Infer(expression string) (typ *Type, err error) {
	t, wrong := relay.ParseAs(lang.NewFile("in.rly", []byte("def @f() { "+expression+" }")), relay.V005)
	if len(wrong) > 0 || len(t.Decls) != 1 {
		return nil, &Error{Message: "no expression: " + expression}
	}
	in := &interpreter{t: t, types: make(map[string]*Type), defs: make(map[string]*relay.Decl)}
	for name, typ := range s {
		if name[0] == '@' {
			in.types[name] = typ
		} else {
			in.bind(name, &variable{typ: typ})
		}
	}
	defer in.caught(&err)
	kids := t.Kids(t.Decls[0].Root)
	return in.eval(kids[len(kids)-1]), nil
}

// An interpreter computes types.
type interpreter struct {
	t     *relay.Tree
	defs  map[string]*relay.Decl
	types map[string]*Type // of definitions
	open  map[string]bool  // definitions that are being computed
	vars  []binding
}

// A variable is the type of a value; nil for a parameter that nothing has decided yet.
type variable struct{ typ *Type }

type binding struct {
	name string
	v    *variable
}

func (in *interpreter) bind(name string, v *variable) { in.vars = append(in.vars, binding{name, v}) }

func (in *interpreter) lookup(id relay.NodeID) *variable {
	name := in.text(id)
	for i := len(in.vars) - 1; i >= 0; i-- {
		if in.vars[i].name == name {
			return in.vars[i].v
		}
	}
	in.fail(id, "%s is not known", name)
	return nil
}

// caught turns a panic of fail or outside into an error.
func (in *interpreter) caught(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		*err = e
	case error:
		if !errors.Is(e, ErrOutside) {
			panic(e)
		}
		*err = e
	default:
		panic(e)
	}
}

func (in *interpreter) fail(id relay.NodeID, format string, args ...any) {
	panic(&Error{in.t.Span(id), fmt.Sprintf(format, args...)})
}

func (in *interpreter) outside(id relay.NodeID) {
	panic(fmt.Errorf("%w: %s", ErrOutside, in.t.File.Text(in.t.Span(id))))
}

func (in *interpreter) text(id relay.NodeID) string { return in.t.Syms.Text(in.t.Nodes[id].Sym) }

// global returns the type of a definition.
func (in *interpreter) global(name string, id relay.NodeID) *Type {
	if typ := in.types[name]; typ != nil {
		return typ
	}
	if in.open[name] {
		in.outside(id)
	}
	d := in.defs[name]
	if d == nil {
		in.fail(id, "%s is not known", name)
	}
	if in.t.Nodes[d.Root].Op != relay.OpFn {
		in.outside(d.Root)
	}
	in.open[name] = true
	vars := in.vars
	in.vars = nil
	typ := Settled(in.function(d.Root))
	in.vars = vars
	in.types[name] = typ
	return typ
}

// function returns the type of OpFn [OpTyParams?, OpParams, result?, OpWhere?, body].
func (in *interpreter) function(id relay.NodeID) *Type {
	kids := in.t.Kids(id)
	if kids[0] != relay.NoNode || kids[3] != relay.NoNode {
		in.outside(id)
	}
	before := len(in.vars)
	var params []*variable
	var names []string
	for _, p := range in.t.Kids(kids[1]) {
		if in.t.Nodes[p].Op != relay.OpVar {
			in.outside(p)
		}
		v := &variable{typ: in.annotation(p)}
		for _, name := range names {
			if name == in.text(p) {
				in.fail(p, "%s occurs twice", name)
			}
		}
		names = append(names, in.text(p))
		params = append(params, v)
		in.bind(in.text(p), v)
	}
	result := in.eval(kids[4])
	if kids[2] != relay.NoNode {
		written := in.written(kids[2])
		t := annotated(result, written)
		if t == nil {
			in.fail(id, "a result of %s, not %s", result, written)
		}
		result = t
	}
	in.vars = in.vars[:before]
	f := &Type{Kind: Func, Result: result}
	for i, v := range params {
		if v.typ == nil {
			in.outside(in.t.Kids(kids[1])[i])
		}
		f.Fields = append(f.Fields, v.typ)
	}
	return f
}

// annotation returns the written type of a variable; nil: none.
func (in *interpreter) annotation(id relay.NodeID) *Type {
	kids := in.t.Kids(id)
	if len(kids) == 0 || kids[len(kids)-1] == relay.NoNode {
		return nil
	}
	if len(kids) > 1 {
		in.outside(id)
	}
	return in.written(kids[0]).AsWritten()
}

// written converts a written type.
func (in *interpreter) written(id relay.NodeID) *Type {
	kids := in.t.Kids(id)
	switch in.t.Nodes[id].Op {
	case relay.OpTypeName:
		return TensorOf(in.base(id))
	case relay.OpTensor:
		if in.t.Nodes[kids[0]].Op != relay.OpShape {
			in.outside(id)
		}
		t := TensorOf(in.base(kids[1]))
		for _, d := range in.t.Kids(kids[0]) {
			switch in.t.Nodes[d].Op {
			case relay.OpInt:
				n, _ := in.t.Int(d)
				if n < 0 {
					in.fail(d, "a size of %d", n)
				}
				t.Shape = append(t.Shape, n)
			case relay.OpDynamic:
				t.Shape = append(t.Shape, Any)
			default:
				in.outside(d)
			}
		}
		return t
	case relay.OpTupleType:
		t := tupleOf()
		for _, k := range kids {
			t.Fields = append(t.Fields, in.written(k))
		}
		return t
	case relay.OpFnType:
		if kids[0] != relay.NoNode || kids[3] != relay.NoNode {
			in.outside(id)
		}
		f := &Type{Kind: Func, Result: in.written(kids[2])}
		for _, k := range in.t.Kids(kids[1]) {
			f.Fields = append(f.Fields, in.written(k))
		}
		return f
	}
	in.outside(id)
	return nil
}

// base returns a written element type.
func (in *interpreter) base(id relay.NodeID) string {
	name := in.text(id)
	if in.t.Nodes[id].Op != relay.OpTypeName || !isBase(name) {
		in.outside(id)
	}
	return name
}

func isBase(name string) bool {
	switch name {
	case "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
		"float64", "bfloat16":
		return true
	}
	return false
}

// eval returns the type of an expression.
func (in *interpreter) eval(id relay.NodeID) *Type {
	v := in.value(id)
	if v.typ == nil {
		in.outside(id)
	}
	return v.typ
}

var binary = map[string]string{
	"+": "add", "-": "subtract", "*": "multiply", "/": "divide",
	"<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal",
}

// value evaluates an expression, which may be a parameter that nothing has decided yet.
func (in *interpreter) value(id relay.NodeID) *variable {
	n := &in.t.Nodes[id]
	kids := in.t.Kids(id)
	is := func(t *Type) *variable { return &variable{t} }
	switch n.Op {
	case relay.OpInt, relay.OpFloat, relay.OpBool:
		return is(TensorOf(in.t.Dtype(id)))
	case relay.OpLocal, relay.OpGraph:
		v := in.lookup(id)
		if v.typ == nil {
			return v
		}
		return is(used(v.typ))
	case relay.OpGlobal:
		return is(used(in.global(in.text(id), id)))
	case relay.OpTuple:
		t := tupleOf()
		for _, k := range kids {
			t.Fields = append(t.Fields, in.eval(k))
		}
		return is(t)
	case relay.OpProject:
		t := in.eval(kids[0])
		i, _ := in.t.Int(kids[1])
		if t.Kind != Tuple || i < 0 || i >= int64(len(t.Fields)) {
			in.fail(id, "no field %d of %s", i, t)
		}
		return is(t.Fields[i])
	case relay.OpBinary:
		c := &call{in: in, id: id, name: binary[in.text(id)],
			args: []*variable{in.value(kids[0]), in.value(kids[1])}, ids: kids}
		return is(c.result())
	case relay.OpIf:
		c := in.eval(kids[0])
		if c.Kind != Tensor || len(c.Shape) > 0 || c.Base != "bool" {
			in.fail(kids[0], "a condition of %s", c)
		}
		a, b := in.eval(kids[1]), in.eval(kids[2])
		t := join(a, b)
		if t == nil {
			in.fail(id, "branches of %s and %s", a, b)
		}
		if losesSize(a, b) || losesSize(b, a) {
			in.outside(id)
		}
		return is(t)
	case relay.OpFn:
		return is(in.function(id))
	case relay.OpBlock:
		before := len(in.vars)
		var graphs []binding
		for _, k := range kids[:len(kids)-1] {
			switch in.t.Nodes[k].Op {
			case relay.OpLet:
				in.let(k)
			case relay.OpBind:
				b := binding{in.text(k), in.value(in.t.Kids(k)[0])}
				in.bind(b.name, b.v)
				graphs = append(graphs, b)
			case relay.OpFreeVar:
				in.outside(k)
			default:
				in.eval(k)
			}
		}
		v := in.value(kids[len(kids)-1])
		in.vars = append(in.vars[:before], graphs...) // in scope until the end of the definition
		return v
	case relay.OpCall:
		return is(in.call(id))
	}
	in.outside(id)
	return nil
}

// let binds OpLet [OpVar, e].
func (in *interpreter) let(id relay.NodeID) {
	kids := in.t.Kids(id)
	v := in.value(kids[1])
	if written := in.annotation(kids[0]); written != nil {
		if v.typ == nil {
			in.outside(id)
		}
		t := annotated(v.typ, written)
		if t == nil {
			in.fail(id, "a value of %s, not %s", v.typ, written)
		}
		v = &variable{t}
	}
	in.bind(in.text(kids[0]), v)
}

// call returns the type of OpCall [callee, OpTypes?, argument or OpAttr…].
func (in *interpreter) call(id relay.NodeID) *Type {
	kids := in.t.Kids(id)
	if kids[1] != relay.NoNode {
		in.outside(id)
	}
	if in.t.Nodes[kids[0]].Op == relay.OpName {
		c := &call{in: in, id: id, name: in.text(kids[0]), attrs: make(map[string]any)}
		for _, k := range kids[2:] {
			if in.t.Nodes[k].Op == relay.OpAttr {
				name := in.text(k)
				if _, twice := c.attrs[name]; twice {
					in.fail(k, "%s occurs twice", name)
				}
				c.attrs[name] = in.attribute(in.t.Kids(k)[0])
			} else {
				c.args = append(c.args, in.value(k))
				c.ids = append(c.ids, k)
			}
		}
		return c.result()
	}
	f := in.eval(kids[0])
	if f.Kind != Func {
		in.fail(id, "a call of %s", f)
	}
	args := kids[2:]
	if len(args) != len(f.Fields) {
		in.fail(id, "%d arguments, not %d", len(args), len(f.Fields))
	}
	for i, k := range args {
		if in.t.Nodes[k].Op == relay.OpAttr {
			in.outside(k)
		}
		if a := in.eval(k); join(a, f.Fields[i]) == nil {
			in.fail(k, "an argument of %s, not %s", a, f.Fields[i])
		} else if losesSize(f.Fields[i], a) {
			in.outside(k)
		}
	}
	return f.Result
}

// attribute returns the value of an attribute: int64, float64, bool, string, []any, or nil for None.
func (in *interpreter) attribute(id relay.NodeID) any {
	switch in.t.Nodes[id].Op {
	case relay.OpInt:
		n, _ := in.t.Int(id)
		return n
	case relay.OpFloat:
		f, _ := in.t.Float(id)
		return f
	case relay.OpBool:
		return in.text(id) == "True"
	case relay.OpString:
		return strings.Trim(in.text(id), `"`)
	case relay.OpList, relay.OpTuple:
		list := []any{}
		for _, k := range in.t.Kids(id) {
			list = append(list, in.attribute(k))
		}
		return list
	case relay.OpName:
		if in.text(id) == "None" {
			return nil
		}
	}
	in.outside(id)
	return nil
}
