package relation

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Check checks the names and sorts of a file, which may use the relations and functions of another file, base, and
// prepares it for runs. A declaration of the file hides one of the same name in base. Relations with an error are left
// out. It takes linear time.
func Check(f *File, v *Vocabulary, base *File) []lang.Diagnostic {
	c := &checker{file: f, vocabulary: v}
	f.byName, f.functions, f.ops, f.wrong = make(map[string]*Relation), make(map[string]*Function),
		make(map[string][]*Operator), make(map[string]bool)
	f.sets = make(map[string]*Set)
	f.Relations, f.Operators = nil, nil
	c.base = base
	if base == nil {
		c.base = &File{}
	}
	for _, it := range f.Items {
		switch it := it.(type) {
		case *Function:
			c.function(it)
		case *Set:
			c.set(it)
		}
	}
	c.relations()
	for _, it := range f.Items {
		if o, ok := it.(*Operator); ok {
			c.operator(o)
			o.fillLists()
		}
	}
	lang.Sort(c.diags)
	return c.diags
}

// ReadParts reads and checks the files of relations that precede a program, and the declarations in it at some places;
// nil if there are none. For v and base see Check.
func ReadParts(f *lang.File, declared []lang.Span, v *Vocabulary, base func() *File) (*File, []lang.Diagnostic) {
	own := &File{Source: f}
	var wrong []lang.Diagnostic
	read := func(within lang.Span) {
		part, ds := ParseWithin(f, within)
		own.Items, wrong = append(own.Items, part.Items...), append(wrong, ds...)
	}
	for _, part := range f.Parts() {
		if strings.HasSuffix(part.File.Name, lang.RelationSuffix) {
			read(part.Span())
		}
	}
	for _, at := range declared {
		read(at)
	}
	if len(own.Items) == 0 {
		return nil, wrong
	}
	return own, append(wrong, Check(own, v, base())...)
}

// Must parses and checks a file that is built into a language, and panics if it has an error. For base see Check.
func Must(name string, text []byte, v *Vocabulary, base *File) *File {
	f, wrong := Parse(lang.NewFile(name, text))
	if wrong = append(wrong, Check(f, v, base)...); len(wrong) > 0 {
		panic(f.Source.Position(wrong[0].Span.Start).String() + ": " + wrong[0].String())
	}
	return f
}

// Page returns the clauses of a relation as they are written, for a page of Markdown.
func (f *File) Page(name string) string {
	var b strings.Builder
	b.WriteString("```relation\n")
	for _, it := range f.Items {
		if c, ok := it.(*Clause); ok && c.Name == name {
			b.WriteString(f.Source.Text(c.Span) + "\n")
		}
	}
	b.WriteString("```")
	return b.String()
}

// Relation returns the relation with this name, or nil.
func (f *File) Relation(name string) *Relation { return f.byName[name] }

// Operator returns the newest version of the operator with this name, or nil. An operator declared as `a.*` covers all
// names that begin with `a.`.
func (f *File) Operator(name string) *Operator { return f.OperatorAt(name, math.MaxInt) }

// OperatorAt returns the operator with this name in a version of its language: the newest declaration that is not since
// a later version. It returns nil if there is none.
func (f *File) OperatorAt(name string, version int) *Operator {
	all, ok := f.ops[name]
	if i := strings.LastIndexByte(name, '.'); !ok && i > 0 {
		all = f.ops[name[:i]+".*"]
	}
	for _, o := range all {
		if o.Since <= version {
			return o
		}
	}
	return nil
}

// Versions returns the versions of an operator, the newest one first. Callers must not change the list.
func (f *File) Versions(name string) []*Operator { return f.ops[name] }

// OperatorNames returns the names of all operators, sorted.
func (f *File) OperatorNames() []string { return slices.Sorted(maps.Keys(f.ops)) }

type checker struct {
	file       *File
	base       *File
	local      map[string]*Set // of the variables of an operator
	vocabulary *Vocabulary
	diags      []lang.Diagnostic

	// Of the current clause or function.
	scope  map[string]variable
	slots  int
	attrs  map[string]int // of the relation
	forms  []Forms
	depth  int
	errors int
}

type variable struct {
	slot int32
	sort Sort
	lazy *Expr
}

