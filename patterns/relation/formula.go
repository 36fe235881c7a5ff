package relation

import (
	"slices"
	"strconv"
	"strings"
)

// Spelling returns a size as an expression of the language, with the names that its parameters were made with.
func (t *Sizes) Spelling(s Size) string {
	if s >= 0 {
		return strconv.FormatInt(int64(s), 10)
	}
	return t.spell(t.form(s))
}

// Formula returns a size as a formula of models: a quotient that is rounded down is `floor(n/2)`.
func (t *Sizes) Formula(s Size) string {
	return t.formula(t.form(s))
}

// formula writes a polynomial, as a product of sums if that is shorter; atoms nest less deep than their texts are long.
func (t *Sizes) formula(p poly) string {
	sum := t.sum(p)
	if len(p) < 4 { // a product of two sums has at least four terms
		return sum
	}
	number, factors := t.split(p)
	if len(factors) == 1 {
		return sum
	}
	var b strings.Builder
	if number != 1 {
		b.WriteString(strconv.FormatInt(number, 10))
	}
	for _, f := range factors {
		if b.Len() > 0 {
			b.WriteByte('*')
		}
		if len(f) > 1 {
			b.WriteString("(" + t.sum(f) + ")")
		} else {
			b.WriteString(t.sum(f))
		}
	}
	if b.Len() < len(sum) {
		return b.String()
	}
	return sum
}

// split returns a number and polynomials whose product is a polynomial that is not 0. It finds factors that have an
// atom of their own.
func (t *Sizes) split(p poly) (number int64, factors []poly) {
	number, p = p.primitive()
	tried := make(map[int32]bool)
	for i := 0; i < len(p); i++ {
		for j := 0; j < len(p[i].factors); j++ {
			a := p[i].factors[j]
			if tried[a] {
				continue
			}
			tried[a] = true
			if of, rest, ok := p.apart(a); ok {
				factors, p = append(factors, of), rest
				i = -1
				break
			}
		}
	}
	if n, constant := p.number(); !constant || n != 1 {
		factors = append(factors, p)
	}
	return number, factors
}

// primitive divides a polynomial that is not 0 by the greatest number that divides it, which has the sign of its first
// product.
func (p poly) primitive() (by int64, q poly) {
	for _, m := range p {
		by = GCD(by, m.times)
	}
	if p[0].times < 0 {
		by = -by
	}
	for _, m := range p {
		q = append(q, product{m.times / by, m.factors})
	}
	return by, q
}

// apart splits a polynomial into a factor that has only one atom, and one without this atom, if it is their product.
func (p poly) apart(atom int32) (of, rest poly, ok bool) {
	byPower := make(map[int]poly)
	var powers []int
	for _, m := range p {
		others := slices.DeleteFunc(slices.Clone(m.factors), func(f int32) bool { return f == atom })
		n := len(m.factors) - len(others)
		if byPower[n] == nil {
			powers = append(powers, n)
		}
		byPower[n] = append(byPower[n], product{m.times, others})
	}
	same := func(a, b product) bool { return a.times == b.times && slices.Equal(a.factors, b.factors) }
	for _, n := range powers {
		by, q := byPower[n].primitive()
		if rest != nil && !slices.EqualFunc(q, rest, same) {
			return nil, nil, false
		}
		rest = q
		of = append(of, product{by, slices.Repeat([]int32{atom}, n)})
	}
	return of, rest, true
}

func (t *Sizes) sum(p poly) string {
	return t.spellWith(p, func(a *atom) string {
		if a.op == 0 || a.op == Float || t.Slash && a.op == Quotient {
			return a.text
		}
		x, y := t.formula(a.x), t.formula(a.y)
		switch {
		case a.op == Quotient && y == "1":
			return "floor(" + x + ")"
		case a.op == Quotient:
			return "floor(" + grouped(x) + "/" + grouped(y) + ")"
		case a.op == Least || a.op == Greatest:
			return a.op.String() + "(" + x + ", " + y + ")"
		}
		return a.text
	})
}

func grouped(text string) string {
	if strings.ContainsAny(text, " */") {
		return "(" + text + ")"
	}
	return text
}

// SpellingAs is Spelling with other names for parameters.
func (t *Sizes) SpellingAs(s Size, names map[string]string) string {
	with := make(map[string]Size, len(names))
	for name, other := range names {
		with[name] = t.Parameter(other)
	}
	if as, err := t.Replace(s, with); err == nil {
		s = as
	}
	return t.Spelling(s)
}

func (t *Sizes) spell(p poly) string {
	return t.spellWith(p, func(a *atom) string { return a.text })
}

func (t *Sizes) spellWith(p poly, spell func(*atom) string) string {
	if len(p) == 0 {
		return "0"
	}
	var b strings.Builder
	for i, m := range p {
		n := m.times
		switch {
		case i > 0 && n < 0:
			b.WriteString(" - ")
			n = -n
		case i > 0:
			b.WriteString(" + ")
		}
		first := true
		if n != 1 || len(m.factors) == 0 {
			b.WriteString(strconv.FormatInt(n, 10))
			first = false
		}
		for _, f := range m.factors {
			text := spell(&t.atoms[f])
			if !first {
				b.WriteByte('*')
			} else if len(m.factors) == 1 && t.Slash && t.atoms[f].op == Quotient {
				text = text[1 : len(text)-1] // without its parentheses
			}
			first = false
			b.WriteString(text)
		}
	}
	return b.String()
}
