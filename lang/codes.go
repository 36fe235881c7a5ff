package lang

// A Code names one situation a diagnostic can report. Codes are stable: one
// code, one situation, never reused. Class says what their numbers mean.
type Code string

const (
	UnexpectedToken     Code = "P0101" // a token that cannot stand here
	UnclosedBracket     Code = "P0102" // a bracket that is never closed
	StrayBracket        Code = "P0103" // a closing bracket without an opener
	BadEscape           Code = "P0104" // warning: an escape that is none, kept as written
	UnterminatedComment Code = "P0105"
	UnterminatedString  Code = "P0106"
	BadCharacter        Code = "P0107" // a character that begins no token
	MissingExpression   Code = "P0108" // an expression, a type or a filter is expected and there is none
	MissingLabel        Code = "P0109" // a field without a label, or a label without an expression
	MissingSemicolon    Code = "P0110" // two definitions without ";" between them
	AfterMain           Code = "P0111" // text after the main expression
	OtherDialect        Code = "P0112" // a construct of the dialect that the file is not in
	RenamedVariable     Code = "P0113" // ?X=Y
	MismatchedBracket   Code = "P0114" // a closing bracket of another kind than the open one
	UnknownDialect      Code = "P0115" // warning: a first line that names no dialect
	NoMeaning           Code = "P0116" // what is read and means nothing yet
	UsedBefore          Code = "P0117" // a use of what is declared behind it

	UnknownFunction   Code = "P0201"
	UnknownType       Code = "P0202"
	DuplicateLabel    Code = "P0203"
	FunctionRedefined Code = "P0204"
	TypeRedefined     Code = "P0205"
	ReservedType      Code = "P0206" // $int, $string or $bool defined
	ReservedMain      Code = "P0207" // __main__ defined or referenced
	TypeAlias         Code = "P0208" // a type definition without a bracket
	AmbiguousName     Code = "P0209" // a canonical name that two types share
	AliasCycle        Code = "P0210" // names of a type that lead to each other

	UnknownLocal       Code = "P0211" // a local variable
	UnknownGlobal      Code = "P0212" // a global
	UnknownOperator    Code = "P0213"
	UnknownConstructor Code = "P0214"
	UnknownRelation    Code = "P0215"
	DuplicateVariable  Code = "P0216" // a parameter, a variable of a pattern, an argument

	ShapeClash   Code = "P0301" // product, union, vector or built-in against another of them
	MissingField Code = "P0302" // a product lacks the label that is read
	MissingTag   Code = "P0303" // a union lacks the tag
	ExtraLabel   Code = "P0304" // a closed literal has a label too many
	LabelsDiffer Code = "P0305" // two closed patterns, each with labels the other lacks
	NotAnIndex   Code = "P0306" // a label of a vector that is no index
	NotALiteral  Code = "P0307" // a label that is no value of a built-in type
	TypesDiffer  Code = "P0308" // two types that differ
	OnlyVector   Code = "P0309" // three patterns: two leave only a vector, the third is none

	SizesDiffer     Code = "P0310" // of one dimension
	RanksDiffer     Code = "P0311" // numbers of dimensions
	ElementsDiffer  Code = "P0312" // element types
	KindsDiffer     Code = "P0313" // types of different kinds, such as a tensor and a tuple
	WrongCount      Code = "P0314" // of arguments, fields, parts of a pattern
	RigidParameter  Code = "P0315" // a type parameter would have to be a certain type, or another one
	WrongKind       Code = "P0316" // a type of the wrong kind
	EndlessType     Code = "P0317" // a type that contains itself
	RelationFails   Code = "P0318" // a relation of types does not hold
	WrongAttribute  Code = "P0319"
	Underdetermined Code = "P0320" // nothing decides a type
	MissingCases    Code = "P0321" // of a match
	WindowTooLarge  Code = "P0322" // a window that is larger than its input
	ViewSizes       Code = "P0323" // what is laid out anew has not as many elements

	PolymorphicRecursion Code = "P0401" // warning: one pattern does not serve all uses in a recursive group
	NodeLimit            Code = "P0402"
	RoundLimit           Code = "P0403"
	TimeLimit            Code = "P0404"
	DepthLimit           Code = "P0405"
	NarrowRecursion      Code = "P0406" // warning: a use that only the polymorphic signature admits
	EmptyType            Code = "P0407" // warning: a type without a finite value

	IncrementalMark   Code = "P0501" // warning: "+++" is ignored
	NeverDefined      Code = "P0502" // warning: a definition that gives no value on any input
	EndlessRecursion  Code = "P0503" // warning: recursion that cannot give anything
	UnreachableBranch Code = "P0504" // warning: a branch behind one that is always defined
	ShadowedBranch    Code = "P0505" // warning: a branch whose inputs earlier ones take
	UndefinedBranch   Code = "P0506" // warning: a branch that gives no value where it is reached
	PartialDefinition Code = "P0507" // warning, when asked for: a definition that is undefined somewhere
	Boxing            Code = "P0508" // warning: a caret that may have nothing to collect, or what none can collect
	RedundantClause   Code = "P0509" // warning: a clause of a match behind others that take all it would
	AmbiguousArgument Code = "P0510" // warning: a type argument that nothing decides
	SizeNote          Code = "P0511" // note: a size parameter is always a number, or always another one

	NothingOpen  Code = "P0601" // ^ over what is not open
	NoVector     Code = "P0602" // | of what is no vector
	NoJSON       Code = "P0603" // fromJSON of what is no JSON
	FilterFailed Code = "P0604" // with --check-filters: a value that a filter does not allow
	OpenWithin   Code = "P0605" // an open vector within a value that is to be written
	CannotRun    Code = "P0606" // an expression with an error is run all the same

	MigrationLacks     Code = "P0701" // what k6 has no counterpart for
	MigrationUndecided Code = "P0702" // a product or a union, and k6 wants to know which
	MigrationUses      Code = "P0703" // a definition that is not migrated is used
	MigrationDiffers   Code = "P0704" // as k6 it would be something else

	UnreadableInput Code = "P0801"
	NotUTF8         Code = "P0802"
	TooLarge        Code = "P0803"
	BadRecord       Code = "P0804" // a line of NDJSON that is no program
	BrokenStream    Code = "P0805" // an archive or a compressed stream that ends early or is damaged
	BadValue        Code = "P0806" // a value that cannot be read
	BadConfig       Code = "P0820" // a configuration file that cannot be used
	NotChecked      Code = "P0821" // a program whose configuration cannot be used

	BadProof Code = "P0901" // with --verify: an explanation does not hold
	Internal Code = "P0902" // a bug in patgraph itself
)
