package reread

// Len is the number of programs that the report has.
func (e *Earlier) Len() int { return len(e.places) }

// Bound sets the most that is read of an element until the end of a test.
func Bound(t interface{ Cleanup(func()) }, bytes int64) {
	was := mostBytes
	t.Cleanup(func() { mostBytes = was })
	mostBytes = bytes
}
