package relay

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

var (
	nothing   = message.Construct{Name: "other", Kind: message.Other, Part: true}
	parameter = message.Construct{Name: "type parameter", Kind: message.Other, Part: true, Itself: true, Word: "type parameter"}
	reference = message.Construct{Name: "name", Kind: message.Calls, Value: true, Says: "this is %c", Origin: "%d says so here"}
)

// vocabulary returns the words of messages, including those for the types that the program's constructors build.
func (p *program) vocabulary() *message.Words {
	w := message.TupleWords()
	w.Input, w.Output = "what is expected", "the type"
	w.Built = func(c unify.Constructor) string {
		noun, text := p.sortOf(p.Types.Heads().Built(c))
		switch noun {
		case "size":
			return "the size " + text
		case "parameter":
			return "the type parameter `" + text + "`"
		case "shape", "function":
			return "a " + noun + " of " + text
		}
		return article(noun, text)
	}
	w.Part = partText
	w.Bracket, w.Whole = p.bracket, p.TypeOf
	w.Applied, w.Bound, w.Named, w.Used = p.applied, p.bound, p.named, p.used
	return &w
}

// applied names a relation instance by its operator, and returns the names of the operator's parameters.
func (p *front) applied(in *unify.Instance) (name string, takes []string) {
	site := relay.NodeID(in.Reason.Site)
	if r := in.Reason.Rule; (r == byOperator || r == byDefault) && in.Use < 0 {
		name = p.operatorName(site)
		if o, ok := p.uses[site]; ok {
			return name, o.operator.Inputs()
		}
		if o := p.operatorNamed(name); o != nil {
			return name, o.Inputs()
		}
	}
	if form, ok := in.Relation.(*relation.Form); ok {
		return "the size `" + form.Spelling() + "`", form.Names()
	}
	rule := ruleOf(in).Relation()
	takes = make([]string, max(rule.Arity-1, 0))
	for i := range takes {
		takes[i] = strconv.Itoa(i + 1)
	}
	return "where " + rule.Name, takes
}

// named returns what a site names when Callee has no answer: a constructor, or a function that the definition does not
// depend on, such as itself if its type is written.
func (p *front) named(site int32) (name string, d int32, constructor bool) {
	to := relay.NodeID(site)
	if p.roles[to] == expression {
		to = p.target(to)
	}
	switch p.names.Meaning[to] {
	case relay.MeansConstructor:
		return p.tree.Syms.Text(p.tree.Nodes[p.names.At[to]].Sym), -1, true
	case relay.MeansGlobal:
		return "", p.def[p.names.At[to]], false
	}
	return "", -1, false
}

// Bounds on the brief type of a function.
const (
	mostUsed     = 4   // parameters, at a use
	mostNamed    = 12  // parameters, of a definition
	usedWidth    = 40  // characters of each part
	mostSpeltUse = 200 // characters of each part before it is shortened
)

// used prints the type of a function at a use with shapes only: `(1, 64), (10, 64) -> (1, 10)`.
func (p *program) used(n unify.Node) string {
	takes, gives, ok := p.brief(message.Place{Node: int32(n)})
	if !ok {
		return ""
	}
	return briefly(takes, mostUsed, gives)
}

func briefly(takes []string, most int, gives string) string {
	return strings.TrimSpace(listed(takes, most) + " -> " + gives)
}

// listed joins the first parts of a list, and says how many more there are.
func listed(takes []string, most int) string {
	if more := len(takes) - most; more > 0 {
		takes = append(takes[:most:most], strconv.Itoa(more)+" more")
	}
	return strings.Join(takes, ", ")
}

// Brief prints the type of a definition with shapes only: with the names of its parameters, and as used does.
func (p *program) Brief(d int32) (takes, gives, used string) {
	v := p.Solver.View(d)
	list, gives, ok := p.brief(message.Place{Scheme: v.Scheme, Node: v.Out})
	if !ok || p.options.Generalize {
		return "", "", ""
	}
	used = briefly(list, mostUsed, gives)
	if names := p.parameters(relay.NodeID(p.Defs[d].Root)); len(names) == len(list) {
		for i, name := range names {
			list[i] = name + ": " + list[i]
		}
	}
	return listed(list, mostNamed), gives, used
}

