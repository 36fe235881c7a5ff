package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

var peak = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// A run whose values outgrow --memory ends soon, and its process takes little more memory than that.
func TestRunMemory(t *testing.T) {
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race",
		Value: "true"}) {
		t.Skip("the race detector takes memory")
	}
	t.Setenv("GOGC", "")         // which would let garbage stay
	const bound, beside = 64, 50 // MB
	for _, program := range []string{
		"f = {f x}; f", "f = {() x} f; f", "f = {() x, () y} f; f", "inf = {() s} inf; inf", "f = [(), (), ()] f; f",
		"f = {() car, .l cdr} CONS {() l} f; {[] l} f", `f = [(), ()] CONCAT f; "ab" f`,
		"f = {() a, () b}; g = f f f f f f f f f f; g g f f f f f toJSON",
	} {
		c, _ := process(t, "run", "-e", program, "--memory", fmt.Sprint(bound, "M"))
		reached := 0
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		for done := false; !done; {
			select {
			case <-ended:
				done = true
			case <-time.After(time.Millisecond):
				status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.Process.Pid))
				if found := peak.FindSubmatch(status); found != nil {
					reached, _ = strconv.Atoi(string(found[1]))
				}
			}
		}
		if got := c.ProcessState.ExitCode(); got != report.Exhausted {
			t.Errorf("%s: exit status %d", program, got)
		}
		if most := bound*3/2 + beside; reached>>10 > most {
			t.Errorf("%s: %d MB of memory, want at most %d", program, reached>>10, most)
		}
		if spent := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); spent > 10*time.Second {
			t.Errorf("%s: %v of processor time", program, spent)
		}
	}
}
