package relay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// shuffled returns a permutation of a list.
func shuffled[T any](r *rand.Rand, list []T) []T {
	list = slices.Clone(list)
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestLawConstraints checks that the order of constraints and of runs of relations changes neither the existence of a
// contradiction nor the types.
func TestLawConstraints(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	sound, wrong := 0, 0
	for _, p := range somePrograms(t) {
		if res := check(p.source, ""); res.Solver != nil {
			s, w := permuted(t, res, p.name, p.source, func(cs []unify.Constraint) []unify.Constraint { return shuffled(r, cs) })
			sound, wrong = sound+s, wrong+w
		}
	}
	t.Logf("%d definitions without a contradiction, %d with one", sound, wrong)
	if sound < sample.Size(200, 30) || wrong < sample.Size(40, 6) {
		t.Errorf("only %d definitions without a contradiction, %d with one", sound, wrong)
	}
}

// permuted solves the constraints of each definition of a program in other orders, and counts the definitions without
// and with a contradiction.
func permuted(
	t testing.TB, res *patterns.Result, name, source string, order func([]unify.Constraint) []unify.Constraint,
) (sound, wrong int) {
	return trial.Permuted(t, res, name+"\n"+source, order, withoutParameters)
}

// withoutParameters removes the type parameters and relations from a type: those that the type does not use are known
// only to its definition.
func withoutParameters(s string) string {
	s, _, _ = strings.Cut(s, " where ")
	if rest, ok := strings.CutPrefix(s, "fn ["); ok {
		if _, rest, ok := strings.Cut(rest, "]("); ok {
			return "fn (" + rest
		}
	}
	return s
}

// verdicts returns the codes of the errors, sorted, and the types of the definitions by name.
func verdicts(r *patterns.Result) (codes []string, types map[string]string) {
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; !d.Secondary && d.Severity == lang.Error {
			codes = append(codes, string(d.Code))
		}
	}
	sort.Strings(codes)
	return codes, typesOf(r)
}

// TestLawDeclarations checks that the order of declarations does not matter.
func TestLawDeclarations(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	n := 0
	for _, p := range somePrograms(t) {
		tree, ds := relay.Parse(lang.NewFile("in.rly", []byte(p.source)))
		isOrdered := func(d relay.Decl) bool { return d.Kind == relay.DeclExpr || d.Kind == relay.DeclRelation }
		if len(ds) > 0 || len(tree.Decls) < 2 || slices.ContainsFunc(tree.Decls, isOrdered) {
			continue
		}
		before, types := verdicts(check(p.source, ""))
		if slices.ContainsFunc(before, func(code string) bool {
			return slices.Contains([]lang.Code{lang.FunctionRedefined, lang.TypeRedefined, lang.DuplicateLabel}, lang.Code(code))
		}) {
			continue // only the first of duplicates counts, so order matters
		}
		n++
		head := p.source[:tree.Decls[0].Span.Start]
		var parts []string
		for i := range tree.Decls {
			s := tree.Decls[i].Span
			parts = append(parts, p.source[s.Start:s.End])
		}
		for range 2 {
			source := head + strings.Join(shuffled(r, parts), "\n")
			after, others := verdicts(check(source, tree.Dialect.String()))
			if !slices.Equal(before, after) || fmt.Sprint(types) != fmt.Sprint(others) {
				t.Errorf("%s: %v %v, and in another order %v %v\n%s", p.name, before, types, after, others, source)
				break
			}
		}
	}
	if n < sample.Size(60, 10) {
		t.Errorf("only %d programs", n)
	}
}