// aTensor matches the type of a tensor: its shape, and the type of its elements.
var aTensor = regexp.MustCompile(`Tensor\[(\([^()]*\)|[^()\[\], ]+), ([^()\[\], ]+)\]`)

// brief prints the parts of a function, tensors by their shapes and, if these are not float32, their elements.
func (p *program) brief(at message.Place) (takes []string, gives string, ok bool) {
	f, parts := p.WhatIs(at)
	if !p.isFunction(f.Constructor()) {
		return nil, "", false
	}
	parts = slices.SortedFunc(slices.Values(parts), func(x, y unify.HeadField) int { return p.CompareLabels(x.Label, y.Label) })
	for _, part := range parts {
		text := aTensor.ReplaceAllStringFunc(p.Spell(p.Part(at, part), mostSpeltUse), func(s string) string {
			m := aTensor.FindStringSubmatch(s)
			return strings.TrimSuffix(m[1]+" "+m[2], " float32")
		})
		text = message.Shortened(text, usedWidth)
		if p.Labels.Text(part.Label) == "result" {
			gives = text
		} else {
			takes = append(takes, text)
		}
	}
	return takes, gives, true
}

// bound returns the site that binds the variable of a site, or -1.
func (p *front) bound(site int32) int32 {
	if p.names.Meaning[site] != relay.MeansVariable {
		return -1
	}
	return p.names.At[site]
}

// bracket prints a pattern without its parts, as in `List[…]`.
func (p *program) bracket(f unify.Flat, edges []unify.Edge) string {
	if h := f.Head(); h != unify.NoHead {
		return p.TypeExpression(h)
	}
	noun, text := p.sortOf(f)
	parts := len(p.Types.Heads().Parts(max(f.Constructor(), 0)))
	list := func(n int) string { return strings.TrimSuffix(strings.Repeat("…, ", n), ", ") }
	switch {
	case f.Dynamic():
		return "?"
	case noun == "tensor":
		return "Tensor[…]"
	case noun == "reference":
		return "Ref(…)"
	case noun == "shape":
		return "(" + list(parts) + ")"
	case noun == "function":
		return "fn (" + list(parts-1) + ") -> …"
	case noun == "data" && parts > 0:
		return text + "[" + list(parts) + "]"
	case noun == "tuple" && f.Closed():
		return "(" + list(len(edges)) + ")"
	case noun == "tuple" && len(edges) > 0:
		return "a tuple with field " + p.Labels.Text(edges[0].Label)
	case f.Constructor() == unify.NoConstructor:
		return "_"
	}
	return text
}

// partText names a part of a type: `axis 0 of argument 2`.
func partText(labels []string) string {
	var b strings.Builder
	for i, l := range slices.Backward(labels) {
		if l == "shape" && i < len(labels)-1 {
			continue // "axis 1" implies the shape
		}
		if b.Len() > 0 {
			b.WriteString(" of ")
		}
		switch number := strings.TrimLeft(l, "adp"); {
		case l == "dtype":
			b.WriteString("the element type")
		case l == "shape":
			b.WriteString("the shape")
		case l == "result":
			b.WriteString("the result")
		case l == "content":
			b.WriteString("what is in the reference")
		case number == l:
			b.WriteString("field " + l)
		case l[0] == 'a':
			n, _ := strconv.Atoi(number)
			b.WriteString("argument " + strconv.Itoa(n+1))
		case l[0] == 'd':
			b.WriteString("axis " + number)
		default:
			n, _ := strconv.Atoi(number)
			b.WriteString("type argument " + strconv.Itoa(n+1))
		}
	}
	return b.String()
}

