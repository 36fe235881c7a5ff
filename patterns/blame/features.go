package blame

import "github.com/patgraph/patgraph/patterns/repair"

// Features of a place. The order is that of fitted.
const (
	featHole       = iota // the definition is fine without the place
	featClear             // and so is all of the program
	featShare             // the share of the definitions in error that are fine without it
	featTypeDef           // it is a part of a type definition
	featWitness           // it is one side of the contradiction
	featCallee            // it is in another definition
	featUsers             // well-typed definitions that use its definition, as a logarithm
	featTypeUsers         // the same of a type definition
	featDisagree          // share of what else is said of the pattern that contradicts it
	featRare              // its label stands nowhere else in the program
	featNear              // its label is a misspelling of one that the other side has
	featMisspelt          // both
	featLocal             // its label stands nowhere else in its definition
	featLocalOther        // the definition has a label that it lacks and another side has
	featReads             // what it is, by its kind: message.Reads,
	featProduct
	featVariant // a variant, or what makes one
	featRef     // a call of a definition
	featBuiltin // or of what is built in
	featType    // message.Declares
	featFilter
	featLiteral
	featIdentity // message.Passes as an element of a composition, where it does nothing
	featIdle     // and elsewhere
	featMerge    // message.Joins
	featVector   // a vector, or anything else
	featSeam     // between neighbours of a composition
	featOdd      // in a part that is unlike all others of its whole; see repair.Program.Odd

	featFixed  // the first repair changes it
	featFixed2 // a further repair does
	featSure   // the first repair is beyond doubt
	featWide   // definitions that a repair of it fixes, as a logarithm
	featRename // its best repair replaces a label of it
	featBy     // the class of its best repair: ByLabel,
	featByLast = featBy + int(repair.ByGap)
)

const (
	featSize      = featByLast + 1 + iota // sites within it, as a logarithm
	featMergeSize                         // the same of a merge
	featDropSize                          // and of what is to be left out
	featDepth                             // calls from the definition to it, up to two
	featLone                              // no well-typed definition uses its definition

	featNested     // how deep below the proof's ends it is cited, in labels
	featInside     // how far from the ends of its chains, as a logarithm
	featCopies     // how often, as a logarithm
	featLabelCount // of a projection: how often its label stands in the program, as a logarithm
	featLabelHere  // and in its definition

	featOrigin   // no member of the core, but what a signature has from there
	featWhole    // a label of it is at fault, and this is the whole
	featOneLabel // one of its labels, where none is singled out

	featVsDeclared // of a side: another side is a type or filter that the program spells
	featVsCall     // of a side: another side is what a call brings along
	featVsBuiltin  // of a side: or a call of what is built in
	featSide       // the kinds again, of sides only
	toSide         = featSide - featReads
	numFeatures    = featSeam + toSide + 1
)

// FeatureNames are the names of the features, in the order of the weights.
var FeatureNames = [numFeatures]string{
	"hole", "all fine", "share fine", "type definition", "witness", "callee", "users", "type users", "disagree", "rare", "near", "misspelt", "rare here", "other here",
	"dot", "product", "variant", "ref", "builtin", "type", "filter", "literal", "identity", "idle identity", "merge", "vector", "seam", "odd",
	"fixed", "fixed again", "sure", "wide", "renamed",
	"by label", "by literal", "by form", "by bracket", "by type", "by ref", "by swap", "by drop", "by insert", "by box", "by filter", "by field", "by gap",
	"size", "size of merge", "size of drop", "depth", "lone", "nested", "inside", "copies", "label count", "label here", "origin", "whole", "one label", "against declared", "against call", "against builtin",
	"side: dot", "side: product", "side: variant", "side: ref", "side: builtin", "side: type", "side: filter",
	"side: literal", "side: identity", "side: idle identity", "side: merge", "side: vector", "side: seam",
}

// Features are what is known of a place at fault.
type Features [numFeatures]float64

// products are features that say more together than each for itself, chosen one after
// another by how much the fit gains.
var products = [...][2]int{
	{featTypeUsers, featRename},
	{featMerge, featCopies},
	{featLocal, featVariant},
	{featBy + int(repair.ByDrop), featLabelCount},
	{featBy + int(repair.BySwap), featMergeSize},
	{featType, featDepth},
	{featCallee, featMergeSize},
	{featReads, featBy + int(repair.ByForm)},
	{featReads + toSide, featBy + int(repair.ByForm)},
	{featProduct + toSide, featBy + int(repair.ByGap)},
	{featOdd, featFixed},
}

// Terms are the features, and behind them the products of some.
type Terms [int(numFeatures) + len(products)]float64

// Terms are what the score of a place is a sum of.
func (f *Features) Terms() (t Terms) {
	n := copy(t[:], f[:])
	for i, p := range products {
		t[n+i] = f[p[0]] * f[p[1]]
	}
	return t
}

// TermName is the name of a term by its number.
func TermName(i int) string {
	if i < len(FeatureNames) {
		return FeatureNames[i]
	}
	p := products[i-len(FeatureNames)]
	return FeatureNames[p[0]] + " × " + FeatureNames[p[1]]
}
