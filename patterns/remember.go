package patterns

// Remember is the value of a key in a table. One that is not there yet is made.
func Remember[K comparable, V any](table map[K]V, key K, make func() V) V {
	v, ok := table[key]
	if !ok {
		v = make()
		table[key] = v
	}
	return v
}
