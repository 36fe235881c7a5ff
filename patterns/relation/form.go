package relation

import (
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// Replace returns a size with other sizes in place of the parameters with these names. It fails like Compute.
func (t *Sizes) Replace(s Size, with map[string]Size) (Size, error) {
	t.left = maxLooks
	return t.size(t.replaced(t.form(s), with, make(map[int32]poly)))
}

// replaced is Replace for a polynomial; done caches the results for atoms. The text of an atom is bounded, and so is
// the depth of the recursion.
func (t *Sizes) replaced(p poly, with map[string]Size, done map[int32]poly) (sum poly, err error) {
	for _, m := range p {
		one := product{times: m.times, factors: make([]int32, 0, len(m.factors))}
		var sums []poly // factors that are not a single product
		for _, f := range m.factors {
			factor, known := done[f]
			if !known {
				if factor, err = t.replacedAtom(f, with, done); err != nil {
					return nil, err
				}
				done[f] = factor
			}
			if len(factor) != 1 {
				sums = append(sums, factor)
				continue
			}
			var ok bool
			if one.times, ok = multiplyInt(one.times, factor[0].times); !ok {
				return nil, ErrNoSize
			}
			one.factors = append(one.factors, factor[0].factors...)
			if err := t.look(1 + len(factor[0].factors)); err != nil {
				return nil, err
			}
		}
		slices.SortFunc(one.factors, t.compare)
		term := poly{one}
		for _, s := range sums {
			if term, err = t.multiply(term, s); err != nil {
				return nil, err
			}
		}
		if sum = append(sum, term...); len(sum) > 4*MaxTerms {
			if sum, err = t.normal(sum); err != nil {
				return nil, err
			}
		}
	}
	return t.normal(sum)
}

func (t *Sizes) replacedAtom(f int32, with map[string]Size, done map[int32]poly) (poly, error) {
	a := t.atoms[f]
	if a.op == 0 {
		if x, is := with[a.text]; is {
			return t.form(x), nil
		}
		return poly{{1, []int32{f}}}, nil
	}
	if a.op == Float {
		return poly{{1, []int32{f}}}, nil
	}
	x, err := t.replaced(a.x, with, done)
	if err != nil {
		return nil, err
	}
	y, err := t.replaced(a.y, with, done)
	if err != nil {
		return nil, err
	}
	return t.compute(a.op, x, y)
}

// Parameters returns the names of the parameters in a size, sorted.
func (t *Sizes) Parameters(s Size) []string {
	set, seen := make(map[string]bool), make(map[int32]bool)
	for queue := []poly{t.form(s)}; len(queue) > 0; {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, m := range p {
			for _, f := range m.factors {
				if a := t.atoms[f]; a.op == 0 {
					set[a.text] = true
				} else if !seen[f] {
					seen[f] = true
					queue = append(queue, a.x, a.y)
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// A Form is the relation between sizes and a size that is computed from them: the last argument is a size in which the
// other arguments replace the parameters. If the size is a number times one argument plus a number, the relation also
// determines that argument.
type Form struct {
	b       *Binding
	size    Size
	names   []string
	forward bool // it determines only the last argument
}

// Form returns the relation between a size and the sizes that replace its parameters, given by name.
func (b *Binding) Form(s Size, params []string) *Form { return &Form{b: b, size: s, names: params} }

// Name returns the name of a constructor; for a computed size, its formula with the display names of the parameters.
func (b *Binding) Name(c unify.Constructor) string {
	if by := b.Types.ComputedOf(c); by != nil {
		return by.Compute.(*Form).Spelling()
	}
	return b.Types.ConstructorName(c)
}

// Spelling returns the size with the display names of its parameters.
func (f *Form) Spelling() string {
	as := make(map[string]string, len(f.names))
	for i, name := range f.Names() {
		as[f.names[i]] = name
	}
	return f.b.Sizes.SpellingAs(f.size, as)
}

// Names returns the display names of the parameters in the order of the arguments; if two are equal, the internal
// names, which are unique.
func (f *Form) Names() []string {
	names, taken := make([]string, len(f.names)), make(map[string]bool, len(f.names))
	for i, name := range f.names {
		names[i] = f.b.parameterName(name)
		if taken[names[i]] {
			return f.names
		}
		taken[names[i]] = true
	}
	return names
}

// Fault explains why the relation does not hold, given the constructors of its arguments, NoConstructor for unknown
// ones.
func (f *Form) Fault(args []unify.Constructor) string {
	n := len(f.names)
	var where []string
	for i, name := range f.Names() {
		if args[i] != unify.NoConstructor {
			where = append(where, "`"+name+"` is "+f.b.Name(args[i]))
		}
	}
	says := " is not a size"
	if args[n] != unify.NoConstructor {
		says = " cannot be " + f.b.Name(args[n])
	}
	text := "`" + f.Spelling() + "`" + says
	if len(where) > 0 {
		text += " where " + strings.Join(where, " and ")
	}
	return text
}

// parameterName returns the display name of a parameter.
func (b *Binding) parameterName(name string) string {
	c, ok := b.built[b.Sizes.Parameter(name)]
	switch {
	case ok:
		return b.Types.ConstructorName(c)
	case b.Called != nil:
		return b.Called(name)
	}
	return name
}

// Key returns the size as an expression, with its parameters.
func (f *Form) Key() string {
	return "size " + f.Spelling() + "[" + strings.Join(f.Names(), ", ") + "]"
}

// Run evaluates the relation if at most one of the sizes is unknown.
func (f *Form) Run(v *unify.View) unify.Outcome {
	n, sizes := len(f.names), f.b.Sizes
	var open []int
	with := make(map[string]Size, n)
	for i, name := range f.names {
		if x, ok := v.Form(v.Arg(i)); !ok {
			open = append(open, i)
		} else if x.Constructor != unify.NoConstructor {
			with[name] = f.b.SizeOf(x.Constructor)
		}
	}
	var out unify.Form
	known := len(open) == 0
	if len(open) == 1 && !f.forward {
		out, known = v.Form(v.Arg(n))
	}
	if !known {
		return f.waits(v, open)
	}
	s, err := sizes.Replace(f.size, with)
	v.Watch().Steps(sizes.looks() / stepsOfWatch)
	v.Spend(sizes.looks() / stepsOfWatch)
	at := n
	if len(open) == 1 { // the size has to be linear in it
		at = open[0]
		if err != nil {
			return f.waits(v, open)
		}
		name, times, plus := sizes.affine(sizes.form(s))
		if name != f.names[at] || times <= 0 || plus < 0 {
			return f.waits(v, open)
		}
		if s, err = sizes.Compute(Subtract, f.b.SizeOf(out.Constructor), Size(plus)); err == nil {
			s, err = sizes.Exactly(s, Size(times))
		}
	}
	if err != nil {
		return unify.Outcome{State: unify.Fails}
	}
	v.Equate(v.Arg(at), v.Make(f.b.SizeConstructor(s)))
	return unify.Outcome{State: unify.Fires}
}

// waits makes the instance wait. Two open arguments block it, whatever the others are.
func (f *Form) waits(v *unify.View, open []int) unify.Outcome {
	for _, i := range open[max(0, len(open)-2):] {
		v.Wait(v.Arg(i))
	}
	if len(open) == 1 {
		v.Wait(v.Arg(len(f.names)))
	}
	return unify.Outcome{State: unify.Waits}
}
