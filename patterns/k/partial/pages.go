package partial

import "github.com/patgraph/patgraph/lang"

// Pages are those of P0502 to P0507: what is defined nowhere, never ends or is never
// reached, and what is undefined somewhere.
var Pages = lang.Pages{
	{
		Code:     lang.NeverDefined,
		Severity: lang.Warning,
		Title:    "a definition that is never defined",
		Meaning: `There is no input on which the definition gives a value: whatever it is given, some part of it is
undefined. The message has an input, and where the run on it ended.
It is told with --partiality, or where patgraph.toml gives the code a severity.`,
		Bad: `$answer = <{} yes, {} no>;
both = $answer {.yes yes, .no no};`,
		Good: `$answer = <{} yes, {} no>;
both = ${answer x, answer y} {.x.yes yes, .y.no no};`,
		Why: `A value has one tag, so a product of what stands under two of its tags has nothing to be made of.
Types cannot tell: each part is fine by itself. What should be defined nowhere is written <>, of which nothing is said.`,
		Related: []lang.Code{lang.UndefinedBranch, lang.EndlessRecursion, lang.EmptyType},
	},
	{
		Code:     lang.EndlessRecursion,
		Severity: lang.Warning,
		Title:    "recursion that never ends",
		Meaning: `On the inputs that the message names the definition comes back to itself before it can give anything,
and so does every call: f = f, or a branch that calls the definition with what it was given. A run on the input
in the message was stopped.
It is told with --partiality, or where patgraph.toml gives the code a severity.`,
		Bad: `$nat = <{} zero, nat succ>;
toInt = $nat <.zero 0, [toInt, 1] PLUS>;`,
		Good: `$nat = <{} zero, nat succ>;
toInt = $nat <.zero 0, [.succ toInt, 1] PLUS>;`,
		Why: `Recursion has to get at a smaller input on its way, and some branch has to do without it. That
recursion does end is not claimed where this is not said.`,
		Related: []lang.Code{lang.NeverDefined},
	},
	{
		Code:     lang.UnreachableBranch,
		Severity: lang.Warning,
		Title:    "a branch that is never reached",
		Meaning: `A merge takes the first branch that is defined. A branch before this one is defined on everything that
comes to it, so this one is never tried.
It is told with --partiality, or where patgraph.toml gives the code a severity.`,
		Bad:     `size = $int <"some", .0 "none">;`,
		Good:    `size = $int <.0 "none", "some">;`,
		Why:     `The order of branches counts: what is special has to stand before what is general.`,
		Related: []lang.Code{lang.ShadowedBranch, lang.UndefinedBranch},
	},
	{
		Code:     lang.ShadowedBranch,
		Severity: lang.Warning,
		Title:    "a branch of which earlier ones take everything",
		Meaning: `The branch is tried, but only on what the branches before it are undefined on, and there it is
undefined as well. The message has a value that it would be defined on, and the branch that takes it.
It is told with --partiality, or where patgraph.toml gives the code a severity.`,
		Bad: `$nat  = <{} zero, nat succ>;
zeros = ${nat x, nat y} <.x.zero "x", {.x.zero x, .y.zero y} "both", "none">;`,
		Good: `$nat  = <{} zero, nat succ>;
zeros = ${nat x, nat y} <{.x.zero x, .y.zero y} "both", .x.zero "x", "none">;`,
		Why:     `The order of branches counts: what is special has to stand before what is general.`,
		Related: []lang.Code{lang.UnreachableBranch, lang.UndefinedBranch},
	},
	{
		Code:     lang.UndefinedBranch,
		Severity: lang.Warning,
		Title:    "a branch that is never defined",
		Meaning: `There is no value that comes to this branch on which it gives one. Without it the merge would do the same.
It is told with --partiality, or where patgraph.toml gives the code a severity.`,
		Bad: `$shape = <int circle, int square>;
name = $shape <{.circle a, .square b} "both", .circle "round", "square">;`,
		Good: `$shape = <int circle, int square>;
name = $shape <.circle "round", "square">;`,
		Why:     `Such a branch asks for what cannot be, as two tags of one value, or for what was ruled out before it.`,
		Related: []lang.Code{lang.NeverDefined, lang.ShadowedBranch},
	},
	{
		Code:     lang.PartialDefinition,
		Severity: lang.Warning,
		Title:    "a definition that is undefined somewhere",
		Meaning: `There are inputs of its pattern on which the definition is undefined. That is usual, since a test is a
function that is undefined where it does not hold, so this is said only with --partiality, or when patgraph.toml gives
P0507 a severity by itself; the first program below has it then. patgraph types --partiality shows it for all definitions.`,
		Bad: `$option = <{} none, int some>;
value = $option .some;`,
		Good: `$option = <{} none, int some>;
value = $option <.some, 0>;`,
		Why:     `Whoever runs a program wants to know on which inputs it gives nothing.`,
		Related: []lang.Code{lang.NeverDefined},
	},
}
