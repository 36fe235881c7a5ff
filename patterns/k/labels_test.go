package k

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// In a program without errors, each label has one set of places with the same name, which is the set of each of them,
// too. If all of them get a new name, the program has no errors.
func TestLabelPlaces(t *testing.T) {
	var texts [][]byte
	for i := 0; len(texts) < 60; i++ {
		if p := (corpus.Corpus{Seed: 3}).Program(i); p.Kind == corpus.Sound && len(p.Source) < 3000 {
			texts = append(texts, p.Source)
		}
	}
	files, err := filepath.Glob("../../examples/programs/*/*.k")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && len(text) < 6000 {
			texts = append(texts, text)
		}
	}
	sets := 0
	for _, text := range texts {
		r := analyzed(text)
		if len(r.Diagnostics) > 0 {
			continue
		}
		done := make(map[lang.Span]bool)
		a := r.Front.(*program)
		for e := range k.NodeID(len(a.tree.Nodes)) {
			for _, s := range a.AppendSlots(nil, int32(e)) {
				if done[s.Span] || slices.Contains(builtinLabels, a.tree.Syms.Text(lang.Sym(s.Label))) {
					continue
				}
				l, ok := a.labelAt(r, s.Span)
				if !ok {
					continue // of a built-in type
				}
				if !slices.Contains(l.Same, s.Span) || len(l.Unclear) > 0 {
					t.Fatalf("%s: the label at %v: %v", text, r.File.Position(s.Span.Start), l)
				}
				var edits []lang.Edit
				for _, p := range l.Same {
					if other, _ := a.labelAt(r, p); !slices.Equal(other.Same, l.Same) {
						t.Fatalf("%s: %v has %v, and %v of them has %v", text, s.Span, l.Same, p, other.Same)
					}
					done[p], edits = true, append(edits, lang.Edit{Span: p, Text: "fresh"})
				}
				for _, list := range [][]lang.Span{l.Uses, l.Declared} {
					for _, p := range list {
						if !slices.Contains(l.Same, p) {
							t.Errorf("%s: %v is not among %v", text, p, l.Same)
						}
					}
				}
				after := analyzed(lang.AppendEdited(nil, text, lang.Span{End: int32(len(text))}, edits))
				if len(after.Diagnostics) > 0 {
					t.Fatalf("%s\nwith another name at %v:\n%v", text, l.Same, after.Diagnostics[0].Message)
				}
				sets++
			}
		}
	}
	if sets < 100 {
		t.Errorf("only %d labels", sets)
	}
}

func analyzed(text []byte) *patterns.Result {
	return Analyze(context.Background(), lang.NewFile("a.k", text), Options{Brief: true})
}
