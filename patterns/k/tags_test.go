package k

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// What gets none of the tags that it takes is never defined, and a merge that lacks a branch for a tag is undefined for
// it, where the program does not count on that.
func TestTags(t *testing.T) {
	const u = "$u = <{} x, {} y, {} z>; "
	for _, c := range []struct{ source, want string }{
		{"{{} a} <.b 1>", "P0502 __main__"},
		{"f = {{} a} <.b 1, .c 2>;", "P0502 f"},
		{"f = {{} a} <.b 1, .a 2>;", ""},
		{"f = {{} a} <.b 1, 2>;", ""},
		{"f = {{} a} () ?<X a, ...> .b;", "P0502 f"},
		{u + "f = {{} z} $u .x;", "P0502 f"},
		{"f = [1, 2] .5;", "P0502 f"},
		{"f = [1, 2] .1;", ""},
		{"f = [] .0;", "P0502 f"},
		{"g = <.x 1, .y 0>; f = {{} z} g;", "P0502 f"},
		{"g = {{} z}; f = g <.x 1, .y 0>;", "P0502 f"},
		{"g = <.a {1 x}, .b {1 y}>; f = g .z;", "P0502 f"},
		{"g = <.a {1 x}, .b {1 y}>; f = g .y;", ""},
		{"f = {{{} a} .b x, 1 y};", "P0502 f"},
		{"f = <{{} a} .b, 1>;", ""},
		{"f = <{{} a} .b, <>>;", ""},
		{"f = <{{} a} .b, {{} a} .c>;", "P0502 f"},
		{"f = | {() a} .b ^;", ""}, // it is defined for the empty vector
		{"f = {1 x, 2 y} .x;", ""},
		{"f = f {() a} .b;", "P0502 f"}, // it calls itself
		{"-- dialect: k6\nf = {} |a /b;", "P0502 f"},
		{"-- dialect: k6\nf = {{} a} .a;", ""},

		{u + "f = $u <.x 1, .y 0>;", "P0507 f z"},
		{u + "f = $u <.x 1>;", ""}, // a test of one tag
		{u + "f = $u .x;", ""},
		{u + "f = $u <.x 1, 0>;", ""},
		{u + "f = $u <.x 1, .y 0, .z 2>;", ""},
		{u + "f = $u <.x 1, <.y 0, .z 2>>;", ""},
		{u + "g = <.x 1, .y 0>; f = $u g;", "P0507 f z"},
		{u + "g = <.x 1, .y 0>; h = g; f = {$u h a, 1 b};", "P0507 f z"},
		{u + "g = $u <.x 1, .y 0>; f = $u g;", "P0507 g z"},
		{u + "g = <.x 1, .y 0>; f = $u <g, .z 2>;", ""},
		{u + "f = <$u <.x 1, .y 0>, 2>;", ""},
		{u + "f = $<u a, int b> <.a <.x 1, .y 0>, .b 2>;", "P0507 f z"},
		{u + "f = ${u v, u w} <.v <.x 1, .y 0>, .w 2>;", ""},
		{u + "f = $u <.x 1, .y 0>; g = <f, 2>;", ""}, // it is used as a test
		{u + "f = $u <.x 1, .y 0>; g = () f; h = <g, 2>;", ""},
		{u + "f = $[u] | <.x 1, .y 0> ^;", ""}, // it leaves out elements
		{u + "g = $u <.x 1, .y 0>; f = $[u] | g ^;", ""},
		{u + "f = ${u v, int w} .v <.x 1, .y 0>;", "P0507 f z"},
		{"f = $<{} p, {} q, {} r, {} s, {} t, {} u> <.p 1, .q 2>;", "P0507 f 1 more r s t"},
		{"-- dialect: k6\n" + u + "f = $u </x |a, /y |b>;", "P0507 f z"},
	} {
		var got []string
		for _, d := range analyze(c.source).Diagnostics {
			text := string(d.Code) + " " + d.Definition
			if d.Code == lang.PartialDefinition {
				text += tagsIn(d.Message.String())
			}
			if d.Severity == lang.Error || d.Code == lang.NeverDefined || d.Code == lang.PartialDefinition {
				got = append(got, text)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", c.source, got, c.want)
		}
	}
}

// tagsIn returns the tags that a message lists, after a blank each.
func tagsIn(message string) string {
	_, list, _ := strings.Cut(message, " the tag")
	list, _, _ = strings.Cut(strings.TrimPrefix(list, "s"), " of ")
	tags := strings.Split(strings.ReplaceAll(strings.TrimSpace(list), "`", ""), ", ")
	slices.Sort(tags)
	return " " + strings.Join(tags, " ")
}

// The tags that are found without a look at all expressions are those that a look at all finds.
func TestTagsWithoutAllExpressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := gen.Program(t)
		if n := rapid.IntRange(0, 2*mostNested).Draw(t, "nested"); n > 0 {
			src += "; nested = " + strings.Repeat("<", n) + ".x 1" + strings.Repeat(", .y 2>", n) + ";"
		}
		tree, ds := k.Parse(lang.NewFile("in.k", []byte(src)))
		a := derived(tree, ds, Options{})
		for d := range int32(len(tree.Defs)) {
			if !a.tagger.definition(d) {
				continue
			}
			lazy := a.tagger
			for e := tree.Defs[d].First; e <= tree.Defs[d].Root; e++ {
				lazy.deep = false
				x := tagged{lazy.takes(d, e), lazy.gives(d, e)}
				want := a.tagger.nodes[e-tree.Defs[d].First]
				if got := [2]string{listed(&lazy, x.takes), listed(&lazy, x.gives)}; !lazy.deep &&
					got != [2]string{listed(&a.tagger, want.takes), listed(&a.tagger, want.gives)} {
					t.Fatalf("%s\n%s: %v", src, tree.File.Text(tree.Span(e)), got)
				}
				if _, never := a.tagger.never[e]; never && tree.Nodes[e].Op == k.OpComp && a.mismatches == nil &&
					!a.opens()[d] && e == tree.Defs[d].Root {
					t.Fatalf("%s\n%s is never defined", src, tree.File.Text(tree.Span(e)))
				}
			}
		}
	})
}

func listed(t *tagger, s tagSet) string {
	if s == 0 {
		return ""
	}
	return t.a.listTags("tag", t.tagsOf(s, new([1]lang.Sym)))
}
