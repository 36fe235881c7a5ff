package onnx

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// A bench derives single nodes of a model.
type bench struct {
	*System
	machine *relation.Machine
}

func newBench() *bench {
	syms := lang.NewSymbols(64)
	label := func(text string) unify.Label { return unify.Label(syms.Intern([]byte(text))) }
	for i := range 8 {
		label(strconv.Itoa(i)) // indices have to exist when the labels are made
	}
	labels := patterns.NewLabels(syms)
	types := patterns.NewTypes(labels)
	b := NewBinding(types, label)
	return &bench{NewSystem(unify.New(types.Heads(), labels.Index()), b), &relation.Machine{Sizes: b.Sizes}}
}

// size reads a size of a test: a number, `?`, `_` for an open one, or a sum of products of names.
func (b *bench) size(text string) Size {
	text = strings.TrimSpace(text)
	if text == "?" {
		return Unknown
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return b.Binding.Sizes.Whole(n)
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return b.Binding.Sizes.Fraction(x)
	}
	if s, ok := b.Expression(text); ok {
		return s
	}
	return b.Name(text)
}

// failure returns the reason why a node is wrong, or an empty text.
func (b *bench) failure(u *Use, s Stated) string {
	if s.Misfit != "" {
		return s.Misfit
	}
	if len(s.Problems) > 0 {
		return "attribute: " + s.Problems[0].Message.String()
	}
	for i := s.First; i < s.End; i++ {
		x := b.Graph.InstanceOf(int32(i))
		if x.State != unify.Fails {
			continue
		}
		rule := x.Relation.(*relation.Rule)
		f, fails := b.Binding.Over(b.Graph).Fault(b.machine, rule, x.Args)
		if !fails {
			return "fails without a reason"
		}
		text := relation.Said(f.Message)
		if f.Code != lang.RelationFails {
			text = string(f.Code) + ": " + text
		}
		return text
	}
	if len(b.Graph.Conflicts()) > 0 {
		return "conflict"
	}
	return ""
}

// waits reports whether an instance of a node waits.
func (b *bench) waits(s Stated) bool {
	for i := s.First; i < s.End; i++ {
		if b.Graph.InstanceOf(int32(i)).State == unify.Waits {
			return true
		}
	}
	return false
}

// promised returns the promises of a node, and promises returns them as text.
func (b *bench) promised(s Stated) (list []relation.Promise) {
	for i := s.First; i < s.End; i++ {
		x := b.Graph.InstanceOf(int32(i))
		rule := x.Relation.(*relation.Rule)
		list = append(list, b.Binding.Over(b.Graph).Promises(b.machine, rule,
			x.Args)...)
	}
	return list
}

func (b *bench) promises(s Stated) (list []string) {
	for _, p := range b.promised(s) {
		list = append(list, b.FormatSize(p.X)+" = "+b.FormatSize(p.Y))
	}
	return list
}

// Operators that are read on demand equal those of the whole file.
func TestLibrary(t *testing.T) {
	for _, file := range []*relation.File{Operators(), Domains()} {
		for _, name := range file.OperatorNames() {
			domain, plain := "", name
			if at := strings.LastIndex(name, "."); at >= 0 {
				domain, plain = name[:at], name[at+1:]
			}
			for _, want := range file.Versions(name) {
				got := Operator(domain, plain, want.Since)
				if got == nil || got.Relation != want.Relation || got.Of().Name != want.Of().Name ||
					!slices.Equal(got.Inputs(), want.Inputs()) || len(got.Accepts()) != len(want.Accepts()) ||
					len(got.Of().Clauses) != len(want.Of().Clauses) || (got.Elements() == nil) != (want.Elements() == nil) {
					t.Errorf("%s since %d: %+v, want %+v", name, want.Since, got, want)
				}
			}
		}
	}
	if o := Operator("", "Squeeze", 17); o == nil || o.Since != 13 {
		t.Errorf("Squeeze in opset 17 is %+v", o)
	}
}

// BenchmarkRead reads the operators that a usual model needs.
func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		l := relation.NewLibrary(Vocabulary, nil, lang.NewFile("operators.rel", operators),
			lang.NewFile("signatures.rel", signatures))
		for name := range strings.FieldsSeq("Conv Relu Add Mul MaxPool Concat Reshape Transpose Softmax MatMul Gemm Shape " +
			"Gather Slice Unsqueeze Sigmoid GlobalAveragePool BatchNormalization Cast Resize") {
			l.OperatorAt(name, 17)
		}
	}
}
