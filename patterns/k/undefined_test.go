package k

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

func runOn(t interface {
	Helper()
	Fatalf(string, ...any)
}, source, definition, json string) language.Outcome {
	t.Helper()
	r := Analyze(context.Background(), lang.NewFile("a.k", []byte(source)), Options{})
	v, wrong := Language.Running.NewReader().Read([]byte(json))
	if wrong != nil {
		t.Fatalf("%s: %s", json, wrong.Message)
	}
	for d, def := range r.Definitions {
		if def.Name == definition {
			return Language.Running.NewRunner(r).Run(int32(d), v, language.RunOptions{Fuel: 100_000})
		}
	}
	t.Fatalf("no definition %s in %s", definition, source)
	return language.Outcome{}
}

// Reasons why a run is undefined: where the value deviates from the type, and which expression was tried last.
func TestWhy(t *testing.T) {
	const types = `$line = {int price, bool paid}; $order = {string name, [line] lines}; $list = <{} nil, {int car, list cdr} cons>; `
	for _, c := range []struct{ source, value, want string }{
		{`f = $order;`, `{"name": "A", "lines": [{"price": 7, "paid": true}, {"price": "7", "paid": true}]}`, "`$order` asks for an integer at `lines[1].price`, which is a text"},
		{`f = $order;`, `{"name": "A", "lines": [{"price": 7, "paid": 1}]}`, "`$order` asks for `true` or `false` at `lines[0].paid`, which is an integer"},
		{`f = $order;`, `{"name": "A", "lines": [{"price": 7}]}`, "`$order` asks for a field `paid` at `lines[0]`, which has none"},
		{`f = $order;`, `{"name": "A", "lines": {}}`, "`$order` asks for a vector at `lines`, which is a product"},
		{`f = $order;`, `{"name": null, "lines": []}`, "`$order` asks for a text at `name`, which is null"},
		{`f = $order;`, `{"name": "A", "lines": [], "to": 1}`, "`$order` asks for a product of `lines`, `name`, and the value has the field `to`"},
		{`f = $order;`, `[]`, "`$order` asks for a product of `lines`, `name`, and the value is a vector"},
		{`f = $list;`, `{"cons": {"car": 1, "cdr": {"cons": {"car": 2.5, "cdr": {"nil": {}}}}}}`, "`$list` asks for an integer at `cons.cdr.cons.car`, which is a fraction"},
		{`f = $list;`, `{"con": {}}`, "`$list` asks for a variant with one of the tags `cons`, `nil`, and the value has the tag `con`"},
		{`f = .a $list;`, `{"a": {"con": {}}}`, "`f` asks for a variant with one of the tags `cons`, `nil` at `a`, which has the tag `con`\n" +
			"`$list` asks for a variant with one of the tags `cons`, `nil`, and the value has the tag `con`, in `{\"con\":{}}`"},
		{`f = <.a, .b "x" .c> ;`, `{"c": 1}`, "`.b` in the last branch, `.b \"x\" .c`, asks for a field or a tag `b`, but got `{\"c\":1}`"},
		{`f = <.a, .b>;`, `{"c": 1}`, "the last branch, `.b`, asks for a field or a tag `b`, but got `{\"c\":1}`"},
		{`g = <.a, .b>; f = .c g;`, `{"c": {"d": 1}}`, "the last branch, `.b`, asks for a field or a tag `b`, but got `{\"d\":1}`"},
		{`f = [.x, .y] PLUS;`, `{"x": "1", "y": 2}`, "`f` asks for an integer at `x`, which is a text\n`PLUS` asks for a vector of numbers, but got `[\"1\",2]`"},
		{`f = SNOC;`, `[]`, "`SNOC` asks for a vector with at least one element, but got `[]`"},
		{`f = .3;`, `[1]`, "`.3` asks for an element, a field or a tag `3`, but got `[1]`"},
		{`f = {() a} <>;`, `1`, "`<>` has no branches, and is never defined"},
	} {
		o := runOn(t, types+c.source, "f", c.value)
		var got []string
		for _, why := range o.Why {
			got = append(got, why.Says.String())
		}
		if o.Verdict != lang.Undefined || strings.Join(got, "\n") != c.want {
			t.Errorf("%s on %s: %v\n%s\nwant\n%s", c.source, c.value, o.Verdict, strings.Join(got, "\n"), c.want)
		}
	}
	if o := runOn(t, `$bit = <{} 0, {} 1>; f = $bit </0, /1 .x>;`, "f", `{"1": {}}`); len(o.Why) != 1 ||
		o.Why[0].Says.String() != "`.x` in the last branch, `/1 .x`, asks for a field `x`, but got `{}`" {
		t.Errorf("in k6: %v", o.Why)
	}
}

// A value belongs to a type exactly if no part of it deviates, and every undefined run has a reason.
func TestWhyAlways(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := "$t0 = <{} a, t1 b, string c>; $t1 = {t0 a, [t1] b}; $t2 = {int a, bool b}; $t3 = [t0];\n"
		of := func(words ...string) string { return rapid.SampledFrom(words).Draw(t, "word") }
		var value func(depth int) string
		value = func(depth int) string {
			if depth == 0 {
				return of("1", `"x"`, "true", "null", "{}", "[]", "1.5")
			}
			v := func() string { return value(depth - 1) }
			switch of("leaf", "variant", "product", "product", "vector") {
			case "variant":
				return fmt.Sprintf(`{"%s":%s}`, of("a", "b", "c"), v())
			case "product":
				return fmt.Sprintf(`{"a":%s,"b":%s%s}`, v(), v(), of("", "", "", `,"c":1`))
			case "vector":
				return "[" + v() + of("", ","+v()) + "]"
			}
			return value(0)
		}
		text := value(rapid.IntRange(0, 4).Draw(t, "depth"))
		body := of("$t0", "$t1", "$t2", "$t3", ".a $t0", "<.a $t1, .c $t1>", "| .a ^ $t3", "{.a x, .b y} .x .c",
			"?(X a, Y b, ...) .b $t0", "[.a, .b] PLUS", "SNOC .car $t2")
		r := Analyze(context.Background(), lang.NewFile("a.k", []byte(source+"f = "+body+";")), Options{})
		if r.Errors() > 0 {
			t.Fatalf("%s: %s", body, r.Diagnostics[0].Message)
		}
		o := runOn(t, source+"f = "+body+";", "f", text)
		switch {
		case o.Verdict == lang.Undefined &&
			(len(o.Why) == 0 || strings.Contains(o.Why[len(o.Why)-1].Says.String(), "another value")):
			t.Fatalf("nothing is said of %s on %s: %v", body, text, o.Why)
		case o.Verdict != lang.Undefined && len(o.Why) > 0:
			t.Fatalf("%s on %s is %v, because %v", body, text, o.Verdict, o.Why)
		}
	})
}
