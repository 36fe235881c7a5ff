package eval

import "github.com/patgraph/patgraph/lang"

// Pages are those of P06xx, what goes wrong when a program runs.
var Pages = lang.Pages{
	{
		Code:  lang.NothingOpen,
		Title: "nothing to collect",
		Meaning: `A ^ collects what | has opened in the composition to its left, and here its expression gave a value that is
not open. Patterns do not tell, since that of an open vector is that of its members; P0508 warns where this may happen.`,
		Bad:     "f = .list ^;",
		Good:    "f = .list | .x ^;",
		Why:     `A value is no list of one. This is an error and not undefined, since no value could mend it.`,
		Related: []lang.Code{lang.Boxing, lang.NoVector, lang.OpenWithin},
	},
	{
		Code:  lang.NoVector,
		Title: "nothing to open",
		Meaning: `A | opens a vector, and here it was given something else. In a program without errors that is so only when
it was run on a value that its pattern does not allow.`,
		Bad:     "f = .list | .x ^;",
		Good:    "f = .list $[int] | [(), 1] PLUS ^;",
		Why:     `Where a value may be of another kind, a type before the | says which: what does not belong to it is undefined.`,
		Related: []lang.Code{lang.NothingOpen},
	},
	{
		Code:    lang.NoJSON,
		Title:   "a text that is no JSON",
		Meaning: `The built-in function fromJSON was given a text that it cannot read. The message says what is wrong with the text, and at which of its bytes.`,
		Bad:     `"{x: 1}" fromJSON`,
		Good:    `"{\"x\": 1}" fromJSON`,
		Why:     `A text that comes from outside may be anything, and what is wrong with it is worth knowing.`,
		Related: []lang.Code{lang.BadValue},
	},
	{
		Code:  lang.FilterFailed,
		Title: "a value that a filter does not allow",
		Meaning: `With --check-filters, each value that comes to a filter is compared with it, and this one does not match.
That two parts with one variable are of one type is not compared, since values do not tell their types.`,
		Bad:     "f = ?{$int x, ...} .x;",
		Good:    "f = .x $int;",
		Why:     `Without the flag a filter does nothing when a program runs: a program without errors never violates one, unless it is run on a value that its pattern does not allow.`,
		Related: []lang.Code{lang.NoVector},
	},
	{
		Code:  lang.OpenWithin,
		Title: "an open vector within a value",
		Meaning: `What was opened twice needs two ^, one within the other: (… ^) ^. One ^ leaves the inner vectors open, and a value with
an open part cannot be written.`,
		Bad:     "f = | | .x ^;",
		Good:    "f = | (| .x ^) ^;",
		Why:     `An open vector is no value, but several that are under way.`,
		Related: []lang.Code{lang.Boxing, lang.NothingOpen},
	},
	{
		Code:  lang.CannotRun,
		Title: "an expression that cannot be run",
		Meaning: `With --no-check a program runs although it has errors, and it came to an expression that means nothing: a name that is not
defined, or text that could not be read.`,
		Bad:     "f = <.x, nosuch>;",
		Good:    "f = <.x, 0>;",
		Why:     `Errors of patterns do not keep a program from running; these do, where they stand.`,
		Related: []lang.Code{lang.UnknownFunction, lang.UnknownType},
	},
}
