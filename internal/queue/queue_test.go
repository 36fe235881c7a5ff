package queue_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/queue"
)

type number int

func (n number) Before(m number) bool { return n < m }

// Elements come out sorted, for any sequence of pushes and pops.
func TestOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		var q queue.Of[number]
		var in, out []number
		last := number(-1)
		for range n {
			x := number(random.IntN(50))
			q.Push(x)
			in = append(in, x)
			if random.IntN(3) == 0 {
				least := q.Pop()
				if least != slices.Min(in) {
					t.Fatalf("%d came before %d", least, slices.Min(in))
				}
				in = slices.Delete(in, slices.Index(in, least), slices.Index(in, least)+1)
			}
		}
		for len(q) > 0 {
			x := q.Pop()
			if x < last {
				t.Fatalf("%d came after %d", x, last)
			}
			last = x
			out = append(out, x)
		}
		if slices.Sort(in); !slices.Equal(in, out) {
			t.Fatalf("%v came out of %v", out, in)
		}
	}
}
