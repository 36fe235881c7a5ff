package tensorgen

import (
	"strings"
	"testing"
)

// Networks are reproducible, use all operations except those that have a test of their own, and have mistakes of all
// kinds that a stage can have.
func TestNetworks(t *testing.T) {
	used, kinds, stages := make(map[string]bool), make(map[string]int), 0
	for i := range uint64(3000) {
		n := RandomNetwork(1, i)
		if i < 20 && RandomNetwork(1, i).Source != n.Source {
			t.Fatalf("network %d is another one the second time", i)
		}
		for _, name := range Names() {
			module, short, _ := strings.Cut(name, ".")
			used[name] = used[name] || strings.Contains(n.Source, "use "+module+"::"+short+";")
		}
		if n.Wrong != nil {
			kinds[n.Wrong.Kind]++
		}
		stages += len(n.Stages)
	}
	for _, name := range Names() {
		module, _, _ := strings.Cut(name, ".")
		switch name {
		case "nonlin.softmax", "rec.lstm", "lin.matmul", "shape.reshape", "lin.Linear.init_normal":
			continue
		}
		if !used[name] && module != "operator" && module != "prelude" {
			t.Errorf("no network uses %s", name)
		}
	}
	for _, kind := range []string{"dim", "rank", "attr", "window", "view-size"} {
		if kinds[kind] < 8 {
			t.Errorf("mistakes: %v", kinds)
		}
	}
	if stages < 20000 {
		t.Errorf("%d stages", stages)
	}
	t.Log(kinds, stages)
}

func TestSizes(t *testing.T) {
	m, n := Named("m"), Named("n")
	sum := m.times(n).times(Num(2)).plus(n, 3).plus(Num(4), -1)
	if got := sum.String(); got != "2*m*n + 3*n - 4" {
		t.Error(got)
	}
	if got, ok := n.times(m).times(Num(6)).over(n.times(Num(3))); !ok || got.String() != "2*m" {
		t.Error(got, ok)
	}
	for _, c := range [][2]Size{{Num(5), Num(2)}, {m, n}, {m, sum}, {Num(6), Num(0)}} {
		if got, ok := c[0].over(c[1]); ok {
			t.Errorf("%v over %v is %v", c[0], c[1], got)
		}
	}
	if got := sum.replaced(map[string]Size{"m": Num(5), "n": m.plus(Num(1), 1)}).String(); got != "13*m + 9" {
		t.Error(got)
	}
	if got := Num(3).plus(Num(3), -1).String(); got != "0" {
		t.Error(got)
	}
}

// The known properties of a network are the expected verdict of its judge.
func TestCompare(t *testing.T) {
	var right, wrong Network
	for i := uint64(0); right.Source == "" || wrong.Source == ""; i++ {
		if n := RandomNetwork(2, i); n.Wrong == nil {
			right = n
		} else if n.Wrong.Text != "" {
			wrong = n
		}
	}
	for _, n := range []Network{right, wrong} {
		all := Verdict{Forward: n.Forward, Stages: n.Stages}
		if n.Wrong != nil {
			all.Errors = []Mistake{*n.Wrong}
		}
		if got := Compare(n, func(string) Verdict { return all }); got != "" {
			t.Error(got)
		}
		less := all
		less.Stages = all.Stages[1:]
		if Compare(n, func(string) Verdict { return less }) == "" {
			t.Error("a stage is missing, and nothing is said")
		}
		other := all
		other.Errors = append([]Mistake{{Kind: "rank", Text: "relu"}}, all.Errors...)
		if Compare(n, func(string) Verdict { return other }) == "" {
			t.Error("an error too many, and nothing is said")
		}
	}
	if Compare(wrong, func(string) Verdict { return Verdict{Stages: wrong.Stages} }) == "" {
		t.Error("a mistake is not reported")
	}
	if Compare(right, func(string) Verdict { return Verdict{Stages: right.Stages} }) == "" {
		t.Error("no signatures, and nothing is said")
	}
}
