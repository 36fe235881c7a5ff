package k

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/patgraph/patgraph/internal/textmate"
	"github.com/patgraph/patgraph/lang"
)

// classes are the prefixes of the scopes that a kind of token may have in editors, except for brackets.
var classes = [numTokens][]string{
	tName:   {"entity.name.", "variable.", "support.", "constant.language."},
	tInt:    {"constant.numeric.", "variable.other.member.", "entity.name.tag."},
	tString: {"string.quoted."},
	tAt:     {"constant.other.canonical."},
	tMark:   {"keyword.other.incremental."},

	tDot: {"punctuation.accessor."}, tEllipsis: {"keyword.operator.ellipsis."},
	tComma:     {"punctuation.separator.comma."},
	tSemicolon: {"punctuation.terminator."}, tColon: {"punctuation.separator.colon."},
	tEquals: {"keyword.operator.assignment."},
	tDollar: {"punctuation.definition.type."}, tQuestion: {"keyword.operator.filter."},
	tPipe:  {"keyword.operator.unbox.", "keyword.operator.constructor."},
	tCaret: {"keyword.operator.box."}, tSlash: {"keyword.operator.projection."},
}

// editorSources returns the programs below examples and testdata.
func editorSources(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, src := range sources(t) {
		all[src] = src
	}
	for _, root := range []string{"../../examples", "testdata"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			ext := filepath.Ext(path)
			if err != nil || e.IsDir() || ext != ".k" && ext != ".txtar" {
				return err
			}
			text, err := os.ReadFile(path)
			if ext == ".k" {
				all[path] = string(text)
				return err
			}
			for _, f := range txtar.Parse(text).Files {
				if strings.HasSuffix(f.Name, ".k") {
					all[path+": "+f.Name] = string(f.Data)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestEditors compares the grammar for editors with the scanner: each token has a scope of its class, and comments and
// strings are where the scanner has them, up to the first unterminated one. Correct text has no scope of an error.
func TestEditors(t *testing.T) {
	text, err := os.ReadFile("../../examples/editors/k.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	g, err := textmate.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range editorSources(t) {
		file := lang.NewFile("x.k", []byte(src))
		if file.Unreadable() != nil {
			continue
		}
		// In its own dialect, unless a line sets it.
		tree, diags := Parse(file)
		mixed := slices.ContainsFunc(diags, func(d lang.Diagnostic) bool { return d.Code == lang.OtherDialect })
		_, _, _, settled := Header(src)
		if settled || !mixed {
			checkEditors(t, g, name, src, tree.Dialect, !settled)
		}
		// In both dialects, with a line that sets it.
		if settled {
			src = src[lineEnd(src, 0):]
		}
		for _, d := range []Dialect{K4, K6} {
			if settled && d == tree.Dialect {
				continue
			}
			checkEditors(t, g, name+" as "+d.String(), "-- dialect: "+d.String()+"\n"+src, d, false)
		}
	}
}

func checkEditors(t *testing.T, g *textmate.Grammar, name, src string, d Dialect, open bool) {
	t.Helper()
	file := lang.NewFile("x.k", []byte(src))
	_, diags := ParseAs(file, d)
	sound := !slices.ContainsFunc(diags, func(d lang.Diagnostic) bool {
		return d.Severity == lang.Error || d.Code == lang.BadEscape
	})
	lex := &lexicon4
	if d == K6 {
		lex = &laterLexicon
	}
	s := scanner{file: file, src: src, syms: lang.NewSymbols(0), read: d, asked: d, lex: lex}
	want := make([]string, len(src)) // the expected class of each byte
	fill := func(from, to int, what string) {
		for i := from; i < to; i++ {
			want[i] = what
		}
	}
	type unit struct {
		tok        token
		start, end int
	}
	var units []unit
	limit := len(src)
	for s.next(); s.tok != tEOF; s.next() {
		if open && d == K6 && s.tok == tName && strings.Contains(src[s.start:s.end], "--") && !s.equalsFollows() {
			limit = min(limit, s.start) // without evidence of the dialect, this is a comment
		}
		units = append(units, unit{s.tok, s.start, s.end})
		if s.tok == tString {
			fill(s.start, s.end, "string.quoted.")
		}
	}
	for _, c := range s.comments {
		fill(int(c.Start), int(c.End), "comment.")
	}
	for _, d := range s.diags {
		if d.Code == lang.UnterminatedComment || d.Code == lang.UnterminatedString {
			limit = min(limit, int(d.Span.Start)) // in editors it extends to the end of the file
		}
	}

	scopes := make([][]string, len(src))
	for _, token := range g.Tokens(src) {
		for i := token.Start; i < token.End; i++ {
			scopes[i] = token.Scopes
		}
		if sound && strings.HasPrefix(token.Scopes[len(token.Scopes)-1], "invalid.") {
			t.Errorf("%s: %q is invalid", name, src[token.Start:token.End])
		}
	}
	for i := range limit {
		if src[i] == '\n' || src[i] == '\r' {
			continue
		}
		got := ""
		for _, s := range scopes[i] {
			for _, class := range []string{"string.quoted.", "comment."} {
				if strings.HasPrefix(s, class) {
					got = class
				}
			}
		}
		if got != want[i] {
			t.Errorf("%s: %q has the scopes %v, and is to be in %q\n%s", name, src[i:min(i+20, len(src))],
				scopes[i], want[i], src)
			return
		}
	}
	for _, u := range units {
		if u.end > limit {
			break
		}
		may := classes[u.tok]
		if u.tok == tInt && !IsInt(src[u.start:u.end]) { // a name of the later dialect
			may = append(slices.Clip(may), classes[tName]...)
		}
		text := src[u.start:u.end]
		switch {
		case u.tok == tString:
			continue // as above, over lines
		case d == K6 && (u.tok == tCaret || u.tok == tLBrack || u.tok == tRBrack):
			may = []string{"invalid.illegal.dialect."}
		case u.tok.isOpener() || u.tok.isCloser():
			may = []string{"punctuation.section.", "invalid.illegal.bracket."}
		case open && d == K6 && u.tok == tName && !lexicon4.begins(text[0]):
			// Without a line that sets the dialect, it is a number or an error, as in k4.
			may = append(append(slices.Clip(may), classes[tInt]...), "invalid.illegal.character.", classes[tMark][0])
		case open && u.tok == tInt:
			may = append(slices.Clip(may), "entity.name.function.") // a name of k6, unless the text has errors
		}
		for i := u.start; i < u.end; i++ {
			last := scopes[i][len(scopes[i])-1]
			if !slices.ContainsFunc(may, func(class string) bool { return strings.HasPrefix(last, class) }) {
				t.Errorf("%s: the token %q has the scopes %v, and is to be of %q\n%s", name, text, scopes[i], may, src)
				break
			}
		}
	}
}
