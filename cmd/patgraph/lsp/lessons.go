package lsp

import (
	"context"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/tutorial"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// lessons returns the tutorial.
func (s *server) lessons(ctx context.Context, _ *own) (any, error) {
	protocol.ReleaseNext(ctx)
	return answered(tutorial.Lessons())
}

// lesson says whether the document solves the task of a lesson.
func (s *server) lesson(ctx context.Context, p *own) (any, error) {
	n := s.snapshotOf(p.TextDocument.URI)
	protocol.ReleaseNext(ctx)
	if n == nil {
		return nil, refused("there is no program %q", p.TextDocument.URI)
	}
	defer n.leave()
	lessons := tutorial.Lessons()
	i := slices.IndexFunc(lessons, func(l tutorial.Lesson) bool { return l.Name == p.Name })
	if i < 0 {
		return nil, refused("there is no lesson %s", words.Quote(p.Name))
	}
	v, err := n.view(ctx, whole)
	if err != nil {
		return nil, err
	}
	defer v.close()
	findings := lessons[i].Find(v.in)
	var answer struct {
		Solved   bool     `json:"solved"`
		Findings []string `json:"findings"` // Markdown; null: the program has errors
	}
	answer.Solved = tutorial.Solved(findings)
	for _, f := range findings {
		answer.Findings = append(answer.Findings, f.Text())
	}
	return answered(answer)
}