func (c *checker) fail(code lang.Code, at lang.Span, message string) *lang.Diagnostic {
	c.errors++
	c.diags = append(c.diags, lang.Diagnostic{Code: code, Span: at, Message: lang.Text(message)})
	return &c.diags[len(c.diags)-1]
}

// nearest adds fixes with the names that are similar to a misspelt one.
func nearest(d *lang.Diagnostic, at lang.Span, name string, all []string) {
	for _, n := range lang.Nearest(name, slices.Values(all), 3) {
		d.Fixes = append(d.Fixes, lang.Fix{Title: lang.Text("write `" + n + "`"), Grade: "maybe",
			Edits: []lang.Edit{{Span: at, Text: n}}})
	}
}

func (c *checker) start() {
	c.scope, c.slots, c.depth, c.errors, c.attrs = make(map[string]variable), 0, 0, 0, nil
}

func (c *checker) bind(name string, at lang.Span, s Sort) int32 {
	if _, twice := c.scope[name]; twice {
		c.fail(lang.DuplicateVariable, at, "`"+name+"` is the name of something else already")
	}
	c.slots++
	c.scope[name] = variable{slot: int32(c.slots - 1), sort: s}
	return int32(c.slots - 1)
}

// reserved reports whether a function cannot have this name.
func (c *checker) reserved(name string) bool {
	if libraryByName[name] != nil || c.vocabulary.Classes[name] != nil || c.file.sets[name] != nil {
		return true
	}
	for _, h := range c.vocabulary.Heads {
		if h.Name == name || slices.ContainsFunc(h.Parts, func(p Part) bool { return p.Name == name }) {
			return true
		}
	}
	return false
}

func (c *checker) function(f *Function) {
	c.start()
	switch {
	case c.reserved(f.Name):
		c.fail(lang.DuplicateVariable, f.NameSpan, "`"+f.Name+"` is a function of the language")
	case c.file.functions[f.Name] != nil || c.file.wrong[f.Name]:
		c.fail(lang.DuplicateVariable, f.NameSpan, "there is a function `"+f.Name+"` already")
	}
	for _, p := range f.Params {
		c.bind(p.Name, p.Span, p.Sort)
	}
	f.sort = c.expr(f.Body, badSort)
	f.slots, f.depth = c.slots, c.depth+1
	if f.depth > maxDepth {
		c.fail(lang.UnexpectedToken, f.NameSpan,
			"functions call each other no deeper than "+strconv.Itoa(maxDepth)+" levels")
	}
	if c.errors > 0 {
		c.file.wrong[f.Name] = true
		return
	}
	c.file.functions[f.Name] = f
}

// relations gathers the clauses of each name and checks them.
func (c *checker) relations() {
	var order []string
	clauses := make(map[string][]*Clause)
	for _, it := range c.file.Items {
		if cl, ok := it.(*Clause); ok {
			if clauses[cl.Name] == nil {
				order = append(order, cl.Name)
			}
			clauses[cl.Name] = append(clauses[cl.Name], cl)
		}
	}
	for _, name := range order {
		r := &Relation{Name: name, Arity: len(clauses[name][0].Args), Vocabulary: c.vocabulary,
			source: c.file.Source}
		c.errors = 0
		c.attributes(r, clauses[name])
		errors := c.errors
		for _, cl := range clauses[name] {
			if len(cl.Args) != r.Arity {
				c.fail(lang.WrongCount, cl.NameSpan,
					"`"+name+"` has "+lang.Count(r.Arity, "argument", "arguments")+" above, not "+
						strconv.Itoa(len(cl.Args)))
				errors++
				continue
			}
			c.clause(r, cl)
			errors += c.errors
			switch {
			case cl.Propagate:
				r.Early = append(r.Early, cl)
			case cl.Finally:
				r.Late = append(r.Late, cl)
			default:
				r.Clauses = append(r.Clauses, cl)
			}
		}
		if len(r.Clauses) == 0 && errors == 0 {
			c.fail(lang.WrongCount, clauses[name][0].NameSpan, "`"+name+"` needs a clause that begins with `relation`")
			errors++
		}
		if errors > 0 {
			c.file.wrong[name] = true
			continue
		}
		c.file.byName[name] = r
		c.file.Relations = append(c.file.Relations, r)
	}
}