var typeConstructs = [...]message.Construct{
	{Name: "type", Kind: message.Declares, Value: true, Unsaid: true, Itself: true, Word: "type", States: "the type %q is written here", Says: "this is %c", Origin: "%d says so here"},
	{Name: "shape", Kind: message.Declares, Value: true, Unsaid: true, Itself: true, Word: "shape", States: "the shape %q is written here", Says: "this is %c", Origin: "%d says so here"},
	{Name: "element type", Kind: message.Declares, Value: true, Unsaid: true, Itself: true, Word: "element type", States: "the element type is %q", Says: "this is %c", Origin: "%d says so here"},
	{Name: "dimension", Kind: message.Declares, Value: true, Unsaid: true, Itself: true, Word: "size", States: "%q is written here", Says: "%q is written here", Origin: "%d says %q here"},
}

var constructs = [relay.OpCon + 1]message.Construct{
	relay.OpInt:      {Name: "literal", Kind: message.Literal, Value: true, Word: "literal", States: "%q is %c"},
	relay.OpFloat:    {Name: "literal", Kind: message.Literal, Value: true, Word: "literal", States: "%q is %c"},
	relay.OpBool:     {Name: "literal", Kind: message.Literal, Value: true, Word: "literal", States: "%q is %c"},
	relay.OpLocal:    {Name: "variable", Kind: message.Refers, Value: true, Unsaid: true},
	relay.OpGraph:    {Name: "variable", Kind: message.Refers, Value: true, Unsaid: true},
	relay.OpGlobal:   {Name: "name", Kind: message.Other, Value: true},
	relay.OpName:     {Name: "name", Kind: message.Other, Value: true},
	relay.OpMeta:     {Name: "constant", Kind: message.Passes, Value: true},
	relay.OpTuple:    {Name: "tuple", Kind: message.Product, Value: true, Noun: "tuple", States: "this builds %c", Says: "has exactly %F", Down: "the field %l of the tuple is %t", Up: "%t is the field %l of the tuple"},
	relay.OpProject:  {Name: "projection", Kind: message.Reads, Value: true, Unsaid: true, States: "%q reads the field %l", Says: "needs a field %l", Origin: "%d reads %l here"},
	relay.OpCall:     {Name: "call", Kind: message.Composes, Value: true, Unsaid: true, Noun: "call", States: "%q is a call of %c"},
	relay.OpBinary:   {Name: "operation", Kind: message.Composes, Value: true, Noun: "operation"},
	relay.OpFn:       {Name: "function", Kind: message.Wraps, Value: true, Unsaid: true, Noun: "function", States: "this is %c"},
	relay.OpIf:       {Name: "if", Kind: message.Joins, Value: true, Noun: "if"},
	relay.OpMatch:    {Name: "match", Kind: message.Joins, Value: true, Noun: "match"},
	relay.OpRef:      {Name: "ref", Kind: message.Wraps, Value: true, Unsaid: true, Noun: "reference"},
	relay.OpRefRead:  {Name: "ref_read", Kind: message.Composes, Value: true, Unsaid: true},
	relay.OpRefWrite: {Name: "ref_write", Kind: message.Composes, Value: true, Unsaid: true},
	relay.OpConstant: {Name: "constant", Kind: message.Literal, Value: true, Word: "constant", States: "%q is %c"},
	relay.OpBlock:    {Name: "block", Kind: message.Passes, Value: true, Noun: "block"},
	relay.OpLet:      {Name: "let", Kind: message.Binds, Value: true},
	relay.OpBind:     {Name: "binding", Kind: message.Binds, Value: true},
	relay.OpFreeVar:  {Name: "free variable", Kind: message.Binds, Value: true},
	relay.OpVar:      {Name: "variable", Kind: message.Refers, Value: true},
	relay.OpAny:      {Name: "pattern", Kind: message.Passes, Value: true},
	relay.OpConPat:   {Name: "pattern", Kind: message.Calls, Value: true, Unsaid: true},
	relay.OpTuplePat: {Name: "pattern", Kind: message.Product, Value: true, Noun: "pattern", Says: "has exactly %F", Down: "the field %l of the pattern is %t", Up: "%t is the field %l of the pattern"},
}

