package k

import (
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

const (
	maxListed = tell.MaxListed
	shortText = 32
)

func (a *analysis) labelsOf(c unify.Claim) []unify.Label { return a.LabelsOf(c) }
func (a *analysis) labelWord(l unify.Label) string       { return a.LabelWord(l).String() }
func (a *analysis) labelList(ls []unify.Label, noun string) string {
	return a.LabelList(ls, noun).String()
}
func (a *analysis) quote(e k.NodeID) string             { return a.Quote(int32(e)).String() }
func (a *analysis) short(e k.NodeID) string             { return a.Short(int32(e)) }
func (a *analysis) noun(e k.NodeID) string              { return a.Noun(int32(e)).String() }
func (a *analysis) thing(c unify.Claim) string          { return a.Thing(c).String() }
func (a *analysis) typeThing(t patterns.Type) string    { return a.TypeThing(t).String() }
func (a *analysis) typeWord(t patterns.Type) string     { return a.TypeWord(t) }
func (a *analysis) partText(p []unify.Label) string     { return a.PartText(p).String() }
func (a *analysis) reads(e k.NodeID) bool               { return a.Reads(int32(e)) }
func (a *analysis) siteNoun(n unify.Node) string        { return a.SiteNoun(n).String() }
func claimOf(f unify.Flat, es []unify.Edge) unify.Claim { return tell.ClaimOf(f, es) }
func shortened(s string, n int) string                  { return tell.Shortened(s, n) }

func (a *analysis) literalHas(t patterns.Type, l unify.Label) bool {
	return a.Types.Heads().Has(t, l, a.Labels.Index())
}

func (a *analysis) defName(d int32) string { return a.DefName(d) }
func opName(op k.Op) string                { return constructs[op].Name }
