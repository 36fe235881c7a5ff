package relay

import "github.com/patgraph/patgraph/lang"

// Pages are those of the codes of what is wrong with types.
var Pages = lang.Pages{
	{
		Code:  lang.SizesDiffer,
		Title: "two sizes of one dimension",
		Meaning: `Two types have to be one, and a dimension of the one has another size than that of the other. The message shows
both types; each size is shown where it is written, and one that was computed with the computations that lead to it.`,
		Bad:  "def @f(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 4), float32] { nn.relu(%x) }",
		Good: "def @f(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] { nn.relu(%x) }",
		Why: `A tensor has one size in each dimension, which is known before the program runs. Where it is not known a type has ?,
which fits every size.`,
		Related: []lang.Code{lang.RanksDiffer, lang.ElementsDiffer, lang.RelationFails},
	},
	{
		Code:    lang.RanksDiffer,
		Title:   "two numbers of dimensions",
		Meaning: `Two types have to be one, and the one is a tensor of more dimensions than the other.`,
		Bad:     "def @f(%c: bool, %x: Tensor[(2, 3), float32]) { if (%c) { %x } else { sum(%x, axis=[1]) } }",
		Good:    "def @f(%c: bool, %x: Tensor[(2, 3), float32]) { if (%c) { %x } else { tanh(%x) } }",
		Why: `Operators broadcast, types do not: only the relation of an operator may put dimensions of size 1 before those of its
arguments. Where two values meet without an operator, as the branches of an if do, their types are one.`,
		Related: []lang.Code{lang.SizesDiffer},
	},
	{
		Code:    lang.ElementsDiffer,
		Title:   "two element types",
		Meaning: `Two tensors have to have one type, and their elements are of different types. Nothing converts them but cast.`,
		Bad:     "def @f(%x: Tensor[(2), float32]) -> Tensor[(2), float16] { %x }",
		Good:    `def @f(%x: Tensor[(2), float32]) -> Tensor[(2), float16] { cast(%x, dtype="float16") }`,
		Why:     `A conversion costs time and precision, so it is written down.`,
		Related: []lang.Code{lang.SizesDiffer, lang.KindsDiffer},
	},
	{
		Code:  lang.KindsDiffer,
		Title: "types of different kinds",
		Meaning: `Two types have to be one, and they are no variants of one thing: a tensor and a tuple, a function and a list, tuples
of different lengths, functions of different numbers of arguments, two declared types.`,
		Bad:     "def @f(%x: int32) { %x(1) }",
		Good:    "def @f(%x: fn (int32) -> int32) { %x(1) }",
		Why:     `Each value has one type. Declared types are different from each other even where their constructors look alike.`,
		Related: []lang.Code{lang.WrongCount, lang.SizesDiffer},
	},
	{
		Code:  lang.WrongCount,
		Title: "too few or too many",
		Meaning: `A function, an operator or a constructor has another number of arguments than it takes, a pattern has another number
of parts, or a field is read that a tuple has not. The place of the declaration is shown, too.`,
		Bad:     "def @f(%x: int32, %y: int32) { %x + %y } def @g() { @f(1) }",
		Good:    "def @f(%x: int32, %y: int32) { %x + %y } def @g() { @f(1, 2) }",
		Why:     `A call has all of its arguments; what is left to be given later is a function: fn (%y: int32) { @f(1, %y) }.`,
		Related: []lang.Code{lang.KindsDiffer, lang.WrongAttribute},
	},
	{
		Code:  lang.RigidParameter,
		Title: "a type parameter that is not free",
		Meaning: `A definition says with a type parameter that it works for every type, and its body works for a certain one only, or
only where two of its parameters are one type.`,
		Bad:     "def @f[A](%x: A) -> int32 { %x }",
		Good:    "def @f[A](%x: A) -> A { %x }",
		Why:     `Who calls the definition chooses the type. So within it nothing is known of the parameter but that it is itself.`,
		Related: []lang.Code{lang.KindsDiffer},
	},
	{
		Code:  lang.WrongKind,
		Title: "a type of the wrong kind",
		Meaning: `What stands in the place of a type is none: a declared type with the wrong number of type arguments, a type where an
element type is expected, a negative dimension, a parameter of another kind.`,
		Bad:     "type Box[A] { B(A) } def @f(%b: Box) -> int32 { 0 }",
		Good:    "type Box[A] { B(A) } def @f(%b: Box[int32]) -> int32 { 0 }",
		Why:     `List is no type, List[int32] is one. Dimensions, shapes and element types are parts of types, and not types themselves.`,
		Related: []lang.Code{lang.UnknownType},
	},
	{
		Code:    lang.EndlessType,
		Title:   "a type that contains itself",
		Meaning: `A value would have to be a part of what it is: a function that takes itself, a tuple in itself.`,
		Bad:     "def @f(%g) { %g(%g) }",
		Good:    "def @f(%g: fn (int32) -> int32) { %g(%g(1)) }",
		Why: `Types are written down in full, and such a type has no end. What refers to itself on purpose is a declared type, such as
a list, whose constructors stand between the type and itself.`,
		Related: []lang.Code{lang.KindsDiffer},
	},
	{
		Code:  lang.RelationFails,
		Title: "arguments that an operator does not take",
		Meaning: `Each operator has a relation of the types of its arguments and its result: + broadcasts, dense multiplies matrices. The
arguments of this call do not stand in it. The message says what the relation asks for, and the notes which types the arguments have and
where their sizes come from.`,
		Bad:     "def @f(%x: Tensor[(4, 3), float32], %y: Tensor[(4), float32]) { %x + %y }",
		Good:    "def @f(%x: Tensor[(4, 3), float32], %y: Tensor[(3), float32]) { %x + %y }",
		Why:     `Shapes are computed before the program runs, so what could not be computed is found before, too.`,
		Related: []lang.Code{lang.SizesDiffer, lang.WindowTooLarge, lang.ViewSizes, lang.WrongAttribute},
	},
	{
		Code:  lang.WrongAttribute,
		Title: "an attribute that is not right",
		Meaning: `A call gives an attribute that its operator has not, gives one twice, gives a value of another kind, or leaves out one
that has no default.`,
		Bad:     "def @f(%x: Tensor[(2), float32]) { nn.softmax(%x, axes=0) }",
		Good:    "def @f(%x: Tensor[(2), float32]) { nn.softmax(%x, axis=0) }",
		Why:     `An attribute with a misspelt name would be ignored, and the operator would do something else.`,
		Related: []lang.Code{lang.WrongCount},
	},
	{
		Code:  lang.Underdetermined,
		Title: "a type that nothing decides",
		Meaning: `A type, or a part of one, stays open: nothing in the definition says what it is. There may be operators that wait for
it; these are shown, with what they wait for. Types that are written down decide it: the fewest that do are offered, with an
example of each. With --generalize the users of a function decide what is open in its type.`,
		Bad:  "def @f(%x) { %x * 2f }",
		Good: "def @f(%x: Tensor[(3), float32]) { %x * 2f }",
		Why: `Many shapes may fit, such as a scalar and a vector here, and the code of an operator depends on which it is. What
is open or wrong in a callee also leaves types open; that is told there alone.`,
		Related: []lang.Code{lang.RelationFails},
	},
	{
		Code:  lang.MissingCases,
		Title: "a match that does not handle all cases",
		Meaning: `There are values that no clause of the match takes. The message shows them as patterns. match? may leave some out, and
fails on them when it runs.`,
		Bad:     "type Opt { Has(int32), No } def @f(%o: Opt) { match (%o) { Has(%x) => %x } }",
		Good:    "type Opt { Has(int32), No } def @f(%o: Opt) { match (%o) { Has(%x) => %x, No => 0 } }",
		Why:     `Whoever adds a constructor finds all places that have to know of it.`,
		Related: []lang.Code{lang.RedundantClause},
	},
	{
		Code:    lang.WindowTooLarge,
		Title:   "a window larger than what it moves over",
		Meaning: `A convolution or a pooling has a window that is larger than its input with the padding, so there is no place for it.`,
		Bad:     "def @f(%x: Tensor[(1, 3, 7, 7), float32], %w: Tensor[(8, 3, 9, 9), float32]) { nn.conv2d(%x, %w) }",
		Good:    "def @f(%x: Tensor[(1, 3, 7, 7), float32], %w: Tensor[(8, 3, 3, 3), float32]) { nn.conv2d(%x, %w) }",
		Why:     `The result would have a negative size. Often an earlier layer made the image smaller than one thought; the notes show how.`,
		Related: []lang.Code{lang.RelationFails},
	},
	{
		Code:    lang.ViewSizes,
		Title:   "a new shape with another number of elements",
		Meaning: `A tensor is to be laid out in another shape, and the product of the new sizes is not that of the old ones.`,
		Bad:     "def @f(%x: Tensor[(2, 3, 4), float32]) { reshape(%x, newshape=[5, 5]) }",
		Good:    "def @f(%x: Tensor[(2, 3, 4), float32]) { reshape(%x, newshape=[6, 4]) }",
		Why:     `Nothing is computed when a shape changes, so no element may be left over or missing. A -1 stands for the size that fits.`,
		Related: []lang.Code{lang.RelationFails},
	},
	{
		Code:     lang.RedundantClause,
		Severity: lang.Warning,
		Title:    "a clause that is never reached",
		Meaning:  `Earlier clauses take every value that this one would take. They are shown.`,
		Bad:      "type Opt { Has(int32), No } def @f(%o: Opt) { match (%o) { _ => 0, No => 1 } }",
		Good:     "type Opt { Has(int32), No } def @f(%o: Opt) { match (%o) { No => 1, _ => 0 } }",
		Why:      `Clauses are tried in order. One that is never reached is often in the wrong place.`,
		Related:  []lang.Code{lang.MissingCases},
	},
	{
		Code:     lang.AmbiguousArgument,
		Severity: lang.Warning,
		Title:    "a type argument that nothing decides",
		Meaning: `A part of the type of an expression stays open, and the type of the definition does not depend on it: the elements of
an empty list that is only measured, for instance. Any type would do.`,
		Bad: `type List[A] { Cons(A, List[A]), Nil }
def @len[A](%xs: List[A]) -> int32 { match (%xs) { Cons(_, %t) => 1 + @len(%t), Nil => 0 } }
def @none() { @len(Nil) }`,
		Good: `type List[A] { Cons(A, List[A]), Nil }
def @len[A](%xs: List[A]) -> int32 { match (%xs) { Cons(_, %t) => 1 + @len(%t), Nil => 0 } }
def @none() { let %xs: List[int32] = Nil; @len(%xs) }`,
		Why:     `Nothing can go wrong with it, but whoever compiles the program has to choose a type.`,
		Related: []lang.Code{lang.Underdetermined},
	},
}
