package contract_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/sound"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	lk "github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns/contract"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/onnx"
)

func side(name, source string, d lk.Dialect) contract.Side {
	r := k.Analyze(context.Background(), lang.NewFile(name, []byte(source)), k.Options{Brief: true, Dialect: d})
	return contract.Side{Result: r, Shows: func(int32) bool { return true }}
}

var (
	labelPattern = regexp.MustCompile(`\b(int|string|bool|[abxy])\b`)
	alternative  = regexp.MustCompile(`, [^,<>{}()\[\]]*`)
)

// changed changes some labels and types of a program, or leaves out one of its alternatives.
func changed(rnd *rand.Rand, source string) string {
	for range 1 + rnd.IntN(2) {
		places := labelPattern.FindAllStringIndex(source, -1)
		if len(places) == 0 {
			return source
		}
		at := places[rnd.IntN(len(places))]
		words := []string{"a", "b", "x", "y"}
		if at[1]-at[0] > 1 {
			words = []string{"int", "string", "bool"}
		}
		source = source[:at[0]] + words[rnd.IntN(len(words))] + source[at[1]:]
		if commas := alternative.FindAllStringIndex(source, -1); len(commas) > 0 && rnd.IntN(3) == 0 {
			cut := commas[rnd.IntN(len(commas))]
			source = source[:cut[0]] + source[cut[1]:]
		}
	}
	return source
}

// shared returns an expression of k4 whose parts share types, and one that differs in one place.
func shared(rnd *rand.Rand, depth int, differ bool) (one, other string) {
	if depth == 0 || rnd.IntN(4) == 0 {
		paths := []string{".a", ".b", ".a .x", ".b .x", "$int", "()", "$<int a, string b>", ".a $[int]"}
		one, other = paths[rnd.IntN(len(paths))], paths[rnd.IntN(len(paths))]
		if !differ {
			other = one
		}
		return one, other
	}
	first := rnd.IntN(2) == 0
	l, m := shared(rnd, depth-1, differ && first)
	r, s := shared(rnd, depth-1, differ && !first)
	forms := []string{"{%s x, %s y}", "<%s, %s>", "[%s, %s]", "{%s a, %s x} .x", "<{%s a} .a, %s>"}
	form := forms[rnd.IntN(len(forms))]
	one, other = fmt.Sprintf(form, l, r), fmt.Sprintf(form, m, s)
	if differ && rnd.IntN(4) == 0 {
		other = fmt.Sprintf(forms[rnd.IntN(len(forms))], l, r)
	}
	return one, other
}

// The claims about two programs are true: no value of an old input is outside a new one that is the same or wider, no
// value of a new output is outside an old one that is the same or wider, and witnesses are values of the old input
// that are not values of the new one.
func TestSound(t *testing.T) {
	pairs := sample.Size(10_000, 1_000)
	counts := make(map[string]int)
	for i := range pairs {
		d := []lk.Dialect{lk.K4, lk.K6}[i%2]
		rnd := rand.New(rand.NewPCG(7, uint64(i)))
		source := sound.Source(d, 7, uint64(i))
		other := changed(rnd, source)
		switch {
		case i%5 == 0:
			other = sound.Source(d, 8, uint64(i))
		case i%5 < 3:
			d = lk.K4
			source, other = shared(rnd, 3, true)
			source, other = "f = "+source+";", "f = "+other+";"
		}
		old, new := side("old.k", source, d), side("new.k", other, d)
		fail := func(ch *contract.Change, says string) {
			t.Fatalf("pair %d, %s of %s: %s\n%s\n---\n%s", i, ch.Relation, ch.Name, says, source, other)
		}
		r := contract.Compare(old, new)
		x, y, as, bs := contract.Sides(old, new)
		for _, ch := range r.Changes {
			counts[ch.Relation.String()]++
			a, known := as[ch.Old]
			b, sound := bs[ch.New]
			if ch.Old < 0 || ch.New < 0 || !known || !sound {
				continue
			}
			in, now := a.In[0].Term, b.In[0].Term
			for range 8 {
				v := x.Value(rnd, in)
				if v == "" {
					continue
				}
				counts["values"]++
				if (ch.Input == contract.Same || ch.Input == contract.Wider) && !y.Has(now, v) {
					fail(ch, "lost "+v)
				}
				v = y.Value(rnd, now)
				if v != "" && (ch.Input == contract.Same || ch.Input == contract.Narrower) && !x.Has(in, v) {
					fail(ch, "gained "+v)
				}
			}
			if out, was := b.Out[0].Term, a.Out[0].Term; y.IsGround(out) && x.IsGround(was) {
				for range 4 {
					v := y.Value(rnd, out)
					if v != "" && (ch.Output == contract.Same || ch.Output == contract.Narrower) && !x.Has(was, v) {
						fail(ch, "gives "+v)
					}
				}
			}
			for _, v := range ch.Outside {
				if !x.Has(in, v) || y.Has(now, v) {
					fail(ch, "no witness: "+v)
				}
			}
			if ch.Input == contract.Narrower || ch.Input == contract.Different {
				counts["taken away"]++
				if ch.Outside == nil {
					counts["without witness"]++
				}
			}
		}
	}
	t.Log(counts)
}