// unique returns a function that reports names which it gets twice.
func (c *checker) unique(what string) func(name string, at lang.Span) {
	seen := make(map[string]bool)
	return func(name string, at lang.Span) {
		if seen[name] {
			c.fail(lang.DuplicateVariable, at, "there is "+what+" `"+name+"` already")
		}
		seen[name] = true
	}
}

// attributes collects the attributes of a relation, which are those of all its clauses.
func (c *checker) attributes(r *Relation, clauses []*Clause) {
	for _, cl := range clauses {
		unique := c.unique("an attribute")
		for i := range cl.Attrs {
			a := &cl.Attrs[i]
			unique(a.Name, a.Span)
			if a.Fixed {
				c.fail(lang.UnexpectedToken, a.Span,
					"only an operator fixes an attribute; a relation has a default with `=`")
			}
			c.attr(a)
			at := slices.IndexFunc(r.Attrs, func(b Attr) bool { return b.Name == a.Name })
			if at < 0 {
				r.Attrs = append(r.Attrs, *a)
				continue
			}
			b := &r.Attrs[at]
			if a.Default != nil && b.Default != nil && a.value.String() != b.value.String() {
				c.fail(lang.DuplicateVariable, a.Default.Span, "`"+a.Name+"` has the default "+b.value.String()+" above")
			}
			if b.Default == nil && a.Default != nil {
				b.Default, b.value = a.Default, a.value
			}
			b.Forms |= a.Forms
		}
	}
	for i := range r.Attrs {
		a := &r.Attrs[i]
		if a.Forms == 0 {
			a.Forms = formNames[a.Name] // `with dtype`: the name is the form
		}
		if a.Forms == 0 {
			c.fail(lang.WrongKind, a.Span, "the sort of `"+a.Name+"` is missing: write `"+a.Name+": int`, say")
			a.Forms = AnyForm
		}
		if a.Default != nil {
			a.value, _ = a.value.As(a.Forms, c.vocabulary.Atom)
		}
	}
}

// attr computes the forms and the default of an attribute from its declaration.
func (c *checker) attr(a *Attr) {
	if a.Default == nil {
		return
	}
	v, ok := valueOf(a.Default)
	if ok && v.Form == AtomForm && !c.vocabulary.Atom(v.Text) {
		ok = false
	}
	if !ok {
		c.fail(lang.WrongKind, a.Default.Span,
			"the default of an attribute is a number, a text, a list of numbers, an element type, true, false or none")
		return
	}
	if a.Forms == 0 {
		a.Forms = v.Form
	}
	if a.value, ok = v.As(a.Forms, c.vocabulary.Atom); !ok {
		c.fail(lang.WrongKind, a.Default.Span, "`"+a.Name+"` takes "+a.Forms.describe()+", not "+v.String())
	}
}

func (c *checker) clause(r *Relation, cl *Clause) {
	c.start()
	c.attrs = make(map[string]int)
	c.forms = make([]Forms, len(r.Attrs))
	cl.relation, cl.forms, cl.same = r, make([]Forms, len(r.Attrs)), nil
	for i, a := range r.Attrs {
		c.forms[i] = a.Forms
		for _, b := range cl.Attrs {
			if b.Name == a.Name {
				c.attrs[a.Name] = i
				if b.Forms != 0 && b.Forms != a.Forms && b.Forms&AnyForm == 0 {
					// A form that follows from the default does not restrict the clause.
					if b.sorts.End > 0 || b.Forms != a.value.form() {
						c.forms[i], cl.forms[i] = b.Forms, b.Forms
					}
				}
			}
		}
	}
	whole := make(map[string]int)
	for i, p := range cl.Args {
		if p.Op == Name && !c.vocabulary.Atom(p.Name) {
			if j, twice := whole[p.Name]; twice {
				cl.same = append(cl.same, [2]int32{int32(j), int32(i)})
				p.slot, p.sort = c.scope[p.Name].slot, TypeSort
				continue
			}
			whole[p.Name] = i
		}
		c.pattern(p, TypeSort, true)
	}
	for _, w := range cl.Where {
		name, x := w.Args[0], w.Args[1]
		s := c.expr(x, badSort)
		c.bind(name.Name, name.Span, s)
		v := c.scope[name.Name]
		v.lazy = x
		c.scope[name.Name] = v
	}
	for _, g := range cl.Guards {
		c.goal(g)
	}
	for _, t := range cl.Effects {
		x, y := t.Args[0], t.Args[1]
		s := c.expr(x, badSort)
		u := c.expr(y, s)
		if _, ok := s.join(u); !ok {
			c.fail(lang.WrongKind, t.Span, "the two sides are "+s.String()+" and "+u.String())
		} else if k := s.kind; k != typeKind && k != dimKind && k != atomKind && k != listKind && k != badKind &&
			k != intKind || k == intKind && u.kind == intKind {
			c.fail(lang.WrongKind, t.Span, "an equation is about types, shapes, sizes or element types")
		}
	}
	cl.slots = c.slots
}

