package relation

import (
	"maps"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/unify"
)

// Replace is a size with others in the place of parameters, which stand by their names; false where the
// outcome is no size, and where a parameter that is replaced is in what no polynomial says.
func (t *Sizes) Replace(s Size, with map[string]Size) (Size, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p, ok := t.replaced(s, with)
	if n, number := p.number(); !ok || number && n < 0 {
		return 0, false
	}
	return t.intern(p), true
}

func (t *Sizes) replaced(s Size, with map[string]Size) (poly, bool) {
	var sum poly
	for _, m := range t.form(s) {
		p, ok := constant(m.times), true
		for _, f := range m.factors {
			factor := poly{{1, []int32{f}}}
			if x, is := with[t.atoms[f].text]; is {
				factor = t.form(x)
			} else if t.atoms[f].op != 0 {
				return nil, false
			}
			if p, ok = t.multiply(p, factor); !ok {
				return nil, false
			}
		}
		if sum, ok = t.compute(Add, sum, p); !ok {
			return nil, false
		}
	}
	return sum, true
}

// Parameters are the names of the parameters in a size; false if it has what no polynomial says.
func (t *Sizes) Parameters(s Size) (names []string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	set := make(map[string]bool)
	for _, m := range t.form(s) {
		for _, f := range m.factors {
			if t.atoms[f].op != 0 {
				return nil, false
			}
			set[t.atoms[f].text] = true
		}
	}
	return slices.Sorted(maps.Keys(set)), true
}

// SizeOf is the size that a constructor without parts stands for, and SizeConstructor the other way round.
func (b *Binding) SizeOf(c unify.Constructor) Size          { return b.size(c) }
func (b *Binding) SizeConstructor(s Size) unify.Constructor { return b.constructor(s) }

// A form is the relation of some sizes and of one that is computed of them: the last argument is a
// size in which the others stand in the place of parameters. It works both ways where the size is a number
// times one argument, plus a number.
type form struct {
	b     *Binding
	size  Size
	names []string
}

// Form is the relation of a size and those in the place of its parameters, which are called so.
func (b *Binding) Form(s Size, params []string) unify.Relation { return &form{b, s, params} }

// Key is the size as an expression.
func (f *form) Key() string {
	key := "size " + f.b.Sizes.Spelling(f.size)
	for _, name := range f.names {
		key += " " + strconv.Quote(name)
	}
	return key
}

// Run looks whether all but one of the sizes are known.
func (f *form) Run(v *unify.View) unify.Outcome {
	n := len(f.names)
	with := make(map[string]Size, n)
	var open []int
	for i, name := range f.names {
		if x, ok := v.Form(v.Arg(i)); ok {
			with[name] = f.b.size(x.Constructor)
		} else {
			open = append(open, i)
		}
	}
	waits := func() unify.Outcome {
		for _, i := range open {
			v.Wait(v.Arg(i))
		}
		if len(open) == 1 {
			v.Wait(v.Arg(n))
		}
		return unify.Outcome{State: unify.Waits}
	}
	tell := func(i int, s Size, ok bool) unify.Outcome {
		if !ok {
			return unify.Outcome{State: unify.Fails}
		}
		v.Tell(v.Arg(i), v.Make(f.b.constructor(s)))
		return unify.Outcome{State: unify.Fires}
	}
	switch len(open) {
	case 0:
		s, ok := f.b.Sizes.Replace(f.size, with)
		return tell(n, s, ok)
	case 1:
		if out, ok := v.Form(v.Arg(n)); ok {
			if s, linear, ok := f.solve(f.names[open[0]], with, f.b.size(out.Constructor)); linear {
				return tell(open[0], s, ok)
			}
		}
	}
	return waits()
}

// solve finds the one parameter that is not known, of what is a number times it plus a number.
func (f *form) solve(name string, with map[string]Size, value Size) (s Size, linear, ok bool) {
	var at [3]int64
	for i := range at {
		with[name] = Size(i)
		x, ok := f.b.Sizes.Replace(f.size, with)
		n, number := x.Number()
		if !ok || !number {
			return 0, false, false
		}
		at[i] = n
	}
	delete(with, name)
	times := at[1] - at[0]
	if times <= 0 || at[2]-at[1] != times {
		return 0, false, false
	}
	rest, ok := f.b.Sizes.Compute(Subtract, value, Size(at[0]))
	if !ok {
		return 0, true, false
	}
	s, ok = f.b.Sizes.Compute(Quotient, rest, Size(times))
	if !ok {
		return 0, true, false
	}
	back, ok := f.b.Sizes.Compute(Multiply, s, Size(times))
	return s, true, ok && back == rest
}