// The same for sizes: a model accepts sizes if they are its declared ones for some values of its names. A model
// that takes the same or more accepts all sizes of the old one; one that takes the same accepts no others.
func TestSizes(t *testing.T) {
	names := []string{"N", "M", "1", "2", "3", "K"}
	takes := func(declared, sizes []int) bool {
		size := make(map[int]int)
		for i, d := range declared {
			is := sizes[i]
			if n := names[d]; n >= "1" && n <= "9" && n != fmt.Sprint(is) || size[d] != 0 && size[d] != is {
				return false
			}
			size[d] = is
		}
		return true
	}
	model := func(d []int) contract.Side {
		text := fmt.Sprintf("<ir_version: 8, opset_import: [\"\" : 17]>\n"+
			"g (float[%s, %s] x, float[%s] y) => (float[A, B] a, float[C] b)"+
			"{ a = Identity(x) b = Identity(y) }", names[d[0]], names[d[1]], names[d[2]])
		f := lang.NewFile("m.onnxtxt", []byte(text))
		r := onnx.Language.Analyze(context.Background(), f, language.Options{Brief: true})
		return contract.Side{Result: r, Contract: onnx.Language.Contract, Shows: func(int32) bool { return true },
			Words: contract.Words{Tensors: true}}
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	counts := make(map[contract.Relation]int)
	for range sample.Size(2000, 300) {
		old, new := make([]int, 3), make([]int, 3)
		for i := range old {
			old[i], new[i] = rnd.IntN(len(names)), rnd.IntN(len(names))
			if rnd.IntN(2) == 0 {
				new[i] = old[i]
			}
		}
		more, less := true, true // the new one takes all that the old one takes; the converse
		for x := range 64 {
			sizes := []int{x%4 + 1, x/4%4 + 1, x/16 + 1}
			more = more && (!takes(old, sizes) || takes(new, sizes))
			less = less && (!takes(new, sizes) || takes(old, sizes))
		}
		want := map[[2]bool]contract.Relation{{true, true}: contract.Same, {true, false}: contract.Wider,
			{false, true}: contract.Narrower, {false, false}: contract.Different}[[2]bool{more, less}]
		ch := contract.Compare(model(old), model(new)).Changes[0]
		counts[ch.Input]++
		if ch.Failed != "" || ch.Input != want {
			t.Errorf("%v, then %v: %s%s, want %s", old, new, ch.Input, ch.Failed, want)
		}
	}
	t.Log(counts)
}

// A program is the same as itself, also with other names of types.
func TestSameAsItself(t *testing.T) {
	for i := range 300 {
		d := []lk.Dialect{lk.K4, lk.K6}[i%2]
		source := sound.Source(d, 9, uint64(i))
		for _, ch := range contract.Compare(side("old.k", source, d), side("new.k", source, d)).Changes {
			if (ch.Relation != contract.Same || ch.Level != contract.Patch) && ch.Failed == "" {
				t.Errorf("program %d: %s is %s\n%s", i, ch.Name, ch.Relation, source)
			}
		}
	}
}

// The cost grows with the number of definitions: pairs of types are compared once, and so are those that the members of
// a recursive group share, also if one of them has changed.
func TestGrowth(t *testing.T) {
	chain := func(n int) (old, new string) {
		var b strings.Builder
		b.WriteString("$t0 = <{} a, {} b>;")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "$t%d = {t%d l, t%d r}; f%d = $t%d {.l x, .r y};\n", i, i-1, i-1, i, i)
		}
		return b.String(), strings.Replace(b.String(), "{} b", "{} c", 1)
	}
	group := func(narrower bool) func(n int) (old, new string) {
		return func(n int) (old, new string) {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "g%d = <.v, .l g%d, .r g%d>;\n", i, (i*7+1)%n, (i+1)%n)
			}
			old, new = b.String(), strings.Replace(b.String(), "g5 = <.v", "g5 = <.q, .v", 1)
			if narrower {
				return old, new
			}
			return new, old
		}
	}
	indices := func(n int) (old, new string) {
		for i := range n {
			old += fmt.Sprintf(".%d .a %d, ", i, i)
		}
		return "f = {" + old + ".5 .b x};", "f = {" + old + ".5 .c x};"
	}
	for name, programs := range map[string]func(int) (string, string){
		"indices": indices, "chain": chain, "narrower": group(true), "wider": group(false),
	} {
		visits := func(n int) int {
			old, new := programs(n)
			return contract.Visits(side("old.k", old, lk.K4), side("new.k", new, lk.K4))
		}
		if few, many := visits(150), visits(600); many > 6*few {
			t.Errorf("%s: %d pairs for 150 definitions, %d for 600", name, few, many)
		}
	}
}
