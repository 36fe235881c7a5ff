// Package ieee writes arithmetic of binary floating-point numbers, bit by bit, as a
// program of k in dialect k6. It is an example of any size: the program is as long as
// a significand is wide, all of it is derived, and what it computes can be compared
// to arithmetic on integers.
//
// Numbers are like those of IEEE 754: a sign, an exponent with a bias and a
// significand with a hidden bit, not-a-number, infinities and zeros with a sign. What
// is simpler: results are cut off and not rounded, and what is too small is zero.
package ieee

import (
	"fmt"
	"strings"
)

// A Format says how wide the parts of a number are, in bits.
type Format struct {
	Name        string
	Exponent    int
	Significand int // with the hidden bit
}

// Formats are three of them, whose programs have about 500, 5,000 and 15,000 lines.
var Formats = []Format{
	{"fp4", 2, 2},          // the smallest format of neural networks
	{"real48", 8, 40},      // of the first Pascal compilers for personal computers
	{"binary128", 15, 113}, // quadruple precision
}

// FormatOf returns the format of a name.
func FormatOf(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// width of exponents while they are computed with: two's complement, with a bit for
// what two of them can add up to.
func (f Format) width() int { return f.Exponent + 2 }

// Bias is what is added to an exponent where it is stored.
func (f Format) Bias() int { return 1<<(f.Exponent-1) - 1 }

// Program returns the program.
func (f Format) Program() string {
	w := &writer{}
	w.raw("-- dialect: k6\n")
	w.raw(fmt.Sprintf("-- Floating-point numbers with %d bits of exponent and %d bits of significand.\n", f.Exponent, f.Significand))
	w.bits()
	for n := 1; n <= max(f.width(), f.Significand+1); n++ {
		w.word(n)
	}
	for k := 1; k <= f.Significand; k++ {
		w.multiply(f.Significand, k)
	}
	w.numbers(f)
	return w.b.String()
}

// A writer indents by brackets, so that what is written stands one part to a line.
type writer struct {
	b     strings.Builder
	depth int
}

func (w *writer) raw(text string) { w.b.WriteString(text) }

// put writes lines, with [n] and [m] in place of two numbers: a width and the one
// below it.
func (w *writer) put(n int, text string) {
	text = strings.NewReplacer("[n]", fmt.Sprint(n), "[m]", fmt.Sprint(n-1)).Replace(text)
	for line := range strings.Lines(strings.Trim(text, "\n")) {
		line = strings.TrimSpace(line)
		depth := w.depth
		if line != "" && strings.ContainsAny(line[:1], "}>)") {
			depth--
		}
		if line != "" {
			w.b.WriteString(strings.Repeat("    ", depth))
		}
		w.b.WriteString(line)
		w.b.WriteByte('\n')
		for _, c := range line {
			switch c {
			case '{', '<', '(':
				w.depth++
			case '}', '>', ')':
				w.depth--
			}
		}
	}
}

// bits writes what is done with one and two bits.
func (w *writer) bits() {
	w.put(0, `

-- Bits.
$bit = <
{} 0,
{} 1
>;
no = {} |0 $bit;
yes = {} |1 $bit;
not = $bit <
/0 |1,
/1 |0
> $bit;
and = ?{
$bit a,
$bit b
} <
.a /0 |0,
.b
>;
or = ?{
$bit a,
$bit b
} <
.a /1 |1,
.b
>;
xor = ?{
$bit a,
$bit b
} <
{
.a /0 is,
.b then
} .then,
.b not
>;
full_adder = ?{
$bit a,
$bit b,
$bit carry
} {
{
.a a,
.b b
} xor differ,
.a a,
.carry carry
} {
{
.differ a,
.carry b
} xor sum,
<
{
.differ /1 is,
.carry then
} .then,
.a
> carry
};
`)
}

// word writes what is done with words of n bits, the highest first, by what is done
// with words of one bit less.
func (w *writer) word(n int) {
	// Of a word of one bit there is no rest: what follows a line with "rest" in it
	// for wider words is left out.
	put := func(narrow, wide string) {
		if n == 1 {
			w.put(n, narrow)
		} else {
			w.put(n, wide)
		}
	}
	w.put(n, "\n-- Words of [n] bits.")
	put(`
$word_1 = {
bit high
};
zero_1 = {
no high
} $word_1;
`, `
$word_[n] = {
bit high,
word_[m] rest
};
zero_[n] = {
no high,
zero_[m] rest
} $word_[n];
`)
	put(`
not_1 = $word_1 {
.high not high
};
`, `
not_[n] = $word_[n] {
.high not high,
.rest not_[m] rest
};
`)
	w.put(n, `
choose_[n] = ?{
$bit if,
$word_[n] then,
$word_[n] else
} <
{
.if /1 is,
.then word
} .word,
.else
>;
`)
	put(`
add_1 = ?{
$word_1 x,
$word_1 y,
$bit carry
} {
.x .high a,
.y .high b,
.carry carry
} full_adder {
.carry carry,
{
.sum high
} word
};
`, `
add_[n] = ?{
$word_[n] x,
$word_[n] y,
$bit carry
} {
.x .high a,
.y .high b,
{
.x .rest x,
.y .rest y,
.carry carry
} add_[m] low
} {
{
.a a,
.b b,
.low .carry carry
} full_adder top,
.low .word low
} {
.top .carry carry,
{
.top .sum high,
.low rest
} word
};
`)
	w.put(n, `
subtract_[n] = ?{
$word_[n] x,
$word_[n] y
} {
.x x,
.y not_[n] y,
yes carry
} add_[n] .word;
`)
	put(`
zero_1? = $word_1 .high not;
`, `
zero_[n]? = $word_[n] {
.high not a,
.rest zero_[m]? b
} and;
`)
	w.put(n, `
less_[n]? = ?{
$word_[n] x,
$word_[n] y
} {
.x x,
.y not_[n] y,
yes carry
} add_[n] .carry not;
`)
	put(`
equal_1? = ?{
$word_1 x,
$word_1 y
} {
.x .high a,
.y .high b
} xor not;
`, `
equal_[n]? = ?{
$word_[n] x,
$word_[n] y
} {
{
.x .high a,
.y .high b
} xor not a,
{
.x .rest x,
.y .rest y
} equal_[m]? b
} and;
`)
	put(`
left_1 = ?{
$word_1 word,
$bit in
} {
.in high
};
right_1 = ?{
$word_1 word,
$bit in
} {
.in high
};
`, `
left_[n] = ?{
$word_[n] word,
$bit in
} {
.word .rest .high high,
{
.word .rest word,
.in in
} left_[m] rest
};
right_[n] = ?{
$word_[n] word,
$bit in
} {
.in high,
{
.word .rest word,
.word .high in
} right_[m] rest
};
`)
}

// multiply writes the product of a significand of n bits and the lowest k bits of
// another one, of which the highest n bits are kept and one above them.
func (w *writer) multiply(n, k int) {
	text := `

-- Products of %n bits with [n] bits.
times_[n] = ?{
$word_%n x,
$word_[n] y
} {
{
.y .high if,
.x then,
zero_%n else
} choose_%n x,
`
	if k == 1 {
		text += `zero_%n y,
`
	} else {
		text += `{
.x x,
.y .rest y
} times_[m] .half y,
`
	}
	text += `no carry
} add_%n {
.carry carry,
.word word,
{
.word word,
.carry in
} right_%n half
};
`
	w.put(k, strings.ReplaceAll(text, "%n", fmt.Sprint(n)))
}
