package lang

// A Code names one situation that a diagnostic can report. Codes are stable: one code, one situation, never reused.
// Class gives the meaning of their numbers.
type Code string

const (
	UnexpectedToken     Code = "P0101" // a token at a place where it is not allowed
	UnclosedBracket     Code = "P0102" // a bracket that is never closed
	StrayBracket        Code = "P0103" // a closing bracket without an opener
	BadEscape           Code = "P0104" // warning: an invalid escape, kept as written
	UnterminatedComment Code = "P0105"
	UnterminatedString  Code = "P0106"
	BadCharacter        Code = "P0107" // a character that does not begin a token
	MissingExpression   Code = "P0108" // a missing expression, type or filter
	MissingLabel        Code = "P0109" // a field without a label, or a label without an expression
	MissingSemicolon    Code = "P0110" // two definitions without ";" between them
	AfterMain           Code = "P0111" // text after the main expression
	OtherDialect        Code = "P0112" // a construct of another dialect than the file's
	RenamedVariable     Code = "P0113" // ?X=Y
	MismatchedBracket   Code = "P0114" // a closing bracket of another kind than the open one
	UnknownDialect      Code = "P0115" // warning: a first line with an unknown dialect
	NoMeaning           Code = "P0116" // a construct that is parsed but has no meaning yet
	UsedBefore          Code = "P0117" // a use before the declaration

	UnknownFunction   Code = "P0201"
	UnknownType       Code = "P0202"
	DuplicateLabel    Code = "P0203"
	FunctionRedefined Code = "P0204"
	TypeRedefined     Code = "P0205"
	ReservedType      Code = "P0206" // $int, $string or $bool defined
	ReservedMain      Code = "P0207" // __main__ defined or referenced
	TypeAlias         Code = "P0208" // a type definition without a bracket
	AmbiguousName     Code = "P0209" // a canonical name that two types share
	AliasCycle        Code = "P0210" // type names that refer to each other

	UnknownLocal       Code = "P0211" // a local variable
	UnknownGlobal      Code = "P0212" // a global
	UnknownOperator    Code = "P0213"
	UnknownConstructor Code = "P0214"
	UnknownRelation    Code = "P0215"
	DuplicateVariable  Code = "P0216" // a parameter, a variable of a pattern, an argument
	MissingImport      Code = "P0217" // a domain of operators without a version

	ShapeClash   Code = "P0301" // a product, union, vector or built-in type that must be one of the others
	MissingField Code = "P0302" // a product lacks the label that is read
	MissingTag   Code = "P0303" // a union lacks the tag
	ExtraLabel   Code = "P0304" // a closed literal has a label too many
	LabelsDiffer Code = "P0305" // two closed patterns, each with labels the other lacks
	NotAnIndex   Code = "P0306" // a label of a vector that is not an index
	NotALiteral  Code = "P0307" // a label that is not a value of a built-in type
	TypesDiffer  Code = "P0308" // two different types
	OnlyVector   Code = "P0309" // three patterns: two leave only a vector, and the third is not one

	SizesDiffer     Code = "P0310" // of one dimension
	RanksDiffer     Code = "P0311" // numbers of dimensions
	ElementsDiffer  Code = "P0312" // element types
	KindsDiffer     Code = "P0313" // types of different kinds, such as a tensor and a tuple
	WrongCount      Code = "P0314" // of arguments, fields, parts of a pattern
	RigidParameter  Code = "P0315" // a type parameter that would have to be a certain type, or another parameter
	WrongKind       Code = "P0316" // a type of the wrong kind
	EndlessType     Code = "P0317" // a type that contains itself
	RelationFails   Code = "P0318" // a relation of types does not hold
	WrongAttribute  Code = "P0319"
	Underdetermined Code = "P0320" // nothing decides a type
	MissingCases    Code = "P0321" // of a match
	WindowTooLarge  Code = "P0322" // a window that is larger than its input
	ViewSizes       Code = "P0323" // a view with another number of elements than its tensor

	PolymorphicRecursion Code = "P0401" // warning: a single pattern is not enough for all uses in a recursive group
	NodeLimit            Code = "P0402"
	RoundLimit           Code = "P0403"
	TimeLimit            Code = "P0404"
	DepthLimit           Code = "P0405"
	NarrowRecursion      Code = "P0406" // warning: a use that only the polymorphic signature admits
	EmptyType            Code = "P0407" // warning: a type without a finite value
	TooManyErrors        Code = "P0408" // a file with more errors than are reported

	IncrementalMark   Code = "P0501" // warning: "+++" is ignored
	NeverDefined      Code = "P0502" // warning: a definition that gives no value on any input
	EndlessRecursion  Code = "P0503" // warning: recursion that can never give a value
	UnreachableBranch Code = "P0504" // warning: a branch after one that is always defined
	ShadowedBranch    Code = "P0505" // warning: a branch whose inputs are all taken by earlier ones
	UndefinedBranch   Code = "P0506" // warning: a branch that gives no value where it is reached
	PartialDefinition Code = "P0507" // warning, on request: a definition that is undefined on some inputs
	Boxing            Code = "P0508" // warning: a caret may have nothing to collect, or no caret may collect a vector
	RedundantClause   Code = "P0509" // warning: a clause of a match whose values earlier clauses take
	AmbiguousArgument Code = "P0510" // warning: an undetermined type argument
	SizeNote          Code = "P0511" // note: a size parameter is always a number, or always another one
	Promise           Code = "P0512" // warning: a size that is declared dynamic, but has to be a certain one
	Stale             Code = "P0513" // warning: a declared type that is not the derived one
	NotAllChecked     Code = "P0514" // note: a part of a model that is not checked as it is written
	NeedlessSilence   Code = "P0515" // warning: a comment that silences nothing
	WrongHash         Code = "P0516" // warning: a definition without the hash that is stated for it

	NothingOpen  Code = "P0601" // ^ over a value that is not open
	NoVector     Code = "P0602" // | of a value that is not a vector
	NoJSON       Code = "P0603" // fromJSON of a text that is not JSON
	FilterFailed Code = "P0604" // with --check-filters: a value that a filter does not allow
	OpenWithin   Code = "P0605" // an open vector within a value to be written
	CannotRun    Code = "P0606" // a run reaches an expression with an error

	MigrationLacks     Code = "P0701" // a feature without a counterpart in k6
	MigrationUndecided Code = "P0702" // a product or a union, which k6 distinguishes
	MigrationUses      Code = "P0703" // a use of a definition that is not migrated
	MigrationDiffers   Code = "P0704" // a definition that would differ as k6

	BreakingChange   Code = "P0710" // a change that may break callers of a definition
	CompatibleChange Code = "P0711" // note: a change that breaks no caller

	UnreadableInput Code = "P0801"
	NotUTF8         Code = "P0802"
	TooLarge        Code = "P0803"
	BadRecord       Code = "P0804" // a line of NDJSON that is not a program
	BrokenStream    Code = "P0805" // an archive or a compressed stream that ends early or is damaged
	BadValue        Code = "P0806" // a value that cannot be read
	BadConfig       Code = "P0820" // a configuration file with errors
	NotChecked      Code = "P0821" // a program whose configuration has errors

	BadProof Code = "P0901" // with --verify: an explanation that the checker rejects
	Internal Code = "P0902" // a bug in patgraph itself
)
