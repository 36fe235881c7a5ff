package languages

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// all are the pages of k and the shared ones.
var all = language.Table{k.Language}.Pages()

// needsMore are the codes that the text of a program alone does not cause.
var needsMore = map[lang.Code]bool{
	lang.RoundLimit: true, lang.TimeLimit: true, lang.DepthLimit: true, lang.TooManyErrors: true,
	lang.NeverDefined: true, lang.EndlessRecursion: true, lang.ShadowedBranch: true,
	lang.UndefinedBranch: true, lang.PartialDefinition: true, // reported by package partial
	lang.NothingOpen: true, lang.NoVector: true, lang.NoJSON: true, lang.FilterFailed: true, lang.OpenWithin: true,
	lang.BadValue:        true,
	lang.UnreadableInput: true, lang.NotUTF8: true, lang.TooLarge: true, lang.BadRecord: true, lang.BrokenStream: true,
	lang.BadConfig: true, lang.NotChecked: true,
	// Its page is for all languages, whose comments differ.
	lang.NeedlessSilence: true,
	lang.MigrationLacks:  true, lang.MigrationUndecided: true, lang.MigrationUses: true, lang.MigrationDiffers: true, // reported by package migrate
	lang.BreakingChange: true, lang.CompatibleChange: true, // reported by diff
	lang.BadProof: true, lang.Internal: true,
}

// A page is right about its programs: the bad one has its code and nothing else, the good one has nothing.
func TestPages(t *testing.T) {
	for _, p := range all {
		t.Run(string(p.Code), func(t *testing.T) {
			ds := analyzeWith(p.Bad, language.Settings{})
			if p.Code == lang.CannotRun { // it must have an error and be run nevertheless
				if len(ds) != 1 || ds[0].Code != lang.UnknownFunction {
					t.Errorf("%s\nwant %s alone, got %v", p.Bad, lang.UnknownFunction, ds)
				}
			} else if p.Code == lang.NothingOpen || p.Code == lang.OpenWithin { // there is a warning about it
				if len(ds) != 1 || ds[0].Code != lang.Boxing {
					t.Errorf("%s\nwant %s alone, got %v", p.Bad, lang.Boxing, ds)
				}
			} else if needsMore[p.Code] {
				if len(ds) > 0 {
					t.Errorf("%s\nwant nothing without a flag, got %v", p.Bad, ds)
				}
			} else if len(ds) != 1 || ds[0].Code != p.Code || ds[0].Severity != p.Severity {
				t.Errorf("%s\nwant %s %s alone, got %v", p.Bad, p.Severity, p.Code, ds)
			}
			good := k.Language.Analyze(context.Background(), lang.NewFile("in.k", []byte(p.Good)), language.Options{})
			k.Language.Domains.Analyze(t.Context(), good, language.Settings{})
			if ds := good.Diagnostics; len(ds) > 0 {
				t.Errorf("%s\nwant nothing, got %v", p.Good, ds)
			}
		})
	}
}

// The codes that need more than a program occur as their pages say, and the good program does not have them under the
// same conditions.
func TestPagesWithFlags(t *testing.T) {
	for _, c := range []struct {
		code     lang.Code
		severity lang.Severity
		options  language.Settings
	}{
		{lang.RoundLimit, lang.Error, language.Settings{Limits: patterns.Limits{Rounds: 2}}},
		{lang.RoundLimit, lang.Warning, language.Settings{Recursion: patterns.Polymorphic}},
		{lang.DepthLimit, lang.Error, language.Settings{Limits: patterns.Limits{Depth: 2}}},
	} {
		p, _ := all.Of(c.code)
		ds := analyzeWith(p.Bad, c.options)
		if len(ds) != 1 || ds[0].Code != c.code || ds[0].Severity != c.severity {
			t.Errorf("%s\nwant %s %s alone, got %v", p.Bad, c.severity, c.code, ds)
		}
		if ds := analyzeWith(p.Good, c.options); len(ds) > 0 {
			t.Errorf("%s\nwant nothing, got %v", p.Good, ds)
		}
	}
	if ds := analyzeWith("f = <.stop, .go f>;", language.Settings{Limits: patterns.Limits{Time: 1}}); len(ds) != 1 ||
		ds[0].Code != lang.TimeLimit {
		t.Errorf("want %s alone, got %v", lang.TimeLimit, ds)
	}
	if ds := analyzeWith("f = \"\xff\";", language.Settings{}); len(ds) != 1 || ds[0].Code != lang.NotUTF8 {
		t.Errorf("want %s alone, got %v", lang.NotUTF8, ds)
	}
}

func analyzeWith(source string, s language.Settings) []lang.Diagnostic {
	return k.Language.Analyze(context.Background(), lang.NewFile("in.k", []byte(source)),
		language.Options{Settings: s}).Diagnostics
}

// Every code has a page of k, of Relay or a shared one, in the order of codes.go, and every page of k has a code.
func TestEveryCodeHasPage(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../../lang/codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes, paged []lang.Code
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			for _, v := range spec.Values {
				text, err := strconv.Unquote(v.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				codes = append(codes, lang.Code(text))
			}
		}
		return true
	})
	pages := All.Pages()
	for _, p := range pages {
		paged = append(paged, p.Code)
	}
	paged = slices.Compact(paged)
	for _, p := range pages {
		if p.Title == "" || p.Meaning == "" || p.Why == "" || strings.HasSuffix(p.Title, ".") {
			t.Errorf("%s: a part of the page is missing, or the title is a sentence", p.Code)
		}
		for _, r := range p.Related {
			if !slices.Contains(codes, r) || r == p.Code {
				t.Errorf("%s: related to %s", p.Code, r)
			}
		}
	}
	if !slices.Equal(codes, paged) {
		t.Errorf("the codes are %v,\nthe pages are of %v", codes, paged)
	}
}
