package lang

// A Verdict is how a run of a program ended.
type Verdict uint8

// The verdicts.
const (
	Defined Verdict = iota
	Undefined
	Failed
	OutOfFuel
	Endless
	OutOfMemory
	Interrupted
)

// String returns the verdict as in reports.
func (v Verdict) String() string {
	return [...]string{"defined", "undefined", "error", "out of fuel", "endless", "out of memory", "interrupted"}[v]
}
