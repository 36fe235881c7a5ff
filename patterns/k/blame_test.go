package k

import (
	"context"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// Of several places in the same contradiction, the results of repairs select one.
func TestBlame(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"the superfluous element, not the code around it",
			"half = [(), 2] DIV .div; f = $int <half half, half toJSON half>; g = $int half;", "toJSON"},
		{"another function of the program fits",
			"$a = <{} x, {} y>; $b = <{} u, {} v>; toA = $b <.u {{} x}, .v {{} y}> $a; toB = $a <.x {{} u}, .y {{} v}> $b;" +
				" other = $a <.x {{} y}, .y {{} x}> $a; f = $a other toB toA toA;", "toA"},
		{"two elements in the wrong order",
			"f = ${int x, int y} {.x a, .y b} .a; g = ${int x, int y} .b {.x a, .y b};", ".b"},
		{"the tag of a type that several places contradict",
			"$order = <{} less, {} same, {} rem>; less = {{} less} $order; same = {{} same} $order; greater = {{} greater} $order;" +
				" turn = $order <.less greater, .same same, .greater less>; least = $order <.less same, .greater same, .same same>;", "rem"},
		{"a merge that should be a product",
			"$two = {int x, int y}; add = $two [.x, .y] PLUS; f = $two <.x, .y> add; g = $two {.y x, .x y} add;", "<.x, .y>"},
		{"a number in a text, which a function reads from a declared type",
			"$box = {string label, int size}; size = .size; tag = $box [.label, \": \", size] CONCAT; two = $box [.size, 2] TIMES;" +
				" all = {tag tag, two two};", "size"},
		{"a function that is not applied to a part of a declared type",
			"-- dialect: k6\n$day = <{} sun, {} mon>; $nat = <{} zero, nat succ>; $week = <{} end, {day d, week rest} on>;" +
				" hours = </sun {} |zero $nat, /mon {} |zero |succ $nat>; add = ${nat x, nat y} <{.x/zero z, .y y} .y, {.x/succ x, .y |succ y} add>;" +
				" sum = $week </end {} |zero $nat, /on {.d x, .rest sum y} add>;", ".d"},
		{"a function after those that take what it gives",
			"-- dialect: k6\n$nat = <{} zero, nat succ>; $stock = {nat nuts, nat bolts}; one = $nat |succ $nat;" +
				" nut = $stock {.nuts one nuts, .bolts bolts} $stock; bolt = $stock {.nuts nuts, one one .bolts bolts} $stock; both = nut bolt;", "one"},
		{"a field of a type that a function reads at its only place for it",
			"$tank = {string empty, int full, int litres}; less = {.a a, [.b, -1] TIMES b} [.a, .b] PLUS; used = {.full a, .empty b} less;" +
				" cost = $tank [used, .litres] TIMES;", "string"},
		{"a part of a type, not the recursion of another one",
			"-- dialect: k6\n$nat = <{} zero, nat succ>; $bush = <{} none, {bush l, bush fruit, bush r} fork>;" +
				" turn = $bush </none {} |none, /fork {.r turn l, .fruit fruit, .l turn r} |fork> $bush; least = $bush /fork <.l least, .fruit>;" +
				" more = $bush least |succ $nat;", "bush"},
		{"a function that is not applied, not the one after it",
			"$shop = {string name, [int] prices}; sum = <SNOC {.car car, .cdr sum cdr} [.car, .cdr] PLUS, 0>; twice = [(), 2] TIMES;" +
				" bill = $shop {.name name, .prices twice total};", "twice"},
		{"a call that both takes and gives another type",
			"-- dialect: k6\n$bool = <{} true, {} false>; $nat = <{} zero, nat succ>; $lamp = {bool on, nat watts};" +
				" double = $nat </zero {} |zero, /succ double |succ |succ> $nat; not = $bool </true {} |false, /false {} |true> $bool;" +
				" toggle = $lamp {.on not on, .watts watts} $lamp; boost = $lamp {.on on, .watts not watts} $lamp;", "not"},
		{"a type that no use of it agrees with",
			"$cup = <string hot, string cold>; price = $cup <.\"tea\" 2, .\"milk\" 1>; cost = $string price;" +
				" two = [\"tea\" price, \"milk\" price] PLUS;", "$cup"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := analyze(test.source)
			ds := clashes(r)
			if len(ds) == 0 {
				t.Fatal("no clash")
			}
			got := func(s lang.Span) string { return r.File.Text(s) }
			if blame := ds[0].Blame; got(blame[0].Span) != test.want {
				for _, b := range blame {
					t.Errorf("%s: %q %.2f", ds[0].Message, got(b.Span), b.Score)
				}
			}
		})
	}
}

