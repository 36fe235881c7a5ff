package relay

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/repair"
)

// TestGuesses checks the fixes guessed for errors that are not contradictions: each leaves no error.
func TestGuesses(t *testing.T) {
	const list = "type List[A] { Cons(A, List[A]), Nil }\ntype Pair { Pair(int32, bool) }\n"
	for _, test := range []struct{ what, source, fix, becomes string }{
		{
			"the nearest of several names",
			"def @f(%x: Tensor[(2), float23]) -> Tensor[(2), float32] { exp(%x) }",
			"write `float32`", "Tensor[(2), float32]) ->",
		},
		{
			"the one of several operators that fits",
			"def @f(%x: Tensor[(1, 3, 8, 8), float32]) { nn.avg_pool_2d(%x, pool_size=[2, 2]) }",
			"write `nn.avg_pool2d`", "nn.avg_pool2d(",
		},
		{
			"a misspelt text of an attribute",
			"def @f(%x: Tensor[(4, 8), float32]) { topk(%x, k=2, ret_type=\"valus\") }",
			"write `ret_type=\"values\"`", "ret_type=\"values\"",
		},
		{
			"a text of an attribute in place of its default",
			"def @f(%x: Tensor[(1, 3, 8, 9), float32], %w: Tensor[(4, 3, 3, 3), float32]) {\n" +
				"nn.conv2d(%x, %w, kernel_size=[3, 3], data_layout=\"NHC\") }",
			"write `data_layout=\"NCHW\"`", "data_layout=\"NCHW\"",
		},
		{
			"both sizes of a kernel",
			"def @f(%x: Tensor[(1, 3, 8, 9), float32], %w: Tensor[(4, 3, 5, 3), float32]) { nn.conv2d(%x, %w, kernel_size=[3, 5]) }",
			"write `kernel_size=[5, 3]`", "kernel_size=[5, 3]",
		},
		{
			"equal sizes of a kernel",
			"def @f(%x: Tensor[(1, 3, 8, 9), float32], %w: Tensor[(4, 3, 3, 3), float32]) { nn.conv2d(%x, %w, kernel_size=[5, 5]) }",
			"write `kernel_size=[3, 3]`", "kernel_size=[3, 3]",
		},
		{
			"a misspelt element type of an attribute",
			"def @f(%x: Tensor[(4, 8), float32]) { cast(%x, dtype=\"flaot16\") }",
			"write `\"float16\"`", "dtype=\"float16\"",
		},
		{
			"an axis, as the program writes it",
			"def @f(%x: Tensor[(4, 8), float32], %y: Tensor[(4, 2), float32]) { concatenate((%x, %y), axis=0) }",
			"write `axis=1`", "axis=1",
		},
		{
			"the nearest axis",
			"def @f(%x: Tensor[(4, 8), float32]) { nn.softmax(%x, axis=-3) }",
			"write `axis=-2`", "axis=-2",
		},
		{
			"a list whose number is a text",
			"def @f(%x: Tensor[(4, 8), float32]) { sum(%x, axis=\"1\") }",
			"write `[1]`", "axis=[1]",
		},
		{
			"an argument too many",
			"def @g(%a: int32, %b: bool) { %a }\ndef @f(%x: int32, %y: bool) { @g(%x, %x, %y) }",
			"leave out `%x`", "@g(%x, %y)",
		},
		{
			"the end of a list",
			list + "def @f(%x: int32) { Cons(%x, Cons(1)) }",
			"add the argument `Nil`", "Cons(%x, Cons(1, Nil))",
		},
		{
			"an operator by another name",
			"def @f(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 3), float32]) { max_elements(%x, %y) }",
			"use `maximum`", "maximum(%x, %y)",
		},
		{
			"an operator by its name in PyTorch",
			"def @f(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 4), float32]) { cat((%x, %y), axis=1) }",
			"use `concatenate`", "concatenate((%x, %y), axis=1)",
		},
		{
			"an argument that is missing: the one that nothing uses",
			"def @f(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.dense(%x, units=4) }",
			"add the argument `%w`", "nn.dense(%x, %w, units=4)",
		},
		{
			"the only argument",
			"def @g(%a: int32) { %a }\ndef @f(%x: int32) { @g() }",
			"add the argument `%x`", "@g(%x)",
		},
		{
			"a tuple of the arguments",
			"def @f(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 9), float32]) { concatenate(%x, tanh(%y), axis=1) }",
			"write `(%x, tanh(%y))`", "concatenate((%x, tanh(%y)), axis=1)",
		},
		{
			"another function",
			"def @one(%a: int32) -> int32 { %a }\ndef @two(%a: int32, %b: int32) -> int32 { %a + %b }\ndef @f(%x: int32) { @one(%x, 3, 4) }\ndef @three(%a: int32, %b: int32, %c: int32) -> int32 { %a }",
			"use `@three`", "@three(%x, 3, 4)",
		},
		{
			"another constructor in an expression",
			list + "def @f(%x: int32) -> List[int32] { Nil(%x, Nil) }",
			"use `Cons`", "Cons(%x, Nil)",
		},
		{
			"another constructor in a pattern",
			list + "def @f(%l: List[int32]) -> int32 { match (%l) { Nil(%x, _) => %x, Nil => 0 } }",
			"use `Cons`", "Cons(%x, _)",
		},
		{
			"another constructor where a case is missing",
			list + "def @f(%l: List[int32]) -> int32 { match (%l) { Cons(_, Nil) => 1, Cons(_, Nil) => 0, Nil => 2 } }\ntype Two { One, Other }\ndef @g(%t: Two) { match (%t) { One => 1, One => 2 } }",
			"write `Other` in place of `One`", "Other => 1",
		},
		{
			"an operator that takes the attributes",
			"def @f(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.bias_add(%x, %w, units=4) }",
			"use `nn.dense`", "nn.dense(%x, %w, units=4)",
		},
		{
			"the name of an attribute in short",
			"def @f(%x: Tensor[(2, 3), float32], %g: Tensor[(3), float32]) { nn.layer_norm(%x, %g, %g, eps=0.1f) }",
			"write `epsilon`", "epsilon=0.1f",
		},
		{
			"another name of an attribute",
			"def @f(%x: Tensor[(2, 3), float32]) { transpose(%x, perm=[1, 0]) }",
			"write `axes`", "axes=[1, 0]",
		},
		{
			"a list of one for a value that is not a list",
			"def @f(%x: Tensor[(2, 3), float32]) { nn.softmax(%x, axis=[1]) }",
			"write `1`", "axis=1)",
		},
		{
			"truth in small letters",
			"def @f(%x: Tensor[(2, 3), float32]) { sum(%x, keepdims=true) }",
			"write `True`", "keepdims=True)",
		},
		{
			"None for what has a default",
			"def @f(%x: Tensor[(2, 3), float32]) { nn.softmax(%x, axis=None) }",
			"leave out `axis=None`", "nn.softmax(%x)",
		},
		{
			"an attribute that is given twice",
			"def @f(%x: Tensor[(2, 3), float32]) { sum(%x, axis=[1], axis=[0]) }",
			"leave out `axis=[0]`", "sum(%x, axis=[1])",
		},
		{
			"an attribute that is missing, as another call has it",
			"def @g(%x: Tensor[(2), float32]) { cast(%x, dtype=\"int8\") }\ndef @f(%x: Tensor[(2), float32]) -> Tensor[(2), int8] { cast(%x) }",
			"add `dtype=\"int8\"`", "cast(%x, dtype=\"int8\") }\n//",
		},
		{
			"an attribute that is missing, of the sizes that are written",
			"def @f(%x: Tensor[(2, 3), float32], %w: Tensor[(4, 3), float32]) { nn.dense(%x, %w) }",
			"add `units=4`", "units=4",
		},
		{
			"an attribute that others of the operator have decides",
			"def @f(%x: Tensor[(1, 3, 8, 8), float32], %v: Tensor[(4, 3, 3, 3), float32], %w) { (nn.conv2d(%x, %w, channels=4), nn.conv2d(%x, %v, kernel_size=[3, 3])) }",
			"add `kernel_size=[3, 3]`", "channels=4, kernel_size=[3, 3])",
		},
		{
			"a type argument too few",
			list + "def @f(%l: List[int32]) -> List { %l }",
			"write `List[int32]`", "-> List[int32] {",
		},
		{
			"a type argument too many",
			list + "def @f(%p: Pair[int32]) -> Pair { %p }",
			"write `Pair`", "(%p: Pair)",
		},
		{
			"a variable that nothing uses in place of another one",
			"def @f(%x: Tensor[(2, 3), float32], %wa, %wb) { (nn.dense(%x, %wa, units=4), nn.dense(%x, %wa, units=4)) }",
			"use `%wb` in place of `%wa`", "%wb, units=4",
		},
	} {
		t.Run(test.what, func(t *testing.T) {
			source := test.source + "\n//"
			for _, d := range check(source, "").Diagnostics {
				for _, f := range d.Fixes {
					if f.Title.String() != test.fix {
						continue
					}
					text := string(lang.AppendEdited(nil, []byte(source), lang.Span{End: int32(len(source))}, f.Edits))
					if !strings.Contains(text, test.becomes) {
						continue
					}
					if !f.Checked {
						t.Error("it was not tried")
					}
					if f.Clean && slices.ContainsFunc(check(text, "").Diagnostics, isError) {
						t.Errorf("there are errors in\n%s", text)
					}
					return
				}
			}
			t.Errorf("`%s` is not offered", test.fix)
			for _, d := range check(source, "").Diagnostics {
				t.Logf("%s: %s", d.Code, d.Message)
				for _, f := range d.Fixes {
					t.Logf("  %s", f.Title)
				}
			}
		})
	}
}

