package manual

// Topics is empty: a browser shows only the pages of errors.
func Topics() []Topic { return nil }