func (c *checker) operator(o *Operator) {
	c.errors = 0
	r := cmp.Or(c.file.byName[o.Relation], c.base.byName[o.Relation])
	if r == nil {
		if !c.file.wrong[o.Relation] {
			names := append(slices.Sorted(maps.Keys(c.file.byName)), slices.Sorted(maps.Keys(c.base.byName))...)
			nearest(c.fail(lang.UnknownRelation, o.RelSpan, "there is no relation `"+o.Relation+"`"), o.RelSpan,
				o.Relation, names)
		}
		return
	}
	lenient := o.Since > 0 || o.Results != nil || o.Types != nil || slices.ContainsFunc(o.Params, func(p Param) bool {
		return p.Optional || p.Several
	})
	if lenient && !c.vocabulary.Lenient {
		c.fail(lang.UnexpectedToken, o.Names[0].Span,
			"operators of this language have no versions, absent arguments, named results or variables of element types")
		return
	}
	results := max(1, len(o.Results))
	if len(o.Params)+results != r.Arity {
		c.fail(lang.WrongCount, o.RelSpan, "`"+o.Relation+"` is about "+lang.Count(r.Arity, "type", "types")+
			", and the operator has "+lang.Count(len(o.Params), "argument", "arguments")+" and "+
			pick(results == 1, "a result", strconv.Itoa(results)+" results"))
	}
	unique := c.unique("an argument")
	for _, p := range o.Params {
		unique(p.Name, p.Span)
	}
	c.elements(o)
	o.relation, o.all = r, slices.Clone(r.Attrs)
	unique = c.unique("an attribute")
	for i := range o.Attrs {
		a := &o.Attrs[i]
		unique(a.Name, a.Span)
		c.attr(a)
		at := slices.IndexFunc(r.Attrs, func(b Attr) bool { return b.Name == a.Name })
		if at < 0 {
			if a.Forms == 0 {
				c.fail(lang.WrongKind, a.Span, "the sort of `"+a.Name+"` is missing: write `"+a.Name+": int`, say")
			}
			if a.Fixed {
				c.fail(lang.UnknownLocal, a.Span, "`"+o.Relation+"` has no attribute `"+a.Name+"` to be fixed")
			}
			o.all = append(o.all, *a)
			continue
		}
		b := &o.all[at]
		if a.Forms&^b.Forms != 0 && b.Forms&AnyForm == 0 {
			if v, ok := a.value.As(b.Forms, c.vocabulary.Atom); ok && a.sorts.End == 0 {
				a.value = v // a default may be written in another form
			} else {
				c.fail(lang.WrongKind, a.Span, "`"+a.Name+"` of `"+o.Relation+"` is "+b.Forms.describe()+", not "+a.Forms.describe())
			}
		} else if a.sorts.End > 0 {
			b.Forms = a.Forms
		}
		if b.Fixed = a.Fixed; a.Default != nil {
			b.Default, b.value = a.Default, a.value
		}
	}
	if c.errors > 0 {
		return
	}
	for _, n := range o.Names {
		all := c.file.ops[n.Name]
		at, twice := slices.BinarySearchFunc(all, o.Since, func(o *Operator, since int) int {
			return -cmp.Compare(o.Since, since)
		})
		if twice {
			c.fail(lang.DuplicateVariable, n.Span, "there is an operator `"+n.Name+"` already")
			continue
		}
		c.file.ops[n.Name] = slices.Insert(all, at, o)
	}
	c.file.Operators = append(c.file.Operators, o)
}
