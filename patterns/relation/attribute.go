package relation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Inputs returns the names of the arguments of an operator. Callers must not change the list.
func (o *Operator) Inputs() []string { return o.inputs }

// Of returns the relation of an operator's arguments and its result.
func (o *Operator) Of() *Relation { return o.relation }

// Accepts returns the attributes that a program may give an operator, the required ones first. Callers must not change
// the list.
func (o *Operator) Accepts() []Attr { return o.accepts }

// Takes reports whether a program may give an operator an attribute with this name.
func (o *Operator) Takes(name string) bool {
	return slices.ContainsFunc(o.accepts, func(a Attr) bool { return a.Name == name })
}

// fillLists fills the lists that Accepts and Inputs return at each call.
func (o *Operator) fillLists() {
	o.accepts, o.inputs = nil, nil
	for _, required := range []bool{true, false} {
		for _, a := range o.all {
			if !a.Fixed && a.Required() == required {
				o.accepts = append(o.accepts, a)
			}
		}
	}
	for _, p := range o.Params {
		o.inputs = append(o.inputs, p.Name)
	}
}

// Required reports whether a program has to give an attribute.
func (a *Attr) Required() bool { return a.Default == nil }

// Value returns the default of an attribute.
func (a *Attr) Value() Value { return a.value }

// find returns the index in all of the attribute with this name that a program may give, or -1.
func (o *Operator) find(name string) int {
	return slices.IndexFunc(o.all, func(a Attr) bool { return a.Name == name && !a.Fixed })
}

// Attributes checks the attributes that a program gives an operator, and returns the values with which its relation is
// run. A problem that is not about a given attribute has the zero span. If there are problems, wrong attributes count
// as not given, and missing ones have NoValue.
func (o *Operator) Attributes(given []Given) ([]Value, []Problem) {
	values := make([]Value, len(o.relation.Attrs))
	for i := range values {
		values[i] = NoValue
		if !o.all[i].Required() {
			values[i] = o.all[i].value
		}
	}
	var problems []Problem
	has := func(name string) bool {
		return slices.ContainsFunc(given, func(g Given) bool { return g.Name == name })
	}
	for k, g := range given {
		i := o.find(g.Name)
		if i < 0 {
			p := o.unknown(g, k)
			fix := slices.IndexFunc(o.all, func(a Attr) bool { return a.Name == p.Fix })
			p.Required = fix >= 0 && o.all[fix].Required() && !has(p.Fix)
			problems = append(problems, p)
		} else if v, p := o.attribute(&o.all[i], given[:k], g); p != nil {
			p.Span, p.Given = g.Span, k
			problems = append(problems, *p)
		} else if i < len(values) {
			values[i] = v
		}
	}
	var missing []*Attr
	for i := range o.all {
		a := &o.all[i]
		misspelt := func(p Problem) bool { return p.Kind == UnknownAttribute && p.Fix == a.Name }
		if a.Required() && !a.Fixed && !has(a.Name) && !slices.ContainsFunc(problems, misspelt) {
			missing = append(missing, a)
		}
	}
	if len(missing) > 0 {
		problems = append(problems, Problem{Kind: MissingAttribute, Given: -1, Required: true,
			Message: lang.Text(o.relation.Vocabulary.missing(missing))})
	}
	return values, problems
}

// attribute returns the value of a given attribute, or a problem without its place. The attributes before it are given
// as well.
func (o *Operator) attribute(a *Attr, before []Given, g Given) (Value, *Problem) {
	v := o.relation.Vocabulary
	if slices.ContainsFunc(before, func(h Given) bool { return h.Name == g.Name }) {
		return Value{}, &Problem{Kind: RepeatedAttribute,
			Message: lang.Text("the " + v.attribute() + " `" + g.Name + "` is given twice")}
	}
	if g.Unwritten || g.Value.Form == SizeForm && a.Forms&SizeForm == 0 {
		return Value{}, &Problem{Kind: UnwrittenValue, Required: a.Required(),
			Message: lang.Say("the %s `%s` has to be a written number, not `%s`", v.attribute(), g.Name, g.Value.Text)}
	}
	x, ok := g.Value.As(a.Forms, v.Atom)
	strict := v.Strict && (g.Value.Form == IntForm && a.Forms&(IntForm|SizeForm|PairForm|AnyForm) == 0 ||
		g.Value.Form == IntsForm && x.Form == FloatsForm && len(x.List) > 0)
	if ok && !strict {
		return x, nil
	}
	p := &Problem{Kind: WrongForm, Required: a.Required(), Replaces: g.ValueSpan,
		Message: lang.Text("`" + g.Name + "` takes " + v.forms(a.Forms) + ", not " + v.value(g.Value))}
	fits := func(x Value) bool {
		_, ok := x.As(a.Forms, v.Atom)
		return ok
	}
	meant, isMeant := v.meant(g.Value, a.Forms)
	switch {
	case strict && x.Form&(FloatForm|FloatsForm) != 0:
		p.Fix = v.value(x)
	case isMeant:
		p.Fix = v.value(meant)
	case fits(ListValue(meant)):
		p.Fix = "[" + meant.String() + "]"
	case len(g.Value.List) == 1 && fits(g.Value.List[0]):
		p.Fix = g.Value.List[0].String()
	}
	return Value{}, p
}

