package k

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Errors hide other errors. Each mistake of a program is reported, and another view of the same mistake is a
// consequence, here in parentheses.
func TestHidden(t *testing.T) {
	const list = "$ list = <{} nil, {int head, list tail} cons>;\n"
	for _, c := range []struct{ name, source, want string }{
		{"in a later round", list + "sum = $list <.nil 0, .cons [.heed, .tail sum] PLUS, .cons .tail sum .x>;", "sum .heed, sum .x after 2:29"},
		{"of another member", list + "sum = $list <.nil 0, .cons .heed, .cons rest>; rest = .tail sum .x;", "sum .heed, rest .x after 2:28"},
		{"in who uses it", "f = $ int {.a a, () b}; g = {1 x, 2 y} f .c;", "f .a, g f after 1:12, (g f after 1:40)"},
		{"in who uses that", "f = $ int .a {() a, 1 b}; g = .u f; h = g .c;", "f .a, h .c after 1:11"},
		{"in a callee", "f = {.a.xx x, .a.yy y}; g = ${{int x, int y} a} f;", "g .xx, g .yy after 1:8"},
		{"a type that a small change mends", "$ p = {int x, int y}; $ q = {int u, int v}; f = $q <.x, .y>; g = $p f; h = $p f;", "f $q, (f $q)"},
		{"another side of one", "$ p = {int x, int y}; f = [$string .x, $string .y] PLUS; g = $p f;", "f PLUS, (g f after 1:52), (g f after 1:65)"},
		{"nothing", "f = {.a.x x, .a.yy y}; g = ${{int x, int y} a} f; h = {g g, f f};", "g .yy"},
	} {
		r := analyze(c.source)
		var got []string
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			checkExplained(t, d, c.source)
			text := d.Definition + " " + r.File.Text(d.Span)
			if i := slices.IndexFunc(d.Notes, func(n lang.Phrase) bool { return strings.HasPrefix(n.String(), hiddenNote) }); i >= 0 {
				text += " after " + strings.Fields(d.Notes[i].String()[len(hiddenNote):])[0]
			}
			if d.Secondary {
				text = "(" + text + ")"
			}
			got = append(got, text)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got %s, want %s\n%s", c.name, s, c.want, c.source)
		}
	}
}

const hiddenNote = "this shows only when what is wrong at "

// A change for a hidden error leaves the error that hides it, and no other.
func TestHiddenRepairs(t *testing.T) {
	const source = `$ list = <{} nil, {int head, list tail} cons>;
sum = $list <.nil 0, .cons [.heed, .tail sum] PLUS, .cons .tail sum .x>;`
	r := analyze(source)
	if len(r.Diagnostics) != 2 || len(r.Diagnostics[1].Fixes) == 0 {
		t.Fatalf("%d diagnostics", len(r.Diagnostics))
	}
	// Without the other change, this one fixes the first error.
	if f := r.Diagnostics[0].Fixes; len(f) == 0 || f[0].Title.String() != "use `.head`" {
		t.Errorf("changes for the first error: %v", f)
	}
	for _, f := range r.Diagnostics[1].Fixes {
		left := analyze(string(edited(source, f.Edits)))
		if len(left.Diagnostics) > 1 ||
			len(left.Diagnostics) == 1 && left.Diagnostics[0].Message.String() != r.Diagnostics[0].Message.String() {
			t.Errorf("%s: %d errors are left", f.Title, len(left.Diagnostics))
		}
	}
}

// A change after which no error is left comes before one whose errors are only gone if others are left out.
func TestHiddenRepairsAreNoWorse(t *testing.T) {
	r := analyze(`tail  = {.link.cost cost, .way.cost more, .way.stops stops, .link.from stop};
total = {[.cost, .more] PLUS cost, {.stop car, .stops cdr, .links limit} CONS stops};
extend = tail total;`)
	if len(r.Diagnostics) != 2 {
		t.Fatalf("%d diagnostics", len(r.Diagnostics))
	}
	if f := r.Diagnostics[0].Fixes; len(f) != 1 || !f[0].Checked ||
		f[0].Title.String() != "leave out the field `limit`" {
		t.Errorf("changes for the first error: %v", f)
	}
}

