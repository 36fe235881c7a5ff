package patterns

import (
	"crypto/sha256"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/unify"
)

// Form returns the canonical form of a type: `int`, or the states of its minimal automaton, numbered breadth-first with
// the labels in UTF-16 order, as in
//
//	$C0=<C1"0",C0"1">;$C1={};
//
// A state that a constructor builds begins with the constructor's name, as in
//
//	$C0="Shape"{C1"d0",C1"d1"};$C1="3"{};
//
// Two types have the same form exactly if they are equal. It costs the size of the automaton.
func (t *Types) Form(id Type) string {
	form, _ := t.FormWithin(id, t.heads.Len(), math.MaxInt)
	return form
}

// FormWithin is Form for a type of at most states states whose form has at most most bytes; it returns false for a
// larger one. These bounds also limit its cost.
func (t *Types) FormWithin(id Type, states, most int) (string, bool) {
	if name, ok := t.atoms[id]; ok {
		return name, true
	}
	var b []byte
	number := map[Type]int{id: 0}
	order := []Type{id}
	for i := 0; i < len(order); i++ {
		u := order[i]
		if len(order) > states || len(b)+4*len(t.heads.Fields(u)) > most { // a field takes at least four bytes
			return "", false
		}
		b = strconv.AppendInt(append(b, "$C"...), int64(i), 10)
		open, end := brackets(t.heads.Shape(u))
		b = append(b, '=')
		if c := t.heads.BuiltBy(u); c != unify.NoConstructor {
			b = lang.AppendJSONString(b, t.ConstructorID(c))
		}
		b = append(b, open)
		for j, f := range t.FieldsByText(u) {
			if j > 0 {
				b = append(b, ',')
			}
			if name, ok := t.atoms[f.To]; ok {
				b = append(b, name...)
			} else {
				n, seen := number[f.To]
				if !seen {
					n = len(order)
					number[f.To] = n
					order = append(order, f.To)
				}
				b = strconv.AppendInt(append(b, 'C'), int64(n), 10)
			}
			if f.Label != unify.Member {
				b = lang.AppendJSONString(b, t.labels.Text(f.Label))
			}
		}
		b = append(b, end, ';')
	}
	return string(b), len(b) <= most
}

// States returns how many states the automaton of a type has, without atoms, and how many states and fields were
// visited. If these are more than most, the type has at least as many states as returned, and exact is false.
func (t *Types) States(id Type, most int) (states, looked int, exact bool) {
	if _, atom := t.atoms[id]; atom {
		return 0, 0, true
	}
	seen := map[Type]bool{id: true}
	order := []Type{id}
	for i := 0; i < len(order); i++ {
		fields := t.heads.Fields(order[i])
		if looked += 1 + len(fields); looked > most {
			return len(order), looked, false
		}
		for _, f := range fields {
			if _, atom := t.atoms[f.To]; !atom && !seen[f.To] {
				seen[f.To] = true
				order = append(order, f.To)
			}
		}
	}
	return len(order), looked, true
}

func brackets(s unify.Shape) (open, end byte) {
	switch s {
	case unify.Product:
		return '{', '}'
	case unify.Union:
		return '<', '>'
	}
	return '[', ']'
}

// hashedText returns the part of a canonical form that names are made from: without the "$C0=" at its front and the ";"
// at its end, unless it has a line terminator, as in k's implementations.
func hashedText(form string) string {
	if strings.HasPrefix(form, "$C0=") && strings.HasSuffix(form, ";") &&
		!strings.ContainsAny(form, "\n\r\u2028\u2029") {
		return form[4 : len(form)-1]
	}
	return form
}

const (
	idDigits = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz"
	idLength = 45
)

// IsID reports whether a text has the form of an id.
func IsID(text string) bool {
	return len(text) == idLength && text[0] == '@' && strings.Trim(text[1:], idDigits) == ""
}

// ID returns the content address of a type, made from its canonical form: "@" and 44 digits of the SHA-256 in base 56,
// as k names types since version 6.
func ID(form string) string {
	sum := sha256.Sum256([]byte(hashedText(form)))
	n := new(big.Int).SetBytes(sum[:])
	base, rest := big.NewInt(56), new(big.Int)
	var out [idLength]byte
	for i := len(out) - 1; i >= 0; i-- {
		n.DivMod(n, base, rest)
		out[i] = idDigits[rest.Int64()]
	}
	return "@" + string(out[1:])
}

// ShortName returns the name that k gave types before version 6: a weak hash of the canonical form, under which
// different types can collide. Use it only to read old programs.
func ShortName(form string) string {
	modulus, _ := new(big.Int).SetString("8494462356974657160929849007317", 10)
	h, d := new(big.Int), new(big.Int)
	for unit := range lang.UTF16(hashedText(form)) {
		h.Lsh(h, 1)
		h.Add(h, d.SetInt64(int64(unit)))
		if h.BitLen() > 4096 { // an occasional remainder is cheaper than one at each step
			h.Mod(h, modulus)
		}
	}
	text := []byte(h.Mod(h, modulus).Text(36))
	for i, c := range text {
		text[i] = shortDigits[strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyz", c)]
	}
	return string(text)
}

const shortDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZqrstuvwxyz"

// IsShortName reports whether a text has the letters of a short name.
func IsShortName(text string) bool {
	return text != "" && strings.Trim(text, shortDigits) == ""
}