// missing returns the message that lists the attributes that a call lacks, with their forms.
func (v *Vocabulary) missing(attrs []*Attr) string {
	if len(attrs) == 1 {
		return "the " + v.attribute() + " `" + attrs[0].Name + "` is missing; it takes " + v.forms(attrs[0].Forms)
	}
	names := make([]string, len(attrs))
	for i, a := range attrs {
		names[i] = "`" + a.Name + "` (" + v.forms(a.Forms) + ")"
	}
	return "the " + v.attribute() + "s " + listed(names, "and") + " are missing"
}

// listed joins names with commas, and the last one with a word.
func listed(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// Given is Attributes for a relation that a program names directly.
func (r *Relation) Given(given []Given) ([]Value, []Problem) {
	o := &Operator{all: r.Attrs, relation: r}
	o.fillLists()
	return o.Attributes(given)
}

// unknown returns the problem of the kth given attribute, whose name the operator does not have.
func (o *Operator) unknown(g Given, k int) Problem {
	var names []string
	for _, a := range o.Accepts() {
		names = append(names, a.Name)
	}
	p := Problem{Span: g.Span, Given: k, Replaces: g.NameSpan}
	message := "there is no " + o.relation.Vocabulary.attribute() + " `" + g.Name + "`"
	near := lang.Nearest(g.Name, slices.Values(names), 1)
	if len(near) == 0 {
		near = o.abbreviated(g)
	}
	switch {
	case len(near) > 0:
		p.Fix = near[0]
		message += "; did you mean `" + near[0] + "`?"
	case len(names) == 0:
		message += "; it takes none"
	default:
		message += "; it takes `" + strings.Join(names, "`, `") + "`"
	}
	p.Message = lang.Text(message)
	return p
}

// abbreviated returns the name that begins with that of a given attribute, perhaps without its plural, if there is
// exactly one, or exactly one that may have its value.
func (o *Operator) abbreviated(g Given) []string {
	var long, fit []string
	for _, a := range o.Accepts() {
		if len(g.Name) < 2 || !strings.HasPrefix(a.Name, strings.TrimSuffix(g.Name, "s")) {
			continue
		}
		long = append(long, a.Name)
		if _, fits := g.Value.As(a.Forms, o.relation.Vocabulary.Atom); fits {
			fit = append(fit, a.Name)
		}
	}
	for _, list := range [][]string{long, fit} {
		if len(list) == 1 {
			return list
		}
	}
	return nil
}

// Key returns the name of a relation with attributes, as a where clause writes it: equal keys mean equal behavior. For
// early see Machine.Run.
func (r *Relation) Key(early int, attrs []Value) string {
	var b strings.Builder
	b.WriteString(r.Name)
	if early >= 0 {
		b.WriteString("~" + strconv.Itoa(early))
	}
	for i, v := range attrs {
		b.WriteString([...]string{"[", ", "}[min(i, 1)])
		b.WriteString(r.Attrs[i].Name + "=" + v.String())
	}
	if len(attrs) > 0 {
		b.WriteByte(']')
	}
	return b.String()
}

// Gives reports whether the effects of a propagated clause, given by its number in Early, determine only the last
// argument.
func (r *Relation) Gives(early int) bool {
	c := r.Early[early]
	last := c.Args[len(c.Args)-1]
	for _, same := range c.same {
		if int(max(same[0], same[1])) != len(c.Args)-1 {
			return false
		}
	}
	return last.Op == Name && !slices.ContainsFunc(c.Effects, func(t *Expr) bool {
		return t.Args[0].Op != Name || t.Args[0].Name != last.Name
	})
}
