package patterns

// Remember returns the value of a key in a table. It makes a missing value, and a missing table.
func Remember[K comparable, V any](table *map[K]V, key K, value func() V) V {
	v, ok := (*table)[key]
	if !ok {
		if v = value(); *table == nil {
			*table = make(map[K]V)
		}
		(*table)[key] = v
	}
	return v
}
