package sound

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang/k"
)

// TestSound is a small part of make sound.
func TestSound(t *testing.T) {
	for _, d := range []k.Dialect{k.K4, k.K6} {
		t.Run(d.String(), func(t *testing.T) { checkSound(t, d) })
	}
}

func checkSound(t *testing.T, d k.Dialect) {
	programs := sample.Size(700, 300)
	r := Run(context.Background(), Options{Dialect: d, Seed: 1, Programs: uint64(programs), Jobs: 2})
	for _, v := range r.Violations {
		t.Error(v)
	}
	c := &r.Counts
	if c.Programs != programs || 10*c.Accepted < 3*c.Programs || 5*c.Recursive < c.Programs {
		t.Errorf("%d programs, %d accepted, %d with recursion", c.Programs, c.Accepted, c.Recursive)
	}
	if 4*c.Defined < c.Values || c.Undefined == 0 || c.Filtered == 0 || c.Narrowed == 0 || 2*c.Changed < c.Programs ||
		2*c.Compared < c.Programs {
		t.Errorf("%+v", c)
	}
	lacks := map[k.Dialect]string{k.K4: "/l |l", k.K6: "caret vector | literal"}[d]
	for i, n := range c.Ops {
		if (n == 0) != slices.Contains(strings.Fields(lacks), opNames[i]) {
			t.Errorf("there are %d of %s", n, opNames[i])
		}
	}
	for i, n := range c.Leaves {
		if (n == 0) != slices.Contains(strings.Fields(lacks), leafNames[i]) {
			t.Errorf("there are %d of %s", n, leafNames[i])
		}
	}
}

// A program that keeps pipes and carets within boxing has no warning; of the others, some have one and some do not.
func TestBoxing(t *testing.T) {
	warned, fine := 0, 0
	for number := range uint64(sample.Size(1500, 500)) {
		p := makeProgram(rand.New(rand.NewPCG(3, number)), k.K4)
		a := p.analyze()
		switch {
		case a.result.Errors() > 0:
		case !p.strays && a.warned():
			t.Errorf("an alarm without a reason:\n%s", p)
		case p.strays && a.warned():
			warned++
		case p.strays:
			fine++
		}
	}
	if warned == 0 || fine == 0 {
		t.Errorf("%d warned of, %d not", warned, fine)
	}
}

// The result does not depend on the number of jobs, and a seed reproduces it.
func TestRepeatable(t *testing.T) {
	a := Run(context.Background(), Options{Seed: 7, Programs: 100, Jobs: 1})
	b := Run(context.Background(), Options{Seed: 7, Programs: 100, Jobs: 3})
	if a.Counts != b.Counts || a.Counts.Programs != 100 {
		t.Errorf("%+v and %+v", a.Counts, b.Counts)
	}
	for _, d := range []k.Dialect{k.K4, k.K6} {
		if again := Source(d, 7, 3); Source(d, 7, 3) != again || Source(d, 8, 3) == again {
			t.Error("a seed is none")
		}
	}
	// A run of both dialects has the programs of each of them.
	one := Run(context.Background(), Options{Dialect: k.K4, Seed: 7, Programs: 50})
	one.Counts.add(&Run(context.Background(), Options{Dialect: k.K6, Seed: 7, Programs: 50}).Counts)
	if a.Counts != one.Counts {
		t.Errorf("%+v by turns, and %+v", a.Counts, one.Counts)
	}
}

func TestWrite(t *testing.T) {
	r := Run(context.Background(), Options{Seed: 2, Programs: 20})
	r.Violations = append(r.Violations,
		&Violation{Dialect: k.K4, Seed: 2, Program: 5, Law: "soundness", Message: "a message", Source: "f0 = ();"})
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"programs 20 ", "violations 1 ",
		"soundness (k4, seed 2, program 5): a message f0 = ();"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

// Programs that once violated a law, with the reason.
func TestFound(t *testing.T) {
	for _, p := range []struct {
		seed, number uint64
		of           string
	}{
		{1795295006021643047, 981030, "members of a group that rest on a monomorphic signature by way of others"},
		{1795301672001485911, 457036, "a signature that is narrower than a use of it"},
		{1795301672001485911, 754530, "a group in which one member needs a signature that does not settle"},
	} {
		if v := check(k.K4, p.seed, p.number, &Counts{}); v != nil {
			t.Errorf("%s: %v", p.of, v)
		}
	}
}
