package graphviz

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

// drawPicture draws a random picture; its texts are arbitrary bytes.
func drawPicture(t *rapid.T) *Picture {
	p := newPicture(lang.NewFile("a.k", []byte("f = ();\n")), text(t))
	n := rapid.IntRange(0, 24).Draw(t, "nodes")
	p.Across = rapid.Bool().Draw(t, "across")
	for i := range rapid.IntRange(0, 4).Draw(t, "clusters") {
		role := rapid.SampledFrom([]Role{RoleOfDefinition, RoleBecause, RoleRecursive}).Draw(t, "role")
		p.cluster(Cluster{
			ID: p.id("c", text(t)), Role: role, Label: text(t), Tooltip: text(t),
			Parent: rapid.IntRange(-1, i-1).Draw(t, "parent"),
		})
	}
	for range n {
		p.node(Node{
			ID: p.id(text(t)), Role: Role(rapid.IntRange(int(RoleUnknown), int(RoleBuiltIn)).Draw(t, "role")),
			Lines: []string{text(t), text(t)}, Tooltip: text(t), Span: lang.Span{End: 1},
			Cluster: rapid.IntRange(-1, len(p.Clusters)-1).Draw(t, "cluster"),
			Names:   []string{rapid.SampledFrom([]string{"f", "g"}).Draw(t, "name")},
			Spans:   []lang.Span{{Start: 0, End: 3}}, entry: rapid.Bool().Draw(t, "entry"),
		})
	}
	for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
		p.edge(Edge{
			From: rapid.IntRange(0, n-1).Draw(t, "from"), To: rapid.IntRange(0, n-1).Draw(t, "to"),
			Role: Role(rapid.IntRange(int(RolePart), int(RoleCalls)).Draw(t, "role")), Label: text(t), Tooltip: text(t),
			Loose: rapid.Bool().Draw(t, "loose"), Back: rapid.Bool().Draw(t, "back"),
		})
	}
	if rapid.Bool().Draw(t, "scale") {
	}
	return p
}

func text(t *rapid.T) string {
	return rapid.OneOf(
		rapid.StringN(0, 6, 12), rapid.Just("plain text"),
		rapid.SampledFrom([]string{`"`, `\`, `a\l`, `\N`, "&amp;", "&#10;", "<b>", "a\nb", "\x00", "\xff", "]]>", "é世界", "--",
			"\u202e", "/*", "\ufffe"}),
	).Draw(t, "text")
}

// The output is valid DOT for another parser, whatever the texts contain. Read back, it has the nodes and edges of the
// picture, with their labels.
func TestDOTParses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		theme := rapid.SampledFrom([]*Theme{nil, Light, Dark}).Draw(t, "theme")
		b := p.AppendDOT(nil, DOT{Theme: theme, File: text(t)})
		if !utf8.Valid(b) {
			t.Fatalf("not UTF-8:\n%s", b)
		}
		f, err := dot.ParseBytes(b)
		if err != nil {
			t.Fatalf("%v in\n%s", err, b)
		}
		nodes, edges := make(map[string]string), 0
		var walk func(stmts []ast.Stmt)
		walk = func(stmts []ast.Stmt) {
			for _, s := range stmts {
				switch s := s.(type) {
				case *ast.NodeStmt:
					for _, a := range s.Attrs {
						if a.Key == "label" {
							nodes[s.Node.ID] = a.Val
						}
					}
				case *ast.EdgeStmt:
					legend := func(v ast.Vertex) bool { return strings.HasPrefix(v.(*ast.Node).ID, `"`+legendMark) }
					hidden := !slices.ContainsFunc(s.Attrs, func(a *ast.Attr) bool { return a.Key == "id" })
					if !hidden && !legend(s.From) && !legend(s.To.Vertex) {
						edges++
					}
				case *ast.Subgraph:
					walk(s.Stmts)
				}
			}
		}
		walk(f.Graphs[0].Stmts)
		if edges != len(p.Edges) {
			t.Fatalf("%d edges of %d in\n%s", edges, len(p.Edges), b)
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			got, ok := nodes[`"`+n.ID+`"`]
			if !ok {
				t.Fatalf("no node %q in\n%s", n.ID, b)
			}
			want := Printable(strings.Join(n.Lines, "\n"))
			if strings.Trim(want, "\n") == "" && n.Lines[0] == "" && n.Lines[1] == "" {
				want = " " // for an empty label Graphviz writes the node's name
			}
			if unescape(got) != want {
				t.Fatalf("the label %s reads as %q, want %q", got, unescape(got), want)
			}
		}
	})
}

