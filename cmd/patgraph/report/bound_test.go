package report

// Len is the number of programs in the report.
func (e *Earlier) Len() int { return len(e.places) }

// Bound sets the maximum size of an element until the end of a test.
func Bound(t interface{ Cleanup(func()) }, bytes int64) {
	was := mostElement
	t.Cleanup(func() { mostElement = was })
	mostElement = bytes
}
