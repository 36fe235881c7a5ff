package cache

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/sample"
)

// childEnv makes the test binary a process that writes to a store until it is killed.
const childEnv = "PATGRAPH_TEST_CACHE_DIR"

func TestMain(m *testing.M) {
	dir := os.Getenv(childEnv)
	if dir == "" {
		os.Exit(m.Run())
	}
	for from := 0; ; from += 700 {
		s, err := Open(Options{Dir: dir, Bound: LeastBound})
		if err != nil {
			panic(err)
		}
		for i := from; i < from+1500; i++ {
			if _, ok := s.Get(key(i%5000), nil); !ok {
				s.Put(key(i%5000), value(i%5000, 100))
			}
		}
		if err := s.Close(); err != nil {
			panic(err)
		}
		from = from % 5000
	}
}

// TestKill repeatedly kills two processes at random moments: they leave a valid store.
func TestKill(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	times := sample.Size(50, 15)
	if testing.Short() {
		times = 5
	}
	dir := t.TempDir()
	found := 0
	for run := range times {
		var children [2]*exec.Cmd
		for i := range children {
			children[i] = exec.Command(self)
			children[i].Env = append(os.Environ(), childEnv+"="+dir)
			if err := children[i].Start(); err != nil {
				t.Fatal(err)
			}
		}
		// The first two must publish something, however slow the machine is.
		await.Holds(func() bool { return run > 0 || len(segmentFiles(t, dir)) > 0 })
		time.Sleep(time.Duration(rand.IntN(40)) * time.Millisecond)
		for _, c := range children {
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			c.Wait()
		}
		s := open(t, dir, LeastBound)
		found += known(t, s, 0, 5000)
		closed(t, s)
		info, err := Stat(dir)
		if err != nil || info.Damaged > 0 {
			t.Fatalf("%+v %v", info, err)
		}
	}
	if found == 0 {
		t.Error("no process got so far as to keep anything")
	}
}
