package repair

import "math"

// A Budget bounds the work for the changes of a file. It counts sites of syntax, not time, so that results are
// reproducible. Repeating a trial is free.
type Budget struct {
	Left int // sites that may still be derived for this file
	Each int // the same for one contradiction

	Missed bool // for the last contradiction, some trials were not affordable
}

// PerFile is how many sites are derived again for all contradictions of a file: about 200 ms of work.
const PerFile = 1_200_000

const (
	each        = 400_000 // most sites for one contradiction
	share       = 3       // one contradiction gets at most 1/share of the rest of a file's budget,
	trialsLeast = 4       // but always this many trials
	further     = 100_000 // most sites, except for a few trials, for changes that cost more than an accepted one
	trialsMost  = 100
)

// NewBudget returns the budget of a file.
func NewBudget() *Budget { return &Budget{Left: PerFile, Each: each} }

// An allowance is the budget of one contradiction.
type allowance struct {
	*Budget
	extraCost     *int // the cost of trials beyond the size of their syntax
	each          int
	spent, trials int
	best          int // the least cost of an accepted change
}

func (b *Budget) allowed(extraCost *int) allowance {
	return allowance{Budget: b, extraCost: extraCost, each: min(b.Each, b.Left/share), best: math.MaxInt}
}

// afford takes n sites from the allowance for a change of some cost, and reports whether enough were left.
func (p *allowance) afford(n, cost int) bool {
	p.Left -= *p.extraCost
	p.spent += *p.extraCost
	*p.extraCost = 0
	overEach := p.spent+n > p.each && p.trials >= trialsLeast
	overFurther := cost > p.best && p.spent+n > max(further, trialsLeast*n)
	if n > p.Left || overEach || overFurther {
		return false
	}
	p.Left -= n
	p.spent += n
	return true
}
