package report_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/unify"
)

func wellTyped(t testing.TB, source string) *patterns.Result {
	t.Helper()
	r := k.Analyze(context.Background(), lang.NewFile("test.k", []byte(source)), k.Options{})
	for _, d := range lang.Errors(r.Diagnostics) {
		t.Fatalf("%s\n%s", source, d.Message)
	}
	return r
}

// of exports the input or the output of a definition.
func of(r *patterns.Result, d int32, side int) *report.Export {
	s := r.Solver.Scheme(d)
	return report.ExportOf(r, s, s.Roots[side], "test", r.Dialect == "k6")
}

func compile(t testing.TB, schema []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schema)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("test.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("test.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, schema)
	}
	return s
}

func valid(t testing.TB, s *jsonschema.Schema, v eval.Value) bool {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(eval.JSON(v)))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc) == nil
}

// allowed reports whether a run of a definition accepts a value.
func allowed(r *patterns.Result, d int32, v eval.Value) bool {
	s, _ := k.SyntaxOf(r)
	o := eval.Compile(s.Tree, s.Names, s.Canonical).Run(d, v, eval.Options{CheckFilters: true})
	return o.Verdict == lang.Defined
}

var labels = []string{"a", "b", "0", "12", "true", "false", "a/b~c %é"}

// drawCode draws a type code over the names t0, t1 and t2.
func drawCode(t *rapid.T, depth int, bracket bool) string {
	kind := rapid.IntRange(0, 6).Draw(t, "code")
	if depth == 0 || !bracket && kind < 3 {
		if bracket {
			return rapid.SampledFrom([]string{"{}", "<>", "[int]"}).Draw(t, "small")
		}
		return rapid.SampledFrom([]string{"int", "string", "bool", "t0", "t1", "t2", "{}"}).Draw(t, "name")
	}
	if kind == 6 {
		return "[" + drawCode(t, depth-1, false) + "]"
	}
	return drawBracket(t, kind, func() string { return drawCode(t, depth-1, false) })
}

// drawBracket draws a product or a union of some fields.
func drawBracket(t *rapid.T, kind int, draw func() string) string {
	var fields []string
	for _, l := range rapid.SliceOfNDistinct(rapid.SampledFrom(labels), 0, 4, rapid.ID[string]).Draw(t, "labels") {
		fields = append(fields, draw()+fmt.Sprintf(" %q", l))
	}
	b := []string{"{}", "<>"}[kind%2]
	return b[:1] + strings.Join(fields, ", ") + b[1:]
}

// A maker makes values of types.
type maker struct {
	r      *patterns.Result
	height map[patterns.Type]int // of the smallest value, if it has one
}

func newMaker(r *patterns.Result) *maker {
	m := &maker{r, make(map[patterns.Type]int)}
	for changed := true; changed; {
		changed = false
		for id := patterns.Type(1); int(id) <= r.Types.Len(); id++ {
			if h, ok := m.least(id); ok {
				if old, known := m.height[id]; !known || h < old {
					m.height[id], changed = h, true
				}
			}
		}
	}
	return m
}

func (m *maker) least(id patterns.Type) (int, bool) {
	if _, atom := m.r.Types.Atom(id); atom || m.r.Types.Shape(id) == unify.Vector {
		return 0, true
	}
	union := m.r.Types.Shape(id) == unify.Union
	most, some := 0, false
	for _, f := range m.r.Types.Fields(id) {
		h, ok := m.height[f.To]
		switch {
		case union && ok && (!some || h+1 < most):
			most, some = h+1, true
		case union:
		case !ok:
			return 0, false
		default:
			most = max(most, h+1)
		}
	}
	return most, !union || some
}