// The search for hidden errors continues as long as it is cheap.
func TestHiddenChain(t *testing.T) {
	errors := func(source string, nodes int) int {
		return len(clashes(Analyze(context.Background(), lang.NewFile("in.k", []byte(source)),
			Options{hiddenNodes: nodes})))
	}
	var b strings.Builder
	b.WriteString("f0 = ${int u, int v} {.u a, .v b, 1 .x c} .a;\n")
	for i := range 8 {
		fmt.Fprintf(&b, "f%d = {f%d a, f%d b, f%d c, .u d, .v e, .p%d f} .d;\n", i+1, i, i, i, i)
	}
	source := b.String()
	once := analyze(source).Front.(*program).repairProgram().Took()
	if none, first, all := errors(source, once-1), errors(source, once), errors(source, 0); none != 1 ||
		first <= none || all <= first {
		t.Errorf("%d errors without looking for those that are hidden, %d when it is done once, %d in all", none, first,
			all)
	}
	// A few lines may be expensive: each of these takes three times as many pattern nodes.
	b.Reset()
	b.WriteString("f0 = ${int u, int v} {.u a, .v b, 1 .x c};\n")
	for i := range 8 {
		fmt.Fprintf(&b, "f%d = {f%d a, f%d b, f%d c, .u d, .v e, .p%d f};\n", i+1, i, i, i, i)
	}
	source = b.String()
	cheap := 8 * len(analyze(source).Front.(*program).tree.Nodes)
	if few, all := errors(source, cheap), errors(source, 0); few >= all {
		t.Errorf("%d errors are found, and %d at no cost", all, few)
	}
}

// A hole moves with the text when a change moves its place, unless the change replaces it.
func TestHolesMove(t *testing.T) {
	const source = "f = .a {.b x, .c y} .z; g = f .u;"
	a := analyze(source).Front.(*program)
	a.LeftOut = make(message.Holes)
	var dot lang.Span
	for e := range a.tree.Nodes {
		if s := a.tree.Span(k.NodeID(e)); a.tree.File.Text(s) == ".c" {
			a.LeftOut[message.Hole{Site: int32(e), Other: -1}] = true
			dot = s
		}
	}
	for _, c := range []struct {
		edit lang.Edit
		want string
	}{
		{lang.Edit{Span: lang.Span{Start: 4, End: 6}, Text: ".long"}, ".c"},
		{lang.Edit{Span: lang.Span{Start: dot.End, End: dot.End}, Text: " .d"}, ".c"},
		{lang.Edit{Span: dot, Text: ".e"}, ".e"},
		{lang.Edit{Span: dot, Text: "g"}, ""},
	} {
		w := repair.NewTrials(a.repairProgram(), nil)
		next := w.Try(w.Changed(w.Affected(-1, nil, nil), []lang.Edit{c.edit})).Language.(repairing)
		got := ""
		for h := range next.a.LeftOut {
			got = next.a.tree.File.Text(next.a.Span(h.Site))
		}
		if got != c.want {
			t.Errorf("after %q for %q: left out is %q, want %q", c.edit.Text, source[c.edit.Span.Start:c.edit.Span.End],
				got, c.want)
		}
	}
}

// Programs that are derived several times leave memory that behaves like new memory.
func TestHiddenReuse(t *testing.T) {
	const list = "$ list = <{} nil, {int head, list tail} cons>;\n"
	var r *patterns.Result
	for i := range 12 {
		source := fmt.Sprintf("%ssum%d = $list <.nil %d, .cons [.heed, .tail sum%d] PLUS, .cons .tail sum%d .x>;\n",
			list, i, i, i, i)
		source += strings.Repeat("f = {.a x, .b y} .z; ", i%3)
		fresh := analyze(source)
		r = Analyze(context.Background(), lang.NewFile("in.k", []byte(source)), Options{Reuse: Spend(r)})
		if x, y := clashReports(fresh), clashReports(r); !slices.Equal(x, y) {
			t.Errorf("program %d\n%s\nwith the memory of those before\n%s", i, strings.Join(x, "\n"),
				strings.Join(y, "\n"))
		}
	}
}