// A place in a callee is to blame if a hole there fixes all its callers.
func TestBlameInCallee(t *testing.T) {
	r := analyze("wrap = {.it most wrong}; most = {() most}; one = 1 wrap .wrong; two = {2 it} wrap .wrong .most;" +
		" three = \"x\" wrap .wrong; four = 4 wrap .wrong;")
	ds := clashes(r)
	if len(ds) == 0 {
		t.Fatal("no clash")
	}
	if got := r.File.Text(ds[0].Blame[0].Span); got != ".it" {
		t.Errorf("%s: %q", ds[0].Message, got)
	}
}

// All conflicts with one place become one report, which lists the other places. With --all-errors, each has a report.
func TestMistakesOfOneProduct(t *testing.T) {
	for _, all := range []bool{false, true} {
		r := Analyze(context.Background(), lang.NewFile("a.k", []byte("f = $int {.a p, .b q, .c r};")),
			Options{AllErrors: all})
		reported, besides := 0, 0
		for _, d := range clashes(r) {
			if !d.Secondary {
				reported++
				besides += len(d.Besides)
			}
		}
		if reported+besides != 3 || all != (reported == 3) {
			t.Errorf("%d are reported, and %d are consequences", reported, besides)
		}
	}
}

// The consequences of one mistake are one report, at its place; two mistakes are two reports.
func TestOneCause(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         []string // the places of the reports
		besides      int
	}{
		{"two elements in the wrong order", "$list = <{} nil, {int head, list tail} cons>; nil = {{} nil} $list;" +
			" cons = {{.x head, .xs tail} cons} $list; copy = $list <.nil nil, .cons cons {.head x, .tail copy xs}>;", []string{"{.head x, .tail copy xs}"}, 2},
		{"many places ask for a tag that a type lacks", "$nat = <{} zero>; zero = {{} zero} $nat; succ = $nat {() succ} $nat; one = zero succ;" +
			" dec = $nat .succ; even = $nat <.zero {{} yes}, .succ odd>; odd = $nat <.zero {{} no}, .succ even>;",
			[]string{"<{} zero>"}, 3},
		{"two places do", "$nat = <{} zero, {} one>; dec = $nat .succ; even = $nat <.zero {{} yes}, .one {{} no}, .succ.succ {{} no}>;", []string{"<{} zero, {} one>", ".succ"}, 0},
		{"many places misspell a label that others spell well", "$line = {int price, int amount};" +
			" a = $line .price; b = $line [.amount, .price] TIMES; c = $line {.price p, .amount q}; d = $line {.price x};" +
			" e = $line .prize; f = $line [.amount, .prize] TIMES; g = $line {.prize p, .amount q};",
			[]string{".prize", ".prize", ".prize"}, 0},
		{"many parts of a text are asked for", "$event = <int coin, {} stop>; $state = {int money, {} open};" +
			" step = $string <{.event.coin coin, .state.money money}, {.event.stop coin, .state.open money}, {.event.push coin, .state.full money}>; ",
			[]string{"$string"}, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := analyze(test.source)
			var got []string
			besides := 0
			for _, d := range clashes(r) {
				if !d.Secondary {
					got = append(got, r.File.Text(d.Span))
					besides += len(d.Besides)
					if blame := d.Blame[0]; blame.Span != d.Span {
						t.Errorf("%q is shown, and %q blamed", r.File.Text(d.Span), r.File.Text(blame.Span))
					}
				}
			}
			if !slices.Equal(got, test.want) || besides != test.besides {
				t.Errorf("reports at %q, with %d more places", got, besides)
			}
		})
	}
}

// Mistakes in fields of one product that conflict with different parts of another product are reported separately.
func TestMistakesOfTwoProducts(t *testing.T) {
	var reported []string
	for _, d := range clashes(analyze("f = {1 x, 2 y, 3 z} {.x.a p, .y.b q, .z.c r};")) {
		if !d.Secondary {
			reported = append(reported, d.Message.String())
		}
	}
	if len(reported) != 3 {
		t.Errorf("reported: %q", reported)
	}
}

// An explanation follows a recursive definition whose signature shares equal parts that no constraint united.
func TestThroughRecursion(t *testing.T) {
	r := analyze("list = ?<{} nil, {X head, L tail} cons>=L; nil = {{} nil} list; cons = {{.x head, .xs tail} cons} list;" +
		" insert = <{[.x, .xs.cons.head] GT .1 x, {{() x} x, .xs.cons.tail xs} insert xs} cons, cons>;" +
		" sort = list <.nil nil, .cons {.head x, .tail sort xs} insert>; f = {1 x, nil xs} cons sort;")
	ds := clashes(r)
	if len(ds) == 0 {
		t.Fatal("no clash")
	}
	x := ds[0].Explanation
	for _, c := range x.Core {
		if r.File.Text(c.Span) == "{() x}" {
			return
		}
	}
	t.Errorf("%s: the core does not reach into the callee", ds[0].Message)
}
