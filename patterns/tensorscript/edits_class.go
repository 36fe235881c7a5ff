package tensorscript

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
)

// classes proposes another class for a weight whose input has the wrong number of dimensions: one whose name differs
// only in digits, such as `Conv2d` for `Conv1d`. The weights of the same class, and those whose classes have these
// digits, too, may need another one with it.
func (x *proposer) classes(weight tensorscript.NodeID) {
	module, class := x.classOf(weight)
	if x.dg.Code != lang.RanksDiffer || class == "" {
		return
	}
	node := x.p.Owner(x.p.siteOf[weight])
	for _, name := range known()[module] {
		was, is := digits(class), digits(name)
		if was == is || was == "" || strings.ReplaceAll(class, was, is) != name {
			continue
		}
		var same, all []tensorscript.NodeID
		for id := range x.Of(tensorscript.OpWeight) {
			if x.p.siteOf[id] < 0 || x.p.Owner(x.p.siteOf[id]) != node {
				continue
			}
			if _, of := x.classOf(id); of == class {
				same = append(same, id)
			} else if digits(of) != was {
				continue
			}
			all = append(all, id)
		}
		for _, list := range [...][]tensorscript.NodeID{{weight}, same, all} {
			x.otherClasses(list, was, is)
		}
	}
}

// classOf returns the module and the name of the operation that is the class of a weight; "" if it is none.
func (x *proposer) classOf(weight tensorscript.NodeID) (module, class string) {
	o := x.p.weights[x.p.declAt[weight]]
	if o == nil || x.p.names.Meaning[weight] != tensorscript.MeansImport {
		return "", ""
	}
	module, class, _ = strings.Cut(o.name, ".")
	return module, class
}

// otherClasses proposes classes with other digits for some weights. What is not imported yet is imported, in place of a
// class that is not used any more.
func (x *proposer) otherClasses(weights []tensorscript.NodeID, was, is string) {
	var edits []lang.Edit
	var old, fresh repair.Distinct[string]
	for _, id := range weights {
		module, class := x.classOf(id)
		name := strings.ReplaceAll(class, was, is)
		if o := Operations().Operator(module + "." + name); o == nil || !x.fits(o, x.Kids(id)[1]) {
			return
		}
		text := x.imported(id, module, name, weights, &edits)
		edits = append(edits, lang.Edit{Span: x.NameSpan(id), Text: text})
		old.Add("`" + x.Name(id) + "`")
		fresh.Add("`" + name + "`")
	}
	slices.SortFunc(edits, func(a, b lang.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	title := "use " + strings.Join(fresh.List, " and ") + " in place of " + strings.Join(old.List, " and ")
	x.offer(repair.ByRef, costOfTypo+len(weights)+x.far(weights[0])/2, x.Fix(title, slices.Compact(edits)...))
}

// imported returns the name of a class. If it is not imported, an edit imports it, in place of the class of a weight if
// only the given weights have that.
func (x *proposer) imported(
	weight tensorscript.NodeID, module, class string, weights []tensorscript.NodeID, edits *[]lang.Edit,
) string {
	for id := range x.Of(tensorscript.OpImport) {
		if x.p.names.Meaning[id] == tensorscript.MeansImport && x.Name(x.p.parents[id]) == module && x.Name(id) == class {
			return x.p.importedAs(id)
		}
	}
	old := tensorscript.NodeID(x.p.names.At[weight])
	used := x.Kids(old)[0] != tensorscript.NoNode
	for id := range x.Of(tensorscript.OpWeight) {
		used = used || x.p.names.Meaning[id] == tensorscript.MeansImport && x.p.names.At[id] == int32(old) &&
			!slices.Contains(weights, id)
	}
	if used {
		*edits = append(*edits, x.addImport("use "+module+"::"+class+";"))
	} else {
		*edits = append(*edits, x.Replace(old, class))
	}
	return class
}

// fits reports whether an operation takes just the arguments of a call.
func (x *proposer) fits(o *relation.Operator, call tensorscript.NodeID) bool {
	takes := func(a tensorscript.NodeID) bool { return o.Takes(x.Name(a)) }
	lacks := func(a relation.Attr) bool { return a.Required() && x.p.argument(call, a.Name) == tensorscript.NoNode }
	args := x.p.arguments(call)
	return !slices.ContainsFunc(args, func(a tensorscript.NodeID) bool { return !takes(a) }) &&
		!slices.ContainsFunc(o.Accepts(), lacks)
}

// digits returns the digits of a name.
func digits(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name)
}
