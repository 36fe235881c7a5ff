package onnx

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// A fact is a case of testdata/cases.json: one node, and its expected result.
type fact struct {
	ID, Op     string
	Opset      int
	Inputs     []*factType
	Attributes map[string]json.RawMessage
	Outputs    int
	Tags       []string
	Want       struct {
		Verdict    string
		Why        string
		Outputs    []factType
		IdealShape []any `json:"ideal_shape"`
	}
}

type factType struct {
	Elem  string
	Shape []any // nil: unknown
	Const json.RawMessage
}

func readFacts(t testing.TB) []fact {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Cases []fact }
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all.Cases
}

// input adds an input of a fact.
func (b *bench) input(x *factType) unify.Node {
	if x == nil {
		return unify.None
	}
	t := Type{Head: Tensor + 1, Elem: x.Elem}
	if x.Shape != nil {
		t.Ranked, t.Shape = true, b.sizesOf(x.Shape)
	}
	if x.Const != nil && len(t.Shape) <= 1 {
		t.Valued, t.Entries = true, b.entries(x.Const, x.Elem)
	}
	return b.Add(0, unify.Reason{}, t)
}

func (b *bench) sizesOf(shape []any) []Size {
	list := make([]Size, len(shape))
	for i, d := range shape {
		if list[i] = Unknown; d != nil {
			list[i] = b.size(fmt.Sprint(d))
		}
	}
	return list
}

func (b *bench) entries(data json.RawMessage, elem string) []Size {
	var list []any
	var one any
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	_ = d.Decode(&one)
	if l, ok := one.([]any); ok {
		list = l
	} else {
		list = []any{one}
	}
	out := make([]Size, len(list))
	for i, x := range list {
		switch x := x.(type) {
		case bool:
			if x {
				out[i] = 1
			}
		case json.Number:
			f, _ := x.Float64()
			if out[i] = b.Binding.Sizes.Fraction(f); !strings.HasPrefix(elem, "float") && elem != "double" {
				n, _ := x.Int64()
				out[i] = b.Binding.Sizes.Whole(n)
			}
		default:
			out[i] = Unknown
		}
	}
	return out
}

// attributesOf returns the attributes of a fact.
func attributesOf(attrs map[string]json.RawMessage) (list []Attribute) {
	names := make([]string, 0, len(attrs))
	for name := range attrs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var x any
		d := json.NewDecoder(strings.NewReader(string(attrs[name])))
		d.UseNumber()
		_ = d.Decode(&x)
		list = append(list, Attribute{Given: relation.Given{Name: name, Value: valueOf(x)}, Type: unify.None})
	}
	return list
}

func valueOf(x any) relation.Value {
	switch x := x.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return relation.IntValue(n)
		}
		f, _ := x.Float64()
		return relation.FloatValue(f)
	case string:
		return relation.TextValue(x)
	case []any:
		list := make([]relation.Value, len(x))
		for i, y := range x {
			list[i] = valueOf(y)
		}
		return relation.ListValue(list...)
	}
	return relation.NoValue
}

// agrees reports whether a derived type is a wanted one, where a wanted null agrees with everything.
func (b *bench) agrees(t Type, want *factType) bool {
	if t.Elem != want.Elem || want.Shape == nil {
		return t.Elem == want.Elem
	}
	return t.Ranked && slices.EqualFunc(t.Shape, b.sizesOf(want.Shape), func(is, want Size) bool {
		return is == want || want == Unknown
	})
}

// The one-node facts: verdicts, outputs, and shapes with arithmetic on names.
func TestFacts(t *testing.T) {
	var verdicts, outputs, ideal, all, right, wanted int
	for _, f := range readFacts(t) {
		if f.Want.Verdict == "disputed" {
			continue
		}
		all++
		b := newBench()
		o := Operator("", f.Op, f.Opset)
		if o == nil {
			if f.Want.Verdict == "fail" {
				verdicts++
			} else {
				t.Errorf("%s: there is no operator %s", f.ID, f.Op)
			}
			continue
		}
		u := &Use{Operator: o, Outputs: f.Outputs, Attributes: attributesOf(f.Attributes)}
		for _, x := range f.Inputs {
			u.Inputs = append(u.Inputs, b.input(x))
		}
		s := b.State(u)
		b.Graph.Solve()
		failed := b.failure(u, s)
		if (failed != "") != (f.Want.Verdict == "fail") {
			t.Errorf("%s: %q, want %s %s", f.ID, failed, f.Want.Verdict, f.Want.Why)
			continue
		}
		if failed == "" && b.waits(s) {
			t.Errorf("%s waits", f.ID)
			continue
		}
		verdicts++
		if f.Want.Verdict != "ok" {
			continue
		}
		right++
		good := true
		for i, n := range s.Outputs {
			is, ok := b.Read(n)
			if i < len(f.Want.Outputs) && (!ok || !b.agrees(is, &f.Want.Outputs[i])) {
				t.Errorf("%s: output %d is %s (%v), want %v; %v", f.ID, i, b.Format(is), ok, f.Want.Outputs[i], b.promises(s))
				good = false
			}
		}
		if good {
			outputs++
		}
		if f.Want.IdealShape != nil {
			wanted++
			is, _ := b.Read(s.Outputs[0])
			if slices.Equal(is.Shape, b.sizesOf(f.Want.IdealShape)) {
				ideal++
			} else {
				t.Errorf("%s: output is %s, want %v", f.ID, b.Format(is), f.Want.IdealShape)
			}
		}
	}
	t.Logf("verdicts %d of %d, outputs %d of %d, ideal shapes %d of %d", verdicts, all, outputs, right, ideal, wanted)
}
