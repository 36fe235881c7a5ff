package migrate

import "github.com/patgraph/patgraph/lang"

// Pages are those of P07xx, what is not migrated.
var Pages = lang.Pages{
	{
		Code:  lang.MigrationLacks,
		Title: "no counterpart in k6",
		Meaning: `What stands here is not in dialect k6: a literal, a vector, the pipe that opens one or the caret that closes it,
a built-in type or a built-in function. patgraph migrate leaves the definition, and what uses it.`,
		Bad:     `f = {1 x, () y};`,
		Good:    `$digit = <{} 0, {} 1>; f = {{{} 1} $digit x, () y};`,
		Why:     `k6 has products and unions alone; types and functions of the program take the place of all else.`,
		Related: []lang.Code{lang.MigrationUses, lang.MigrationUndecided},
	},
	{
		Code:  lang.MigrationUndecided,
		Title: "a product or a union, and k6 wants to know which",
		Meaning: `In k4 the projection .x reads the field of a product and the tag of a union, and a filter in round brackets lets
both through. k6 has .x for products and /x for unions, and no filter for both. Nothing in the definition says which one is
meant here, so that patgraph migrate leaves it. A filter before the place decides. Where two labels of one value are needed,
as in {.x a, .y b}, it is a product. If nothing else than its own program uses the definition, --whole-program decides by
what that gives it.`,
		Bad:     `f = .x;`,
		Good:    `f = ?{(...) x, ...} .x;`,
		Why:     `Either choice would take something away that the definition can do now, and only its author knows what is not needed.`,
		Related: []lang.Code{lang.MigrationLacks, lang.MigrationUses},
	},
	{
		Code:    lang.MigrationUses,
		Title:   "what is not migrated is used",
		Meaning: `This definition refers to one that patgraph migrate leaves, for the reason that is told there. It is left, too.`,
		Bad:     `f = .x; g = {f a, f b};`,
		Good:    `f = ?{(...) x, ...} .x; g = {f a, f b};`,
		Why:     `A program that refers to what is not there is none.`,
		Related: []lang.Code{lang.MigrationLacks, lang.MigrationUndecided, lang.MigrationDiffers},
	},
	{
		Code:  lang.MigrationDiffers,
		Title: "as k6 it would be something else",
		Meaning: `The definition was rewritten, and what came out was parsed and derived as k6: it has an error there, another
signature or another type, or the definition has an error as it is. It is left as it was.`,
		Why:     `Nothing is migrated unless it was seen to be the same.`,
		Related: []lang.Code{lang.MigrationUses},
	},
}
