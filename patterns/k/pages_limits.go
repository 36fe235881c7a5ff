package k

import "github.com/patgraph/patgraph/lang"

// The pages of P04xx, recursion, bounds and empty types, and of P0501 and P0508.
var limitPages = lang.Pages{
	{
		Code:     lang.PolymorphicRecursion,
		Severity: lang.Warning,
		Title:    "recursion that needs more than one pattern",
		Meaning: `A recursive definition uses itself at patterns that cannot be one, and its signature grows with
each round of the derivation. What is shown for it, and what its users are held to, is necessary but perhaps not all.
The program is not rejected.`,
		Bad: `f = <.list.end 0, {.list.text list, "a" last} f, {.list.number list, 1 last} f>;`,
		Good: `f = ?{<{} end, L text, L number>=L list, X last} <
  .list.end 0,
  {.list.text list, "a" last} f,
  {.list.number list, 1 last} f
>;`,
		Why: `Whether such a derivation would ever end cannot be decided in general. A filter that says what the
definition takes and gives stops the growth, and the signature is certain again.`,
		Related: []lang.Code{lang.NarrowRecursion, lang.RoundLimit, lang.NodeLimit},
	},
	{
		Code:  lang.NodeLimit,
		Title: "a pattern that is too large",
		Meaning: `The pattern of a definition, with the instances of what it uses, has more nodes than the limit
allows. Its users see it as (...) --> (...); everything else is derived. --limit-nodes N sets another limit. Where many
definitions of a program are large, though perhaps none reaches that limit, those that come last are not derived:
--limit-work N sets how many nodes all of them may take together, beyond the usual for programs of their size.`,
		Bad: `d0 = {() a, () b};
d1 = d0 d0 d0 d0 d0 d0 d0 d0;
d2 = d1 d1 d1 d1 d1 d1 d1 d1;
d3 = d2 d2 d2 d2 d2 d2 d2 d2;
d4 = d3 d3 d3 d3 d3 d3 d3 d3;
d5 = d4 d4 d4 d4 d4 d4 d4 d4;
d6 = d5 d5 d5 d5 d5 d5 d5 d5;
d7 = d6 d6;`,
		Good: `$tree = <int leaf, {tree a, tree b} fork>;
d0 = $tree {() a, () b} {() fork} $tree;
d1 = d0 d0 d0 d0 d0 d0 d0 d0;
d2 = d1 d1 d1 d1 d1 d1 d1 d1;
d3 = d2 d2 d2 d2 d2 d2 d2 d2;
d4 = d3 d3 d3 d3 d3 d3 d3 d3;
d5 = d4 d4 d4 d4 d4 d4 d4 d4;
d6 = d5 d5 d5 d5 d5 d5 d5 d5;
d7 = d6 d6;`,
		Why: `Each use of a definition has a copy of its pattern, so sizes multiply along chains of definitions. A
named type where the pattern grows is one node, whatever its values are.`,
		Related: []lang.Code{lang.TimeLimit, lang.PolymorphicRecursion},
	},
	{
		Code:  lang.RoundLimit,
		Title: "a signature that still changes",
		Meaning: `Recursive definitions are derived in rounds, until their signatures stay the same. With
--limit-rounds N this is an error if they still change after N rounds; the first program below has it with
--limit-rounds 2. With --recursion polymorphic it is a warning for definitions whose signatures grow without end.`,
		Bad:     `f = <.stop, .go f>;`,
		Good:    `f = ?<X stop, R go>=R <.stop, .go f>;`,
		Why:     `There is no limit unless one is set: by default, what grows without end is derived with one pattern for all inner uses. A filter makes the rounds few.`,
		Related: []lang.Code{lang.PolymorphicRecursion, lang.TimeLimit},
	},
	{
		Code:  lang.TimeLimit,
		Title: "a derivation that takes too long",
		Meaning: `The derivation of a group of definitions took longer than --limit-time allows. The definition
counts as (...) --> (...) for its users; everything else is derived.`,
		Why:     `There is no limit unless one is set. It is for those who analyse programs of others; unlike the other limits, it may depend on the machine. For a bound on the whole program that does not, see --limit-work.`,
		Related: []lang.Code{lang.NodeLimit, lang.RoundLimit},
	},
	{
		Code:  lang.DepthLimit,
		Title: "brackets that are nested too deep",
		Meaning: `The brackets of a definition are nested deeper than --limit-depth allows. The definition counts as
(...) --> (...) for its users; everything else is derived. The first program below has it with --limit-depth 2.`,
		Bad:     `f = [[[1]]];`,
		Good:    "row = [1];\nf = [[row]];",
		Why:     `There is no limit unless one is set, since any depth can be analysed. It is for those who pass programs on to tools that cannot.`,
		Related: []lang.Code{lang.NodeLimit},
	},
	{
		Code:     lang.NarrowRecursion,
		Severity: lang.Warning,
		Title:    "a use that a recursive definition may not serve",
		Meaning: `A recursive definition whose signature would grow without end was derived with one pattern for
all of its inner uses. This use does not fit that signature, though it fits what is known without that decision. It
may be fine.`,
		Bad: `f = <.list.end 0, {.list.next list, .b a, .a b} f>;
g = {() list, 1 a, "one" b} f;`,
		Good: `f = ?{<{} end, L next>=L list, A a, B b} <.list.end 0, {.list.next list, .b a, .a b} f>;
g = {() list, 1 a, "one" b} f;`,
		Why: `One pattern for all inner uses always gives an answer, but can be narrower than necessary: here a and b
change places in each step, and so they become one pattern. A filter in the definition says what is really meant.`,
		Related: []lang.Code{lang.PolymorphicRecursion, lang.RoundLimit},
	},
	{
		Code:     lang.EmptyType,
		Severity: lang.Warning,
		Title:    "a type without a finite value",
		Meaning: `Every value of the type would have to contain another value of it, without an end. The message
names the labels that lead back.`,
		Bad:     `$tree = {int label, tree left, tree right};`,
		Good:    `$tree = <{} leaf, {int label, tree left, tree right} node>;`,
		Why:     `A function that takes or gives such a type is never defined. A union with a tag that does not lead back gives the type values; so does a vector, which may be empty.`,
		Related: []lang.Code{lang.MissingTag},
	},
	{
		Code:     lang.IncrementalMark,
		Severity: lang.Warning,
		Title:    "an incremental mark",
		Meaning:  `The file begins with +++, by which an interactive prompt keeps the definitions entered before. The mark is ignored.`,
		Bad:      `+++ f = 1;`,
		Good:     `f = 1;`,
		Why:      `Every file is analysed by itself.`,
		Related:  []lang.Code{lang.UnexpectedToken, lang.UnknownFunction},
	},
	{
		Code:     lang.Boxing,
		Severity: lang.Warning,
		Title:    "a ^ that may have nothing to collect",
		Meaning: `A | opens a vector, and the ^ behind it collects what comes of its members. This ^ stands where what it is
given may not be open, which is an error when the program runs (P0601); or a vector is opened within one that is open, of
which one ^ collects only the outer one (P0605).
It is found from where | and ^ stand, through merges and definitions: a definition that gives something open may be
collected where it is used. A branch of a merge counts even if no input leads to it, and so does a vector that is always
empty, so now and then there is a warning where nothing fails. Where there is none, neither of these errors can happen.`,
		Bad:     `total = .lines .price ^;`,
		Good:    `total = .lines | .price ^;`,
		Why:     `The pattern of an open vector is that of its members, so the pattern of a ^ without its | is fine.`,
		Related: []lang.Code{lang.NothingOpen, lang.OpenWithin},
	},
}