func (m *maker) value(t *rapid.T, id patterns.Type, depth int) eval.Value {
	switch name, _ := m.r.Types.Atom(id); name {
	case "int":
		return rapid.SampledFrom([]eval.Value{eval.IntValue(0), eval.IntValue(-7), eval.IntValue(1 << 60)}).Draw(t, "integer")
	case "string":
		return eval.StringValue(rapid.SampledFrom([]string{"", "a", "é😀"}).Draw(t, "text"))
	case "bool":
		return eval.BoolValue(rapid.Bool().Draw(t, "boolean"))
	}
	fields := m.r.Types.FieldsByText(id)
	switch m.r.Types.Shape(id) {
	case unify.Vector:
		var members []eval.Value
		if _, ok := m.height[fields[0].To]; ok && depth > 0 {
			for range rapid.IntRange(0, 3).Draw(t, "members") {
				members = append(members, m.value(t, fields[0].To, depth-1))
			}
		}
		return eval.VectorValue(members...)
	case unify.Union:
		var can []unify.HeadField
		for _, f := range fields {
			if h, ok := m.height[f.To]; ok && (depth > 0 || h < m.height[id]) {
				can = append(can, f)
			}
		}
		f := rapid.SampledFrom(can).Draw(t, "tag")
		return eval.VariantValue(m.r.Labels.Text(f.Label), m.value(t, f.To, depth-1))
	}
	var list []eval.Field
	for _, f := range fields {
		list = append(list, eval.Field{Label: m.r.Labels.Text(f.Label), Value: m.value(t, f.To, depth-1)})
	}
	return eval.ObjectValue(list...)
}

// anyValue draws a value with these labels.
func anyValue(t *rapid.T, depth int) eval.Value {
	kind := rapid.IntRange(0, 9).Draw(t, "value")
	if depth == 0 {
		kind %= 6
	}
	switch {
	case kind == 0:
		return eval.IntValue(int64(rapid.IntRange(-1, 12).Draw(t, "integer")))
	case kind == 1:
		return eval.StringValue(rapid.SampledFrom(labels).Draw(t, "text"))
	case kind == 2:
		return rapid.SampledFrom([]eval.Value{eval.NullValue(), eval.BoolValue(true), eval.BoolValue(false)}).Draw(t, "other")
	case kind == 3:
		v, _ := eval.ReadJSON([]byte("1.5"))
		return v
	case kind < 6:
		return rapid.SampledFrom([]eval.Value{eval.Unit(), eval.VectorValue()}).Draw(t, "empty")
	case kind == 6:
		return eval.VectorValue(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) eval.Value { return anyValue(t, depth-1) }), 0,
			3).Draw(t, "members")...)
	}
	var fields []eval.Field
	for _, l := range rapid.SliceOfNDistinct(rapid.SampledFrom(labels), 0, 3, rapid.ID[string]).Draw(t, "labels") {
		fields = append(fields, eval.Field{Label: l, Value: anyValue(t, depth-1)})
	}
	return eval.ObjectValue(fields...)
}

// mutated changes a value in one place.
func mutated(t *rapid.T, v eval.Value) eval.Value {
	parts := eval.Parts(v)
	if len(parts) == 0 || rapid.IntRange(0, 3).Draw(t, "here") == 0 {
		return anyValue(t, 2)
	}
	at := rapid.IntRange(0, len(parts)-1).Draw(t, "part")
	change := rapid.IntRange(0, 4).Draw(t, "change")
	if v.Kind() == eval.Vector {
		list := append([]eval.Value(nil), parts...)
		list[at] = mutated(t, list[at])
		return eval.VectorValue(list...)
	}
	var fields []eval.Field
	for i, l := range eval.Labels(v) {
		f := eval.Field{Label: l, Value: parts[i]}
		switch {
		case i == at && change == 0:
			continue
		case i == at && change == 1:
			f.Label += "+"
		case i == at:
			f.Value = mutated(t, f.Value)
		}
		fields = append(fields, f)
	}
	if change == 2 {
		fields = append(fields, eval.Field{Label: "more", Value: eval.Unit()})
	}
	return eval.ObjectValue(fields...)
}

// The schema of a type accepts exactly the values of the type.
func TestSchemaOfTypes(t *testing.T) {
	for dialect, draw := range codesOf {
		t.Run(dialect, func(t *testing.T) { schemaOfTypes(t, dialect, draw) })
	}
}

// codesOf draws type codes of a dialect.
var codesOf = map[string]func(t *rapid.T, depth int, bracket bool) string{"k4": drawCode, "k6": drawLater}

