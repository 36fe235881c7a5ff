package k

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/repair"
)

// Each program has one clash. Its first repair turns it into the other program; if any is set, one of its repairs does.
var repairCases = []struct {
	name, source, want string
	title, grade       string // of that repair; empty for any
	any                bool
}{
	{name: "misspelt field", source: `f = ${int width, int height} .widht;`,
		want: `f = ${int width, int height} .width;`, title: "use `.width`", grade: "maybe"},
	{name: "misspelt field of a literal", source: `f = {1 width, 2 height} .hieght; g = {3 height} .height;`,
		want: `f = {1 width, 2 height} .height; g = {3 height} .height;`, grade: "machine"},
	{name: "misspelt in the literal", source: `f = {1 widht, 2 height} .width; g = {1 width, 2 x} .width;`,
		want: `f = {1 width, 2 height} .width; g = {1 width, 2 x} .width;`, title: "rename the field to `width`", grade: "machine"},
	{name: "misspelt case", source: `$p = {int Name, int age}; f = $p .name; g = $p .Name;`,
		want: `$p = {int Name, int age}; f = $p .Name; g = $p .Name;`, grade: "machine"},
	{name: "misspelt tag", source: `$shape = <int square, int circle>; f = $shape <.square, .circel>; g = $shape .circle;`,
		want: `$shape = <int square, int circle>; f = $shape <.square, .circle>; g = $shape .circle;`, grade: "machine"},
	{name: "misspelt tag of a variant", source: `$found = <{} none, int some>; f = {{} nonne} $found; g = {{} none} $found;`,
		want: `$found = <{} none, int some>; f = {{} none} $found; g = {{} none} $found;`, title: "rename the tag to `none`", grade: "machine"},
	{name: "misspelt in the type", source: `$p = {string nmae, int age}; f = $p .name; g = {"x" name, 1 age} $p .name;`,
		want: `$p = {string name, int age}; f = $p .name; g = {"x" name, 1 age} $p .name;`},
	{name: "misspelt in a filter", source: `f = ?{X name, Y ageing} .name; g = {1 name, 2 aging} f; h = {1 name, 3 aging} .aging;`,
		want: `f = ?{X name, Y aging} .name; g = {1 name, 2 aging} f; h = {1 name, 3 aging} .aging;`},
	{name: "either may be misspelt", source: `f = {1 colour, 2 x} .color;`,
		want: `f = {1 color, 2 x} .color;`, grade: "maybe", any: true},
	{name: "two labels are as near", source: `f = ${int ab, int ac} .a;`,
		want: `f = ${int ab, int ac} .ab;`, grade: "maybe"},
	{name: "a label that must be quoted", source: `f = ${int "first name", int age} ."frist name"; g = ."first name";`,
		want: `f = ${int "first name", int age} ."first name"; g = ."first name";`, grade: "machine"},
	{name: "a quoted label beside a name", source: `f = ${string name, int age} ."nmae"toVEC; g = .name;`,
		want: `f = ${string name, int age} .name toVEC; g = .name;`, grade: "machine"},
	{name: "another field", source: `f = ${int x, int y} .z;`,
		want: `f = ${int x, int y} .y;`, grade: "maybe", any: true},
	{name: "an extra label and a missing one", source: `$p = {int x, int y}; f = {1 x, 2 z} $p;`,
		want: `$p = {int x, int y}; f = {1 x, 2 y} $p;`, title: "rename the field to `y`"},
	{name: "branches with other labels", source: `f = <{.a first, .b second}, {.b first, .a next}>;`,
		want: `f = <{.a first, .b second}, {.b first, .a second}>;`, any: true},
	{name: "an index of a vector", source: `f = $[int] .first;`,
		want: `f = $[int] .0;`, title: "read the element `.0`"},
	{name: "a boolean", source: `f = $bool <.true 1, .flase 2>;`,
		want: `f = $bool <.true 1, .false 2>;`},
	{name: "a text for a number", source: `f = [1, "2"] PLUS;`,
		want: `f = [1, 2] PLUS;`, title: "write `2`, an integer"},
	{name: "a number for a text", source: `f = ["a", 5] CONCAT;`,
		want: `f = ["a", "5"] CONCAT;`, title: "write `\"5\"`, a string"},
	{name: "a projection for a variant", source: `$t = <int a, int b>; f = $int .a $t;`,
		want: `$t = <int a, int b>; f = $int {() a} $t;`, any: true},
	{name: "a variant for a projection", source: `f = ${int a, int b} [{() a}, .b] PLUS;`,
		want: `f = ${int a, int b} [.a, .b] PLUS;`, title: "use `.a`"},
	{name: "a projection for a function", source: `half = [(), 2] DIV .div; f = $int .half;`,
		want: `half = [(), 2] DIV .div; f = $int half;`, title: "use the function `half`"},
	{name: "a function for a projection", source: `size = $string toVEC; f = ${int size, int x} [size, .x] PLUS;`,
		want: `size = $string toVEC; f = ${int size, int x} [.size, .x] PLUS;`, title: "read the field: `.size`"},
	{name: "a merge for a vector", source: `f = $int <(), 1> PLUS;`,
		want: `f = $int [(), 1] PLUS;`, title: "make it a vector `[…]`"},
	{name: "a vector for a merge", source: `$u = <int a, int b>; f = $u [.a, .b] $int;`,
		want: `$u = <int a, int b>; f = $u <.a, .b> $int;`, title: "make it a merge `<…>`"},
	{name: "a vector for a product", source: `$p = {int y, int x}; f = $int [(), 2] $p;`,
		want: `$p = {int y, int x}; f = $int {() y, 2 x} $p;`, title: "make it a product with the fields `y`, `x`"},
	{name: "a vector that is read by labels", source: `swap = [.y, .x]; twice = swap swap;`,
		want: `swap = {.y x, .x y}; twice = swap swap;`, title: "make it a product with the fields `x`, `y`", any: true},
	{name: "a product for a vector", source: `f = {1 x, 2 y} PLUS;`,
		want: `f = [1, 2] PLUS;`, title: "make it a vector `[…]`"},
	{name: "types in a product for the type of a product",
		source: `$t = {int x, int y}; f = {$int x, $int y} [.x, .y] PLUS; g = $t f;`,
		want:   `$t = {int x, int y}; f = ${int x, int y} [.x, .y] PLUS; g = $t f;`,
		title:  "write the type of a product: `${…}`"},
	{name: "a product type for a union", source: `$u = {int a, string b}; f = <{1 a}, {"x" b}> $u;`,
		want: `$u = <int a, string b>; f = <{1 a}, {"x" b}> $u;`, title: "make the type a union `<…>`"},
	{name: "a union filter for a product", source: `f = ?<X x, Y y> .x; g = {1 x, 2 y} f;`,
		want: `f = ?{X x, Y y} .x; g = {1 x, 2 y} f;`, title: "make the filter a product `{…}`"},
	{name: "another type", source: `$p = {int x, int y}; $q = {int r, int phi}; f = {1 r, 2 phi} $p;`,
		want: `$p = {int x, int y}; $q = {int r, int phi}; f = {1 r, 2 phi} $q;`, title: "use the type `$q`", any: true},
	{name: "another type in a type", source: `$p = {string name, string age}; f = $p [.age, 1] PLUS;`,
		want: `$p = {string name, int age}; f = $p [.age, 1] PLUS;`, title: "use the type `$int`"},
	{name: "the type of the members", source: `$p = {int x, int y}; f = $p | .x ^ PLUS;`,
		want: `$p = {int x, int y}; f = $[p] | .x ^ PLUS;`, title: "make it a vector: `[p]`", any: true},
	{name: "no vector of it", source: `$p = {int x, int y}; f = $[p] .x; g = {1 x, 2 y} f;`,
		want: `$p = {int x, int y}; f = $p .x; g = {1 x, 2 y} f;`, any: true},
	{name: "another function of a similar name", source: `sumA = $[int] PLUS; sumB = $[string] CONCAT; f = $[string] | () ^ sumA;`,
		want: `sumA = $[int] PLUS; sumB = $[string] CONCAT; f = $[string] | () ^ sumB;`, title: "use `sumB` in place of `sumA`"},
	{name: "another built-in function", source: `f = ["a", "b"] PLUS toVEC;`,
		want: `f = ["a", "b"] CONCAT toVEC;`, title: "use `CONCAT` in place of `PLUS`"},
	{name: "swapped elements", source: `f = $string CONCAT toVEC;`,
		want: `f = $string toVEC CONCAT;`, title: "swap `CONCAT` and `toVEC`"},
	{name: "an element too many", source: `f = $string toVEC toVEC CONCAT;`,
		want: `f = $string toVEC CONCAT;`, title: "leave out `toVEC`"},
	{name: "a missing projection", source: `$p = {int x, string y}; f = $p [(), "a"] CONCAT;`,
		want: `$p = {int x, string y}; f = $p .y [(), "a"] CONCAT;`, any: true},
	{name: "a projection between", source: `f = $int [(), 2] DIV [(), 1] PLUS;`,
		want: `f = $int [(), 2] DIV .div [(), 1] PLUS;`, any: true},
	{name: "a missing call", source: `f = $int ["a", ()] CONCAT;`,
		want: `f = $int toJSON ["a", ()] CONCAT;`, any: true},
	{name: "a missing pipe", source: `$p = {int x, int y}; f = $[p] .x ^ PLUS;`,
		want: `$p = {int x, int y}; f = $[p] | .x ^ PLUS;`, title: "take the vector apart with `|`"},
	{name: "a missing caret", source: `$p = {int x, int y}; f = $[p] | .x PLUS;`,
		want: `$p = {int x, int y}; f = $[p] | .x ^ PLUS;`, title: "collect the results: write `^ PLUS`"},
	{name: "a caret too many", source: `f = $[string] CONCAT ^ toVEC;`,
		want: `f = $[string] CONCAT toVEC;`, title: "collect no vector: leave out `^`"},
	{name: "a filter that admits too little", source: `f = ?{X x, Y y} .x; g = {1 x, 2 y, 3 z} f;`,
		want: `f = ?{X x, Y y, ...} .x; g = {1 x, 2 y, 3 z} f;`, title: "let the filter admit more: `...`", any: true},
	{name: "a filter that is not a union", source: `f = ?{X a, ...} .a; g = {1 a} f;`,
		want: `f = ?{X a} .a; g = {1 a} f;`, title: "make the filter a union of this tag: without `...`", any: true},
	{name: "a field too many", source: `$p = {int x, int y}; f = {1 x, 2 y, 3 z} $p;`,
		want: `$p = {int x, int y}; f = {1 x, 2 y} $p;`, title: "leave out the field `z`"},
	{name: "the first field too many", source: `$p = {int x, int y}; f = {3 z, 1 x, 2 y} $p;`,
		want: `$p = {int x, int y}; f = {1 x, 2 y} $p;`, title: "leave out the field `z`"},
	{name: "a field that can be read", source: `$p = {int x, int y, int z}; $q = {int x, int y}; f = $q {.x x, .y y} g; g = $p .z;`,
		want: `$p = {int x, int y, int z}; $q = {int x, int y}; f = $q {.x x, .y y, null z} g; g = $p .z;`, grade: "has-holes", any: true},
	{name: "a field that is there", source: `$p = {int x, int y}; $r = {int a, int y, int x}; f = $r {.x x} g; g = $p;`,
		want: `$p = {int x, int y}; $r = {int a, int y, int x}; f = $r {.x x, .y y} g; g = $p;`, any: true},
	{name: "in a caller's callee", source: `area = [.width, .height] TIMES; f = {1 width, 2 heigth} area; g = {3 height, 4 width} area;`,
		want: `area = [.width, .height] TIMES; f = {1 width, 2 height} area; g = {3 height, 4 width} area;`, grade: "machine"},
	{name: "k6: a field that is a tag", source: "-- dialect: k6\n$opt = <{} none, {} some>; f = $opt .some; g = $opt /some;",
		want: "-- dialect: k6\n$opt = <{} none, {} some>; f = $opt /some; g = $opt /some;", title: "read the tag `/some`"},
	{name: "k6: a tag that is a field", source: "-- dialect: k6\n$p = {{} x, {} y}; f = $p /x;",
		want: "-- dialect: k6\n$p = {{} x, {} y}; f = $p .x;", title: "read the field `.x`"},
	{name: "k6: fields that are tags in all branches", source: "-- dialect: k6\n$opt = <{} none, {} some>; f = $opt <.none {} |a, .some |b>;",
		want: "-- dialect: k6\n$opt = <{} none, {} some>; f = $opt </none {} |a, /some |b>;", title: "read the tags `/none`, `/some`"},
	{name: "k6: tags that are fields in all branches", source: "-- dialect: k6\n$p = {{} x, {} y}; f = $p </x, /y>;",
		want: "-- dialect: k6\n$p = {{} x, {} y}; f = $p <.x, .y>;", title: "read the fields `.x`, `.y`"},
	{name: "k6: the variant of k4", source: "-- dialect: k6\n$opt = <{} none, {} some>; f = {{} some} $opt;",
		want: "-- dialect: k6\n$opt = <{} none, {} some>; f = {} |some $opt;", title: "make it a variant with the tag `|some`"},
	{name: "k6: a product that is a variant", source: "-- dialect: k6\n$opt = {{} some}; f = {} |some $opt;",
		want: "-- dialect: k6\n$opt = <{} some>; f = {} |some $opt;", title: "make the type a union `<…>`", any: true},
	{name: "k6: what has one field", source: "-- dialect: k6\n$p = {{} x, {} y}; f = {{() x} a, .y b} {.a .y c, .b d}; g = $p f;",
		want: "-- dialect: k6\n$p = {{} x, {} y}; f = {{() x} a, .y b} {.a .x c, .b d}; g = $p f;", any: true},
	{name: "k6: a projection in brackets", source: "-- dialect: k6\n$p = {<{} z> x, {} y}; f = $p {() x} /z;",
		want: "-- dialect: k6\n$p = {<{} z> x, {} y}; f = $p .x /z;", title: "use `.x`", any: true},
	{name: "k6: a field too many", source: "-- dialect: k6\n$p = {{} x}; f = {{} x, {} y} $p;",
		want: "-- dialect: k6\n$p = {{} x}; f = {{} x} $p;", title: "leave out the field `y`"},
	{name: "k6: a field whose value is not known", source: "-- dialect: k6\n$p = {{} x, {} y, {} z}; f = {{} x, {} y} $p;",
		want: "-- dialect: k6\n$p = {{} x, {} y, {} z}; f = {{} x, {} y, <> z} $p;", title: "add the field `z`, with its value in place of the `<>`", grade: "has-holes", any: true},
	{name: "comments stay", source: "f = /* a */ ${int width, int x} /* b */ .widht // c\n ; // width",
		want: "f = /* a */ ${int width, int x} /* b */ .width // c\n ; // width", grade: "machine"},
	{name: "a type with the name of a built-in one", source: "-- dialect: k6\n$nat = <{} 0, nat s>; $bool = <{} true, {} false>; f = <{} |true, {} |false> $nat;",
		want: "-- dialect: k6\n$nat = <{} 0, nat s>; $bool = <{} true, {} false>; f = <{} |true, {} |false> $bool;", any: true},
	{name: "beside a second error", source: `f = <${int width, int x} .widht, ${string name, int y} .nmae>;`,
		want: `f = <${int width, int x} .width, ${string name, int y} .nmae>;`, any: true},
}

