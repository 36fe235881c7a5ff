package relay

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// Pages are those of the codes of what is wrong with a text and its names.
var Pages = slices.Concat(syntaxPages, namePages)

var syntaxPages = lang.Pages{
	{
		Code:  lang.UnexpectedToken,
		Title: "something that cannot stand here",
		Meaning: `The text goes on with something that has no place at this point. The message says what may stand there
instead. Where only one thing can be meant, such as -> for a colon before the type of a result, a fix writes that. The declaration
is left out of the analysis; its name still counts as declared.`,
		Bad:     "def @one() : int32 { 1 }",
		Good:    "def @one() -> int32 { 1 }",
		Why:     `A text has one meaning. To read on as if something else stood there is fine for finding more mistakes, and not for results.`,
		Related: []lang.Code{lang.MissingExpression, lang.UnclosedBracket},
	},
	{
		Code:  lang.UnclosedBracket,
		Title: "a bracket that is not closed",
		Meaning: `Something follows that can only stand behind the bracket: an arrow, a brace, a semicolon, the closing
bracket of something around it, or the next declaration. The bracket that is open is shown, too. The fix closes all that are open at this place.`,
		Bad:  "def @id(%x: int32 -> int32 { %x }",
		Good: "def @id(%x: int32) -> int32 { %x }",
		Why: `A bracket never reaches into the next declaration, so one that was forgotten spoils one declaration and not the
rest of the file.`,
		Related: []lang.Code{lang.StrayBracket, lang.MissingSemicolon},
	},
	lang.StrayBracketPage("def @one() { abs(1)) }", "def @one() { abs(1) }"),
	{
		Code:  lang.UnterminatedComment,
		Title: "a comment that is never closed",
		Meaning: `A comment that begins with /* goes on to the end of the file. Comments nest: each /* within it needs a */ of its
own. What stands behind it is not read.`,
		Bad:     "def @one() { 1 } /* the first /* the second */",
		Good:    "def @one() { 1 } /* the first /* the second */ */",
		Why:     `Where the comment was meant to end cannot be known.`,
		Related: []lang.Code{lang.UnterminatedString},
	},
	{
		Code:    lang.UnterminatedString,
		Title:   "a string that is never closed",
		Meaning: `A string begins and no double quote follows. Strings have no escapes, so a double quote always ends one.`,
		Bad:     "def @f(%x: int32) { cast(%x, dtype=\"int8) }",
		Good:    "def @f(%x: int32) { cast(%x, dtype=\"int8\") }",
		Why:     `Where the string was meant to end cannot be known, so the rest of its line is taken for it.`,
		Related: []lang.Code{lang.UnterminatedComment},
	},
	{
		Code:  lang.BadCharacter,
		Title: "characters that begin nothing, or a number that is none",
		Meaning: `A character has no meaning here, a sign such as % has no name behind it, or a number has no such form: one with a
point or an exponent ends with f, f16, f32 or f64, an integer may end with i16, i32, i64 or i and has to fit in it.`,
		Bad:     "def @half() { 0.5 }",
		Good:    "def @half() { 0.5f }",
		Why:     `The suffix of a number is its element type, and float32 is not the only one that people expect.`,
		Related: []lang.Code{lang.UnexpectedToken},
	},
	{
		Code:  lang.MissingExpression,
		Title: "an expression or a type is missing",
		Meaning: `An expression, a type or the other branch of an if is expected, and there is none. A block ends with an
expression, which is its value: behind the last let there is one more.`,
		Bad:     "def @f() { let %x = 1; }",
		Good:    "def @f() { let %x = 1; %x }",
		Why:     `Everything has a value; () is the one that says nothing.`,
		Related: []lang.Code{lang.UnexpectedToken},
	},
	{
		Code:    lang.MissingSemicolon,
		Title:   "two statements without a semicolon",
		Meaning: `A statement ends and the next one begins, and no semicolon is between them.`,
		Bad:     "def @f() { let %x = 1 %x }",
		Good:    "def @f() { let %x = 1; %x }",
		Why:     `The ends of lines mean nothing within braces, so something else has to end a statement.`,
		Related: []lang.Code{lang.UnexpectedToken, lang.UnclosedBracket},
	},
	{
		Code:     lang.OtherDialect,
		Severity: lang.Warning,
		Title:    "a construct of the other dialect",
		Meaning: `Programs are written as in the documents (doc) or as in the text format (v005). Only doc has comments behind #, type
parameters in angles, data and case; only v005 has comments behind // and in /* */, type parameters in brackets, type, => and match?. The header
#[version = "0.0.5"] settles the dialect, then the option --dialect, then the first of these. The first that belongs to the other one is reported.`,
		Bad:     "# the identity\ndef @id[A](%x: A) -> A { %x }",
		Good:    "// the identity\ndef @id[A](%x: A) -> A { %x }",
		Why:     `Either is read as what it means, so this is no error; but no other tool reads a mixture.`,
		Related: []lang.Code{lang.UnknownDialect},
	},
	{
		Code:     lang.UnknownDialect,
		Severity: lang.Warning,
		Title:    "a header with another version",
		Meaning:  `The first line names a version of the text format that is not 0.0.5. The file is read as 0.0.5 all the same.`,
		Bad:      "#[version = \"0.0.4\"]\ndef @one() { 1 }",
		Good:     "#[version = \"0.0.5\"]\ndef @one() { 1 }",
		Why:      `Older texts differ in details, and a file may mean something else than is read here.`,
		Related:  []lang.Code{lang.OtherDialect},
	},
}

