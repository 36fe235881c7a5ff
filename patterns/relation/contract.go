//go:build !js

package relation

import "strconv"

// What package contract needs to know about forms. A page in a browser does without it.

// Unnamed is Key with the positions of the parameters in place of their names.
func (f *Form) Unnamed() string {
	as := make(map[string]string, len(f.names))
	for i, name := range f.names {
		as[name] = "$" + strconv.Itoa(i)
	}
	return "size " + f.b.Sizes.SpellingAs(f.size, as)
}

// Compute returns the size for numbers in place of the parameters, if it is a number.
func (f *Form) Compute(numbers []int64) (int64, bool) {
	with := make(map[string]Size, len(f.names))
	for i, name := range f.names {
		with[name] = Size(numbers[i])
	}
	s, err := f.b.Sizes.Replace(f.size, with)
	return int64(s), err == nil && s >= 0
}