func TestRepairs(t *testing.T) {
	for _, c := range repairCases {
		t.Run(c.name, func(t *testing.T) {
			r := analyze(c.source)
			list := repairAll(r, repair.NewBudget())
			if len(list) == 0 {
				t.Fatalf("no clash in %s%s", c.source, messages(r))
			}
			fixes := list[0].fixes
			for i, f := range fixes {
				if edited(c.source, f.Edits) == c.want && (i == 0 || c.any) {
					if c.title != "" && f.Title.String() != c.title || c.grade != "" && f.Grade != c.grade {
						t.Errorf("the repair is %s: %s", f.Grade, f.Title)
					}
					return
				}
			}
			t.Errorf("%s\nis not repaired to\n%s\nbut:%s", c.source, c.want, listFixes(c.source, fixes))
		})
	}
}

// A function that fits its other uses is not replaced by one that only has a fitting type.
func TestUnlikelyRepairs(t *testing.T) {
	const sum = "sum = <SNOC {.car car, .cdr sum cdr} [.car, .cdr] PLUS, 0>;"
	for _, source := range []string{
		"$person = {string name, [string] tags}; " + sum + " tot = $person .tags sum;",
		"$person = {string name, [string] tags}; " + sum + " tot = $person .tags sum; other = [1, 2] sum;",
		"area = [.w, .h] TIMES; f = [1, 2] area; g = {1 w, 2 h} area;",
	} {
		list := repairAll(analyze(source), repair.NewBudget())
		if len(list) == 0 {
			t.Fatalf("no clash in %s", source)
		}
		for _, f := range list[0].fixes {
			if title := f.Title.String(); strings.Contains(title, "in place of") || strings.Contains(title, "cdr") {
				t.Errorf("%s: %s", source, title)
			}
		}
	}
}

// Where a label is misspelt, no label that the bracket has already is offered, and no part of a text.
func TestNoLabelAgain(t *testing.T) {
	for _, f := range repairAll(analyze("$u = {int age, string name}; f = $u [.age, .nam];"), repair.NewBudget())[0].fixes {
		if title := f.Title.String(); title != "leave out `$u`" {
			t.Errorf("offered: %s", title)
		}
	}
}

func listFixes(source string, fixes []lang.Fix) string {
	s := ""
	for _, f := range fixes {
		s += "\n  " + f.Grade + ": " + f.Title.String() + "\n     " + edited(source, f.Edits)
	}
	return s
}

// The table of k's kinds of changes contains those of all languages.
func TestEditKinds(t *testing.T) {
	for _, kind := range repair.Kinds {
		if !slices.Contains(editKinds, kind) {
			t.Errorf("%s is missing", kind.Name)
		}
	}
}
