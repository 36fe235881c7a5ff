package repair

// A Budget bounds the work for the changes of a file. It counts sites of syntax and not
// time, so that the outcome is the same everywhere. What was tried already is free.
type Budget struct {
	Left int // sites that may still be derived for this file
	Each int // for one contradiction

	Missed bool // for the last contradiction not all was affordable
}

// PerFile is how many sites are derived again for all contradictions of a file: some
// 200 ms of work.
const PerFile = 1_200_000

const (
	each        = 400_000 // and for one of them,
	share       = 3       // of what is left for a file, one takes at most this part,
	trialsLeast = 4       // but so many trials in any case
	further     = 100_000 // what one takes at most, but for a few trials, where a change that helps is known
	trialsMost  = 100
)

// NewBudget returns the budget of a file.
func NewBudget() *Budget { return &Budget{Left: PerFile, Each: each} }

// An allowance is what one contradiction may spend of a budget.
type allowance struct {
	*Budget
	debt          *int // what trials cost beyond the size of their syntax
	each          int
	spent, trials int
	found         bool // a change that helps is known
}

func (b *Budget) allowed(debt *int) allowance {
	return allowance{Budget: b, debt: debt, each: min(b.Each, b.Left/share)}
}

// afford takes so many sites out of the allowance, and reports whether there were enough.
func (p *allowance) afford(n int) bool {
	p.Left -= *p.debt
	p.spent += *p.debt
	*p.debt = 0
	if n > p.Left || p.spent+n > p.each && p.trials >= trialsLeast || p.found && p.spent+n > max(further, trialsLeast*n) {
		return false
	}
	p.Left -= n
	p.spent += n
	return true
}