// drawLater is drawCode for k6.
func drawLater(t *rapid.T, depth int, bracket bool) string {
	kind := rapid.IntRange(0, 5).Draw(t, "code")
	if depth == 0 || !bracket && kind < 2 {
		if bracket {
			return rapid.SampledFrom([]string{"{}", "<>", "t2"}).Draw(t, "small")
		}
		return rapid.SampledFrom([]string{"t0", "t1", "t2", "{}"}).Draw(t, "name")
	}
	return drawBracket(t, kind, func() string { return drawLater(t, depth-1, false) })
}

func schemaOfTypes(t *testing.T, dialect string, draw func(t *rapid.T, depth int, bracket bool) string) {
	accepted, rejected := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		var source strings.Builder
		source.WriteString("-- dialect: " + dialect + "\n")
		for i := range 3 {
			fmt.Fprintf(&source, "$t%d = %s;\n", i, draw(rt, 3, true))
		}
		source.WriteString("f = $t0; g = .a $t1;")
		r := wellTyped(t, source.String())
		schema := of(r, 0, 0).JSONSchema()
		if out := of(r, 0, 1).JSONSchema(); string(out) != string(schema) {
			rt.Fatalf("in and out differ:\n%s\n%s", schema, out)
		}
		s := compile(t, schema)
		check := func(v eval.Value) {
			want := allowed(r, 0, v)
			if valid(t, s, v) != want {
				rt.Fatalf("%s\n%s\nbelongs: %v\n%s", source.String(), eval.JSON(v), want, schema)
			}
			if want {
				accepted++
			} else {
				rejected++
			}
		}
		check(anyValue(rt, 3))
		m := newMaker(r)
		root := r.TypeDefs[0].Type
		if _, ok := m.height[root]; !ok {
			return
		}
		v := m.value(rt, root, 4)
		if !allowed(r, 0, v) {
			rt.Fatalf("%s\n%s does not belong to it", source.String(), eval.JSON(v))
		}
		check(v)
		check(mutated(rt, v))
		check(mutated(rt, mutated(rt, v)))
	})
	if accepted == 0 || rejected == 0 {
		t.Errorf("%d accepted, %d rejected", accepted, rejected)
	}
}

// The schema of any pattern accepts the values that a run with checked filters accepts.
func TestSchemaOfPatterns(t *testing.T) {
	schemaOfPatterns(t, "k4", []string{
		".a", ".a .b", ".0", ".true", ".\"12\" .a", ".a .true", "<.a, .b .0>", "{.a x, .b y}", "[.0, .\"12\"]", "| .a ^",
		"?{X a, ...} .b", "?{X 0, ...}",
		"?<$int a, ...>", "?<X a, ...>", "?(X a, Y b)", "?(X 0, Y 12)", "?()", "?{...}", "?<...>", "?{}", "?[X]", "?[[$int]]",
		"?<{} a, {X 0, L b} b>=L",
		"?{X a, Y b}", "?(X a, X b, ...)", "?(${} a, ...)", "?($int 0, ...)", "{} ?(X a, ...) 1", "<.a, .b> $int",
		".a | $string ^", "?($string true, ...)",
		"?<{} true, {} false, ...>", "?{[X] a, [Y] b, ...}", "?({...} a, <...> b, ...)",
	})
	schemaOfPatterns(t, "k6", []string{
		".a", "/a", "|a", ".a .b", ".a /b", "/a .b", "<.a, .b /0>", "</a, /b .0>", "{.a x, /b y}", "{.a x}", "?{X a}",
		"?{X a, ...}", "?<X a>",
		"?<X a, ...>", "?{}", "?<>", "?{...}", "?<...>", "?(...)", "?{X a, Y b}", "?{X a, Y b, ...}", "?<X a, Y b>",
		"?<{X a} a, {} b>", "?{{X b} a}",
		"?<${} a, ...>", "?{${{} b} a, ...}", "?<${} a, {X 0, L b} b>=L", "?{<...> a, {...} b}", "?{(...) a, X b}", "$<{} a>",
		"${{} a}", "?{X \"12\", ...}",
	})
}

