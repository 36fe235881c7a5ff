package batch

import (
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// Results are the outcomes of earlier runs. A browser has none.
type Results struct{}

type asking struct{}

func (b *Batch) ask(*inputs.Source, *lang.File, *Policy) *asking { return nil }

func (b *Batch) done(*asking) {}

func (b *Batch) recall(*asking, *report.Input, bool) (o Outcome, ok bool) { return o, false }

func (b *Batch) keep(*asking, *Policy, *report.Input, *Outcome) {}

// build is not needed in a browser.
func build() string { return "" }
