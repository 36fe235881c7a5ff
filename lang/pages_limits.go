package lang

// The pages of P04xx, recursion, bounds and empty types, and of what is neither
// a matter of text nor of patterns: P05xx, P08xx and P09xx.
var limitPages = []Page{
	{
		Code:     PolymorphicRecursion,
		Severity: Warning,
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
		Related: []Code{NarrowRecursion, RoundLimit, NodeLimit},
	},
	{
		Code:  NodeLimit,
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
		Related: []Code{TimeLimit, PolymorphicRecursion},
	},
	{
		Code:  RoundLimit,
		Title: "a signature that still changes",
		Meaning: `Recursive definitions are derived in rounds, until their signatures stay the same. With
--limit-rounds N this is an error if they still change after N rounds; the first program below has it with
--limit-rounds 2. With --recursion polymorphic it is a warning for definitions whose signatures grow without end.`,
		Bad:     `f = <.stop, .go f>;`,
		Good:    `f = ?<X stop, R go>=R <.stop, .go f>;`,
		Why:     `There is no limit unless one is set: by default, what grows without end is derived with one pattern for all inner uses. A filter makes the rounds few.`,
		Related: []Code{PolymorphicRecursion, TimeLimit},
	},
	{
		Code:  TimeLimit,
		Title: "a derivation that takes too long",
		Meaning: `The derivation of a group of definitions took longer than --limit-time allows. The definition
counts as (...) --> (...) for its users; everything else is derived.`,
		Why:     `There is no limit unless one is set. It is for those who analyse programs of others; unlike the other limits, it may depend on the machine. For a bound on the whole program that does not, see --limit-work.`,
		Related: []Code{NodeLimit, RoundLimit},
	},
	{
		Code:  DepthLimit,
		Title: "brackets that are nested too deep",
		Meaning: `The brackets of a definition are nested deeper than --limit-depth allows. The definition counts as
(...) --> (...) for its users; everything else is derived. The first program below has it with --limit-depth 2.`,
		Bad:     `f = [[[1]]];`,
		Good:    "row = [1];\nf = [[row]];",
		Why:     `There is no limit unless one is set, since any depth can be analysed. It is for those who pass programs on to tools that cannot.`,
		Related: []Code{NodeLimit},
	},
	{
		Code:     NarrowRecursion,
		Severity: Warning,
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
		Related: []Code{PolymorphicRecursion, RoundLimit},
	},
	{
		Code:     EmptyType,
		Severity: Warning,
		Title:    "a type without a finite value",
		Meaning: `Every value of the type would have to contain another value of it, without an end. The message
names the labels that lead back.`,
		Bad:     `$tree = {int label, tree left, tree right};`,
		Good:    `$tree = <{} leaf, {int label, tree left, tree right} node>;`,
		Why:     `A function that takes or gives such a type is never defined. A union with a tag that does not lead back gives the type values; so does a vector, which may be empty.`,
		Related: []Code{MissingTag},
	},
	{
		Code:     IncrementalMark,
		Severity: Warning,
		Title:    "an incremental mark",
		Meaning:  `The file begins with +++, by which an interactive prompt keeps the definitions entered before. The mark is ignored.`,
		Bad:      `+++ f = 1;`,
		Good:     `f = 1;`,
		Why:      `Every file is analysed by itself.`,
		Related:  []Code{UnexpectedToken, UnknownFunction},
	},
}

var inputPages = []Page{
	{
		Code:  UnreadableInput,
		Title: "an input that cannot be read",
		Meaning: `A file or folder that was named does not exist, cannot be opened, or holds no program; or a file went away
or was being written while it was read. The other inputs are analysed, and the exit status is 2.`,
		Why:     `Silence about a file that was to be checked would look like success.`,
		Related: []Code{NotUTF8, TooLarge},
	},
	{
		Code:  NotUTF8,
		Title: "a text that is not UTF-8",
		Meaning: `Some bytes of the file are no character in UTF-8. The message says where the first of them are. The
file may be in an older encoding, such as Latin-1 or UTF-16, be compressed, or be no text at all. What is recognised is named.`,
		Why:     `Labels and strings are compared as text, and places are counted in characters: both need to be certain.`,
		Related: []Code{UnreadableInput, BadCharacter},
	},
	{
		Code:  TooLarge,
		Title: "a file that is too large",
		Meaning: `The program has more bytes than --limit-size allows, which is 64 MiB unless it is given and cannot be more than
2,147,483,646 bytes. It is not read; the others are.`,
		Why: `An analysis takes some fifty times the memory of its program, and one file that is none by mistake should
not cost the others theirs. Places in a file are 32-bit numbers.`,
		Related: []Code{UnreadableInput, NodeLimit},
	},
	{
		Code:  BadRecord,
		Title: "a record that is no program",
		Meaning: `With --input ndjson, each line is an object such as {"id": "a", "source": "f = .x;"}: the program is a text, its
name a text or a number, and other keys do not matter. This line is something else; its number stands behind the name
of the stream. The other lines are analysed, and the exit status is 2.`,
		Why:     `A record that was left out without a word would look like one without errors.`,
		Related: []Code{UnreadableInput, BrokenStream},
	},
	{
		Code:  BrokenStream,
		Title: "a stream that cannot be read to its end",
		Meaning: `An archive or a compressed stream ends in the middle, or its bytes contradict its checksums. What came before
is analysed, and the exit status is 2.`,
		Why:     `Nobody knows which programs were in the rest.`,
		Related: []Code{UnreadableInput, BadRecord},
	},
	{
		Code:  BadValue,
		Title: "a value that is no JSON",
		Meaning: `What a program is to be run on is not JSON, or not all of it: RFC 8259, in UTF-8. A label stands in an object
only once, and an exponent goes up to 100,000. With --stream the other lines are run, and the exit status is 2.`,
		Why:     `A value that was guessed would have a result that nobody asked for.`,
		Related: []Code{NoJSON, UnreadableInput},
	},
	{
		Code:  BadConfig,
		Title: "a configuration that cannot be used",
		Meaning: `A patgraph.toml is not TOML, has a key or a code that is not known, or a value that makes no sense.
None of it counts, and the programs that it is for are not checked; others are. The exit status is 2. --no-config
checks them with the defaults, --config FILE with another file.`,
		Why: `A program that is checked by other rules than were written down for it is not checked. A misspelt key
that is ignored would be found out when it is too late.`,
		Related: []Code{NotChecked, UnreadableInput},
	},
	{
		Code:  NotChecked,
		Title: "a program that was not checked",
		Meaning: `The configuration that counts for the program cannot be used, which is an error of its own, at its
place in that file. The program was found, but nothing is known about it.`,
		Why:     `Every program that is found is accounted for. This is a consequence of the error in the configuration, so it is in data but not in text.`,
		Related: []Code{BadConfig},
	},
	{
		Code:  BadProof,
		Title: "an explanation that does not hold",
		Meaning: `With --verify, everything that patgraph derives and every proof that it shows is checked again by code
that shares nothing with what made it. Something did not pass. The verdict may be right or wrong; the exit status is 3.`,
		Why:     `An explanation is worth something only if it can be checked. Please report it, with the program if possible.`,
		Related: []Code{Internal},
	},
	{
		Code:  Internal,
		Title: "a defect of patgraph",
		Meaning: `patgraph failed on this input. The program may be right or wrong; the other inputs are analysed, and
the exit status is 3. --debug.stack shows where it failed.`,
		Why:     `A defect is reported like any other finding and never hidden. Please report it, with the program if possible.`,
		Related: []Code{NodeLimit},
	},
}
