package batch

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/semaphore"
)

// How much memory a program takes was measured with programs of 80 KB to 14 MB: 34 to 110
// bytes for each byte of text, most of it pattern nodes and events. Ten thousand
// definitions in one recursive group take 300, and a program that reaches the limit of
// work takes 0.5 GB whatever its text is. So this is an estimate. Who takes far more than it
// has to have room for that, or begins again when no other is there.
const (
	programBytes = 1 << 20 // of the smallest
	bytesPerByte = 100     // of text
	bytesPerNode = 64      // of what is derived, where that is out of proportion to the text
)

// programCost is about how many bytes the analysis of a text takes.
func programCost(size int) int64 { return programBytes + bytesPerByte*int64(size) }

// DefaultMemory is what a run stays below unless something else is said.
const DefaultMemory = 1 << 30

const (
	// LeastMemory is the least that a run can be bounded by: below it, nothing would
	// be left beside the program itself.
	LeastMemory = 32 << 20

	ownMemory = 16 << 20 // of the process, whatever it reads
	codePages = 8 << 20  // of that, what Go's limit does not count
)

// A budget keeps the programs that are analysed at the same time below some memory.
// Which of them are is decided by the size of their texts alone. Those that wait
// come in in the order in which they asked, so that a large one does not wait for
// ever while small ones pass it by. A nil budget lets everything in.
type budget struct {
	room   int64 // for programs that are analysed
	spare  int   // the largest text whose analysis leaves its memory to the next one
	spares int   // how many do so
	late   int64 // for results that wait for their turn
	gate   *semaphore.Weighted

	mu    sync.Mutex
	alone Alone
}

// Alone are the programs that were analysed while no other was, because each of
// them probably takes more than there was for all.
type Alone struct {
	Count int
	Name  string // of the largest, or of the first by name of the largest
	Size  int    // of its text, in bytes
	Need  int64  // what it probably took, in bytes, with all else
}

// newBudget divides up memory, in bytes, for so many workers; 0 is no bound. Of
// what the process itself leaves, five eighths are for analyses, one for the memory
// that they hand on, one for results that wait, and one for garbage.
func newBudget(memory int64, workers int) *budget {
	if memory <= 0 {
		return nil
	}
	part := max(memory-ownMemory, ownMemory) / 8
	b := &budget{room: 5 * part, late: part, gate: semaphore.NewWeighted(5 * part)}
	// More of them than processors would only be smaller.
	b.spares = max(1, min(workers, runtime.GOMAXPROCS(0)))
	b.spare = int(max(0, (part/int64(b.spares)-programBytes)/bytesPerByte))
	return b
}

// A stay is the analysis of a program as far as the budget goes. A nil one is of no budget.
type stay struct {
	budget *budget

	mu   sync.Mutex
	cost int64 // what it may take, in bytes
}

// enter waits until a program may be analysed, but no longer than the context.
func (b *budget) enter(ctx context.Context, name string, size int) (*stay, error) {
	if b == nil {
		return nil, nil
	}
	s := &stay{budget: b, cost: programCost(size)}
	if s.cost > b.room {
		b.note(name, size, s.cost)
		s.cost = b.room // which is there when nobody else is
	}
	if err := b.gate.Acquire(ctx, s.cost); err != nil {
		return nil, err
	}
	return s, nil
}

// leave says that the analysis is over.
func (s *stay) leave() {
	if s != nil {
		s.budget.gate.Release(s.cost)
	}
}

// grow reports whether the analysis may go on although it holds so many pattern nodes. They
// can be far more than its text lets expect: then there must be room for them, too.
func (s *stay) grow(nodes int) bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	more := min(bytesPerNode*int64(nodes), s.budget.room) - s.cost
	if more > 0 && !s.budget.gate.TryAcquire(more) {
		return false
	}
	s.cost += max(more, 0)
	return true
}

// alone leaves and waits until nobody else is there, but no longer than the context.
func (s *stay) alone(ctx context.Context) error {
	s.leave()
	s.cost = 0
	if err := s.budget.gate.Acquire(ctx, s.budget.room); err != nil {
		return err
	}
	s.cost = s.budget.room
	return nil
}

// note remembers the largest of the programs that are too large.
func (b *budget) note(name string, size int, cost int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a := &b.alone
	if a.Count++; size > a.Size || size == a.Size && name < a.Name {
		a.Name, a.Size, a.Need = name, size, cost+ownMemory
	}
}

// keptSpares is up to how many bytes a text may have for the memory of its analysis
// to be kept, and how many are.
func (b *budget) keptSpares() (largest, most int) {
	if b == nil {
		return largestSpare, math.MaxInt
	}
	return min(b.spare, largestSpare), b.spares
}

// waiting is how much memory results may take that wait for their turn.
func (b *budget) waiting() int64 {
	if b == nil {
		return mostWaiting
	}
	return min(b.late, mostWaiting)
}

// limitMemory has the collector keep the process below some bytes, as far as it
// can, until the function that it returns is called. A lower limit that is there
// already (GOMEMLIMIT) stays.
func limitMemory(memory int64) (restore func()) {
	if memory <= 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, max(memory-codePages, 1)))
	return func() { debug.SetMemoryLimit(before) }
}
