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
	"github.com/patgraph/patgraph/lang/syntax"
)

// classes are the prefixes of the scopes that a kind of token may have in editors, except for brackets.
var classes = [numTokens][]string{
	syntax.Name:   {"entity.name.", "variable.", "support.", "constant.language."},
	syntax.Int:    {"constant.numeric.", "variable.other.member.", "entity.name.tag."},
	syntax.String: {"string.quoted."},
	tAt:           {"constant.other.canonical."},
	tMark:         {"keyword.other.incremental."},

	syntax.Dot: {"punctuation.accessor."}, tEllipsis: {"keyword.operator.ellipsis."},
	syntax.Comma:     {"punctuation.separator.comma."},
	syntax.Semicolon: {"punctuation.terminator."}, syntax.Colon: {"punctuation.separator.colon."},
	syntax.Equals: {"keyword.operator.assignment."},
	tDollar:       {"punctuation.definition.type."}, syntax.Question: {"keyword.operator.filter."},
	tBar:   {"keyword.operator.unbox.", "keyword.operator.constructor."},
	tCaret: {"keyword.operator.box."}, syntax.Slash: {"keyword.operator.projection."},
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
			src = src[syntax.LineEnd(src, 0):]
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
	s := scanned(src, d)
	want := make([]string, len(src)) // the expected class of each byte
	fill := func(from, to int, what string) {
		for i := from; i < to; i++ {
			want[i] = what
		}
	}
	limit := len(src)
	for _, u := range s.Toks {
		start, end := int(u.Start), int(u.End)
		if open && d == K6 && u.Kind == syntax.Name && strings.Contains(src[start:end], "--") && !equalsAt(src, end) {
			limit = min(limit, start) // without evidence of the dialect, this is a comment
		}
		if u.Kind == syntax.String {
			fill(start, end, "string.quoted.")
		}
	}
	for _, c := range s.Comments {
		fill(int(c.Start), int(c.End), "comment.")
	}
	for _, d := range s.Diags {
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
	for _, u := range s.Toks[:len(s.Toks)-1] {
		if int(u.End) > limit {
			break
		}
		may := classes[u.Kind]
		if u.Kind == syntax.Int && !IsInt(src[u.Start:u.End]) { // a name of the later dialect
			may = append(slices.Clip(may), classes[syntax.Name]...)
		}
		text := src[u.Start:u.End]
		switch {
		case u.Kind == syntax.String:
			continue // as above, over lines
		case d == K6 && (u.Kind == tCaret || u.Kind == syntax.LBrack || u.Kind == syntax.RBrack):
			may = []string{"invalid.illegal.dialect."}
		case isOpener(u.Kind) || isCloser(u.Kind):
			may = []string{"punctuation.section.", "invalid.illegal.bracket."}
		case open && d == K6 && u.Kind == syntax.Name && !lexicon4.begins(text[0]):
			// Without a line that sets the dialect, it is a number or an error, as in k4.
			may = append(append(slices.Clip(may), classes[syntax.Int]...), "invalid.illegal.character.", classes[tMark][0])
		case open && u.Kind == syntax.Int:
			may = append(slices.Clip(may), "entity.name.function.") // a name of k6, unless the text has errors
		}
		for i := u.Start; i < u.End; i++ {
			last := scopes[i][len(scopes[i])-1]
			if !slices.ContainsFunc(may, func(class string) bool { return strings.HasPrefix(last, class) }) {
				t.Errorf("%s: the token %q has the scopes %v, and is to be of %q\n%s", name, text, scopes[i], may, src)
				break
			}
		}
	}
}
