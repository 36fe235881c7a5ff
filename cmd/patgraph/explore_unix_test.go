//go:build unix

package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/await"
)

// The explorer ends with its terminal, by the signals that a terminal sends.
func TestExploreEnds(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM} {
		if signal.Ignored(s) {
			continue // as nohup has it, for its children, too
		}
		cmd := exec.Command(self)
		cmd.Args = []string{"patgraph", "explore", "--no-open", t.TempDir()}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		stuck := time.AfterFunc(await.Patience, func() { cmd.Process.Kill() })
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.Get(strings.TrimSpace(line))
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%v, %v", answer, err)
		}
		if err == nil {
			answer.Body.Close()
		}
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		stuck.Stop()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != s {
			t.Errorf("%v ends it as %v", s, cmd.ProcessState)
		}
	}
}
