package reread

// Len is the number of programs that the report has.
func (e *Earlier) Len() int { return len(e.places) }
