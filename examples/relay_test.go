package examples_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/internal/lab/relaygen"
	"github.com/patgraph/patgraph/internal/lab/shapes"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relay"
)

// guests visits the programs of a language in a folder, with their results. They must be formatted as by fmt, unless
// they have syntax errors, and be named in the page of the folder.
func guests(t *testing.T, l *language.Language, dir string, each func(t *testing.T, name string, in *report.Input)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"+l.Extensions[0]))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s holds no examples: %v", dir, err)
	}
	page := readme(t, filepath.Join(dir, "README.md"))
	for _, path := range paths {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file := lang.NewFile(name, text)
			r := l.Analyze(context.Background(), file, language.Options{})
			each(t, name, &report.Input{Name: name, File: file, Result: r, Diagnostics: r.Diagnostics})
			if !strings.Contains(page, "("+name+")") {
				t.Errorf("the README does not name %s", name)
			}
			if laid, wrong := l.Format(file, "", lang.Layout{}); len(wrong) == 0 && string(laid) != string(text) {
				t.Error("fmt would change it")
			}
		})
	}
}

var guestError = regexp.MustCompile(`\A(?:#\[.*\n)?(?://|#) (P\d{4} at \d+:\d+): `)

// oneDiagnostic checks that a program has exactly the diagnostic that a comment in it describes, with its place.
func oneDiagnostic(t *testing.T, in *report.Input) {
	t.Helper()
	var got []string
	for _, d := range in.Diagnostics {
		got = append(got, string(d.Code)+" at "+in.File.Position(d.Span.Start).String())
	}
	want := guestError.FindSubmatch(in.File.Src)
	if want == nil {
		t.Fatal("no comment says what is wrong")
	}
	if len(got) != 1 || got[0] != string(want[1]) {
		t.Errorf("%q, and the comment says %q", got, want[1])
	}
}

var (
	relayType = regexp.MustCompile(`(?m)^// (@\w+ : .*)\ndef (@\w+)`)
	relayDef  = regexp.MustCompile(`(?m)^def @`)
)

// The programs of Relay have no errors or warnings, and the type of each definition is in a comment above it.
func TestRelay(t *testing.T) {
	guests(t, relay.Language, "relay", func(t *testing.T, name string, in *report.Input) {
		if len(in.Diagnostics) > 0 {
			t.Errorf("not clean:\n%s", style.AppendDiagnostics(nil, in))
		}
		var want []string
		for _, said := range relayType.FindAllSubmatch(in.File.Src, -1) {
			if !strings.HasPrefix(string(said[1]), string(said[2])+" ") {
				t.Errorf("the type of %s is above %s", said[1], said[2])
			}
			want = append(want, string(said[1]))
		}
		if n := len(relayDef.FindAll(in.File.Src, -1)); n != len(want) {
			t.Errorf("%d definitions, and %d have their type above them", n, len(want))
		}
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(string(style.AppendSignatures(nil, in, false))), "\n") {
			def, is, _ := strings.Cut(line, " : ")
			got = append(got, strings.TrimRight(def, " ")+" : "+is)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("the types are\n%s\nand the comments above the definitions are\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// Each wrong program of Relay has exactly the diagnostic that its first line describes, with its place, and the report
// in the file beside it.
func TestRelayErrors(t *testing.T) {
	guests(t, relay.Language, "relay/errors", func(t *testing.T, name string, in *report.Input) {
		oneDiagnostic(t, in)
		golden(t, filepath.Join("relay/errors", strings.TrimSuffix(name, ".rly")+".txt"), style.AppendDiagnostics(nil, in))
	})
}

// The models are the output of package relaygen, formatted, and have no errors or warnings.
func TestRelayModels(t *testing.T) {
	for _, m := range relaygen.Examples {
		file := lang.NewFile(m.Name+".rly", []byte(m.Model.Program(m.About)))
		laid, wrong := relay.Language.Format(file, "", lang.Layout{})
		if len(wrong) > 0 {
			t.Fatal(wrong[0].Message)
		}
		golden(t, filepath.Join("relay/models", m.Name+".rly"), laid)
	}
	guests(t, relay.Language, "relay/models", func(t *testing.T, name string, in *report.Input) {
		if len(in.Diagnostics) > 0 {
			t.Errorf("not clean:\n%s", style.AppendDiagnostics(nil, in))
		}
		types, err := shapes.Judge(string(in.File.Src))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(style.AppendSignatures(nil, in, false)); got != "@main : "+types["@main"].String()+"\n" {
			t.Errorf("its type is %s\nand computed as %s", got, types["@main"])
		}
	})
}

// The pictures of Relay: for each wrong program its first error with a picture and, if a type is undecided, the waiting
// relations; for others, the pictures on the pages.
func TestRelayPictures(t *testing.T) {
	dir := filepath.Join("relay", "pictures")
	shown := readme(t, filepath.Join("relay", "README.md")) + readme(t, filepath.Join("relay", "errors", "README.md"))
	draw := func(t *testing.T, name, program string, p *graphviz.Picture) {
		t.Helper()
		picture(t, dir, name, program, p)
		if !strings.Contains(shown, "pictures/"+name+".svg)") {
			t.Errorf("no page shows %s.svg", name)
		}
	}
	paths, err := filepath.Glob(filepath.Join("relay", "errors", "*.rly"))
	if err != nil {
		t.Fatal(err)
	}
	drawn := make(map[lang.Code]bool)
	for _, path := range paths {
		in := sketchedRelay(t, path)
		for i := range in.Diagnostics {
			d := &in.Diagnostics[i]
			p, ok := graphviz.Error(in.Result, d, false)
			if !ok && d.Code == lang.Underdetermined {
				p, ok = graphviz.Relations(in.Result, allDefinitions(in), -1), true
			}
			if ok {
				draw(t, strings.TrimSuffix(in.Name, ".rly"), in.Name, p)
				drawn[d.Code] = true
				break
			}
		}
	}
	for _, c := range []lang.Code{
		lang.SizesDiffer, lang.RanksDiffer, lang.ElementsDiffer, lang.KindsDiffer, lang.RigidParameter, lang.RelationFails, lang.Underdetermined,
		lang.WindowTooLarge, lang.ViewSizes,
	} {
		if !drawn[c] {
			t.Errorf("no picture of %s", c)
		}
	}
	mlp := sketchedRelay(t, filepath.Join("relay", "mlp.rly"))
	draw(t, "mlp", "mlp.rly", graphviz.Relations(mlp.Result, []int32{0}, -1))
	residual := sketchedRelay(t, filepath.Join("relay", "residual.rly"))
	draw(t, "residual", "residual.rly", graphviz.Calls(residual.Result, allDefinitions(residual)))
}

func sketchedRelay(t *testing.T, path string) *report.Input {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file := lang.NewFile(filepath.Base(path), text)
	r := relay.Language.Analyze(context.Background(), file, language.Options{Settings: language.Settings{Sketch: true}})
	return &report.Input{Name: file.Name, File: file, Result: r, Diagnostics: r.Diagnostics}
}
