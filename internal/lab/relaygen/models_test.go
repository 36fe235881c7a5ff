package relaygen

import (
	"context"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/shapes"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relay"
)

// analyzed returns the analyzer's verdict on a program.
func analyzed(source string) Verdict {
	r := relay.Language.Analyze(context.Background(), lang.NewFile("in.rly", []byte(source)), language.Options{})
	v := Verdict{Types: make(map[string]string)}
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			v.Errors = append(v.Errors, Fault{d.Span, string(d.Code) + ": " + d.Message.String()})
		}
	}
	for i, def := range r.Definitions {
		if s := r.Solver.View(int32(i)); s.Scheme != nil {
			v.Types[def.Name] = r.Front.Signature(s.Scheme, s.In, s.Out)
		}
	}
	return v
}

// Networks have as many parameters as the published ones, and the same results. Both judges find the same types of all
// weights.
func TestModels(t *testing.T) {
	for _, c := range []struct {
		name      string
		model     Model
		result    string
		learnt    int64 // how many trained numbers its weights have
		counted   int64 // and how many collected statistics: means and variances
		operators int
	}{
		{"ResNet-50", ResNet50(), "Tensor[(1, 1000), float32]", 25_557_032, 53_120, 177},
		{"ResNet-152", ResNet152(), "Tensor[(1, 1000), float32]", 60_192_808, 151_424, 517},
		{"BERT-base", BERTBase.Model(), "(Tensor[(1, 128, 768), float32], Tensor[(1, 768), float32])", 109_482_240, 0, 12*52 + 10},
		{"BERT-large", BERTLarge.Model(), "(Tensor[(1, 128, 1024), float32], Tensor[(1, 1024), float32])", 335_141_888, 0, 24*52 + 10},
		{"MLP", MLP(784, 128, 64, 10), "Tensor[(32, 10), float32]", 784*128 + 128 + 128*64 + 64 + 64*10 + 10, 0, 9},
		{"LSTM", LSTM(3, 10, 20), "(Tensor[(8, 20), float32], Tensor[(8, 20), float32])", 4*20*(10+20) + 2*4*20, 0, 2 + 3*16},
		{"Inception", Inception(192, Inception3a, Inception3b), "Tensor[(1, 480, 28, 28), float32]", 163_696 + 388_736, 0, 2 * 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			types, err := shapes.Judge(c.model.Source)
			if err != nil {
				t.Fatal(err)
			}
			main := types["@main"]
			if v := analyzed(c.model.Source); len(v.Errors) > 0 || v.Types["@main"] != main.String() {
				t.Errorf("%v\n%s, and computed %s", v.Errors, v.Types["@main"], main)
			}
			if main.Result.String() != c.result {
				t.Errorf("it gives %s, wanted %s", main.Result, c.result)
			}
			var numbers int64
			for i, p := range main.Fields {
				if i >= len(main.Fields)-c.model.Weights {
					n := int64(1)
					for _, d := range p.Shape {
						n *= d
					}
					numbers += n
				}
			}
			if numbers != c.learnt+c.counted {
				t.Errorf("weights of %d numbers, wanted %d", numbers, c.learnt+c.counted)
			}
			if c.model.Operators != c.operators {
				t.Errorf("%d operators, wanted %d", c.model.Operators, c.operators)
			}
		})
	}
}

// Both judges refuse a network with a mistake.
func TestModelsWrong(t *testing.T) {
	for _, change := range [][2]string{
		{"channels=256", "channels=255"}, {"units=1000", "units=0.5f"}, {"kernel_size=[3, 3]", "kernel_size=[3]"}, {"strides=[2, 2]", "strides=[2]"}, {"%data: Tensor[(1, 3,", "%data: Tensor[(3,"},
	} {
		source := strings.Replace(ResNet50().Source, change[0], change[1], 1)
		if _, err := shapes.Judge(source); err == nil {
			t.Errorf("%v: its types can be computed", change)
		}
		if len(analyzed(source).Errors) == 0 {
			t.Errorf("%v: it is accepted", change)
		}
	}
}
