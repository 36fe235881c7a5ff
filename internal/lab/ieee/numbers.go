package ieee

import (
	"fmt"
	"strings"
)

// numbers writes the functions on floating-point numbers.
func (w *writer) numbers(f Format) {
	r := strings.NewReplacer("%w", fmt.Sprint(f.width()), "%n", fmt.Sprint(f.Significand))
	put := func(text string) { w.put(0, r.Replace(text)) }
	put(`

-- Exponents, in two's complement.
$exponent = @word_%w;
`)
	w.constant("bias", f.width(), f.Bias())
	w.constant("too_large", f.width(), 1<<f.Exponent-1)
	put(`
successor = $exponent {
() x,
zero_%w y,
yes carry
} add_%w .word;
predecessor = $exponent {
() x,
zero_%w not_%w y,
no carry
} add_%w .word;

-- Numbers: the highest bit of a significand is 1.
$significand = @word_%n;
$number = {
bit sign,
exponent exponent,
significand significand
};
$float = <
{} nan,
bit infinity,
bit zero,
number number
>;
pack = $number <
{.exponent .high /1 is, .sign then} .then |zero,
{.exponent zero_%w? /1 is, .sign then} .then |zero,
{
{.exponent x, too_large y} less_%w? /0 is,
.sign then
} .then |infinity,
|number
> $float;
sign = $float <
/infinity,
/zero,
/number .sign
>;
negate = $float <
/nan |nan,
/infinity not |infinity,
/zero not |zero,
/number {
.sign not sign,
.exponent exponent,
.significand significand
} |number
> $float;
magnitude = $float <
{sign /1 is, () then} .then negate,
()
>;
normalise = $number <
{.significand .high /1 is, () then} .then,
{
.sign sign,
.exponent predecessor exponent,
{.significand word, no in} left_%n significand
} normalise
> $number;

-- Products.
multiply_numbers = ?{$number x, $number y} {
{.x .sign a, .y .sign b} xor sign,
{
{.x .exponent x, .y .exponent y, no carry} add_%w .word x,
bias y
} subtract_%w exponent,
{.x .significand x, .y .significand y} times_%n product
} {
.sign sign,
<
{.product .carry /1 is, .exponent then} .then successor,
.exponent
> exponent,
<
{.product .carry /1 is, .product .half then} .then,
.product .word
> significand
} pack;
signs = ?{$float x, $float y} {.x sign a, .y sign b} xor;
multiply = ?{$float x, $float y} <
.x /nan |nan,
.y /nan |nan,
{.x /infinity a, .y /zero b} {} |nan,
{.x /zero a, .y /infinity b} {} |nan,
{
<.x /infinity, .y /infinity> is,
signs then
} .then |infinity,
{<.x /zero, .y /zero> is, signs then} .then |zero,
{.x /number x, .y /number y} multiply_numbers
> $float;

-- Sums: of the larger number and the smaller one, made equal in exponent.
smaller? = ?{$number x, $number y} {
{.x .exponent x, .y .exponent y} less_%w? exponent,
{.y .exponent x, .x .exponent y} less_%w? larger,
{.x .significand x, .y .significand y} less_%n? significand
} <
.exponent /1 |1,
.larger /1 |0,
.significand
> $bit;
align = ?{$number large, $number small} <
{
{.small .exponent x, .large .exponent y} less_%w? /1 is,
.large large,
.small {
.sign sign,
.exponent successor exponent,
{.significand word, no in} right_%n significand
} small
} {.large large, .small small} align,
()
> ?{$number large, $number small};
add_aligned = ?{
$number large,
$number small
} {
.large .sign sign,
.large .exponent exponent,
{.large .sign a, .small .sign b} xor differ,
{
.large .significand x,
.small .significand y,
no carry
} add_%n sum,
{
.large .significand x,
.small .significand y
} subtract_%n difference
} <
{
.differ /1 is,
.difference zero_%n? /1 equal,
no sign
} .sign |zero,
{
.differ /1 is,
{
.sign sign,
.exponent exponent,
.difference significand
} number
} .number normalise pack,
{
.sum .carry /1 is,
{
.sign sign,
.exponent successor exponent,
{.sum .word word, yes in} right_%n significand
} number
} .number pack,
{
.sign sign,
.exponent exponent,
.sum .word significand
} pack
> $float;
add_numbers = ?{$number x, $number y} <
{smaller? /1 is, .y large, .x small} {
.large large,
.small small
},
{.x large, .y small}
> align add_aligned;
add = ?{$float x, $float y} <
.x /nan |nan,
.y /nan |nan,
{
{.x /infinity a, .y /infinity b} xor /1 is,
{} then
} .then |nan,
<.x /infinity, .y /infinity> |infinity,
{.x /zero a, .y /zero b} and |zero,
{.x /zero is, .y then} .then,
{.y /zero is, .x then} .then,
{.x /number x, .y /number y} add_numbers
> $float;
subtract = ?{$float x, $float y} {.x x, .y negate y} add;
`)
}

// constant writes a word of n bits with a constant value.
func (w *writer) constant(name string, n, value int) {
	text := name + " = "
	for i := n - 1; i >= 0; i-- {
		bit := "no"
		if value>>i&1 == 1 {
			bit = "yes"
		}
		text += "{\n" + bit + " high"
		if i > 0 {
			text += ",\n"
		}
	}
	w.put(n, text+"\n}"+strings.Repeat(" rest\n}", n-1)+" $word_[n];")
}
