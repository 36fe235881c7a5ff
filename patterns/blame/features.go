package blame

import "github.com/patgraph/patgraph/patterns/repair"

// Features of a place, in the order of fitted.
const (
	featHole       = iota // its definition is well typed without the place
	featClear             // and so is the whole program
	featShare             // the share of the definitions in error that are well typed without it
	featTypeDef           // it is a part of a type definition
	featWitness           // it is one side of the contradiction
	featCallee            // it is in another definition
	featUsers             // well-typed definitions that use its definition, as a logarithm
	featTypeUsers         // the same for a type definition
	featDisagree          // the share of the other facts about the pattern that contradict it
	featRare              // its label occurs nowhere else in the program
	featNear              // its label is a misspelling of a label of the other side
	featMisspelt          // both
	featLocal             // its label occurs nowhere else in its definition
	featLocalOther        // its definition has a label that it lacks and another side has
	featReads             // its kind: message.Reads,
	featProduct
	featVariant // a variant, or a construct that makes one
	featRef     // a call of a definition
	featBuiltin // or of a built-in function
	featType    // message.Declares
	featFilter
	featLiteral
	featIdentity // message.Passes as an element of a composition, where it does nothing
	featIdle     // and elsewhere
	featMerge    // message.Joins
	featVector   // a vector, or any other kind
	featSeam     // between neighbours of a composition
	featOutlier  // in a part whose form differs from its siblings; see repair.Program.Outlier

	featFixed  // the first repair changes it
	featFixed2 // a further repair changes it
	featSure   // the first repair is certain
	featWide   // how many definitions a repair of it fixes, as a logarithm
	featRename // its best repair replaces one of its labels
	featBy     // the class of its best repair: ByLabel,
	featByLast = featBy + int(repair.ByGap)
)

const (
	featSize      = featByLast + 1 + iota // the number of sites within it, as a logarithm
	featMergeSize                         // the same for a merge
	featDropSize                          // the same for a place that a repair removes
	featDepth                             // the number of calls from the definition to it, up to two
	featLone                              // no well-typed definition uses its definition

	featNested     // how deep below the proof's ends it is cited, in labels
	featInside     // how far from the ends of its chains it is cited, as a logarithm
	featCopies     // how often it is cited, as a logarithm
	featLabelCount // of a projection: how often its label occurs in the program, as a logarithm
	featLabelHere  // and in its definition

	featOrigin   // it is not in the core, but the origin of a fact from a signature
	featWhole    // a label of it is at fault, and this is the whole
	featOneLabel // one of its labels, if none is singled out

	featVsDeclared // of a side: another side is a type or filter that the program writes
	featVsCall     // of a side: another side comes through a call
	featVsBuiltin  // of a side: another side comes through a call of a built-in function
	featSide       // the first of a second block of kinds, set only if the place is a side
	toSide         = featSide - featReads
	numFeatures    = featSeam + toSide + 1
)

// FeatureNames are the names of the features, in the order of the weights.
var FeatureNames = [numFeatures]string{
	"hole", "all fine", "share fine", "type definition", "witness", "callee", "users", "type users", "disagree", "rare",
	"near", "misspelt", "rare here", "other here", "dot", "product", "variant", "ref", "builtin", "type", "filter",
	"literal", "identity", "idle identity", "merge", "vector", "seam", "odd",
	"fixed", "fixed again", "sure", "wide", "renamed",
	"by label", "by literal", "by form", "by bracket", "by type", "by ref", "by swap", "by drop", "by insert", "by box",
	"by filter", "by field", "by gap", "size", "size of merge", "size of drop", "depth", "lone", "nested", "inside",
	"copies", "label count", "label here", "origin", "whole", "one label", "against declared", "against call",
	"against builtin",
	"side: dot", "side: product", "side: variant", "side: ref", "side: builtin", "side: type", "side: filter",
	"side: literal", "side: identity", "side: idle identity", "side: merge", "side: vector", "side: seam",
}

// Features are the features of a suspect.
type Features [numFeatures]float64

// products are pairs of features whose product adds information, chosen one after another by how much they improve the
// fit.
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
	{featOutlier, featFixed},
}

// Terms are the features, followed by the products.
type Terms [int(numFeatures) + len(products)]float64

// Terms returns the terms of the score of a place.
func (f *Features) Terms() (t Terms) {
	n := copy(t[:], f[:])
	for i, p := range products {
		t[n+i] = f[p[0]] * f[p[1]]
	}
	return t
}

// TermName returns the name of a term.
func TermName(i int) string {
	if i < len(FeatureNames) {
		return FeatureNames[i]
	}
	p := products[i-len(FeatureNames)]
	return FeatureNames[p[0]] + " × " + FeatureNames[p[1]]
}
