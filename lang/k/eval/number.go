package eval

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Integer arithmetic is exact, and so are sums and products of fractions, which are decimal. FDIV gives an exact
// decimal if the quotient of the nearest doubles is one.

var ten = big.NewInt(10)

// isNumber reports whether a value is an integer or a fraction.
func isNumber(v Value) bool {
	k := v.Kind()
	return k == Int || k == Fraction
}

// decimal returns a number as coef · 10^exp. The result must not be changed.
func decimal(v Value) (coef *big.Int, exp int64) {
	if f, ok := v.(*fraction); ok {
		return f.coef, f.exp
	}
	n, _ := BigInt(v)
	return n, 0
}

// pow10 returns 10^n.
func pow10(n int64) *big.Int { return new(big.Int).Exp(ten, big.NewInt(n), nil) }

// newDecimal returns coef · 10^exp, for any exp. It keeps coef.
func newDecimal(coef *big.Int, exp int64) Value {
	if exp >= 0 || coef.Sign() == 0 {
		if exp > 0 && coef.Sign() != 0 {
			coef = new(big.Int).Mul(coef, pow10(exp))
		}
		return BigValue(coef)
	}
	// Remove trailing zeros: by large powers first, so that many of them are cheap.
	var quo, rem big.Int
	for step := int64(1) << bits.Len64(uint64(-exp)); step > 0 && exp < 0; step /= 2 {
		for step <= -exp && step <= int64(coef.BitLen()) {
			if quo.QuoRem(coef, pow10(step), &rem); rem.Sign() != 0 {
				break
			}
			coef, exp = new(big.Int).Set(&quo), exp+step
		}
	}
	if exp == 0 {
		return BigValue(coef)
	}
	return &fraction{coef: coef, exp: exp}
}

// aligned returns two numbers as integers with a common exponent.
func aligned(a, b Value) (x, y *big.Int, exp int64) {
	x, e := decimal(a)
	y, f := decimal(b)
	switch {
	case e > f:
		x = new(big.Int).Mul(x, pow10(e-f))
	case f > e:
		y = new(big.Int).Mul(y, pow10(f-e))
	}
	return x, y, min(e, f)
}

func add(a, b Value) Value {
	if x, ok := a.(small); ok {
		if y, ok := b.(small); ok {
			if s := x + y; (s > x) == (y > 0) {
				return IntValue(int64(s))
			}
		}
	}
	x, y, exp := aligned(a, b)
	return newDecimal(new(big.Int).Add(x, y), exp)
}

func multiply(a, b Value) Value {
	if x, ok := a.(small); ok {
		if y, ok := b.(small); ok {
			hi, lo := bits.Mul64(magnitude(x), magnitude(y))
			if hi == 0 && lo <= math.MaxInt64 {
				return IntValue(int64(x * y))
			}
		}
	}
	x, e := decimal(a)
	y, f := decimal(b)
	return newDecimal(new(big.Int).Mul(x, y), e+f)
}

func magnitude(n small) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// divide returns the floor of a quotient and the remainder, which has the sign of the divisor. The divisor is not 0.
func divide(a, b Value) (quotient, rest Value) {
	x, ok := a.(small)
	y, ok2 := b.(small)
	if ok && ok2 && x != math.MinInt64 {
		q, r := x/y, x%y
		if r != 0 && (r < 0) != (y < 0) {
			q, r = q-1, r+y
		}
		return IntValue(int64(q)), IntValue(int64(r))
	}
	m, _ := BigInt(a)
	n, _ := BigInt(b)
	q, r := new(big.Int).QuoRem(m, n, new(big.Int))
	if r.Sign() != 0 && (r.Sign() < 0) != (n.Sign() < 0) {
		q.Sub(q, big.NewInt(1))
		r.Add(r, n)
	}
	return BigValue(q), BigValue(r)
}

