package batch

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Memory was measured with programs of 80 KB to 14 MB: 34 to 110 bytes for each byte of text, most of it pattern nodes
// and events. Ten thousand definitions in one recursive group take 300 bytes, and a program that reaches the work limit
// takes 0.5 GB whatever its text is. So these are estimates. A program that takes far more than its estimate must
// acquire more memory, or restarts when no other program is analysed.
const (
	programBytes = 1 << 20 // for the smallest program
	bytesPerByte = 100     // per byte of text
	bytesPerNode = 64      // per node, if there are many for the text
)

// programCost is about the memory that the analysis of a text takes, in bytes.
func programCost(size int) int64 { return programBytes + bytesPerByte*int64(size) }

// DefaultMemory is the default memory bound of a run.
const DefaultMemory = 1 << 30

const (
	// LeastMemory is the lowest bound of a run: below it, the program itself would leave no memory.
	LeastMemory = 32 << 20

	ownMemory = 16 << 20 // of the process itself, independent of the input
	codePages = 8 << 20  // the part of it that Go's limit does not count
)

// A budget bounds the memory of the programs that are analysed at the same time. Admission depends only on the size of
// their texts. Waiting programs are admitted in order of arrival, so that a large one is not overtaken by small ones
// for ever. A nil budget admits everything.
type budget struct {
	room   int64 // for running analyses
	spare  int   // maximum size of a text whose analysis passes its memory to the next one
	spares int   // maximum number of results kept for that
	late   int64 // for results that wait for their turn
	gate   *semaphore.Weighted

	collects int64 // the soft limit of the garbage collector
	most     int64 // that limit if it is the user's (GOMEMLIMIT)

	mu    sync.Mutex
	alone Alone
}

// Alone describes the programs that were analysed without any others, because each probably exceeds the memory for all.
type Alone struct {
	Count int
	Name  string // of the largest; of equally large ones, the first by name
	Size  int    // of its text, in bytes
	Need  int64  // estimated memory of the process with it, in bytes
}

// newBudget divides memory, in bytes, for a number of workers; 0 means unbounded. Of the memory besides the process
// itself, five eighths are for analyses, one for memory that they pass on, one for waiting results, and one for
// garbage.
func newBudget(memory int64, workers int) *budget {
	if memory <= 0 {
		return nil
	}
	part := max(memory-ownMemory, ownMemory) / 8
	b := &budget{room: 5 * part, late: part, gate: semaphore.NewWeighted(5 * part)}
	// With more of them than processors each would only be smaller.
	b.spares = max(1, min(workers, runtime.GOMAXPROCS(0)))
	b.spare = int(max(0, (part/int64(b.spares)-programBytes)/bytesPerByte))
	return b
}

// A stay is the share of one analysis in the budget. A nil stay is without a budget.
type stay struct {
	budget  *budget
	exceeds bool  // the program probably takes more than the budget
	cost    int64 // acquired memory, in bytes
}

// enter waits until a program may be analysed, or the context ends.
func (b *budget) enter(ctx context.Context, name string, size int) (*stay, error) {
	if b == nil {
		return nil, nil
	}
	s := &stay{budget: b, cost: programCost(size)}
	need := s.cost
	if s.exceeds = need > b.room; s.exceeds {
		b.note(name, size, need)
		s.cost = b.room // all of it, which is available when no other program is analysed
	}
	if err := b.gate.Acquire(ctx, s.cost); err != nil {
		return nil, err
	}
	if s.exceeds { // a limit below what is needed would only keep the garbage collector busy
		debug.SetMemoryLimit(min(b.most, max(b.collects, need*13/10)))
	}
	return s, nil
}

// leave releases the memory of a finished analysis.
func (s *stay) leave() {
	if s == nil {
		return
	}
	if s.exceeds {
		debug.SetMemoryLimit(s.budget.collects)
	}
	s.budget.gate.Release(s.cost)
}

// grow reports whether the analysis may go on with so many pattern nodes. If they take more than estimated, it acquires
// the difference.
func (s *stay) grow(nodes int) bool {
	if s == nil {
		return true
	}
	more := min(bytesPerNode*int64(nodes), s.budget.room) - s.cost
	if more > 0 && !s.budget.gate.TryAcquire(more) {
		return false
	}
	s.cost += max(more, 0)
	return true
}

// alone leaves and waits until no other program is analysed, or the context ends.
func (s *stay) alone(ctx context.Context) error {
	s.leave()
	s.cost = 0
	if err := s.budget.gate.Acquire(ctx, s.budget.room); err != nil {
		return err
	}
	s.cost = s.budget.room
	return nil
}

// note records the largest program that exceeds the memory for all.
func (b *budget) note(name string, size int, cost int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := &b.alone
	if a.Count++; size > a.Size || size == a.Size && name < a.Name {
		a.Name, a.Size, a.Need = name, size, cost+ownMemory
	}
}

// keptSpares returns the maximum size of a text, in bytes, whose analysis keeps its memory for the next, and the
// maximum number of these.
func (b *budget) keptSpares() (largest, most int) {
	if b == nil {
		return largestSpare, math.MaxInt
	}
	return min(b.spare, largestSpare), b.spares
}

// waiting is the memory for results that wait for their turn.
func (b *budget) waiting() int64 {
	if b == nil {
		return mostWaiting
	}
	return min(b.late, mostWaiting)
}

// limit sets the garbage collector's soft limit to that of the budget, until the function that it returns is called. A
// lower limit that is already set (GOMEMLIMIT) is kept.
func (b *budget) limit(memory int64) (restore func()) {
	if b == nil {
		return func() {}
	}
	b.most = debug.SetMemoryLimit(-1)
	b.collects = min(b.most, max(memory-codePages, 1))
	debug.SetMemoryLimit(b.collects)
	return func() { debug.SetMemoryLimit(b.most) }
}
