package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/unify"
)

// networks are signatures as Relay, TensorScript and ONNX print them.
var networks = []string{
	0: "[?, 3, 224, 224] -> [?, 1000]",
	1: "(float[N, 3, 32, 32]) -> (float[N, 10])",
	2: "fn (Tensor[(32, 784), float32], Tensor[(128, 784), float32], Tensor[(128), float32]) -> " +
		"Tensor[(32, 10), float32]",
	3:  "fn [A](List[A], List[A]) -> List[A]",
	4:  "fn [A, B](fn (A) -> B, List[A]) -> List[B]",
	5:  "(float[2, N], bool, int64) -> (float[2, ?], float[?, N], float[2, N])",
	6:  "fn [s: Shape](Tensor[s, float32], float32) -> Tensor[s, float32]",
	7:  "(float[]) -> (double[4])",
	8:  "(float[N, T]) -> (float[2·N, T], float[K])",
	9:  "fn () -> (int32, (bool, bool))",
	10: "fn (Ref(int32), (float32, float32)) -> ()",
	11: "[n, 4] -> [?, n]",
}

func TestNetworks(t *testing.T) {
	x := New()
	x.Lists = true
	for i, text := range networks {
		n := &network{text: text, batch: i == 0 || i == 11, vars: make(map[string]int32)}
		if n.signature(); n.err != nil {
			t.Fatalf("%s: %v", text, n.err)
		}
		x.Add(&n.Pattern, nil)
	}
	finding := Networks(false, nil)
	for _, c := range []struct{ query, want string }{
		{"[?, 3, 224, 224] -> [?, 1000]", "0 special"},
		{"[B, 3, 224, 224] -> [B, 1000]", "0 equal"},
		{"[8, 3, 224, 224] -> [8, 1000]", "0 general"},
		{"[8, 3, 224, 224] -> [7, 1000]", ""},
		{"float[N, 3, 32, 32] -> float32[N, 10]", "1 equal"},
		{"Tensor[(N, 3, 32, 32), float32] -> _", "1 equal | 7 general | 6 f(%1, 1 other)"},
		{"int64[N, 3, 32, 32] -> _", ""},
		{"[?, 784] -> [?, 10]", "2 f(%1, 2 others)"},
		{"[128, ?], [32, ?] -> _", "2 f(%2, %1, 1 other)"},
		{"List[A], List[A] ->", "3 equal"},
		{"A, List[A] ->", ""},
		{"List[int32], fn (int32) -> bool -> List[bool]", "4 f(%2, %1)"},
		{"[2, N] -> [2, N]", "5 f(%1, 2 others) .0 | 6 f(%1, 1 other)"},
		{"bool -> [2, 7]", "5 f(1 other, %1, 1 other) .2"},
		{"float[3], float -> float[3]", "6 general"},
		{"float[3], float -> float[4]", ""},
		{"float[N] -> double[4]", "7 general"},
		{"float[N, 3] -> float[4, 3], _", ""}, // a formula may be 4 or not
		{"float[N, 3] -> float[?, 3], _", "5 f(%1, 2 others) .1 .0 | 8 overlap"},
		{"-> int32, _", "9 special"},
		{"_ -> bool", ""},
		{"-> ()", "10 equal"},
		{"[5, 4] -> [?, 5]", "11 overlap"},
	} {
		s, err := finding.Query(c.query, "", nil)
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		var list []string
		matches, _ := x.Find(100, x.Pattern(&s.Pattern, nil))
		for _, m := range matches {
			text := [...]string{"equal", "general", "special", "", "overlap", "loose"}[m.Rank]
			if m.Conversion != nil {
				text = m.Conversion.call("f")
			}
			list = append(list, fmt.Sprint(m.Entry, " ", text))
		}
		if got := strings.Join(list, " | "); got != c.want {
			t.Errorf("%s\n got  %s\n want %s", c.query, got, c.want)
		}
	}
}

// Inputs and outputs are arranged exactly if some choice of them can be united.
func TestArranged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := func(name string) string {
			tensor := rapid.Custom(func(t *rapid.T) string {
				sizes := rapid.SliceOfN(rapid.SampledFrom([]string{"2", "3", "N", "M", "?"}), 1, 2).Draw(t, "sizes")
				return "[" + strings.Join(sizes, ", ") + "]"
			})
			return "(" + strings.Join(rapid.SliceOfN(tensor, 1, 3).Draw(t, name), ", ") + ")"
		}
		x := New()
		x.Lists = true
		n := &network{text: list("in") + " -> " + list("out"), vars: make(map[string]int32)}
		n.signature()
		x.Add(&n.Pattern, nil)
		query := list("in") + " -> " + list("out")
		s, err := Networks(false, nil).Query(query, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		f := x.newFitter(x.Pattern(&s.Pattern, nil).scheme)
		f.other.read(x, 0)
		p, o := &f.pattern, &f.other
		want := false
		for _, ins := range choices(len(p.parts(p.in)), len(o.parts(o.in))) {
			for _, outs := range choices(len(p.parts(p.out)), len(o.parts(o.out))) {
				c := Conversion{Inputs: ins, Outputs: outs, Takes: len(o.parts(o.in)), Gives: len(o.parts(o.out))}
				if c.isDirect() {
					continue
				}
				f.unite(func() {
					for k, at := range ins {
						f.equal(f.part(unify.Node(p.in), p.parts(p.in)[k].Label), f.part(f.base, o.parts(o.in)[at].Label))
					}
					for k, at := range outs {
						f.equal(f.part(unify.Node(p.out), p.parts(p.out)[k].Label),
							f.part(f.base+unify.Node(o.out), o.parts(o.out)[at].Label))
					}
				}, func() { want = true })
			}
		}
		got := f.arrange(0)
		if got == nil && want && f.rank0() == noFit || got != nil && !want {
			t.Fatalf("%s in %s: %v, want %v", query, n.text, got, want)
		}
	})
}

// rank0 is the rank of the first form.
func (f *fitter) rank0() Rank {
	rank, _ := f.rank(0)
	return rank
}

// choices are the ways to choose k of n numbers, in any order.
func choices(k, n int) (list [][]int) {
	if k == 0 {
		return [][]int{nil}
	}
	for _, c := range choices(k-1, n) {
		for i := range n {
			if !slices.Contains(c, i) {
				list = append(list, append(slices.Clone(c), i))
			}
		}
	}
	return list
}

// Each error is within its text.
func FuzzNetwork(f *testing.F) {
	for _, s := range append(slices.Clone(networks), "[", "fn", "fn [", "-> [1,", "Tensor[", "float[3 -> 2", "a -> b c",
		"\xff->") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, query := range []bool{false, true} {
			n := &network{text: text, query: query, vars: make(map[string]int32)}
			if n.signature(); n.err != nil {
				if n.err.At < 0 || n.err.At > len(text) {
					t.Errorf("the error is at %d", n.err.At)
				}
				continue
			}
			x := New()
			x.Add(&n.Pattern, nil)
		}
	})
}
