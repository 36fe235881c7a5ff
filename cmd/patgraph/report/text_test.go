package report

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

func TestDiagnosticText(t *testing.T) {
	in := &Input{Name: "a\x1b[2Jb.k", File: lang.NewFile("", []byte("f = .a .b;\n")), Diagnostics: []lang.Diagnostic{
		{
			Code: "P0302", Message: lang.Text("there is no field `b\x07`"), Span: lang.Span{Start: 7, End: 9}, Label: lang.Text("needs it"),
			Related: []lang.Related{
				{Span: lang.Span{Start: 4, End: 6}, Message: lang.Text("has no such field")},
				{Span: lang.Span{Start: 4, End: 6}, Message: lang.Text("and gives this")},
				{Span: lang.Span{Start: 7, End: 9}, Message: lang.Text("needs it")},
			},
			Notes: lang.Texts("a note that is so long that it has to go on in a second line"),
			Help:  lang.Texts("certain help"),
			Fixes: []lang.Fix{{Title: lang.Text("use `.a`"), Grade: "maybe", Checked: true, Clean: true}, {Title: lang.Text("fill it"), Grade: "has-holes"}},
		},
		{Code: "P0301", Message: lang.Text("a consequence"), Secondary: true},
	}}
	const want = "error[P0302]: there is no field `b␇`\n" + `  --> a␛[2Jb.k:1:8
   |
 1 | f = .a .b;
   |     -- ^^ needs it
   |     has no such field; and gives this
   |
   = note: a note that is so long that it has to
           go on in a second line
   = help: certain help
   = help: use ` + "`.a`" + ` [checked: the program types
           with it]
   = help: fill it [leaves a part to be filled in]

`
	style := Style{Width: 50}
	if got := string(style.AppendDiagnostics(nil, in)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	style = Style{}
	if got := string(style.AppendDiagnostics(nil, &Input{Name: "x.k", Diagnostics: []lang.Diagnostic{{
		Code: "P0801", Severity: lang.Warning, Message: lang.Text("cannot read `x.k`"), Help: lang.Texts("there is `y.k`"),
	}}})); got != "warning[P0801]: cannot read `x.k`\n   = help: there is `y.k`\n\n" {
		t.Errorf("without a text: %q", got)
	}
}

// A fix has a place if it is not on the line of the diagnostic, or if another fix does the same.
func TestFixTitle(t *testing.T) {
	file := lang.NewFile("in.k", []byte("f = .a;\ng = <\n  .b,\n  .c>;\n"))
	fix := func(title string, starts ...int32) lang.Fix {
		f := lang.Fix{Title: lang.Text(title), Grade: "machine"}
		for _, at := range starts {
			f.Edits = append(f.Edits, lang.Edit{Span: lang.Span{Start: at, End: at + 1}})
		}
		return f
	}
	here := func(f lang.Fix) lang.Fix {
		f.Title = f.Title.And(lang.Here(f.Edits[0].Span))
		return f
	}
	for _, test := range []struct {
		name  string
		file  *lang.File
		fixes []lang.Fix
		want  []string
		aloud string // of the first fix
	}{
		{"on the line", file, []lang.Fix{fix("use `.b`", 16)}, []string{"use `.b`"}, "use `.b`"},
		{"on another line", file, []lang.Fix{fix("use the type `$int`", 4)}, []string{"use the type `$int` at 1:5"}, "use the type `$int` at line 1, column 5"},
		{"which is not here", file, []lang.Fix{here(fix("read the field `.b` ", 22))}, []string{"read the field `.b` at 4:3"}, "read the field `.b` at line 4, column 3"},
		{"which is here", file, []lang.Fix{here(fix("read the field `.b` ", 18))}, []string{"read the field `.b` here"}, "read the field `.b` here"},
		{"that begins on another line", file, []lang.Fix{fix("make it a vector", 12, 24)}, []string{"make it a vector at 2:5"}, "make it a vector at line 2, column 5"},
		{"the same twice", file, []lang.Fix{fix("use `.b`", 16), fix("use `.c`", 16), fix("use `.b`", 18)}, []string{"use `.b` at 3:3", "use `.c`", "use `.b` at 3:5"}, "use `.b` at line 3, column 3"},
		{"without edits", file, []lang.Fix{fix("think")}, []string{"think"}, "think"},
		{"outside of the text", file, []lang.Fix{fix("use `.b`", 4000)}, []string{"use `.b` at 5:1"}, "use `.b` at line 5, column 1"},
		{"without a text", nil, []lang.Fix{fix("use `.b`", 4)}, []string{"use `.b`"}, "use `.b`"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &Style{}
			in := &Input{Name: "in.k", File: test.file}
			d := &lang.Diagnostic{Span: lang.Span{Start: 16, End: 18}, Fixes: test.fixes}
			for i, want := range test.want {
				if got := s.fixTitle(in, d, i, lineColumn); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			}
			if got := s.fixTitle(in, d, 0, spoken); got != test.aloud {
				t.Errorf("aloud %q, want %q", got, test.aloud)
			}
		})
	}
}

