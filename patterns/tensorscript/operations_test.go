package tensorscript

import (
	"testing"

	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/patterns/relation"
)

// set are the operations with their examples.
var set = &trial.Set{Text: string(operations), Vocabulary: Vocabulary, Path: "testdata/operations.txt"}

func TestExamples(t *testing.T)                  { set.TestExamples(t) }
func TestEveryOperationHasExamples(t *testing.T) { set.TestEvery(t, "lin.Linear.init_normal") }
func TestOnEngine(t *testing.T)                  { set.TestOnEngine(t) }
func TestMutants(t *testing.T)                   { set.TestMutants(t, 300) }
func TestMonotone(t *testing.T)                  { set.TestMonotone(t) }

func TestOrder(t *testing.T) {
	set.TestOrder(t, []string{
		"nonlin.relu", "lin.Linear {in=4, out=4}", "lin.Linear {in=2, out=4}", "lin.Linear {in=4, out=2}", "operator.add", "prelude.view", "prelude.view",
		"shape.flatten", "shape.transpose {a=0, b=1}", "reduce.mean {dim=0}", "reg.BatchNorm1d {num_features=4}", "lin.Embedding {num_embeddings=9, embedding_dim=4}",
		"conv.maxpool2d {kernel_size=2}", "conv.Conv2d {in_ch=4, out_ch=2, kernel_size=2, padding=1}", "shape.concat {axis=0}", "shape.item {index=0}",
	}, []string{
		"_", "_", "_", "[2, 4]", "[4]", "[_, 4]", "[]", "[4, 2]", "[n, 4]", "[1, 2, 4]", "[_, _]", "[8]", "[_, 4, 4, 4]", "([_, 4], [2, 4])", "([2, _], _)",
	})
}

// The formula of a view has the number of elements, and the sizes whose product it is.
func TestFormulaOfAView(t *testing.T) {
	m := &relation.Machine{Sizes: relation.NewSizes()}
	o := Operations().Operator("prelude.view")
	in, err := set.Instance(m, o.Of(), nil, []string{"[n, 3, 4, 4]", "[n, 50]", "_"})
	if err != nil {
		t.Fatal(err)
	}
	f := m.Failure(m.Explain(in.Store, o.Of(), -1, in.Args, nil))
	got := relation.Said(f.Message)
	for _, c := range f.Computed {
		got += "; " + relation.Said(c)
	}
	if want := "48 elements do not fit a shape of 50; 48 = 3·4·4"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
