package k

import "github.com/patgraph/patgraph/lang"

// The pages of P03xx: two patterns that would have to be one and cannot.
var clashPages = lang.Pages{
	{
		Code:  lang.ShapeClash,
		Title: "two kinds that cannot be one",
		Meaning: `One value would have to be of two kinds at once: a product and a union, a union and a vector, a
vector and an integer. The message names the two places that say so, and the note the place where the program makes
them one value.`,
		Bad:  `f = {1 x, 2 y} |;`,
		Good: `f = [1, 2] |;`,
		Why: `A value is of one kind. What is given to a function must be of the kind it takes, and the branches
of a merge or the elements of a vector must be of one kind.`,
		Related: []lang.Code{lang.MissingField, lang.NotAnIndex, lang.TypesDiffer},
	},
	{
		Code:  lang.MissingField,
		Title: "a product that lacks a field",
		Meaning: `A field is read, or is demanded by a type or a filter, that the product does not have. A product
that is written {…}, or has a type, has exactly the fields that are written there.`,
		Bad:     `f = {1 x, 2 y} .z;`,
		Good:    `f = {1 x, 2 y} .y;`,
		Why:     `The projection would never be defined. Usually a label is misspelt, or a step before dropped the field.`,
		Related: []lang.Code{lang.MissingTag, lang.ExtraLabel, lang.LabelsDiffer},
	},
	{
		Code:  lang.MissingTag,
		Title: "a union that lacks a tag",
		Meaning: `A tag is read, or is demanded by a type or a filter, that the union does not have. A union with a
type has exactly the tags that are written there; without one, a variant {e tag} leaves room for others.`,
		Bad:     "$bit = <{} zero, {} one>;\nf = $bit .two;",
		Good:    "$bit = <{} zero, {} one>;\nf = $bit .one;",
		Why:     `The projection would never be defined: no value of the union has this tag.`,
		Related: []lang.Code{lang.MissingField, lang.NotALiteral},
	},
	{
		Code:  lang.ExtraLabel,
		Title: "a label too many",
		Meaning: `Two patterns with fixed labels must be one, and the first has all labels of the second and at
least one more. The message names what is too many.`,
		Bad:     "$point = {int x, int y};\nf = {1 x, 2 y, 3 z} $point;",
		Good:    "$point = {int x, int y};\nf = {1 x, 2 y} $point;",
		Why:     `A type has exactly its labels: a value with more is no value of it. Leave the field out, or add it to the type.`,
		Related: []lang.Code{lang.MissingField, lang.LabelsDiffer},
	},
	{
		Code:  lang.LabelsDiffer,
		Title: "labels that differ on both sides",
		Meaning: `Two patterns with fixed labels must be one, and each has labels that the other lacks. The message
names those of both; labels that both have are not the problem.`,
		Bad:     `f = <{.a x, .b y}, {.a x, .b z}>;`,
		Good:    `f = <{.a x, .b y}, {.c x, 0 y}>;`,
		Why:     `Often the two are branches of a merge, or a product and a type. Whoever reads the result must find the same labels whichever way it came about.`,
		Related: []lang.Code{lang.MissingField, lang.ExtraLabel, lang.TypesDiffer},
	},
	{
		Code:  lang.NotAnIndex,
		Title: "a field of a vector",
		Meaning: `Something is a vector, and a label is read from it that is no index. The elements of a vector are
read by labels of digits, as in .0; the pipe | takes it apart, and SNOC gives its first element as car and the rest
as cdr.`,
		Bad:     `f = [1, 2] .first;`,
		Good:    `f = [1, 2] .0;`,
		Why:     `A vector has no named fields, so the projection would never be defined. Perhaps each element has the field: then it is | .first ^.`,
		Related: []lang.Code{lang.MissingField, lang.ShapeClash},
	},
	{
		Code:  lang.NotALiteral,
		Title: "a label that is no value of a built-in type",
		Meaning: `A projection of an integer, a string or a boolean asks whether it is the value that the label
spells, and gives the unit if so. An integer is asked for digits and a boolean for true or false. This label can be
the spelling of no value of the type.`,
		Bad:     `f = $bool .yes;`,
		Good:    `f = $bool .true;`,
		Why:     `The projection would never be defined. Perhaps the value was meant to be a product or a union with this label.`,
		Related: []lang.Code{lang.MissingTag, lang.ShapeClash},
	},
	{
		Code:  lang.TypesDiffer,
		Title: "two types that differ",
		Meaning: `One value would have to be of two different types. The message names both and, if they have
structure, the first part in which they differ. Types are the same if they have the same structure, whatever they are
called.`,
		Bad:     `f = [1, "one"];`,
		Good:    `f = {1 number, "one" word};`,
		Why:     `A value of one type is no value of another, and nothing is converted by itself: an integer becomes a text by toJSON.`,
		Related: []lang.Code{lang.ShapeClash, lang.LabelsDiffer},
	},
	{
		Code:  lang.OnlyVector,
		Title: "three patterns that leave only a vector",
		Meaning: `Any two of three patterns could be one, but not all three. Two have different labels that are all
indices and leave open what kind they are: only a vector has both. The third is not a vector.`,
		Bad:     `f = ?(X 0, Y 1) ?(Z 2, W 3) ?<...>;`,
		Good:    `f = ?(X 0, Y 1) ?(Z 2, W 3) ?[V];`,
		Why:     `A filter in round brackets without dots is for products, unions and vectors with these labels; products and unions have exactly them, a vector has all indices.`,
		Related: []lang.Code{lang.ShapeClash, lang.NotAnIndex},
	},
}
