package patterns

// Remember returns the value of a key in a table. It makes a missing value.
func Remember[K comparable, V any](table map[K]V, key K, make func() V) V {
	v, ok := table[key]
	if !ok {
		v = make()
		table[key] = v
	}
	return v
}