var namePages = lang.Pages{
	{
		Code:  lang.UnknownType,
		Title: "a type that is not known",
		Meaning: `No type of the program has this name, no type parameter around it, and no element type: those are int8 to int64, uint8 to
uint64, uint1, float16 to float64, bfloat16 and bool, perhaps with a number of lanes, as in int8x4. A type parameter is known in its function only.`,
		Bad:     "def @f(%x: Tensor[(2, 3), float33]) { %x }",
		Good:    "def @f(%x: Tensor[(2, 3), float32]) { %x }",
		Why:     `A type that nobody declared would be one that has no values.`,
		Related: []lang.Code{lang.UnknownConstructor, lang.TypeRedefined},
	},
	{
		Code:    lang.DuplicateLabel,
		Title:   "a constructor that is declared twice",
		Meaning: `Two constructors have one name, in one type or in two. The first one counts.`,
		Bad:     "type Light { On, Off }\ntype Door { Open, Off }",
		Good:    "type Light { On, Off }\ntype Door { Open, Shut }",
		Why:     `A constructor stands in expressions and patterns by its name alone, so the name has to tell the type.`,
		Related: []lang.Code{lang.TypeRedefined},
	},
	{
		Code:    lang.FunctionRedefined,
		Title:   "a global that is declared twice",
		Meaning: `Two definitions have one name. The first one counts. What a program defines may have the name of something in a library: then that of the program counts.`,
		Bad:     "def @f() { 1 }\ndef @f() { 2f }",
		Good:    "def @f() { 1 }\ndef @g() { 2f }",
		Why:     `Definitions may be used before they are written, so the order cannot tell which one is meant.`,
		Related: []lang.Code{lang.TypeRedefined, lang.DuplicateVariable},
	},
	{
		Code:    lang.TypeRedefined,
		Title:   "a type that is declared twice",
		Meaning: `Two types have one name. The first one counts.`,
		Bad:     "type T { A }\ntype T { B }",
		Good:    "type T { A }\ntype U { B }",
		Why:     `Types are told apart by their names, even if they have the same constructors.`,
		Related: []lang.Code{lang.DuplicateLabel, lang.FunctionRedefined},
	},
	{
		Code:  lang.UnknownLocal,
		Title: "a local variable that nothing binds",
		Meaning: `Nothing around this place binds the name: no parameter, no let before it in the block, no pattern of the clause. A let is
not known in its own value, unless that is a function. A graph variable such as %0 is known from its binding to the end of its definition.
A slash may be part of a name: %a/2 is one variable, and %a / 2 a division.`,
		Bad:     "def @f(%width: int32) { %widht }",
		Good:    "def @f(%width: int32) { %width }",
		Why:     `A name that is bound elsewhere, in another clause or in another function, is another variable.`,
		Related: []lang.Code{lang.UnknownGlobal, lang.UnknownOperator},
	},
	{
		Code:    lang.UnknownGlobal,
		Title:   "a global that is not defined",
		Meaning: `No definition has this name, and no library that stands before the program. If the name of one is similar, the message says so.`,
		Bad:     "def @first() { 1 }\ndef @main() { @frist() }",
		Good:    "def @first() { 1 }\ndef @main() { @first() }",
		Why:     `Everything that a program refers to is defined in it or in its libraries, before or after.`,
		Related: []lang.Code{lang.UnknownLocal, lang.UnknownOperator},
	},
	{
		Code:  lang.UnknownOperator,
		Title: "an operator that is not known",
		Meaning: `A name without a sign is an operator or a constructor, and none has this one. If a global or a local has it, its sign is
missing: the fix adds @ or %. Operators have their full names, such as nn.relu.`,
		Bad:     "def @inc(%x: int32) -> int32 { %x }\ndef @main() { inc(1) }",
		Good:    "def @inc(%x: int32) -> int32 { %x }\ndef @main() { @inc(1) }",
		Why:     `The sign says what kind of thing a name is, so that a new operator can never take the name of a function of yours.`,
		Related: []lang.Code{lang.UnknownGlobal, lang.UnknownLocal, lang.UnknownConstructor},
	},
	{
		Code:  lang.UnknownConstructor,
		Title: "a constructor that is not known",
		Meaning: `No type has a constructor of this name. In a pattern, a name without a sign is a constructor: a variable is written with %.
The fix adds the sign in the pattern and in its clause.`,
		Bad:     "type Box { Put(int32) }\ndef @open(%b: Box) -> int32 { match (%b) { Put(x) => x } }",
		Good:    "type Box { Put(int32) }\ndef @open(%b: Box) -> int32 { match (%b) { Put(%x) => %x } }",
		Why:     `If an unknown name were a variable, a misspelt constructor would match everything.`,
		Related: []lang.Code{lang.UnknownLocal, lang.UnknownType},
	},
	{
		Code:    lang.UnknownRelation,
		Title:   "a relation that is not known",
		Meaning: `A where clause names a relation that neither the program nor the house declares.`,
		Bad:     "def @f<a>(%x : a, %y : a) -> a where Brodcast(a, a, a) { %x }",
		Good:    "def @f<a>(%x : a, %y : a) -> a where Broadcast(a, a, a) { %x }",
		Why:     `A condition that nobody can check would be one that always holds or never does.`,
		Related: []lang.Code{lang.UnknownOperator},
	},
	{
		Code:    lang.DuplicateVariable,
		Title:   "a variable or an argument that is there twice",
		Meaning: `One list of parameters, of type parameters or of attributes has a name twice, one pattern binds a variable twice, or a definition binds a graph variable twice.`,
		Bad:     "def @f(%x: int32, %x: bool) { %x }",
		Good:    "def @f(%x: int32, %y: bool) { %x }",
		Why:     `They are bound at once, so neither could hide the other. A let may take a name again: it comes later.`,
		Related: []lang.Code{lang.FunctionRedefined, lang.UnknownLocal},
	},
}