var describes = [relay.OpCon + 1]uint8{
	relay.OpInt: byLiteral, relay.OpFloat: byLiteral, relay.OpBool: byLiteral, relay.OpConstant: byLiteral,
	relay.OpTuple: byTuple, relay.OpProject: byField, relay.OpCall: byCall, relay.OpFn: byFunction, relay.OpRef: byReference,
	relay.OpRefRead: byRead, relay.OpRefWrite: byLiteral, relay.OpTuplePat: byTuplePattern, relay.OpConPat: byConstructor, relay.OpTyParam: byRigid,
	relay.OpLocal: byUnknown, relay.OpGraph: byUnknown, relay.OpGlobal: byUnknown, relay.OpName: byUnknown,
}

var rules = []message.Rule{
	byType:         {Name: "type"},
	byParameter:    {Name: "type parameter", Move: message.Same, Wiring: true},
	byRigid:        {Name: "parameter"},
	byLiteral:      {Name: "literal"},
	byUse:          {Name: "variable", Move: message.Same, States: "%x is %y", Because: "%x is %y"},
	byAnnotation:   {Name: "annotation", States: "%x has the type %y", Down: "the type of %f is %t", Up: "%t has the type %f", Because: "%x has the type %y"},
	byLet:          {Name: "let", AtPart: true, States: "%x is bound to %y", Down: "%f is bound to %t", Up: "%t is bound to %f", Because: "%x is bound to %y"},
	byResult:       {Name: "result", AtPart: true, States: "the result %y has the type %x", Down: "the result of this type is %t", Up: "the type of the result is %t", Because: "the result is to be %x"},
	byFunction:     {Name: "function"},
	byCall:         {Name: "call"},
	byArgument:     {Name: "argument", AtPart: true, States: "%y is an argument of this call", Down: "the argument is %t", Up: "%f is an argument", Because: "%y is an argument of this call"},
	byTuple:        {Name: "tuple"},
	byField:        {Name: "field"},
	byTruth:        {Name: "truth", States: "a condition is `bool`"},
	byCondition:    {Name: "condition", AtPart: true, States: "%y is a condition", Because: "%y is a condition"},
	byBranches:     {Name: "branches", AtPart: true, States: "%x and %y are branches of one if", Down: "the other branch is %t", Up: "the other branch is %t", Siblings: "the branches", Because: "the branches of an if agree"},
	byPattern:      {Name: "pattern", AtPart: true, States: "%x is matched with %y", Down: "%f is matched with %t", Up: "%f is the pattern for %t", Because: "%x is matched with %y"},
	byTuplePattern: {Name: "tuple pattern"},
	byConstructor:  {Name: "constructor pattern", Gives: true, Move: message.Call, States: "%q is what the declaration of the constructor says", Because: "the declaration of the constructor says so"},
	byClauses:      {Name: "clauses", AtPart: true, States: "%x and %y are clauses of one match", Down: "another clause gives %t", Up: "another clause gives %t", Siblings: "the clauses", Because: "the clauses of a match agree"},
	byReference:    {Name: "ref"},
	byRead:         {Name: "ref_read"},
	byWrite:        {Name: "ref_write"},
	byWritten:      {Name: "written", AtPart: true, States: "%y is written into the reference", Down: "what is written is %t", Up: "%f is written", Because: "%y is written into the reference"},
	byOperator:     {Name: "operator"},
	byDefault:      {Name: "default"},
	byGlobal:       {Name: "reference", Gives: true, Move: message.Call, States: "%q is what its definition says", Because: "this is a use of %q"},
	byName:         {Name: "name", Gives: true, Move: message.Call, States: "%q is what its declaration says", Because: "this is a use of %q"},
	byWhere:        {Name: "where"},
	byTypeArgument: {Name: "type argument", AtPart: true, States: "%y is a type argument of this call", Because: "%y is a type argument of this call"},
	byUnknown:      {Name: "use", Move: message.Same, States: "each use of %q has its own unknown sizes"},
	byInstance:     {Name: "instance", Move: message.Same, States: "each use of %q has its own types"},
	byAgain:        {Name: "again"},
	byEnd:          {Name: "end", Move: message.Same, Wiring: true},
}