// unescape reads a label as Graphviz does.
func unescape(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`)
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			if s[i] == 'n' {
				b.WriteByte('\n')
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return strings.ReplaceAll(b.String(), "&amp;", "&")
}

// Shapes and other short groups in brackets are in one line.
func TestWrappedShapes(t *testing.T) {
	for text, want := range map[string][]string{
		"fn (Tensor[(8, 64), int8], _) -> (8, 32)":      {"fn", "(Tensor[(8, 64), int8],", "_) -> (8, 32)"},
		"`f1` takes `[?, 3072, 7]`, but has `[?, 3]`":   {"`f1` takes", "`[?, 3072, 7]`, but has", "`[?, 3]`"},
		"{{int a, int b} p, {int c} q, [string] r} x)":  {"{{int a, int b} p,", "{int c} q, [string] r}", "x)"},
		"%first: (8, 64), %w: (32, 8)":                  {"%first: (8, 64),", "%w: (32, 8)"},
		"f(a, b)(c, d) [e":                              {"f(a, b)(c, d) [e"},
		"data_layout=NCHW,kernel_layout=OIHW,ceil_mode": {"data_layout=NCHW,", "kernel_layout=OIHW,", "ceil_mode"},
	} {
		if got := wrapped(text, 24); !slices.Equal(got, want) {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	for text, want := range map[string][]string{
		"kernel = [3, 3], strides = [2, 2], w: f[3, 3]": {"kernel = [3, 3],", "strides = [2, 2],", "w: f[3, 3]"},
		"axis = 1, keepdims = 0, epsilon = 1e-05":       {"axis = 1, keepdims = 0,", "epsilon = 1e-05"},
		"axis": {"axis"},
	} {
		if got := wrappedList(text, 24); !slices.Equal(got, want) {
			t.Errorf("the list %q becomes %q", text, got)
		}
	}
	wrapped(strings.Repeat("(a ", 1e5)+strings.Repeat("b) ", 1e5), 24)
}

// Lines that are too long continue in the next line, and no text is lost.
func TestWrapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, most := rapid.String().Draw(t, "text"), rapid.IntRange(1, 9).Draw(t, "most")
		lines := wrapped(s, most)
		for _, l := range lines {
			if utf8.RuneCountInString(l) > most {
				t.Fatalf("%q has more than %d characters", l, most)
			}
		}
		if got, want := strings.Join(strings.Fields(strings.Join(lines, "")), ""),
			strings.Join(strings.Fields(s), ""); got != string([]rune(want)) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

func TestRows(t *testing.T) {
	for _, c := range []struct {
		before, piece, after string
		want                 []string
	}{
		{"f = ", ".a", " .b;", []string{"12 | f = .a .b;", "         ^^"}},
		{"\t", ".a", "", []string{"12 | .a", "     ^^"}},
		{"f", "", "", []string{"12 | f"}},
		{"", "é世", "\x00", []string{"12 | é世<0000>", "     ^^"}},
		{strings.Repeat("x", 70), "yyyy", "z", []string{
			"12 | " + strings.Repeat("x", 70), "   | yyyyz", "     ^^^^",
		}},
		{strings.Repeat("[.x] ", 14), "CONCAT", " line", []string{
			"12 |" + strings.Repeat(" [.x]", 14), "   | CONCAT line", "     ^^^^^^",
		}},
		{"a(", strings.Repeat("x, ", 22) + "yy", ")", []string{
			"12 | a(" + strings.Repeat("x, ", 22) + "yy)", "       " + strings.Repeat("^", 68),
		}},
	} {
		if got := rows("12", 2, c.before, c.piece, c.after, true, maxAround); !slices.Equal(got, c.want) {
			t.Errorf("%q %q %q: %q", c.before, c.piece, c.after, got)
		}
	}
	for around, want := range map[int]string{6: "1 | …(long_+b, seen…", 9: "1 | …(long_+b, seen) …", 99: "1 | a_name(long_+b, seen) end"} {
		if got := rows("1", 1, "a_name(long_", "+b", ", seen) end", false, around); got[0] != want {
			t.Errorf("%d characters around: %q", around, got)
		}
	}
	if got := rows("1", 1, strings.Repeat("a", 1e6), strings.Repeat("b", 1e6), strings.Repeat("c", 1e6), true,
		maxAround); len(got) > 100 {
		t.Errorf("%d rows", len(got))
	}
	if got, want := abridged("fn (Tensor[(8, 64), int8], Tensor[(32, 64), int8]) -> Tensor[(8, 32), int8]", 72),
		"fn (Tensor[(8, 64), int8], Tensor[(32, 64), …-> Tensor[(8, 32), int8]"; got != want {
		t.Errorf("%q has not its end", got)
	}
	if got := abridged("fn (a) -> b where Conv(a, c, strides=[1, 1]), Pool(c, b, size=[2, 2])", 48); !strings.HasSuffix(got, "…") {
		t.Errorf("%q joins two relations", got)
	}
	if got, want := shorten("padding=[1, 1, 1, 1], data_layout=x", 28), "padding=[1, 1, 1, 1], …"; got != want {
		t.Errorf("%q is cut within a name", got)
	}
	for name, want := range map[string]string{
		"a.k": "a.k", "x/y/a.k": "a.k", `C:\x\a.k`: "a.k", "x.tar!a/b.k": "b.k", "": ".",
	} {
		if got := base(name); got != want {
			t.Errorf("the base of %q is %q", name, got)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "a\x00b": "a<0000>b", "\xff": "<FF>", "a\tb": "a b", "a\nb": "a\nb",
		"\u202eabc": "<202E>abc", "é世\u200b": "é世<200B>", "\ufffe": "<FFFE>", "\ufffd": "<FFFD>",
	} {
		if got := Printable(in); got != want {
			t.Errorf("Printable(%q) is %q, want %q", in, got, want)
		}
	}
}

// Identifiers are distinct and safe as XML ids.
func TestIdentifiers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPicture(nil, "")
		seen := make(map[string]bool)
		for range 40 {
			id := p.id(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a", "a.1", "a.1.1"})).Draw(t, "words"))
			if seen[id] {
				t.Fatalf("%q twice", id)
			}
			seen[id] = true
			if strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") != "" {
				t.Fatalf("%q is not an identifier", id)
			}
		}
	})
}

// whole checks that the indices in a picture are valid.
func whole(t *rapid.T, p *Picture) {
	for _, e := range p.Edges {
		if e.From < 0 || e.From >= len(p.Nodes) || e.To < 0 || e.To >= len(p.Nodes) {
			t.Fatalf("an edge from %d to %d of %d nodes", e.From, e.To, len(p.Nodes))
		}
	}
	for _, n := range p.Nodes {
		if n.Cluster < -1 || n.Cluster >= len(p.Clusters) {
			t.Fatalf("a node in frame %d of %d", n.Cluster, len(p.Clusters))
		}
	}
	for i, c := range p.Clusters {
		if c.Parent >= i {
			t.Fatalf("frame %d in frame %d", i, c.Parent)
		}
	}
}

// A folded picture fits and reports the number of hidden nodes; a picture that fits is not changed.
func TestFoldLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		before := len(p.Nodes)
		plain := string(p.AppendDOT(nil, DOT{}))
		most := rapid.IntRange(2, 28).Draw(t, "most")
		hidden := p.Fold(most)
		whole(t, p)
		if before <= most {
			if hidden != 0 || string(p.AppendDOT(nil, DOT{})) != plain {
				t.Fatal("a picture that fits was folded")
			}
			return
		}
		if len(p.Nodes) > most {
			t.Fatalf("%d nodes, and at most %d were asked for", len(p.Nodes), most)
		}
		represented := 0
		for _, n := range p.Nodes {
			represented += n.Count
		}
		if represented != before || hidden == 0 || len(p.Notes) == 0 {
			t.Fatalf("the nodes stand for %d of %d; %d hidden, noted %q", represented, before, hidden, p.Notes)
		}
	})
}

// A picture of stages that is folded fits, stands for all its stages, and every arrow leads to a later node.
func TestFoldStagesLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPicture(nil, "stages")
		p.stages = true
		turn, turns := rapid.IntRange(1, 12).Draw(t, "turn"), rapid.IntRange(1, 6).Draw(t, "turns")
		n := turn * turns
		for i := range n {
			role := RoleStage
			if rapid.IntRange(0, 99).Draw(t, "fault") == 0 {
				role = RoleFault
			}
			p.node(Node{
				ID: p.id("x"), Role: role, Cluster: -1, Lines: []string{"x"}, data: rapid.IntRange(0, 4).Draw(t, "data") == 0,
				kind:  rapid.SampledFrom([]string{"A : t", "B : t", "C : t"}).Draw(t, "kind"),
				scope: rapid.SampledFrom([]string{"", "a", "a/b", "a/c", "d"}).Draw(t, "scope"),
			})
			if before := i - turn; before >= 0 && rapid.IntRange(0, 19).Draw(t, "like") > 0 {
				p.Nodes[i].kind, p.Nodes[i].data = p.Nodes[before].kind, p.Nodes[before].data
			}
			for range min(i, rapid.IntRange(0, 2).Draw(t, "inputs")) {
				p.edge(Edge{From: i - rapid.IntRange(1, min(i, turn)).Draw(t, "from"), To: i, Role: RoleFlows})
			}
		}
		most := rapid.IntRange(2, 40).Draw(t, "most")
		hidden := p.Fold(most)
		whole(t, p)
		represented := 0
		for _, n := range p.Nodes {
			represented += n.Count
		}
		if len(p.Nodes) > most || represented != n || (hidden > 0) != (n > most) {
			t.Fatalf("%d nodes of at most %d stand for %d of %d, %d are hidden", len(p.Nodes), most, represented, n, hidden)
		}
		far := slices.ContainsFunc(p.Nodes, func(n Node) bool { return strings.Contains(n.Lines[0], "more") })
		for _, e := range p.Edges {
			if e.From >= e.To && !far { // what is far away was not put together
				t.Fatalf("an arrow from %d to %d", e.From, e.To)
			}
		}
	})
}

// Dominators match their definition: without the dominator no root reaches the node, and the immediate dominator is the
// one that all other dominators of the node dominate.
func TestDominators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "nodes")
		to := make([][]int, n)
		for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
			i, j := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			if i != j {
				to[i] = append(to[i], j)
			}
		}
		// met marks the nodes reachable from a node on paths that avoid another.
		met := func(seen []bool, from, without int) {
			for queue := []int{from}; len(queue) > 0; {
				at := queue[len(queue)-1]
				queue = queue[:len(queue)-1]
				if at != without && !seen[at] {
					seen[at] = true
					queue = append(queue, to[at]...)
				}
			}
		}
		roots := rapid.SliceOfDistinct(rapid.IntRange(0, n-1), rapid.ID[int]).Draw(t, "roots")
		got := dominators(to, roots)
		// A root is a node that no earlier root reaches; after the given roots all nodes follow, in their order.
		var tops []int
		reached := make([]bool, n)
		for i := range len(roots) + n {
			r := i - len(roots)
			if r < 0 {
				r = roots[i]
			}
			if !reached[r] {
				tops = append(tops, r)
				met(reached, r, -1)
			}
		}
		dominated := make([][]bool, n) // by node: which others it dominates
		above := make([]int, n)        // by node: how many dominate it
		for d := range n {
			seen := make([]bool, n)
			for _, r := range tops {
				met(seen, r, d)
			}
			seen[d] = true
			dominated[d] = make([]bool, n)
			for i, ok := range seen {
				if !ok {
					dominated[d][i] = true
					above[i]++
				}
			}
		}
		for i := range n {
			want := -1
			for d := range n {
				if dominated[d][i] && above[d] == above[i]-1 {
					want = d
				}
			}
			if got[i] != want {
				t.Fatalf("the dominator of %d is %d, not %d; %v from %v", i, got[i], want, to, roots)
			}
		}
	})
}

// A focus with a larger radius shows at least as much.
func TestFocusLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		build := rapid.Custom(drawPicture)
		p := build.Draw(t, "picture")
		radius := rapid.IntRange(0, 4).Draw(t, "radius")
		q := *p
		q.Nodes, q.Edges, q.Clusters = append([]Node(nil), p.Nodes...), append([]Edge(nil), p.Edges...),
			append([]Cluster(nil), p.Clusters...)
		near, far := p.FocusName("f", radius), q.FocusName("f", radius+1)
		if near != far {
			t.Fatal("found or not by the radius")
		}
		whole(t, p)
		shown := make(map[string]bool)
		for _, n := range q.Nodes {
			shown[n.ID] = true
		}
		if !near {
			return
		}
		for _, n := range p.Nodes {
			if !shown[n.ID] {
				t.Fatalf("%s is shown nearby, but not from further away", n.ID)
			}
		}
		for _, n := range q.Nodes {
			if len(n.Names) > 0 && n.Names[0] == "f" {
				found := false
				for _, m := range p.Nodes {
					found = found || m.ID == n.ID
				}
				if !found {
					t.Fatalf("%s is of f and not shown", n.ID)
				}
			}
		}
	})
}

// The outline has each node and each edge on a line of its own.
func TestOutlineLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		lines := strings.Split(string(p.AppendOutline(nil)), "\n")
		for i := range p.Nodes {
			want := fmt.Sprintf("[%d] ", i+1)
			n := 0
			for _, l := range lines {
				if strings.HasPrefix(strings.TrimLeft(l, " "), want) {
					n++
				}
			}
			if n != 1 {
				t.Fatalf("%d lines begin with %q in\n%s", n, want, strings.Join(lines, "\n"))
			}
		}
	})
}

// Two roles that can occur in one picture always differ without colour.
func TestRolesDifferInGrey(t *testing.T) {
	groups := [][]Role{
		{RoleUnknown, RoleProduct, RoleUnion, RoleVector, RoleNamedType, RoleEntry, RoleFolded, RoleCalled, RoleBuilds, RoleBuiltIn, RoleWrong},
		{RoleEntry, RoleLeaf, RoleLast, RoleFolded},
		{RolePassing, RoleWitnessA, RoleWitnessB, RoleWitnessC, RoleFolded},
		{RoleDefinition, RoleMain, RoleWrong, RoleDoubtful, RoleFolded},
		{RolePart, RoleEnters, RoleReaches, RoleClash},
		{RoleEnters, RolePart, RoleReaches, RoleClash, RoleInto},
		{RoleEqual, RoleFollows, RoleInstance, RoleHolds, RoleClash, RolePart},
		{RoleHolding, RoleWaiting, RoleFailing, RoleAType, RoleOpenType, RoleFolded},
		{RoleReads, RoleDetermines, RoleAwaits, RoleAbout, RoleLike, RolePart},
		{RoleReads, RoleComputes, RolePart},
		{RolePassing, RoleFailing, RoleWitnessA, RoleWitnessB},
		{RoleOfDefinition, RoleBecause},
	}
	for _, theme := range []*Theme{Light, Dark} {
		for _, g := range groups {
			seen := make(map[string]Role)
			for _, r := range g {
				l := theme.looks[r]
				key := strings.Join([]string{l.shape, l.style, l.width, l.rims, l.arrow}, " ")
				if l.fill == "none" {
					key += " bare"
				}
				if o, ok := seen[key]; ok {
					t.Errorf("%s: %s and %s look alike without colour", theme.Name, theme.looks[o].class, l.class)
				}
				seen[key] = r
			}
		}
	}
}

// The legend has each role that occurs in the picture and has a meaning, once, and with the same look.
func TestLegend(t *testing.T) {
	looks := []string{"shape", "style", "fillcolor", "color", "fontcolor", "penwidth", "peripheries", "dir", "arrowhead"}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		f, err := dot.ParseBytes(p.AppendDOT(nil, DOT{}))
		if err != nil {
			t.Fatal(err)
		}
		there := make(map[string]bool)     // looks of the drawn elements
		samples := make(map[string]string) // by class: looks in the legend
		note := func(id, class string, attrs []*ast.Attr) {
			look := ""
			for _, name := range looks {
				for _, a := range attrs {
					if (a.Key == name || name == "arrowhead" && a.Key == "arrowtail") && a.Val != `"back"` {
						look += name + "=" + a.Val + " "
					}
				}
			}
			if sample, ok := strings.CutPrefix(id, `"`+legendMark); !ok {
				there[class+": "+look] = true
			} else if sample = strings.TrimSuffix(sample, `"`); sample != "" && !strings.Contains(sample, ".") &&
				!strings.Contains(look, "invis") {
				if samples[sample] != "" {
					t.Fatalf("%s twice in the legend", sample)
				}
				samples[sample] = look
			}
		}
		value := func(attrs []*ast.Attr, key string) string {
			for _, a := range attrs {
				if a.Key == key {
					return strings.Trim(a.Val, `"`)
				}
			}
			return ""
		}
		var walk func(stmts []ast.Stmt)
		walk = func(stmts []ast.Stmt) {
			for _, s := range stmts {
				switch s := s.(type) {
				case *ast.NodeStmt:
					if len(s.Attrs) == 0 {
						continue // it only puts a node into a row
					}
					note(s.Node.ID, value(s.Attrs, "class"), s.Attrs)
				case *ast.EdgeStmt:
					note(`"`+value(s.Attrs, "id")+`"`, value(s.Attrs, "class"), s.Attrs)
				case *ast.Subgraph:
					walk(s.Stmts)
				}
			}
		}
		walk(f.Graphs[0].Stmts)
		roles := p.roles()
		if len(p.Nodes) < 2 {
			roles = nil
		}
		if len(samples) != len(roles) {
			t.Fatalf("%d samples of %d roles: %v", len(samples), len(roles), samples)
		}
		for _, r := range roles {
			class := Light.looks[r].class
			if !there[class+": "+samples[class]] {
				t.Fatalf("%s looks like %q in the legend; in the picture there are %v", class, samples[class], there)
			}
		}
	})
}