// TestGuessesAreFew checks that useless fixes are not offered: the same text twice, or operators unrelated to the text.
func TestGuessesAreFew(t *testing.T) {
	for source, want := range map[string][]string{
		"def @g(%a: int32) { %a }\ndef @f(%x: int32) { @g(%x, %x) }":                                  {"leave out `%x`"},
		"def @f(%x: Tensor[(2), bool]) { argwhere(%x, %x) }":                                          {"leave out `%x`"},
		"def @f(%x: Tensor[(2, 3), bool]) { reshape(%x, newshape=[4, 2]) }":                           {"write `newshape=[3, 2]`"},
		"def @f(%x: Tensor[(2, 3), bool], %y: Tensor[(2, 3), bool]) { stack(%x, %y, axis=1) }":        {"write `(%x, %y)`"},
		"def @f(%x: Tensor[(2, 3), bool], %y: Tensor[(2, 3), bool]) { stack((%x, %y), %y) }":          {"leave out `%y`"},
		"def @f(%x: Tensor[(2, 3), int32], %b: Tensor[(3), int32]) { tanh(nn.bias_add(%x)) }":         {"add the argument `%b`"},
		"type One { One }\ndef @f(%o: One[One]) -> One { %o }":                                        {"write `One`"},
		"def @f(%x: int32) -> int32 { @f(%x) }\ndef @g(%a: int32, %b: int32) -> int32 { @f(%a, %b) }": {"leave out `%a`", "leave out `%b`"},
	} {
		var got []string
		for _, d := range check(source, "").Diagnostics {
			for _, f := range d.Fixes {
				got = append(got, f.Title.String())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\nhas %q, wanted %q", source, got, want)
		}
	}
}

// TestGuessesAreBounded checks that a program with many errors has a bounded number of trials.
func TestGuessesAreBounded(t *testing.T) {
	var b strings.Builder
	for range 400 {
		b.WriteString("def @g(%a: int32, %b: int32, %c: int32, %d: int32) -> int32 { @g(%a, %b, %c) + @h(%a) + nn.rleu(%a) }\n")
	}
	f := lang.NewFile("in.rly", []byte(b.String()))
	p := derived(f, language.Options{}, nil)
	g, tried := p.Guesser(nil), 0
	analyze := g.Analyze
	g.Analyze = func(text *lang.File) repair.Found { tried++; return analyze(text) }
	for _, dg := range p.Known {
		if x := p.Guesses(&report{Diagnostic: dg}); x.List != nil {
			g.Try(&dg, x.List(), x.Bounds)
		}
	}
	if tried == 0 || tried > 100 {
		t.Errorf("%d trials", tried)
	}
}

// TestChangesThatBringErrors checks that a fix is not called checked if it adds errors to another function of the
// recursive group.
func TestChangesThatBringErrors(t *testing.T) {
	const source = `def @even[A](%n: int32, %x: bool) -> A { if (%n == 0) { %x } else { @odd(%n - 1, %x) } }
def @odd[A](%n: int32, %x: A) -> A { if (%n == 0) { %x } else { @even(%n - 1, %x) } }
def @f() { (@even(2, True), @odd(1, 1f)) }`
	checked := 0
	for _, d := range check(source, "").Diagnostics {
		for _, f := range d.Fixes {
			text := string(lang.AppendEdited(nil, []byte(source), lang.Span{End: int32(len(source))}, f.Edits))
			errors := make(map[string]int)
			for _, d := range check(source, "").Diagnostics {
				errors[d.Definition]++
			}
			for _, d := range check(text, "").Diagnostics {
				if errors[d.Definition]--; isError(d) && errors[d.Definition] < 0 && f.Checked {
					t.Errorf("`%s` brings an error to %s", f.Title, d.Definition)
				}
			}
			if f.Checked {
				checked++
			}
		}
	}
	if checked == 0 {
		t.Error("nothing is offered")
	}
}

// TestGuessesAreOfSoundFunctions checks that functions with errors are not proposed: their result is unknown, so that a
// call would fit anywhere. The function that is being fixed is proposed.
func TestGuessesAreOfSoundFunctions(t *testing.T) {
	for _, test := range []struct{ half, call, want string }{
		{"nn.relu(%x, %x)", "@id(%x, %x)", ""},
		{"nn.softmax(%x, axis=7)", "@id(%x, %x)", ""},
		{"%x + %z", "@id(%x, %x)", ""},
		{"(%x, 1f) + %y", "@id(%x, %x)", ""},
		{"%x", "@id(%x, %x)", "use `@half`"},
		{"%z", "nn.relu(@pair(%x, %x))", ""},
		{"%x", "nn.relu(@pair(%x, %x))", "use `@half`"},
		{"%x + %z", "@id(%x) + @pair(%x)", ""},
		{"%x", "@id(%x) + @pair(%x)", "use `@id`"},
	} {
		source := "def @id(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { %x }\n" +
			"def @pair(%x: Tensor[(2), float32]) -> (float32, float32) { (1f, 2f) }\n" +
			"def @half(%x: Tensor[(2), float32], %y: Tensor[(2), float32]) -> Tensor[(2), float32] { " + test.half + " }\n" +
			"def @f(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { " + test.call + " }\n"
		found := false
		for _, d := range check(source, "").Diagnostics {
			for _, f := range d.Fixes {
				title := f.Title.String()
				found = found || title == test.want
				if test.want != "use `@half`" && strings.Contains(title, "@half") {
					t.Errorf("%s\nhas %q", source, title)
				}
			}
		}
		if !found && test.want != "" {
			t.Errorf("%s\ndoes not have %q", source, test.want)
		}
	}
}

// TestSizeOfBias checks that a bias of the wrong size gets the right one, and no other change.
func TestSizeOfBias(t *testing.T) {
	for _, call := range []string{
		"add(nn.dense(%x, %w, units=10), %b)",
		"nn.bias_add(nn.dense(%x, %w, units=10), %b)",
		"let %h = nn.dense(%x, %w, units=10); nn.relu(nn.bias_add(%h, %b))",
	} {
		source := "def @f(%x: Tensor[(20, 784), float32], %w: Tensor[(10, 784), float32], %b: Tensor[(20), float32]) { " +
			call + " }"
		var titles []string
		for _, dg := range check(source, "").Diagnostics {
			for _, f := range dg.Fixes {
				titles = append(titles, f.Title.String())
			}
		}
		if !slices.Equal(titles, []string{"write `10`"}) {
			t.Errorf("%s: %q", call, titles)
		}
	}
}

// TestSaysWhatItIs checks that a value of another kind is said to be what it is.
func TestSaysWhatItIs(t *testing.T) {
	const list = "type Chain[A] { Link(A, Chain[A]), End }\n"
	for source, want := range map[string]string{
		"def @f(%x: Tensor[(6, 2), float32]) { tanh(split(%x, indices_or_sections=3)) }":     "`tanh`: `split …` is a tuple of 3, not a tensor",
		list + "def @f(%c: Chain[bool]) { nn.relu(%c) }":                                     "`nn.relu`: `%c` is a `Chain[bool]`, not a tensor",
		"def @f(%g: fn (int32) -> int32) { 1 + %g }":                                         "`+`: `%g` is a function, not a tensor",
		"def @f(%x: Tensor[(2, 3), float32]) { concatenate(%x) }":                            "`concatenate`: `%x` is a tensor, not a tuple",
		"def @f(%u: ()) { nn.relu(%u) }":                                                     "`nn.relu`: `%u` is the empty tuple, not a tensor",
		"def @f(%x: Tensor[(2, 3), float32], %y: Tensor[(2, 3), float32]) { stack(%x, %y) }": "`stack` takes one argument (data), a tuple such as `(%x, %y)`, but gets 2",
	} {
		if got := check(source, "").Diagnostics[0].Message.String(); got != want {
			t.Errorf("%s\nsays %s\nwanted %s", source, got, want)
		}
	}
	twice := check("def @f(%g: fn (int32) -> int32) { %g + %g }", "").Diagnostics[0]
	if len(twice.Notes) != 1 || twice.Notes[0].String() != "`%g` has the type `fn (int32) -> int32`" {
		t.Errorf("%v", twice.Notes)
	}
}
