// Package ieee generates bit-by-bit arithmetic of binary floating-point numbers, as a program of k in dialect k6. It is
// an example of any size: the length of the program depends on the width of the significand, all of it is derived, and
// its results can be compared with arithmetic on integers.
//
// Numbers are like those of IEEE 754: a sign, a biased exponent and a significand with a hidden bit, not-a-number,
// infinities and signed zeros. Two things are simpler: results are truncated and not rounded, and results that are too
// small become zero.
package ieee

import (
	"fmt"
	"strings"
)

// A Format gives the widths of the parts of a number, in bits.
type Format struct {
	Name        string
	Exponent    int
	Significand int // with the hidden bit
}

// Formats are three formats whose programs have about 500, 5,000 and 15,000 lines.
var Formats = []Format{
	{"fp4", 2, 2},          // the smallest format of neural networks
	{"real48", 8, 40},      // the format of the first Pascal compilers for personal computers
	{"binary128", 15, 113}, // quadruple precision
}

// FormatOf returns the format with a name.
func FormatOf(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// width is the width of exponents in computations: two's complement, with one more bit for the sum of two.
func (f Format) width() int { return f.Exponent + 2 }

// Bias is the number that is added to an exponent where it is stored.
func (f Format) Bias() int { return 1<<(f.Exponent-1) - 1 }

// Program returns the program.
func (f Format) Program() string {
	w := &writer{}
	w.raw("-- dialect: k6\n")
	w.raw(fmt.Sprintf("-- Floating-point numbers with %d bits of exponent and %d bits of significand.\n",
		f.Exponent, f.Significand))
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

// A writer indents by brackets and writes one part per line.
type writer struct {
	b     strings.Builder
	depth int
}

func (w *writer) raw(text string) { w.b.WriteString(text) }

// put writes lines, with [n] and [m] replaced by the width n and by n-1.
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

// bits writes the functions on one and two bits.
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

// word writes the functions on words of n bits, the highest bit first, in terms of those on words of n-1 bits.
func (w *writer) word(n int) {
	// A word of one bit has no rest, so the text for it leaves out the lines with "rest".
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

// multiply writes the product of a significand of n bits with the lowest k bits of another one. It keeps the highest n
// bits of the product and one bit above them.
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
