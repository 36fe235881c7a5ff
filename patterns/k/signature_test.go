package k

import "testing"

// Signatures in reading order: labels sorted, variables numbered by first occurrence, types by their names, by their
// codes, or as closed filters.
func TestSignatureText(t *testing.T) {
	for source, want := range map[string]string{
		"f = ?<{} nil, {} none, {$int car, X cdr} cons>=X;": "?<{$int car, X0 cdr} cons, {} nil, {} none>=X0 --> ?<{$int car, X1 cdr} cons, {} nil, {} none>=X1",
		"$l = <{} nil, {int car, l cdr} cons>; f = $l;":     "?$l --> ?$l",
		"$a = <int x, {} y>; $b = <{} y, int x>; f = $b;":   "?$a --> ?$a",
		"f = [1, 2] DIV;":                "?(...) --> ?${int div, int rem}",
		"f = {.10 a, .9 b, .z c, .A d};": "?(X0 9, X1 10, X2 A, X3 z, ...) --> ?{X1 a, X0 b, X3 c, X2 d}",
		"f = {{} a, {} b};":              "?(...) --> ?${{} a, {} b}",
		`f = ?{X "a b", Y -1, ...};`:     `?{(...) -1, (...) "a b", ...}=X0 --> ?X0`,
		"f = ?{X 0, ...} ?(Y 2, Y 3);":   "?[(...)]=X0 --> ?X0",
		"f = ?{...} ?(X 2, Y 3);":        "?{(...) 2, (...) 3}=X0 --> ?X0",
	} {
		r := analyze(source)
		if got := signatureOf(r, definition(r, "f")); got != want {
			t.Errorf("%s : %s, want %s%s", source, got, want, messages(r))
		}
	}
}