// Text has a contrast of at least 4.5 to its background, as WCAG 2 requires.
func TestContrast(t *testing.T) {
	for _, theme := range []*Theme{Light, Dark} {
		for r := range numRoles {
			l := theme.looks[r]
			if l.class == "" || l.style == "invis" {
				continue
			}
			background := theme.background
			if l.fill != "" && l.fill != "none" {
				background = l.fill
			}
			if c := contrast(t, l.text, background); c < 4.5 {
				t.Errorf("%s: the text of %s has a contrast of %.1f", theme.Name, l.class, c)
			}
			if c := contrast(t, l.line, theme.background); c < 2.5 {
				t.Errorf("%s: the line of %s has a contrast of %.1f", theme.Name, l.class, c)
			}
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, color string) float64 {
	var r, g, b int
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &r, &g, &b); err != nil {
		t.Fatalf("the colour %q: %v", color, err)
	}
	part := func(v int) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}

// A picture that is opened in a browser fits the window; within another page it has its own size.
func TestFitsWindow(t *testing.T) {
	got := string(FinishSVG([]byte(`<svg width="9000pt" height="50pt"><g/></svg>`), nil))
	for _, rule := range []string{"max-width:max(100vw,", "max-height:max(100vh,"} {
		_, after, _ := strings.Cut(got, "svg:root{")
		if inside, _, _ := strings.Cut(after, "}"); !strings.Contains(inside, rule) {
			t.Errorf("no rule %q in %s", rule, got)
		}
	}
}

// A type in brackets is broken between its items.
func TestWrappedItems(t *testing.T) {
	got := wrapped("--> ?${int goods, string label, int shipping, int total}", 36)
	if want := []string{"--> ?${int goods, string label,", "int shipping, int total}"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
