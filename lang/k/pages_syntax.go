package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// Pages are those of P01xx and P02xx: the codes of what is wrong with a text and its names.
var Pages = slices.Concat(syntaxPages, namePages)

// The pages of P01xx: the text does not follow the grammar.
var syntaxPages = lang.Pages{
	{
		Code:  lang.UnexpectedToken,
		Title: "something that cannot stand here",
		Meaning: `The text goes on with something the grammar has no place for at this point. The message
says what may stand there instead. The definition is left out of the analysis; its name still counts as defined.`,
		Bad:  `f = (1, 2);`,
		Good: `f = [1, 2];`,
		Why: `Each bracket has one use: round ones only group, square ones make a vector, braces a product or
a variant, angles a merge. Guessing what was meant could change what a program does.`,
		Related: []lang.Code{lang.MissingExpression, lang.MismatchedBracket, lang.AfterMain},
	},
	{
		Code:  lang.UnclosedBracket,
		Title: "a bracket that is never closed",
		Meaning: `A bracket is still open where its definition ends: at a semicolon, at the end of the file, at
the closing bracket of something around it, or where the next definition obviously begins. The message points
at the bracket and at the place where its end was noticed; what is missing belongs somewhere between them.`,
		Bad:  `f = [1, 2;`,
		Good: `f = [1, 2];`,
		Why: `A bracket never reaches into the next definition, so one forgotten bracket spoils one
definition and not the rest of the file.`,
		Related: []lang.Code{lang.StrayBracket, lang.MismatchedBracket, lang.MissingSemicolon},
	},
	{
		Code:  lang.StrayBracket,
		Title: "a closing bracket without an opening one",
		Meaning: `There is a closing bracket where no bracket is open. Either it is one too many, or the
bracket that it was meant to close is missing or was closed before.`,
		Bad:     `f = [1, 2]];`,
		Good:    `f = [1, 2];`,
		Why:     `Brackets come in pairs; where a missing one was meant to stand cannot be known.`,
		Related: []lang.Code{lang.UnclosedBracket, lang.MismatchedBracket},
	},
	{
		Code:     lang.BadEscape,
		Severity: lang.Warning,
		Title:    "an escape that is none",
		Meaning: `In a string, a backslash is followed by something that makes no escape with it. The two
characters stay in the string as they are written. The escapes are \\ \/ \b \f \n \r \t \" \' and \u with four
hexadecimal digits.`,
		Bad:  `f = "a\qb";`,
		Good: `f = "a\\qb";`,
		Why: `A backslash that is meant as such is written twice, so that the meaning of a string does not
depend on which letters happen to follow.`,
		Related: []lang.Code{lang.UnterminatedString},
	},
	{
		Code:  lang.UnterminatedComment,
		Title: "a comment that is never closed",
		Meaning: `A comment begins with /* and there is no */ after it. The analysis takes up again where the
next definition seems to begin. Such comments do not nest: the first */ ends one.`,
		Bad:     `f = 1; /* one`,
		Good:    `f = 1; /* one */`,
		Why:     `Without an end, the comment would swallow the rest of the file in silence.`,
		Related: []lang.Code{lang.UnterminatedString},
	},
	{
		Code:  lang.UnterminatedString,
		Title: "a string that is never closed",
		Meaning: `A string begins with a quote, and the same quote does not follow. A string may span lines, so
the quote that is missing can belong to an earlier string: if one before spans several lines, the message points at
it, too.`,
		Bad:     `f = "one;`,
		Good:    `f = "one";`,
		Why:     `Only the quote with which a string begins can end it; the other kind may stand in it freely.`,
		Related: []lang.Code{lang.UnterminatedComment, lang.BadEscape},
	},
	{
		Code:  lang.BadCharacter,
		Title: "a character that begins nothing",
		Meaning: `A character, or a few of them, that no word of the language begins with. Often it is an operator
from another language, a typographic quote, or a letter beyond a to z in a name.`,
		Bad:  `f = 1 + 2;`,
		Good: `f = [1, 2] PLUS;`,
		Why: `There are no infix operators: a function stands behind what it is applied to, so a sum is a vector
of numbers and then PLUS. Names are ASCII; labels and strings in quotes may be any text.`,
		Related: []lang.Code{lang.UnexpectedToken, lang.OtherDialect},
	},
	{
		Code:  lang.MissingExpression,
		Title: "an expression, a type or a filter is missing",
		Meaning: `Something must stand here and does not: the body of a definition, an element between two
commas, a type behind $, a filter behind ?, or what a caret is to collect.`,
		Bad:     `f = ;`,
		Good:    `f = ();`,
		Why:     `Nothing stands for itself: the identity is written (), the unit {}, the empty vector [] and the function that is never defined <>.`,
		Related: []lang.Code{lang.MissingLabel, lang.UnexpectedToken},
	},
	{
		Code:  lang.MissingLabel,
		Title: "a field without a label, or a label without an expression",
		Meaning: `A field of a product, a type or a filter is an expression and its label, as in {.a x, .b y} or
{x: .a, y: .b}. Of the words in a field without a colon the last one is the label: a field of one word is a label
without an expression. A projection needs a label behind its dot.`,
		Bad:  `f = {.x a, .y};`,
		Good: `f = {.x a, .y b};`,
		Why: `A label cannot be guessed from the expression: {.x a} and {.x b} are different values. To give a
field the name of the function behind it, write both, as in {size size}.`,
		Related: []lang.Code{lang.DuplicateLabel, lang.MissingExpression},
	},
	{
		Code:  lang.MissingSemicolon,
		Title: "two definitions without a semicolon between them",
		Meaning: `A definition ends with a semicolon, and the next one begins before it. Both are analysed as if
it were there. At the end of a file the semicolon may be missing because the last definition was meant to be the
main expression; or the main expression below was read as a part of the definition.`,
		Bad:  "f = 1\ng = 2;",
		Good: "f = 1;\ng = 2;",
		Why: `Lines mean nothing, so f and g on two lines are one composition. Only a name with = behind it
shows that another definition begins.`,
		Related: []lang.Code{lang.AfterMain, lang.UnclosedBracket},
	},
	{
		Code:  lang.AfterMain,
		Title: "text after the main expression",
		Meaning: `An expression that stands in no definition is the main expression, and it is the last thing in
a file. Here something follows it: a semicolon, or a definition. Perhaps a definition lacks its name and =.`,
		Bad:  "1;",
		Good: "1",
		Why: `A file has one main expression at most. Being the last thing, it needs no mark of its own; a
file without one is a library.`,
		Related: []lang.Code{lang.MissingSemicolon, lang.ReservedMain},
	},
	{
		Code:  lang.OtherDialect,
		Title: "a construct of the other dialect",
		Meaning: `A file is in one of two dialects. What only k4 has are literals, vectors with | and ^, and a
filter in parentheses with labels; what only k6 has are tags behind |, / or a backslash, names with @, a sign or a
digit at their beginning, and other names for a type. The first of these decides the dialect, and the first of the
other kind is reported. A first line as in -- dialect: k6 settles it.`,
		Bad:  "f = [1, 2];\ng = {} |tag /tag;",
		Good: "f = [1, 2];\ng = {{} tag} .tag;",
		Why: `The dialects give the same text different meanings: {e l} is a variant in k4 and a product in k6. So
they cannot be mixed in one file.`,
		Related: []lang.Code{lang.BadCharacter, lang.TypeAlias, lang.UnknownDialect},
	},
	{
		Code:  lang.RenamedVariable,
		Title: "a second name for a filter variable",
		Meaning: `In a filter, = gives a name to a bracket or a type, as in ?{X a, Y b}=P. A bare variable
already is a name and cannot get another.`,
		Bad:     `f = ?X=Y;`,
		Good:    `f = ?X;`,
		Why:     `Two names for one pattern say no more than one. To make two places one pattern, use one variable in both.`,
		Related: []lang.Code{lang.UnexpectedToken},
	},
	{
		Code:  lang.MismatchedBracket,
		Title: "a closing bracket of another kind",
		Meaning: `A closing bracket is not the partner of the one that is open. The message points at both; one of
them is wrong, or a bracket between them was not closed.`,
		Bad:     `f = [1, 2};`,
		Good:    `f = [1, 2];`,
		Why:     `The kind of bracket says whether a product, a vector or a merge is meant, so it must be certain.`,
		Related: []lang.Code{lang.UnclosedBracket, lang.StrayBracket},
	},
	{
		Code:  lang.UnknownDialect,
		Title: "a first line that names no dialect", Severity: lang.Warning,
		Meaning: `The first line of a file can be a comment that settles its dialect, as in -- dialect: k6. This
one names a dialect that there is not, so the dialect is found by what the file contains.`,
		Bad:     "-- dialect: k7\nf = ();",
		Good:    "-- dialect: k6\nf = ();",
		Why:     `The names are k4 and k6. In k6 a file that has none of its own constructs would be read as k4.`,
		Related: []lang.Code{lang.OtherDialect},
	},
}
