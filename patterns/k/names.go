package k

import (
	"math"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// canonicalNames resolves type names without a definition that are short names (patterns.ShortName) or, in k6, ids of
// types of the program, and reports the others. Resolving a name within a code may complete the type of another name,
// so it repeats while it makes progress.
func (a *program) canonicalNames() {
	var unknown []k.NodeID
	for _, e := range a.names.UnknownTypes {
		if a.isCanonical(a.tree.Syms.Text(a.tree.Nodes[e].Sym)) {
			unknown = append(unknown, e)
			continue
		}
		a.unknownType(e)
	}
	for len(unknown) > 0 {
		byName := a.typesByName()
		rest := unknown[:0:0]
		found := false
		for _, e := range unknown {
			name := a.tree.Nodes[e].Sym
			types := byName[a.tree.Syms.Text(name)]
			switch len(types) {
			case 0:
				rest = append(rest, e)
			case 1:
				if a.canonical == nil {
					a.canonical = make(map[lang.Sym]patterns.Type)
				}
				a.canonical[name] = types[0]
				a.codeType[e] = types[0]
				found = true
			default:
				a.ambiguous(e, types)
			}
		}
		unknown = rest
		if !found {
			break
		}
		a.internCodes()
	}
	for _, e := range unknown {
		a.unknownType(e)
	}
}

// findByHash is set where the hashes of functions are known; a page in a browser does without them.
var findByHash = func(*program, Options) map[string]string { return nil }

// functionsByHash resolves references to functions by their hash, and reports the unknown ones. If all are functions of
// libraries, it keeps the result for the derivations of the program with changes.
func (a *program) functionsByHash(opts Options) {
	found, fixed := opts.byHash, true
	if !opts.hashing && slices.ContainsFunc(a.names.UnknownHashes, func(e k.NodeID) bool {
		_, known := found[a.tree.Syms.Text(a.tree.Nodes[e].Sym)]
		return !known
	}) {
		found = findByHash(a, opts)
	}
	for _, e := range a.names.UnknownHashes {
		n := &a.tree.Nodes[e]
		hash := a.tree.Syms.Text(n.Sym)
		if s := a.tree.Syms.Lookup(found[hash]); s != lang.NoSym && int(s) < len(a.names.Func) && a.names.Func[s] >= 0 {
			a.names.Func[n.Sym] = a.names.Func[s]
			fixed = fixed && !a.tree.File.InMain(a.tree.Defs[a.names.Func[s]].Span)
			continue
		}
		a.erroneous(e)
		if !opts.hashing {
			a.diagnostics = append(a.diagnostics, lang.Diagnostic{
				Code: lang.UnknownFunction, Span: n.Span(), Definition: a.ownerOf(e),
				Message: lang.Say("no function with the hash `%s` is known", hash),
				Label:   lang.Text("the hash of no known function"),
			})
		}
	}
	if len(a.names.UnknownHashes) > 0 && fixed && !a.librariesReferAhead() {
		a.options.byHash = found
	}
}

// isCanonical reports whether a name has the form of a canonical one.
func (a *program) isCanonical(name string) bool {
	if a.tree.Dialect == k.K6 {
		return patterns.IsID(name)
	}
	return patterns.IsShortName(name)
}

func (a *program) unknownType(e k.NodeID) {
	a.diagnostics = append(a.diagnostics, a.names.UnknownTypeDiagnostic(a.tree, e))
	a.erroneous(e)
}

// maxNamed bounds the states of a type that can be referenced by its canonical name.
const maxNamed = 500

// typesByName returns the types that are written in the program, and that of the unit, by canonical name.
func (a *program) typesByName() map[string][]patterns.Type {
	byName := make(map[string][]patterns.Type)
	seen := make(map[patterns.Type]bool)
	add := func(t patterns.Type) {
		if t == unify.NoHead || seen[t] {
			return
		}
		seen[t] = true
		form, ok := a.Types.FormWithin(t, maxNamed, math.MaxInt)
		if !ok {
			return
		}
		name := patterns.ShortName(form)
		if a.tree.Dialect == k.K6 {
			name = patterns.ID(form)
		}
		byName[name] = append(byName[name], t)
	}
	a.eachWritten(add)
	add(a.Types.Product())
	return byName
}

// eachWritten visits the types of all type definitions and codes, some several times, and also NoType.
func (a *program) eachWritten(visit func(patterns.Type)) {
	for _, list := range [...][]patterns.Type{a.typeDef, a.codeType} {
		for _, t := range list {
			visit(t)
		}
	}
}

func (a *program) ambiguous(e k.NodeID, types []patterns.Type) {
	name := a.tree.Syms.Text(a.tree.Nodes[e].Sym)
	d := lang.Diagnostic{
		Code: lang.AmbiguousName, Span: a.tree.Span(e), Label: lang.Text("two types have this name"),
		Message: lang.Say("the canonical name `%s` belongs to different types: %s and %s",
			name, a.TypeThing(types[0]), a.TypeThing(types[1])),
		Definition: a.ownerOf(e),
		Help:       lang.Texts("define a type name for the one that is meant"),
	}
	for _, t := range types[:2] {
		if i, ok := a.alias[t]; ok {
			d.Related = append(d.Related,
				lang.Related{Span: a.tree.Types[i].NameSpan, Message: lang.Text("one of them")})
		}
	}
	a.diagnostics = append(a.diagnostics, d)
	a.erroneous(e)
}

// ownerOf returns the name of the definition that contains a node.
func (a *program) ownerOf(e k.NodeID) string {
	if d := a.Owner(int32(e)); d >= 0 {
		return a.tree.Syms.Text(a.tree.Defs[d].Name)
	}
	for i := range a.tree.Types {
		if t := &a.tree.Types[i]; t.Root != k.NoNode && t.First <= e && e <= t.Root {
			return "$" + a.tree.Syms.Text(t.Name)
		}
	}
	return ""
}

// erroneous makes (...) --> (...) the signature of a node's definition.
func (a *program) erroneous(e k.NodeID) {
	if d := a.Owner(int32(e)); d >= 0 {
		a.names.Erroneous[d] = true
	}
}