func TestSummary(t *testing.T) {
	style := Style{}
	for _, test := range []struct {
		sum  Summary
		want string
	}{
		{Summary{Files: 14, OK: 14}, "14 files ok\n"},
		{Summary{Files: 1, OK: 1}, "1 file ok\n"},
		{Summary{Files: 3, Errors: 2, Warnings: 1}, "3 files, 2 errors, 1 warning\n"},
		{Summary{Files: 1, Warnings: 2}, "1 file, 2 warnings\n"},
	} {
		if got := string(style.AppendSummary(nil, test.sum, nil)); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestFrameAnything draws marks at random places of random texts: it never fails, and always shows a primary mark.
func TestFrameAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "bc", " ", "  ", "\n", "\n\n", "\t", "日", "e\u0301", "👩‍👩‍👧", "\xff", "\x1b", "\r\n", "\u202e",
		strings.Repeat("x", 60), strings.Repeat("日", 50)}
	for range sample.Size(20_000, 5_000) {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if r.IntN(50) == 0 {
			b.WriteString(strings.Repeat("long 日", 2000))
		}
		src := b.String()
		at := func() int32 { return int32(r.IntN(len(src) + 1)) }
		var marks []mark
		for i := range 1 + r.IntN(5) {
			s, e := at(), at()
			if r.IntN(2) == 0 {
				e = min(s+int32(r.IntN(4)), int32(len(src)))
			}
			marks = append(marks,
				mark{lang.Span{Start: min(s, e), End: max(s, e)},
					[]string{"", "label", "a longer label of some words"}[r.IntN(3)], i == 0})
		}
		style := Style{Width: []int{0, 40, 100}[r.IntN(3)], ASCII: r.IntN(2) == 0}
		f := newFrame(&style, lang.NewFile("a.k", []byte(src)), marks)
		f.draw()
		text := string(f.append(nil))
		if !strings.Contains(text, "^") {
			// Only another mark at the same place can hide it.
			hidden := false
			for _, m := range marks[1:] {
				hidden = hidden || m.span.Start <= marks[0].span.Start || m.span.End >= marks[0].span.Start
			}
			if !hidden {
				t.Fatalf("no primary mark for %v in %q:\n%s", marks, src, text)
			}
		}
	}
}

// A flood of diagnostics is cut off, and the rest is counted.
func TestTextFlood(t *testing.T) {
	in := &Input{Name: "flood.k", File: lang.NewFile("flood.k", []byte("f = 1;\n"))}
	for range 250 {
		in.Diagnostics = append(in.Diagnostics,
			lang.Diagnostic{Code: "P0101", Message: lang.Text("no"), Span: lang.Span{Start: 4, End: 5}})
	}
	in.Diagnostics[3].Secondary = true
	text := string((&Style{Width: 80}).AppendDiagnostics(nil, in))
	if got := strings.Count(text, "\n  -->"); got != 100 {
		t.Errorf("%d diagnostics are written", got)
	}
	if !strings.HasSuffix(text, "flood.k: 149 more; --format json has them\n\n") {
		t.Errorf("the rest is not counted: %s", text[len(text)-200:])
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		sum  Summary
		want string
	}{
		{Summary{Files: 1, OK: 1}, "1 file ok"},
		{Summary{Files: 2, Errors: 1, Warnings: 2}, "2 files, 1 error, 2 warnings"},
		{Summary{Files: 2, Known: 3}, "2 files, nothing new, 3 known"},
		{Summary{Files: 2, Known: 3, Errors: 2, Warnings: 1}, "2 files, 2 new errors, 1 new warning, 3 known"},
	} {
		if got := string((&Style{}).AppendCounts(nil, c.sum)); got != c.want+"\n" {
			t.Errorf("%+v: %q, want %q", c.sum, got, c.want)
		}
	}
}

func TestNote(t *testing.T) {
	got := string((&Style{}).AppendNote(nil, "a\x1bb", []string{"one", "two\a"}, "do it"))
	if want := "patgraph: a␛b\n  one\n  two␇\n  help: do it\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