func schemaOfPatterns(t *testing.T, dialect string, sources []string) {
	header := "-- dialect: " + dialect + "\n"
	seen := map[bool]int{}
	rapid.Check(t, func(rt *rapid.T) {
		source := rapid.SampledFrom(sources).Draw(rt, "source")
		r := k.Analyze(context.Background(), lang.NewFile("test.k", []byte(header+source)), k.Options{})
		if r.Errors() > 0 {
			return
		}
		s := r.Solver.Scheme(0)
		signature, _, _ := strings.Cut(r.Front.Signature(s, s.Roots[0], s.Roots[1]), " --> ")
		filter := k.Analyze(context.Background(), lang.NewFile("filter.k", []byte(header+signature)), k.Options{})
		schema := of(r, 0, 0).JSONSchema()
		compiled := compile(t, schema)
		for range 10 { // few values fit a pattern
			v := anyValue(rt, 3)
			want := allowed(filter, 0, v)
			seen[want]++
			if got := valid(t, compiled, v); got != want {
				rt.Fatalf("%s takes %s\n%s: %v, of the schema %v\n%s", source, signature, eval.JSON(v), want, got, schema)
			}
		}
	})
	t.Log(seen)
	if seen[true] == 0 || seen[false] == 0 {
		t.Error(seen)
	}
}

// Generated Go types compile, for any pattern.
func TestGoCompiles(t *testing.T) {
	for dialect, draw := range codesOf {
		t.Run(dialect, func(t *testing.T) { goCompiles(t, dialect, draw) })
	}
}

func goCompiles(t *testing.T, dialect string, draw func(t *rapid.T, depth int, bracket bool) string) {
	rapid.Check(t, func(rt *rapid.T) {
		var source strings.Builder
		source.WriteString("-- dialect: " + dialect + "\n")
		for i := range 3 {
			fmt.Fprintf(&source, "$t%d = %s;\n", i, strings.ReplaceAll(draw(rt, 4, true), "a/b~c %é", "é b"))
		}
		source.WriteString("f = {$t0 x, .p .a y, .q <.a, .b $t1> z};")
		r := k.Analyze(context.Background(), lang.NewFile("test.k", []byte(source.String())), k.Options{})
		if r.Errors() > 0 {
			return
		}
		for side := range 2 {
			text, err := of(r, 0, side).Go("f_in")
			if err != nil {
				rt.Fatalf("%s\n%v", source.String(), err)
			}
			compiles(rt, string(text))
		}
	})
}

// compiles type-checks a source file, with imports of math/big and encoding/json.
func compiles(t interface{ Fatalf(string, ...any) }, text string) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "types.go", text, 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	conf := types.Config{Importer: standIn{fset}}
	if _, err := conf.Check("types", fset, []*ast.File{f}, nil); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

type standIn struct{ fset *token.FileSet }

func (s standIn) Import(path string) (*types.Package, error) {
	text := map[string]string{
		"math/big": "package big; type Int struct{}", "encoding/json": "package json; type RawMessage []byte",
	}[path]
	f, err := parser.ParseFile(s.fset, path, text, 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{}).Check(path, s.fset, []*ast.File{f}, nil)
}

// Each golden file has a program whose last definition is exported, and the results.
func TestGolden(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/types.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var r *patterns.Result
	checked := 0
	for _, f := range archive.Files {
		name, as, _ := strings.Cut(f.Name, ".")
		if as == "k" {
			r = wellTyped(t, string(f.Data))
			continue
		}
		d := of(r, int32(len(r.Definitions)-1), 0)
		var got []byte
		switch as {
		case "json":
			got = d.JSONSchema()
		case "ts":
			got = d.TypeScript(name)
		case "go":
			if got, err = d.Go(name); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
			compiles(t, string(got))
		default:
			t.Errorf("what is %s?", f.Name)
		}
		if checked++; string(got) != string(f.Data) {
			t.Errorf("%s:\n%s", f.Name, got)
		}
	}
	if checked < 6 {
		t.Errorf("%d checked", checked)
	}
}

func TestGoLabels(t *testing.T) {
	for label, want := range map[string]string{
		`"a\"b"`: `the label "a\"b" cannot be named in a tag of encoding/json`,
		`"a,b"`:  `the label "a,b" cannot be named in a tag of encoding/json`,
		`""`:     `the empty label cannot be named in a tag of encoding/json`,
		`"-"`:    "",
		`"a b"`:  "",
	} {
		r := wellTyped(t, "f = ${int "+label+", int x};")
		_, err := of(r, 0, 0).Go("f")
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%s: %v, want %s", label, err, want)
		}
	}
}