// TestLawNames checks that the names of locals and type parameters do not matter.
func TestLawNames(t *testing.T) {
	t.Parallel()
	n := 0
	for _, p := range somePrograms(t) {
		tree, ds := relay.Parse(lang.NewFile("in.rly", []byte(p.source)))
		names, more := relay.Resolve(tree, nil)
		if len(ds) > 0 || len(more) > 0 {
			continue
		}
		type edit struct {
			at   lang.Span
			text string
		}
		var edits []edit
		for id := range tree.Nodes {
			id := relay.NodeID(id)
			at := tree.NameSpan(id)
			switch op := tree.Nodes[id].Op; {
			case op == relay.OpLocal || op == relay.OpVar && p.source[at.Start] == '%':
				edits = append(edits, edit{at, "%a_" + p.source[at.Start+1:at.End] + "_b"})
			case op == relay.OpTyParam || (op == relay.OpTypeName || op == relay.OpTypeCall) && names.Meaning[id] == relay.MeansParam:
				at.End = at.Start + int32(len(tree.Syms.Text(tree.Nodes[id].Sym)))
				edits = append(edits, edit{at, "Zz" + p.source[at.Start:at.End]})
			}
		}
		if len(edits) == 0 {
			continue
		}
		n++
		slices.SortFunc(edits, func(a, b edit) int { return int(a.at.Start - b.at.Start) })
		edits = slices.CompactFunc(edits, func(a, b edit) bool { return a.at == b.at })
		var b strings.Builder
		last := int32(0)
		for _, e := range edits {
			b.WriteString(p.source[last:e.at.Start] + e.text)
			last = e.at.End
		}
		source := b.String() + p.source[last:]
		before, types := verdicts(check(p.source, ""))
		after, others := verdicts(check(source, tree.Dialect.String()))
		for name, text := range others {
			others[name] = strings.ReplaceAll(text, "Zz", "")
		}
		if !slices.Equal(before, after) || fmt.Sprint(types) != fmt.Sprint(others) {
			t.Errorf("%s: %v %v, and with other names %v %v\n%s", p.name, before, types, after, others, source)
		}
	}
	if n < sample.Size(150, 25) {
		t.Errorf("only %d programs", n)
	}
}

// TestLawAnnotations checks that an accepted program stays accepted, with the same types, if the inferred types are
// written into it.
func TestLawAnnotations(t *testing.T) {
	t.Parallel()
	n, added := 0, 0
	for _, p := range somePrograms(t) {
		r := check(p.source, "")
		tree, _ := relay.Parse(lang.NewFile("in.rly", []byte(p.source)))
		if r.Errors() > 0 || tree.Dialect != relay.V005 {
			continue
		}
		n++
		types := typesOf(r)
		source, before := "", int32(0)
		for i := range tree.Decls {
			d := &tree.Decls[i]
			text := types[tree.NameOf(d)]
			if d.Kind != relay.DeclDef || text == "" || strings.Contains(text, "Ref(") || strings.Contains(text, "where") || d.Root == relay.NoNode || tree.Nodes[d.Root].Op != relay.OpFn {
				continue
			}
			args, result, ok := signatureParts(withoutParameters(text))
			kids := tree.Kids(d.Root)
			if !ok || strings.HasPrefix(text, "fn [") && (kids[0] == relay.NoNode || len(tree.Kids(kids[0])) != strings.Count(text[:strings.Index(text, "]")], ",")+1) {
				continue
			}
			k := 0
			for _, v := range tree.Kids(kids[1]) {
				if tree.Nodes[v].Op != relay.OpVar {
					continue
				}
				if len(tree.Kids(v)) == 0 || tree.Kids(v)[len(tree.Kids(v))-1] == relay.NoNode {
					at := tree.NameSpan(v).End
					source += p.source[before:at] + ": " + args[k]
					before = at
					added++
				}
				k++
			}
			if kids[2] == relay.NoNode {
				at := int(d.NameSpan.End)
				for depth := 0; depth > 0 || p.source[at] != '{'; at++ {
					switch p.source[at] {
					case '(', '[':
						depth++
					case ')', ']':
						depth--
					}
				}
				at = len(strings.TrimRight(p.source[:at], " \n"))
				source += p.source[before:at] + " -> " + result
				before = int32(at)
				added++
			}
		}
		source += p.source[before:]
		again := check(source, "v005")
		if again.Errors() > 0 {
			t.Errorf("%s: with its types it is not accepted: %s\n%s", p.name, again.Diagnostics[0].Message, source)
			continue
		}
		if a, b := fmt.Sprint(types), fmt.Sprint(typesOf(again)); a != b {
			t.Errorf("%s: %s, and with its types %s\n%s", p.name, a, b, source)
		}
	}
	t.Logf("%d programs, %d types added", n, added)
	if n < sample.Size(150, 25) || added < sample.Size(150, 25) {
		t.Errorf("only %d programs, %d types added", n, added)
	}
}

// signatureParts returns the parameters and the result of a function's type.
func signatureParts(text string) (args []string, result string, ok bool) {
	rest, ok := strings.CutPrefix(text, "fn (")
	if !ok {
		return nil, "", false
	}
	depth, from := 1, 0
	for i, c := range rest {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if c == ',' && depth == 1 || depth == 0 {
			if arg := strings.TrimSpace(rest[from:i]); arg != "" {
				args = append(args, arg)
			}
			from = i + 1
		}
		if depth == 0 {
			return args, strings.TrimPrefix(rest[i:], ") -> "), true
		}
	}
	return nil, "", false
}
