package eval

// SetSlice sets the number of steps between checks, until restore is called.
func SetSlice(steps int64) (restore func()) {
	before := sliceSteps
	sliceSteps = steps
	return func() { sliceSteps = before }
}
