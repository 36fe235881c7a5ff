package k_test

import (
	"context"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
)

// A canonical name may refer to any type that is written in the program, at any place, but to no other type.
func TestCanonicalNames(t *testing.T) {
	const bit4, bit6, nat6 = "BADKzT", "@bit", "@nat"
	forms := map[string]string{bit6: `$C0=<C1"0",C1"1">;$C1={};`, nat6: `$C0=<C1"0",C0"1">;$C1={};`}
	for source, ok := range map[string]bool{
		"$bit = <{} 0, {} 1>; f = $BADKzT;":               true,
		"f = $BADKzT; $bit = <{} 0, {} 1>;":               true,
		"$t = {<{} 0, {} 1> a, {} b}; f = $BADKzT;":       true, // a part of a type that is written
		"f = $<{} 0, {} 1>; g = $BADKzT;":                 true,
		"f = ?{$<{} 0, {} 1> a, ...}; g = $BADKzT;":       true,
		"f = ?$BADKzT; $bit = <{} 0, {} 1>;":              true,
		"$u = {BADKzT a, {} b}; $bit = <{} 0, {} 1>;":     true,
		"f = {{{} 0} a, {} b}; g = $BADKzT;":              false, // a type that is only derived
		"f = ?<{} 0, {} 1>; g = $BADKzT;":                 false, // a filter does not write a type
		"f = $KL;":                                        true,  // the unit is always known
		"-- dialect: k6\nf = {} $@unit; $bit = <{} 0>;":   true,
		"f = $BADKzT;":                                    false, // nor does the name define itself
		"f = $<{} 0, BADKzT 1>;":                          false,
		"$BADKzT = {int x, int y}; f = $BADKzT .x;":       true,  // a definition with this name has precedence
		"f = () BADKzT; $bit = <{} 0, {} 1>;":             false, // functions have no canonical names
		"-- dialect: k6\n$bit = <{} 0, {} 1>; f = $@bit;": false,
		"-- dialect: k6\n$b = @bit; f = $<{} 0, {} 1>;":   true,
		"-- dialect: k6\n$b = {}; f = $@bit;":             false,
		"-- dialect: k6\n$n = <{} 0, n 1>; f = $@nat .x;": false, // a union has no field
		"-- dialect: k6\n$n = <{} 0, n 1>; f = $@nat /1;": true,
		"-- dialect: k6\nf = $<{} 0, {} 1>; g = f @bit;":  false,
	} {
		if strings.HasPrefix(source, "-- dialect: k6") && !strings.Contains(source, "$bit =") {
			for short, form := range forms {
				source = strings.ReplaceAll(source, short, patterns.ID(form))
			}
		}
		source = strings.ReplaceAll(source, "@unit", patterns.ID("$C0={};"))
		r := k.Analyze(context.Background(), lang.NewFile("a.k", []byte(source)), k.Options{})
		if (r.Errors() == 0) != ok {
			t.Errorf("%s: %v", source, r.Diagnostics)
		}
	}
}
