package k

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/gen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/syntax"
)

// sources returns seed programs: those of the test data and a few more.
func sources(t testing.TB) []string {
	data, err := os.ReadFile("testdata/sources.json")
	if err != nil {
		t.Fatal(err)
	}
	var s struct{ K4, Later []string }
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	all := append(s.K4, s.Later...)
	files, _ := filepath.Glob("testdata/*/*.txtar")
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(ar.Files[0].Data))
	}
	return append(all, mix, "\xff", "\x00", "\"", "'\\", "/*", "\ufeff+++", "$", "?", "\\u", `"\u`,
		`"\ud800\u"`, "-", "+a=")
}

// checkAll checks the invariants that hold for any bytes, in any dialect.
func checkAll(t failer, src []byte) {
	t.Helper()
	for d := range Dialects {
		checkAs(t, src, Dialect(d))
	}
}

func checkAs(t failer, src []byte, d Dialect) {
	t.Helper()
	tree, ds := ParseAs(lang.NewFile("fuzz.k", src), d)
	if tree.Dialect == Auto {
		t.Fatalf("the dialect is not decided")
	}
	checkTree(t, tree)
	checkDiagnostics(t, tree, ds)
	errors := len(lang.Errors(ds))
	for _, d := range tree.Defs {
		if d.Bad && errors == 0 {
			t.Fatalf("`%s` is bad without an error", tree.Syms.Text(d.Name))
		}
	}
	for _, d := range tree.Types {
		if d.Bad && errors == 0 {
			t.Fatalf("`$%s` is bad without an error", tree.Syms.Text(d.Name))
		}
	}
	last := int32(0)
	for _, c := range tree.Comments {
		if c.Start < last || c.End <= c.Start || int(c.End) > len(src) {
			t.Fatalf("a comment at %v, after %d", c, last)
		}
		last = c.End
	}
	names, more := Resolve(tree)
	checkDiagnostics(t, tree, more)
	for _, id := range names.UnknownTypes {
		d := names.UnknownTypeDiagnostic(tree, id)
		if d.Definition == "" {
			t.Fatalf("an unknown type at %v is in no definition", d.Span)
		}
		checkDiagnostics(t, tree, []lang.Diagnostic{d})
	}
	out := printed(tree)
	if errors == 0 {
		checkPrint(t, string(src), d)
	} else if len(out) > 60*len(src)+100 {
		t.Fatalf("%d bytes are printed as %d", len(src), len(out))
	}
}

func TestSources(t *testing.T) {
	for _, src := range sources(t) {
		checkAll(t, []byte(src))
	}
}

// TestDamaged checks the same for programs with a few changed bytes.
func TestDamaged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := gen.Program(t)
		if rapid.Bool().Draw(t, "later") {
			src = gen.LaterProgram(t)
		}
		checkAll(t, gen.Damaged(t, src, 0, "", "", "{", "}", "]", ")", "<", "(", ";", ",", ":", "=", "\"", "'", "/*",
			"x", "$", "?", "...", "\n", "@a", "é", "|x", "/", "^", "-- dialect: k6\n"))
	})
}

func FuzzParse(f *testing.F) {
	for _, src := range sources(f) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkAll(t, src) })
}

// FuzzScan checks that tokens, comments and diagnostics are in the order of the file, and that the text of a string
// survives quoting.
func FuzzScan(f *testing.F) {
	for _, src := range sources(f) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		checkTokens(t, src, K4)
		checkTokens(t, src, K6)
	})
}

// scanned returns a parser that has scanned a text.
func scanned(src string, d Dialect) *parser {
	p := &parser{tree: &Tree{}, read: d, asked: d, lex: d.lexicon()}
	p.Src, p.Syms = src, lang.NewSymbols(0)
	p.scan(0)
	return p
}

func checkTokens(t *testing.T, src []byte, d Dialect) {
	if lang.NewFile("fuzz.k", src).Unreadable() != nil {
		return
	}
	s := scanned(string(src), d)
	last := int32(0)
	for _, tok := range s.Toks[:len(s.Toks)-1] {
		if tok.Start < last || tok.End <= tok.Start || int(tok.End) > len(src) {
			t.Fatalf("a token at %d … %d, after %d", tok.Start, tok.End, last)
		}
		last = tok.End
		text := s.Src[tok.Start:tok.End]
		switch tok.Kind {
		case syntax.Name:
			if !lexicon4.isName(text) && (d == K4 || !laterLexicon.isName(text)) {
				t.Fatalf("%q is not a name", text)
			}
		case syntax.Int:
			whole, _, _ := strings.Cut(text, ".") // a fraction is reported, and read as a number
			if defined := laterLexicon.isName(text) && equalsAt(s.Src, int(tok.End)); !IsInt(whole) && !defined {
				t.Fatalf("%q is not a number", text)
			}
		case syntax.String:
			value := s.Syms.Text(tok.Sym)
			quoted := Quote(value)
			again := scanned(quoted, d)
			got := again.Toks[0]
			if got.Kind != syntax.String || again.Syms.Text(got.Sym) != value || int(got.End) != len(quoted) ||
				len(again.Diags) > 0 {
				t.Fatalf("%s is %q, written as %s, which is %q", text, value, quoted, again.Syms.Text(got.Sym))
			}
		case tAt:
			if text[0] != '@' || !laterLexicon.isName(text[1:]) {
				t.Fatalf("%q is not a name", text)
			}
		default:
			spelling := map[syntax.Kind]string{tEllipsis: "...", tDollar: "$", tBar: "|", tCaret: "^", tMark: "+++"}[tok.Kind]
			if text != tok.Kind.String()+spelling && (d == K4 || text != "~" && text != "\\") {
				t.Fatalf("%q is of kind %d", text, tok.Kind)
			}
		}
	}
}