// quotient returns a / b: exactly if it is an integer, else the shortest decimal of the nearest double. It returns nil
// if no double is large enough.
func quotient(a, b Value) Value {
	x, y, _ := aligned(a, b)
	if q, r := new(big.Int).QuoRem(x, y, new(big.Int)); r.Sign() == 0 {
		return BigValue(q)
	}
	f, _ := new(big.Rat).SetFrac(x, y).Float64()
	if math.IsInf(f, 0) {
		return nil
	}
	v, _ := parseNumber(strconv.FormatFloat(f, 'e', -1, 64))
	return v
}

// compareNumbers orders numbers by value.
func compareNumbers(a, b Value) int {
	if x, ok := a.(small); ok {
		if y, ok := b.(small); ok {
			return cmp.Compare(x, y)
		}
	}
	x, y, _ := aligned(a, b)
	return x.Cmp(y)
}

// mostExponent bounds the absolute value of an exponent in the text of a number: 1e999999999 is short but its digits
// are not.
const mostExponent = 100_000

// parseNumber parses a valid number of JSON. It reports false if its exponent is out of bounds.
func parseNumber(s string) (Value, bool) {
	mantissa, e := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, e = s[:i], s[i+1:]
	}
	whole, part, _ := strings.Cut(mantissa, ".")
	if part == "" && e == "" && len(whole) <= 18 {
		n, _ := strconv.ParseInt(whole, 10, 64)
		return IntValue(n), true
	}
	exp := int64(0)
	if e != "" {
		var err error
		if exp, err = strconv.ParseInt(e, 10, 64); err != nil || exp > mostExponent || exp < -mostExponent {
			if strings.Trim(mantissa, "-0.") == "" {
				return IntValue(0), true
			}
			return nil, false
		}
	}
	part = strings.TrimRight(part, "0")
	return newDecimal(parseDigits(whole+part), exp-int64(len(part))), true
}

// fewDigits is the number of digits up to which the quadratic parser of math/big is fast.
const fewDigits = 5_000

// parseDigits parses digits with an optional minus: long ones by halves, in about the time of a multiplication of that
// length.
func parseDigits(s string) *big.Int {
	if s[0] == '-' {
		n := parseDigits(s[1:])
		return n.Neg(n)
	}
	n := new(big.Int)
	if len(s) <= fewDigits {
		n.SetString(s, 10)
		return n
	}
	half := len(s) / 2
	n.Mul(parseDigits(s[:half]), pow10(int64(len(s)-half)))
	return n.Add(n, parseDigits(s[half:]))
}

// appendNumber writes a number as JSON: integers with all their digits, fractions as in JavaScript, in plain digits
// down to 0.000001.
func appendNumber(b []byte, v Value) []byte {
	switch v := v.(type) {
	case small:
		return strconv.AppendInt(b, int64(v), 10)
	case *large:
		return v.n.Append(b, 10)
	}
	f := v.(*fraction)
	digits := new(big.Int).Abs(f.coef).Text(10)
	if f.coef.Sign() < 0 {
		b = append(b, '-')
	}
	point := int64(len(digits)) + f.exp // number of digits before the point
	switch {
	case point > 0:
		b = append(append(append(b, digits[:point]...), '.'), digits[point:]...)
	case point > -6:
		b = append(append(append(b, "0."...), strings.Repeat("0", int(-point))...), digits...)
	default:
		b = append(b, digits[0])
		if len(digits) > 1 {
			b = append(append(b, '.'), digits[1:]...)
		}
		b = strconv.AppendInt(append(b, 'e'), point-1, 10)
	}
	return b
}

// bigSteps is the number of steps that an operation on numbers takes, beside those for their size, if they are not
// small.
const bigSteps = 8

// numberSize returns the approximate size of a number in bytes.
func numberSize(v Value) int {
	switch v := v.(type) {
	case *large:
		return 88 + v.n.BitLen()/8
	case *fraction:
		return 96 + v.coef.BitLen()/8 + int(min(-v.exp, 1<<40))/2
	}
	return 8
}
