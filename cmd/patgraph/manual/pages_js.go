package manual

// Topics has none: a browser shows the pages of errors alone.
func Topics() []Topic { return nil }
