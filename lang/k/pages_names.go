package k

import "github.com/patgraph/patgraph/lang"

// The pages of P02xx: what names and labels stand for.
var namePages = lang.Pages{
	{
		Code:  lang.UnknownFunction,
		Title: "a function that is not defined",
		Meaning: `No definition of the file has this name, and no built-in function. Names are told apart by case.
If a name is similar, or a type has it, the message says so. The definition counts as (...) --> (...) for others.`,
		Bad:     `f = [1, 2] plus;`,
		Good:    `f = [1, 2] PLUS;`,
		Why:     `A file is analysed by itself: everything it refers to is built in or defined in it, before or after.`,
		Related: []lang.Code{lang.UnknownType, lang.FunctionRedefined},
	},
	{
		Code:  lang.UnknownType,
		Title: "a type that is not defined",
		Meaning: `No definition $name = … of the file has this name, it is no built-in type (those are $int,
$string and $bool), and no type that the program writes down has it as its canonical name.`,
		Bad:     `f = $nat .succ;`,
		Good:    "$nat = <{} zero, nat succ>;\nf = $nat .succ;",
		Why:     `A type with an unknown part cannot be compared with others, so nothing certain could be said of its users.`,
		Related: []lang.Code{lang.UnknownFunction, lang.TypeRedefined, lang.AmbiguousName},
	},
	{
		Code:  lang.DuplicateLabel,
		Title: "a label that stands twice in a bracket",
		Meaning: `Two fields of one product, type or filter have the same label. The message points at both.
Labels are texts: 5 and "5" are the same label.`,
		Bad:     `f = {1 x, 2 x};`,
		Good:    `f = {1 x, 2 y};`,
		Why:     `A label says which field is meant, so each stands for one. To combine two values under one label, make a vector or a product of them.`,
		Related: []lang.Code{lang.MissingLabel},
	},
	{
		Code:  lang.FunctionRedefined,
		Title: "a function that is defined twice",
		Meaning: `Two definitions of functions have the same name. The first one counts for everyone who uses the
name. The second one is analysed like any other, but nobody can refer to it.`,
		Bad:     "f = 1;\nf = 2;",
		Good:    "f = 1;\ng = 2;",
		Why:     `The order of definitions means nothing in a program, so neither can be said to replace the other.`,
		Related: []lang.Code{lang.TypeRedefined, lang.ReservedMain},
	},
	{
		Code:  lang.TypeRedefined,
		Title: "a type that is defined twice",
		Meaning: `Two definitions of types have the same name. The first one counts. Types and functions have
names of their own: $f and f may both be defined.`,
		Bad:     "$t = {int a, int b};\n$t = <int a, int b>;",
		Good:    "$t = {int a, int b};\n$u = <int a, int b>;",
		Why:     `The order of definitions means nothing in a program, so neither can be said to replace the other.`,
		Related: []lang.Code{lang.FunctionRedefined, lang.ReservedType},
	},
	{
		Code:  lang.ReservedType,
		Title: "a definition of a built-in type",
		Meaning: `In dialect k4 the names int, string and bool belong to the built-in types and cannot be defined. In k6 they are names
as any other: a union of such a name shows k6 where nothing shows k4.`,
		Bad:     `$int = <{} zero, {} one>; f = [1, 2];`,
		Good:    `$bit = <{} zero, {} one>; f = [1, 2];`,
		Why:     `Literals such as 5 and "five" are of the built-in types whatever is defined; another type of the same name would only mislead.`,
		Related: []lang.Code{lang.TypeRedefined},
	},
	{
		Code:  lang.ReservedMain,
		Title: "the reserved name of the main expression",
		Meaning: `The main expression of a file is shown as the definition __main__. This name cannot be defined
and cannot be referred to.`,
		Bad:     "__main__ = 1;",
		Good:    "1",
		Why:     `The main expression stands at the end of the file without a name. What is to be referred to needs a definition of its own.`,
		Related: []lang.Code{lang.AfterMain, lang.FunctionRedefined},
	},
	{
		Code:  lang.TypeAlias,
		Title: "a type definition without a bracket",
		Meaning: `The right side of a type definition is a product in braces, a union in angles or a vector in
square brackets. A bare name there would be an alias, which dialect k4 does not have. In k6 it is written with an
at sign, as in $a = @b.`,
		Bad:     "$cents = int;\nf = $cents;",
		Good:    `f = $int;`,
		Why:     `Types are compared by their structure, so an alias would be the same type under another name. To tell amounts from other integers, give them a tag: $amount = <int cents>.`,
		Related: []lang.Code{lang.ReservedType, lang.OtherDialect},
	},
	{
		Code:  lang.AmbiguousName,
		Title: "a canonical name that two types share",
		Meaning: `A type can be referred to by its canonical name, a short text computed from its structure. Two
different types of this program have the same one, so it does not say which is meant.`,
		Bad:     "$a = {int ac, int x};\n$b = {int ba, int x};\nf = $EOBvF;",
		Good:    "$a = {int ac, int x};\n$b = {int ba, int x};\nf = $a;",
		Why:     `These short names are a weak hash, kept so that old programs can be read. A name that is defined in the file is always certain.`,
		Related: []lang.Code{lang.UnknownType},
	},
	{
		Code:  lang.AliasCycle,
		Title: "names of a type that lead to each other",
		Meaning: `In dialect k6 a type can get another name, as in $a = @b. Here the names lead round in a circle,
so none of them says what the type is.`,
		Bad:     "-- dialect: k6\n$a = @b;\n$b = @a;\nf = $a;",
		Good:    "-- dialect: k6\n$a = @b;\n$b = <{} t, {} f>;\nf = $a;",
		Why:     `Only a bracket gives a type its structure. A type that refers to itself does so within one, as in $nat = <{} 0, nat s>.`,
		Related: []lang.Code{lang.TypeAlias, lang.UnknownType},
	},
}
