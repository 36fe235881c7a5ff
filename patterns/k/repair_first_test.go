package k

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// The first change that a report offers turns each program into the other one.
var firstRepairs = []struct{ name, source, want, title string }{
	{name: "a function in place of nothing", source: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; f = {1 x, 2 y} () [(), 1] PLUS;`,
		want: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; f = {1 x, 2 y} sum [(), 1] PLUS;`, title: "use `sum` in place of `()`"},
	{name: "a field in place of nothing", source: `f = ${int x, string y} () [(), "a"] CONCAT;`,
		want: `f = ${int x, string y} .y [(), "a"] CONCAT;`, title: "use `.y` in place of `()`"},
	{name: "a field that its neighbours do not read", source: `$r = {int a, int b, int c}; inc = $int [(), 1] PLUS; f = $r {.a inc a, () inc q, .c inc c} [.a, .q, .c] PLUS;`,
		want: `$r = {int a, int b, int c}; inc = $int [(), 1] PLUS; f = $r {.a inc a, .b inc q, .c inc c} [.a, .q, .c] PLUS;`, title: "use `.b` in place of `()`"},
	{name: "k6: the unit in place of the input", source: "-- dialect: k6\n$bit = <{} 0, {} 1>; 0 = () |0 $bit; and = ${bit x, bit y} .x; f = ${bit a, bit b} {.a x, 0 y} and;",
		want: "-- dialect: k6\n$bit = <{} 0, {} 1>; 0 = {} |0 $bit; and = ${bit x, bit y} .x; f = ${bit a, bit b} {.a x, 0 y} and;", title: "use the unit: `{}`"},
	{name: "a constant in place of a function", source: "-- dialect: k6\n$nat = <{} 0, nat s>; zero = {} |0 $nat; s = $nat |s $nat; first = ${nat x, nat y} .x; one = first s; f = $nat </0 one, /s>;",
		want: "-- dialect: k6\n$nat = <{} 0, nat s>; zero = {} |0 $nat; s = $nat |s $nat; first = ${nat x, nat y} .x; one = zero s; f = $nat </0 one, /s>;", title: "use `zero` in place of `first`"},
	{name: "the one function that nothing uses", source: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; product = $p [.x, .y] TIMES; none = $p "a"; f = {1 x, 2 y} sum; g = {1 x, 2 y} none [(), 1] PLUS;`,
		want: `$p = {int x, int y}; sum = $p [.x, .y] PLUS; product = $p [.x, .y] TIMES; none = $p "a"; f = {1 x, 2 y} sum; g = {1 x, 2 y} product [(), 1] PLUS;`, title: "use `product` in place of `none`"},
	{name: "a step that reads a missing field", source: `f = ${{int a, int b} p, int c} .p .c {.a x, .b y};`,
		want: `f = ${{int a, int b} p, int c} .p {.a x, .b y};`, title: "leave out `.c`"},
	{name: "a step between two that fit", source: `f = {{1 a, 2 b} p, 3 c} .p .c {.a x, .b y};`,
		want: `f = {{1 a, 2 b} p, 3 c} .p {.a x, .b y};`, title: "leave out `.c`"},
	{name: "a field that nothing reads", source: `f = ${int x, int y} {.x a, .y b, PLUS c} [.a, .b] PLUS;`,
		want: `f = ${int x, int y} {.x a, .y b} [.a, .b] PLUS;`, title: "leave out the field `c`"},
	{name: "a variant with a field too many", source: `$u = <int a, int b>; f = {1 a, 2 c} $u;`,
		want: `$u = <int a, int b>; f = {1 a} $u;`, title: "leave out the field `c`"},
	{name: "values that are swapped", source: `$p = {int age, string name}; f = $p {.age name, .name age} $p;`,
		want: `$p = {int age, string name}; f = $p {.age age, .name name} $p;`, title: "swap the fields `name` and `age`"},
	{name: "values that are swapped for a call", source: `$p = {int age, string name}; g = {[.name, "x"] CONCAT name, [.age, 1] PLUS age} $p; f = $p {.age name, .name age} g;`,
		want: `$p = {int age, string name}; g = {[.name, "x"] CONCAT name, [.age, 1] PLUS age} $p; f = $p {.age age, .name name} g;`, title: "swap the fields `name` and `age`"},
	{name: "a field that a product does not have", source: `f = {.x a, .y b} .c;`,
		want: `f = {.x a, .y b} .a;`, title: "use `.a`"},
	{name: "a missing tag", source: `$list = <{} nil, {int car, list cdr} cons>; f = {1 car, {{} nil} cdr} $list;`,
		want: `$list = <{} nil, {int car, list cdr} cons>; f = {{1 car, {{} nil} cdr} cons} $list;`, title: "give it the tag `cons`"},
	{name: "k6: a missing tag", source: "-- dialect: k6\n$nat = <{} 0, nat s>; $list = <{} nil, {nat car, list cdr} cons>; zero = {} |0 $nat; f = {zero car, {} |nil cdr} $list;",
		want: "-- dialect: k6\n$nat = <{} 0, nat s>; $list = <{} nil, {nat car, list cdr} cons>; zero = {} |0 $nat; f = {zero car, {} |nil cdr} |cons $list;", title: "give it the tag `cons`"},
	{name: "a number beside texts", source: `$u = {string name, int age}; f = $u ["Hi ", .age] CONCAT;`,
		want: `$u = {string name, int age}; f = $u ["Hi ", .age toJSON] CONCAT;`, title: "apply `toJSON` here"},
	{name: "a forgotten recursion", source: `$list = <{} nil, {int car, list cdr} cons>; sum = $list <.nil 0, .cons [.car, .cdr] PLUS>;`,
		want: `$list = <{} nil, {int car, list cdr} cons>; sum = $list <.nil 0, .cons [.car, .cdr sum] PLUS>;`, title: "apply `sum` here"},
	{name: "a forgotten recursion before a function", source: `$nat = <{} zero, nat succ>; $train = <{} end, {string wagon, train rest} more>; inc = $nat {() succ} $nat; len = $train <.end {{} zero} $nat, .more.rest inc>;`,
		want: `$nat = <{} zero, nat succ>; $train = <{} end, {string wagon, train rest} more>; inc = $nat {() succ} $nat; len = $train <.end {{} zero} $nat, .more.rest len inc>;`, title: "apply `len` here"},
	{name: "a function between its arguments", source: `$u = {string name, int age}; f = $u (.age GT 17);`,
		want: `$u = {string name, int age}; f = $u ([.age, 17] GT);`, title: "write the values before the function: `[.age, 17] GT`"},
	{name: "an option that is taken for its value", source: `$opt = <{} none, int some>; f = {3 some} $opt [(), 1] PLUS;`,
		want: `$opt = <{} none, int some>; f = {3 some} $opt [.some, 1] PLUS;`, title: "use `.some` in place of `()`"},
	{name: "a value that is taken for an option", source: `$p = {int age, string name}; f = $p [.age.some, 1] PLUS;`,
		want: `$p = {int age, string name}; f = $p [.age, 1] PLUS;`, title: "leave out `.some`"},
	{name: "a missing comma in a vector", source: `f = ${int x, int y} [.x .y] PLUS;`,
		want: `f = ${int x, int y} [.x, .y] PLUS;`, title: "put a comma before `.y`"},
	{name: "a filter with types after labels", source: `f = ?{x int, $string name} .x;`,
		want: `f = ?{$int x, $string name} .x;`, title: "write the type before its label: `$int x`"},
	{name: "a missing recursion over a vector", source: `depth = <SNOC {.cdr rest} [1, .rest] PLUS, 0>; a = $[int] depth;`,
		want: `depth = <SNOC {.cdr depth rest} [1, .rest] PLUS, 0>; a = $[int] depth;`, title: "apply `depth` here"},
	{name: "the other missing recursion", source: `$tree = <int leaf, {tree l, tree r} node>; sum = $tree <.leaf, .node {.l sum l, .r r} [.l, .r] PLUS> $int;`,
		want: `$tree = <int leaf, {tree l, tree r} node>; sum = $tree <.leaf, .node {.l sum l, .r r} [.l, .r sum] PLUS> $int;`, title: "apply `sum` here"},
	{name: "a function for a vector", source: `$cart = {[int] prices}; total = <SNOC {.car a, .cdr total b} [.a, .b] PLUS, 0>; f = $cart .prices $int;`,
		want: `$cart = {[int] prices}; total = <SNOC {.car a, .cdr total b} [.a, .b] PLUS, 0>; f = $cart .prices total $int;`, title: "apply `total` here"},
	{name: "the field of each element", source: `$person = {string name, int age}; $team = {[person] people}; f = $team .people .name;`,
		want: `$person = {string name, int age}; $team = {[person] people}; f = $team .people | .name ^;`, title: "do it for each element: `| … ^`"},
	{name: "all labels of a call", source: `$pair = {int a, int b}; add = $pair [.a, .b] PLUS; f = {1 x, 2 y} add;`,
		want: `$pair = {int a, int b}; add = $pair [.a, .b] PLUS; f = {1 a, 2 b} add;`, title: "rename `x` to `a`, `y` to `b`"},
	{name: "fields beside their product", source: `$contact = {string name, {string mail, string phone} reach}; f = {"a" name, "b" mail, "c" phone} $contact;`,
		want: `$contact = {string name, {string mail, string phone} reach}; f = {"a" name, {"b" mail, "c" phone} reach} $contact;`, title: "put the fields `mail`, `phone` into the field `reach`"},
	{name: "k6: a tag without the unit", source: "-- dialect: k6\n$bit = <{} 0, {} 1>; $pair = {bit a, bit b}; both = $pair <{.a/1 x, .b/1 y} |1, {} |0> $bit;",
		want: "-- dialect: k6\n$bit = <{} 0, {} 1>; $pair = {bit a, bit b}; both = $pair <{.a/1 x, .b/1 y} {} |1, {} |0> $bit;", title: "put the unit `{}` before `|1`"},
	{name: "k6: a variant of a variant", source: "-- dialect: k6\n$bit = <{} 0, {} 1>; $maybe = <{} none, bit some>; not = $bit </0 |1, /1 |0>; flip = $maybe </none |none, /some not> $maybe;",
		want: "-- dialect: k6\n$bit = <{} 0, {} 1>; $maybe = <{} none, bit some>; not = $bit </0 |1, /1 |0>; flip = $maybe </none |none, /some not |some> $maybe;", title: "give it the tag `some`"},
	{name: "k6: the fields of a product around a function", source: "-- dialect: k6\n$n = <{} 0, n s>; $pair = {n a, n b}; add = $pair <{.a/0 x, .b y} .y, {.a/s a, .b |s b} add> $n; $cart = {n tea, n cake}; all = $cart .tea add .cake;",
		want: "-- dialect: k6\n$n = <{} 0, n s>; $pair = {n a, n b}; add = $pair <{.a/0 x, .b y} .y, {.a/s a, .b |s b} add> $n; $cart = {n tea, n cake}; all = $cart {.tea a, .cake b} add;", title: "write the values before the function: `{.tea a, .cake b} add`"},
	{name: "a function between three values", source: `$box = {int x, int y, int z}; f = $box .x TIMES .y TIMES .z;`,
		want: `$box = {int x, int y, int z}; f = $box [.x, .y, .z] TIMES;`, title: "write the values before the function: `[.x, .y, .z] TIMES`"},
	{name: "a field of a field", source: `$place = {string street, string town}; $guest = {string name, place home}; f = $guest [.name, .town] CONCAT;`,
		want: `$place = {string street, string town}; $guest = {string name, place home}; f = $guest [.name, .home.town] CONCAT;`, title: "use `.home.town`"},
	{name: "k6: a tag that all branches need", source: "-- dialect: k6\n$turn = <{} left, {} right>; $side = <{} lo, {} hi>; f = $turn </left |lo, /right |hi>; $move = <{} l, {} m, {} r>; g = $move </l |lo, /m |mid, /r |hi> $side;",
		want: "-- dialect: k6\n$turn = <{} left, {} right>; $side = <{} lo, {} hi, {} mid>; f = $turn </left |lo, /right |hi>; $move = <{} l, {} m, {} r>; g = $move </l |lo, /m |mid, /r |hi> $side;", title: "add the tag `mid` to the type: `{} mid`"},
	{name: "a field that a type lacks", source: `$user = {int id, int age}; greet = $user ["Hi ", .name] CONCAT; label = $user [.name, ":"] CONCAT;`,
		want: `$user = {int id, int age, string name}; greet = $user ["Hi ", .name] CONCAT; label = $user [.name, ":"] CONCAT;`, title: "add the field `name` to the type: `string name`"},
	{name: "a field that values have and their type lacks", source: `$user = {int id}; new = {1 id, "a" name} $user; other = {2 id, "b" name} $user;`,
		want: `$user = {int id, string name}; new = {1 id, "a" name} $user; other = {2 id, "b" name} $user;`, title: "add the field `name` to the type: `string name`"},
	{name: "a tag that a type lacks", source: `$nat = <{} zero>; zero = {{} zero} $nat; succ = $nat {() succ} $nat; dec = $nat .succ;`,
		want: `$nat = <{} zero, nat succ>; zero = {{} zero} $nat; succ = $nat {() succ} $nat; dec = $nat .succ;`, title: "add the tag `succ` to the type: `nat succ`"},
	{name: "k6: a tag that an enumeration lacks", source: "-- dialect: k6\n$o = <{} less, {} greater>; equal = {} |equal $o; compare = $o </less {}, /equal {}, /greater {}>;",
		want: "-- dialect: k6\n$o = <{} less, {} greater, {} equal>; equal = {} |equal $o; compare = $o </less {}, /equal {}, /greater {}>;", title: "add the tag `equal` to the type: `{} equal`"},
	{name: "k6: a function that is not applied to a part of a type", source: "-- dialect: k6\n$day = <{} sun, {} mon>; $nat = <{} zero, nat succ>; $week = <{} end, {day d, week rest} on>; hours = </sun {} |zero $nat, /mon {} |zero |succ $nat>; add = ${nat x, nat y} <{.x/zero z, .y y} .y, {.x/succ x, .y |succ y} add>; sum = $week </end {} |zero $nat, /on {.d x, .rest sum y} add>;",
		want: "-- dialect: k6\n$day = <{} sun, {} mon>; $nat = <{} zero, nat succ>; $week = <{} end, {day d, week rest} on>; hours = </sun {} |zero $nat, /mon {} |zero |succ $nat>; add = ${nat x, nat y} <{.x/zero z, .y y} .y, {.x/succ x, .y |succ y} add>; sum = $week </end {} |zero $nat, /on {.d hours x, .rest sum y} add>;", title: "apply `hours` here"},
	{name: "k6: a field that is read too late", source: "-- dialect: k6\n$nat = <{} zero, nat succ>; $stock = {nat nuts, nat bolts}; one = $nat |succ $nat; bolt = $stock {.nuts nuts, one one .bolts bolts} $stock;",
		want: "-- dialect: k6\n$nat = <{} zero, nat succ>; $stock = {nat nuts, nat bolts}; one = $nat |succ $nat; bolt = $stock {.nuts nuts, .bolts one one bolts} $stock;", title: "put `.bolts` before `one one`"},
	{name: "a field that only one place reads", source: `$tank = {string empty, int full, int litres}; less = {.a a, [.b, -1] TIMES b} [.a, .b] PLUS; used = {.full a, .empty b} less; cost = $tank [used, .litres] TIMES;`,
		want: `$tank = {int empty, int full, int litres}; less = {.a a, [.b, -1] TIMES b} [.a, .b] PLUS; used = {.full a, .empty b} less; cost = $tank [used, .litres] TIMES;`, title: "use the type `$int`"},
	{name: "a number in a text", source: `$item = {string name, int count}; label = $item [.name, " x", .count] CONCAT;`,
		want: `$item = {string name, int count}; label = $item [.name, " x", .count toJSON] CONCAT;`, title: "apply `toJSON` here"},
	{name: "k6: a function that leads from a declared type", source: "-- dialect: k6\n$n = <{} zero, n succ>; $shape = <n circle, {n w, n h} rect>; plus = ${n a, n b} <{.a/zero z, .b b} .b, {.a/succ a, .b |succ b} plus> $n; girth = $shape </circle, /rect {.w a, .h b} plus>; all = ${shape x, shape y} {.x girth a, .y b} plus;",
		want: "-- dialect: k6\n$n = <{} zero, n succ>; $shape = <n circle, {n w, n h} rect>; plus = ${n a, n b} <{.a/zero z, .b b} .b, {.a/succ a, .b |succ b} plus> $n; girth = $shape </circle, /rect {.w a, .h b} plus>; all = ${shape x, shape y} {.x girth a, .y girth b} plus;", title: "apply `girth` here"},
	{name: "k6: a field of a field", source: "-- dialect: k6\n$n = <{} zero, n succ>; $date = {n day, n month}; $event = {date from, date to}; start = $event .from |succ $n;",
		want: "-- dialect: k6\n$n = <{} zero, n succ>; $date = {n day, n month}; $event = {date from, date to}; start = $event .from.day |succ $n;", title: "read the field `.day` here"},
	{name: "k6: the function for this field", source: "-- dialect: k6\n$bool = <{} true, {} false>; $nat = <{} zero, nat succ>; $lamp = {bool on, nat watts}; double = $nat </zero {} |zero, /succ double |succ |succ> $nat; not = $bool </true {} |false, /false {} |true> $bool; boost = $lamp {.on not on, .watts not watts} $lamp;",
		want: "-- dialect: k6\n$bool = <{} true, {} false>; $nat = <{} zero, nat succ>; $lamp = {bool on, nat watts}; double = $nat </zero {} |zero, /succ double |succ |succ> $nat; not = $bool </true {} |false, /false {} |true> $bool; boost = $lamp {.on not on, .watts double watts} $lamp;", title: "use `double` in place of `not`"},
	{name: "k6: two functions that are swapped", source: "-- dialect: k6\n$bool = <{} true, {} false>; $nat = <{} zero, nat succ>; $lamp = {bool on, nat watts}; double = $nat </zero {} |zero, /succ double |succ |succ> $nat; not = $bool </true {} |false, /false {} |true> $bool; boost = $lamp {.on double on, .watts not watts} $lamp;",
		want: "-- dialect: k6\n$bool = <{} true, {} false>; $nat = <{} zero, nat succ>; $lamp = {bool on, nat watts}; double = $nat </zero {} |zero, /succ double |succ |succ> $nat; not = $bool </true {} |false, /false {} |true> $bool; boost = $lamp {.on not on, .watts double watts} $lamp;", title: "swap `double` and `not`"},
	{name: "k6: a part of a type, not the recursion of another one", source: "-- dialect: k6\n$nat = <{} zero, nat succ>; $bush = <{} none, {bush l, bush fruit, bush r} fork>; turn = $bush </none {} |none, /fork {.r turn l, .fruit fruit, .l turn r} |fork> $bush; least = $bush /fork <.l least, .fruit>; more = $bush least |succ $nat;",
		want: "-- dialect: k6\n$nat = <{} zero, nat succ>; $bush = <{} none, {bush l, nat fruit, bush r} fork>; turn = $bush </none {} |none, /fork {.r turn l, .fruit fruit, .l turn r} |fork> $bush; least = $bush /fork <.l least, .fruit>; more = $bush least |succ $nat;", title: "use the type `$nat`"},
	{name: "a neighbouring field of a type, for a call", source: `$fruit = {string kind, int grams, int pieces}; $bag = {[fruit] fruits}; add = <SNOC {.car car, .cdr add cdr} [.car, .cdr] PLUS, 0>; weight = .fruits | [.kind, .pieces] TIMES ^ add; f = $bag {weight w, 1 one};`,
		want: `$fruit = {string kind, int grams, int pieces}; $bag = {[fruit] fruits}; add = <SNOC {.car car, .cdr add cdr} [.car, .cdr] PLUS, 0>; weight = .fruits | [.grams, .pieces] TIMES ^ add; f = $bag {weight w, 1 one};`, title: "use `.grams`"},
	{name: "a forgotten caret in another definition", source: `add = <SNOC {.car car, .cdr add cdr} [.car, .cdr] PLUS, 0>; triple = [(), 3] TIMES; triples = | triple; f = $[int] triples add;`,
		want: `add = <SNOC {.car car, .cdr add cdr} [.car, .cdr] PLUS, 0>; triple = [(), 3] TIMES; triples = | triple ^; f = $[int] triples add;`, title: "collect the results: write `triple ^`"},
	{name: "a forgotten caret beside a step that could go", source: `$day = {int hours}; add = <SNOC {.car car, .cdr add cdr} [.car, .cdr] PLUS, 0>; f = $[int] | [(), 2] TIMES add;`,
		want: `$day = {int hours}; add = <SNOC {.car car, .cdr add cdr} [.car, .cdr] PLUS, 0>; f = $[int] | [(), 2] TIMES ^ add;`, title: "collect the results: write `^ add`"},
	{name: "k6: a forgotten recursion behind a product", source: "-- dialect: k6\n$n = <{} zero, n succ>; $two = {n l, n r}; minus = $two <{.r/zero z, .l is} .is, {.l/succ l, .r/succ r}> $n;",
		want: "-- dialect: k6\n$n = <{} zero, n succ>; $two = {n l, n r}; minus = $two <{.r/zero z, .l is} .is, {.l/succ l, .r/succ r} minus> $n;", title: "apply `minus` here"},
	{name: "k6: a wrong type of a part that recursion needs", source: "-- dialect: k6\n$n = <{} zero, n succ>; $train = <{} end, {n wagon, n rest} more>; add = ${n a, n b} <{.a/zero z, .b b} .b, {.a/succ a, .b |succ b} add> $n; mass = $train </end |zero, /more {.wagon a, .rest mass b} add> $n;",
		want: "-- dialect: k6\n$n = <{} zero, n succ>; $train = <{} end, {n wagon, train rest} more>; add = ${n a, n b} <{.a/zero z, .b b} .b, {.a/succ a, .b |succ b} add> $n; mass = $train </end |zero, /more {.wagon a, .rest mass b} add> $n;", title: "use the type `$train`"},
	{name: "a wrong type of a part for the unit", source: `$train = <int end, {int wagon, train rest} more>; none = {{} end} $train; mass = $train <.end 0, .more [.wagon, .rest mass] PLUS>;`,
		want: `$train = <{} end, {int wagon, train rest} more>; none = {{} end} $train; mass = $train <.end 0, .more [.wagon, .rest mass] PLUS>;`, title: "use the unit: `{}`"},
	{name: "k6: the field that is not yet read", source: "-- dialect: k6\n$n = <{} zero, n succ>; $bush = <{} none, {bush west, n fruit, bush east} fork>; add = ${n a, n b} <{.a/zero z, .b b} .b, {.a/succ a, .b |succ b} add> $n; size = $bush </none |zero, /fork {.east size a, .fruit size b} add |succ> $n;",
		want: "-- dialect: k6\n$n = <{} zero, n succ>; $bush = <{} none, {bush west, n fruit, bush east} fork>; add = ${n a, n b} <{.a/zero z, .b b} .b, {.a/succ a, .b |succ b} add> $n; size = $bush </none |zero, /fork {.east size a, .west size b} add |succ> $n;", title: "use `.west`"},
	{name: "a step that occurs twice", source: `$p = {int x, int y}; f = $p .x .x [(), 1] PLUS;`,
		want: `$p = {int x, int y}; f = $p .x [(), 1] PLUS;`, title: "leave out `.x`"},
	{name: "k6: a tag that is read like a field", source: "-- dialect: k6\n$side = <{} heads, {} tails>; $coin = {side up, side kept}; heads = {} |heads $side; $mark = <{} won, {} lost>; won = {} |won $mark; lost = {} |lost $mark; bet = $coin <.up.heads won, lost>;",
		want: "-- dialect: k6\n$side = <{} heads, {} tails>; $coin = {side up, side kept}; heads = {} |heads $side; $mark = <{} won, {} lost>; won = {} |won $mark; lost = {} |lost $mark; bet = $coin <.up/heads won, lost>;", title: "read the tag `/heads`"},
	{name: "a forgotten recursion in a function that is right by itself", source: `longer = <GT .0, .1>; longest = <SNOC {.car x, .cdr y} [.x, .y] longer, .0>; f = $[int] longest;`,
		want: `longer = <GT .0, .1>; longest = <SNOC {.car x, .cdr longest y} [.x, .y] longer, .0>; f = $[int] longest;`, title: "apply `longest` here"},
	{name: "k6: a forgotten recursion in another function", source: "-- dialect: k6\n$nat = <{} zero, nat succ>; $list = <{} nil, {nat car, list cdr} cons>; max = ${nat a, nat b} <{.a/zero z, .b b} .b, {.b/zero z, .a a} .a, {.a/succ a, .b/succ b} max |succ> $nat; top = </nil |zero, /cons {.car a, .cdr b} max>; f = $list top;",
		want: "-- dialect: k6\n$nat = <{} zero, nat succ>; $list = <{} nil, {nat car, list cdr} cons>; max = ${nat a, nat b} <{.a/zero z, .b b} .b, {.b/zero z, .a a} .a, {.a/succ a, .b/succ b} max |succ> $nat; top = </nil |zero, /cons {.car a, .cdr top b} max>; f = $list top;", title: "apply `top` here"},
}

// A mistake that turns another token into a name is one error, with the change that undoes it.
func TestSlips(t *testing.T) {
	for _, c := range []struct{ source, want, title string }{
		{`$p = {int x, int y}; f = {1 x 2 y} $p;`, `$p = {int x, int y}; f = {1 x, 2 y} $p;`, "put a comma after `x`"},
		{`$p = {int x, int y, int z}; f = {1 x 2 y 3 z} $p;`, `$p = {int x, int y, int z}; f = {1 x, 2 y, 3 z} $p;`, "put a comma after `x`"},
		{"-- dialect: k6\n$b = <{} 0>; f = ${b a, b b} {.a x .b y} {.x c, .y d};", "-- dialect: k6\n$b = <{} 0>; f = ${b a, b b} {.a x, .b y} {.x c, .y d};", "put a comma after `x`"},
		{`$p = {x int, string name}; f = $p .x;`, `$p = {int x, string name}; f = $p .x;`, "write the type before its label: `int x`"},
		{`$p = {x int, y int, name string}; f = $p [.x, .y] PLUS;`, `$p = {int x, int y, string name}; f = $p [.x, .y] PLUS;`, "write the type before its label: `int x`"},
		{`f = ${x int, y int} [.x, .y] PLUS; g = 1 x;`, `f = ${int x, int y} [.x, .y] PLUS; g = 1 x;`, "write the type before its label: `int x`"},
		{`f = ${int x, int y} [.x, .y] PLSU;`, `f = ${int x, int y} [.x, .y] PLUS;`, "write `PLUS`"},
		{`f = ${int x} .x toJSN;`, `f = ${int x} .x toJSON;`, "write `toJSON`"},
		{`f = ${strng x} .x;`, `f = ${string x} .x;`, "write `string`"},
		{`$shape = <int circle, int side>; f = {3 w} .w circle $shape;`, `$shape = <int circle, int side>; f = {3 w} {.w circle} $shape;`, "make it the variant `{… circle}`"},
		{"-- dialect: k6\n$nat = <{} zero, nat succ>; one = {} |zero succ $nat;", "-- dialect: k6\n$nat = <{} zero, nat succ>; one = {} |zero |succ $nat;", "make it the variant `|succ`"},
		{`$p = {int x}; f = {p a, int n} [.a.x, .n] PLUS;`, `$p = {int x}; f = ${p a, int n} [.a.x, .n] PLUS;`, "write the type of a product: `${…}`"},
		{"-- dialect: k6\n$person = {gender g, titel title}; $title = <{} dr>; $gender = <{} f>; f = $person .title;", "-- dialect: k6\n$person = {gender g, title title}; $title = <{} dr>; $gender = <{} f>; f = $person .title;", "write `title`"},
		{`$p = {int x}; f = {p a, $int n} [.a.x, .n] PLUS;`, `$p = {int x}; f = ${p a, int n} [.a.x, .n] PLUS;`, "write the type of a product: `${…}`"},
		{`$person = {string name}; f = $persn .name;`, `$person = {string name}; f = $person .name;`, "write `person`"},
		{`f = {1 x, 2 y; g = f .x;`, `f = {1 x, 2 y}; g = f .x;`, "put `}` after `y`"},
		{`f = ${int x, int y} <{.x a, .y b} .a, 0 $int; g = f;`, `f = ${int x, int y} <{.x a, .y b} .a, 0> $int; g = f;`, "put `>` after `0`"},
		{`f = {; g = f;`, "", ""},
		{`$u = {string name, int age}; f = $[u] | name ^;`, `$u = {string name, int age}; f = $[u] | .name ^;`, "write `.name`"},
		{`$u = {int a, int b}; f = $u [a, .b] PLUS; names = 1;`, `$u = {int a, int b}; f = $u [.a, .b] PLUS; names = 1;`, "write `.a`"},
		{`f = {1 wide, 2 high} [wide, .high] TIMES;`, `f = {1 wide, 2 high} [.wide, .high] TIMES;`, "write `.wide`"},
		{"-- dialect: k6\n$b = <{} on, {} off>; $u = {b l, b r}; f = $u <.l <on |off>, .r> $b;", "-- dialect: k6\n$b = <{} on, {} off>; $u = {b l, b r}; f = $u <.l </on |off>, .r> $b;", "write `/on`"},
		{`$u = {string name, int age}; f = $u .name; g = 1 name;`, "", ""},     // a number has no field
		{`$u = {string name, int age}; f = $u .name; g = {1 x} name;`, "", ""}, // and this is another tag
		{`total = .x; f = totl;`, `total = .x; f = total;`, "write `total`"},
		{`f = {1 x 2 y} .z; g = f;`, "", ""},        // something else is wrong as well
		{`f = {nosuch x, 2 y} .x;`, "", ""},         // no comma is missing
		{`$p = {nosuch x, int y}; f = $p;`, "", ""}, // and this is not in the wrong order
	} {
		r := analyze(c.source)
		var shown []lang.Diagnostic
		for _, d := range r.Diagnostics {
			if d.Severity == lang.Error && !d.Secondary && (c.want == "" || d.Definition != "g") {
				shown = append(shown, d)
			}
		}
		if c.want == "" {
			if len(shown) == 0 || slices.ContainsFunc(shown, func(d lang.Diagnostic) bool { return d.Code.Class() != lang.ClassClash && len(d.Fixes) > 0 }) {
				t.Errorf("%s: %s", c.source, messages(r))
			}
			continue
		}
		if len(shown) != 1 || len(shown[0].Fixes) != 1 {
			t.Errorf("%s: %s", c.source, messages(r))
			continue
		}
		if f := shown[0].Fixes[0]; edited(c.source, f.Edits) != c.want || f.Title.String() != c.title || !f.Checked {
			t.Errorf("%s: %s makes it %s", c.source, f.Title, edited(c.source, f.Edits))
		}
	}
}

func TestFirstRepairs(t *testing.T) {
	for _, c := range firstRepairs {
		t.Run(c.name, func(t *testing.T) {
			ds := clashes(analyze(c.source))
			if len(ds) == 0 || len(ds[0].Fixes) == 0 {
				t.Fatalf("no clash with a repair in %s", c.source)
			}
			f := ds[0].Fixes[0]
			if got := edited(c.source, f.Edits); got != c.want || f.Title.String() != c.title || !f.Checked {
				t.Errorf("%s\nis not repaired to\n%s\nby %q but:%s", c.source, c.want, c.title,
					listFixes(c.source, ds[0].Fixes))
			}
		})
	}
}

// No change makes a text with a syntax error, even if a name of the definition is unknown.
func TestRepairsAreReadable(t *testing.T) {
	unread := func(source string) (n int) {
		for _, d := range analyze(source).Diagnostics {
			if d.Code.Class() == lang.ClassSyntax {
				n++
			}
		}
		return n
	}
	sources := []string{"-- dialect: k6\nf = {};\nf = {}; h = $int f / +1;"}
	for _, c := range firstRepairs {
		sources = append(sources, c.source, strings.Replace(c.source, " f = ", " f = $nosuch ", 1))
	}
	for _, source := range sources {
		before := unread(source)
		for _, d := range analyze(source).Diagnostics {
			for _, f := range d.Fixes {
				if text := edited(source, f.Edits); f.Checked && unread(text) > before {
					t.Errorf("%s\n%s makes it\n%s", source, f.Title, text)
				}
			}
		}
	}
}

// A text has every tag, so it fits any union; texts are still not proposed.
func TestNoTextForTags(t *testing.T) {
	source := "$o = <{} less, {} greater>; compare = $o <.less 1, .equal 2, .greater 3>;"
	for _, d := range clashes(analyze(source)) {
		if list := listFixes(source, d.Fixes); len(d.Fixes) == 0 || strings.Contains(list, "$string") {
			t.Error(list)
		}
	}
}

// Beside another label, no change is offered that applies a function or leaves a part out, nor one that reads a field
// which is read already beside one that is not.
func TestChangesBesideLabels(t *testing.T) {
	for source, want := range map[string]string{
		"$u = {int a, int b, int c}; f = $u {.a x, .mail y, .c z};": "use `.b`",
		"$u = {int age, int size}; f = $u [.age, .number];":         "use `.size`",
	} {
		var titles []string
		for _, d := range clashes(analyze(source)) {
			for _, f := range d.Fixes {
				titles = append(titles, f.Title.String())
			}
		}
		if got := strings.Join(titles, "; "); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}

// No value is converted only to be compared or calculated with, or is compared with itself.
func TestNothingIsBent(t *testing.T) {
	for source, want := range map[string]string{
		"$u = {int age, string name}; f = $u [.age, .name] GT .0;":            "use the type `$string`; use the type `$int`",
		"$u = {int age, string name, int size}; f = $u [.age, .name] EQ;":     "use `.size`",
		"$u = {int age, string name}; f = $u <[.name, .age] EQ 1, 0>;":        "use the type `$string`; use the type `$int`",
		"$u = {int age, string name}; f = $u [.age, \" of \", .name] CONCAT;": "apply `toJSON` here",
	} {
		var titles []string
		for _, d := range clashes(analyze(source)) {
			for _, f := range d.Fixes {
				titles = append(titles, f.Title.String())
			}
		}
		if got := strings.Join(titles, "; "); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
}
