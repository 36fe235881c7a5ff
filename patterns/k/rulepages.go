package k

import "github.com/patgraph/patgraph/lang"

// RulePages explain the typing rules in the order of their numbers. A test derives
// their examples.
var RulePages = []lang.RulePage{
	{
		Name: "ref", Number: "R1", Title: "a use of a definition",
		Meaning: "The name `f` of a definition takes what the definition takes and gives what it gives. Each use has a fresh copy of the signature, so that one use says nothing about another.",
		Constraints: []lang.RulePart{
			{Name: "input", Says: "the input of `f` is the input of a copy of its signature"},
			{Name: "output", Says: "the output of `f` is the output of the same copy"},
		},
		Example:   "price = .price;\nf = {price net, .gross price gross};",
		Signature: "?((X0 price, ...) gross, X1 price, ...) --> ?{X0 gross, X1 net}",
		Remark:    "Within a group of definitions that use each other, the copies are of what was derived for them one round before; where that would never end, such uses share one pattern instead of having copies.",
	},
	{
		Name: "comp", Number: "R2", Title: "one expression after the other",
		Meaning: "In `e1 e2 … en`, each expression takes what the one before it gives.",
		Constraints: []lang.RulePart{
			{Name: "start", Says: "the input of the composition is the input of its first expression"},
			{Name: "chaining", Says: "the output of each expression is the input of the next one"},
			{Name: "end", Says: "the output of the composition is the output of its last expression"},
		},
		Example:   "f = .a .b;",
		Signature: "?((X0 b, ...) a, ...) --> ?X0",
		Remark:    "At a chaining, what is built before it meets what is asked for behind it: the two have to be one pattern.",
	},
	{
		Name: "identity", Number: "R2i", Title: "what gives what it takes",
		Meaning:     "`()` is the composition of nothing: it gives what it takes.",
		Constraints: []lang.RulePart{{Says: "the input and the output are one pattern"}},
		Example:     "f = {() whole, .part part};",
		Signature:   "?(X0 part, ...)=X1 --> ?{X0 part, X1 whole}",
	},
	{
		Name: "type", Number: "R3", Title: "a type as a check",
		Meaning:     "`$T` is defined for the values of the type T, and gives the value that it takes.",
		Constraints: []lang.RulePart{{Says: "the input is exactly the type T, and the output is the input"}},
		Example:     "$point = {int x, int y};\nf = $point .x;",
		Signature:   "?$point --> ?$int",
		Remark:      "A type has all its labels and no others. Types with one structure are one type, whatever they are called.",
	},
	{
		Name: "prod", Number: "R4", Title: "a product that is built",
		Meaning: "`{e1 l1, …, en ln}` hands the same value to each expression, and gives a product of what they give.",
		Constraints: []lang.RulePart{
			{Name: "input", Says: "the input of the product is the input of each of its expressions"},
			{Name: "output", Says: "the output is a closed product: under each label it has what the expression of the label gives, and it has no other label"},
		},
		Example:   "f = {.b a, .a b, 1 n};",
		Signature: "?(X0 a, X1 b, ...) --> ?{X1 a, X0 b, $int n}",
		Remark:    "`{}`, without a field, gives the unit. With exactly one field it is a variant, which has a rule of its own.",
	},
	{
		Name: "variant", Number: "R5", Title: "a value with a tag",
		Meaning: "`{e l}` with one field gives a value of a union: what e gives, under the tag l.",
		Constraints: []lang.RulePart{
			{Name: "input", Says: "the input of the variant is the input of e"},
			{Name: "output", Says: "the output is a union that has at least the tag l, with what e gives under it"},
		},
		Example:   "f = <{.go left}, {.stay right}>;",
		Signature: "?(X0 go, X1 stay, ...) --> ?<X0 left, X1 right, ...>",
		Remark:    "The union is open: other tags may come from other branches, or from a type.",
	},
	{
		Name: "merge", Number: "R6", Title: "the first branch that is defined",
		Meaning: "`<e1, …, en>` gives what the first of its branches gives that is defined for the value.",
		Constraints: []lang.RulePart{
			{Name: "input", Says: "the input of the merge is the input of each branch"},
			{Name: "output", Says: "the output of the merge is the output of each branch"},
		},
		Example:   "f = <.yes, .no>;",
		Signature: "?(X0 no, X0 yes, ...) --> ?X0",
		Remark:    "All branches speak of one value, so the labels that they ask for are all in one pattern. `<>`, without a branch, is defined nowhere and takes and gives anything.",
	},
	{
		Name: "dot", Number: "R7", Title: "a part that is read",
		Meaning:     "`.l` gives what its input has under the label l: the field of a product, what a tag of a union holds, or an element of a vector.",
		Constraints: []lang.RulePart{{Says: "the input has the label l, and the output is what is under it"}},
		Example:     "f = .name;",
		Signature:   "?(X0 name, ...) --> ?X0",
		Remark:      "The input may be anything with this label. A vector has the labels 0, 1, 2 and so on; of a built-in type the labels are its values. In dialect k6 the input is a product, and tags are read by `/l`.",
	},
	{
		Name: "vector", Number: "R8", Title: "a vector that is built",
		Meaning: "`[e1, …, en]` hands the same value to each expression, and gives a vector of what they give.",
		Constraints: []lang.RulePart{
			{Name: "input", Says: "the input of the vector is the input of each of its expressions"},
			{Name: "member", Says: "the output of each expression is the member of the vector"},
			{Name: "output", Says: "the output is a vector of that member"},
		},
		Example:   "f = [.first, .second, 3];",
		Signature: "?($int first, $int second, ...) --> ?$[int]",
		Remark:    "All elements of a vector have one pattern. For several patterns there are products.",
	},
	{
		Name: "caret", Number: "R9", Title: "for all elements",
		Meaning: "`| e ^` applies e to each element of a vector; the caret collects what comes out of it.",
		Constraints: []lang.RulePart{
			{Name: "input", Says: "the input of `e ^` is the input of e"},
			{Name: "output", Says: "the output is a vector of what e gives"},
		},
		Example:   "f = | .price ^;",
		Signature: "?[(X0 price, ...)] --> ?[X0]",
		Remark: "The pipe belongs to e, so that the caret closes over all that stands before it in its composition. " +
			"Where e is undefined, `e ^` is, too: it gives no empty vector.",
	},
	{
		Name: "pipe", Number: "R10", Title: "a vector taken apart",
		Meaning:     "`|` gives the elements of a vector, one after the other, to what stands behind it up to the caret.",
		Constraints: []lang.RulePart{{Says: "the input is a vector, and the output is its member"}},
		Example:     "f = | {() key} ^;",
		Signature:   "?[X0] --> ?[<X0 key, ...>]",
	},
	{
		Name: "literal", Number: "R11", Title: "a number or a text",
		Meaning:     "`5` and `\"text\"` give their value, whatever they are given.",
		Constraints: []lang.RulePart{{Says: "the output is the type of the literal: int or string"}},
		Example:     "f = {1 number, \"one\" word};",
		Signature:   "?(...) --> ?${int number, string word}",
	},
	{
		Name: "filter", Number: "R12", Title: "a pattern as a check",
		Meaning: "`?F` takes and gives what fits the pattern F. Names in it, as X in `?{X a, X b}`, stand for any pattern, the same wherever the name stands in the definition.",
		Constraints: []lang.RulePart{
			{Says: "the input and the output are the pattern F, each part of which has the shape and the labels that are written"},
			{Name: "variable", Says: "each place of a name is the one pattern of that name"},
		},
		Example:   "f = ?{X a, X b, ...} .a;",
		Signature: "?{X0 a, X0 b, ...} --> ?X0",
		Remark:    "With three dots there may be other labels; without them there are none, and one label alone is that of a union in any bracket.",
	},
	{
		Name: "builtin", Number: "R13", Title: "a use of a built-in function",
		Meaning: "A built-in function is used like a definition. Its signature is given, and each use has a copy of it.",
		Constraints: []lang.RulePart{
			{Name: "input", Says: "the input is the input of a copy of its signature"},
			{Name: "output", Says: "the output is the output of the same copy"},
		},
		Example:   "f = {.head car, .tail cdr} CONS;",
		Signature: "?(X0 head, [X0]=X1 tail, ...) --> ?X1",
		Remark:    "A definition with the name of a built-in function takes its place.",
	},
	{
		Name: "vid", Number: "R14", Title: "a variant that is built, in dialect k6",
		Meaning:     "`|l` gives a variant with the tag l that holds what it is given.",
		Constraints: []lang.RulePart{{Says: "the output is a union that has at least the tag l, and under it the input"}},
		Example:     "f = |some;",
		Signature:   "?X0 --> ?<X0 some, ...>",
		Remark:      "In dialect k4 it is written `{e l}`, a bracket with one field.",
	},
	{
		Name: "div", Number: "R15", Title: "a tag that is read, in dialect k6",
		Meaning:     "`/l` is defined where its input is a variant with the tag l, and gives what that holds.",
		Constraints: []lang.RulePart{{Says: "the input is a union that has at least the tag l, and the output is what is under it"}},
		Example:     "f = </some, /none>;",
		Signature:   "?<X0 none, X0 some, ...> --> ?X0",
		Remark:      "A merge of such projections takes a union apart. The field of a product is read by `.l`.",
	},
}
