package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/internal/await"
)

// openTerminal makes a pseudo-terminal: the user's end, and the program's end.
func openTerminal(t *testing.T) (hand, seen *os.File) {
	t.Helper()
	hand, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		t.Skip("no terminals here: ", err)
	} else if err != nil {
		t.Fatal(err)
	}
	ioctl := func(request uintptr, p unsafe.Pointer) {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, hand.Fd(), request, uintptr(p)); e != 0 {
			t.Fatal(e)
		}
	}
	var number uint32
	var locked int32
	size := [4]uint16{40, 100, 0, 0}
	ioctl(syscall.TIOCGPTN, unsafe.Pointer(&number))
	ioctl(syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	ioctl(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	seen, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return hand, seen
}

// On a terminal lines are edited and completed, Ctrl-C ends an evaluation or abandons an input, Ctrl-D quits, and the
// next session has the history.
func TestReplTerminal(t *testing.T) {
	dir := t.TempDir()
	history := filepath.Join(dir, "history")
	session := func(steps ...[2]string) {
		hand, seen := openTerminal(t)
		defer hand.Close()
		cmd := exec.Command("patgraph", "repl")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), cli.HistoryEnv+"="+history, "TERM=xterm", "NO_COLOR=1")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = seen, seen, seen
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		seen.Close()
		defer cmd.Process.Kill()
		var mu sync.Mutex
		var out bytes.Buffer
		go func() {
			b := make([]byte, 4096)
			for {
				n, err := hand.Read(b)
				mu.Lock()
				out.Write(b[:n])
				mu.Unlock()
				if err != nil {
					return
				}
			}
		}()
		at := 0
		for _, step := range steps {
			if _, err := io.WriteString(hand, step[0]); err != nil {
				t.Fatal(err)
			}
			var rest string
			if !await.Holds(func() bool {
				mu.Lock()
				defer mu.Unlock()
				rest = out.String()[at:]
				return strings.Contains(rest, step[1])
			}) {
				t.Fatalf("after %q there is no %q in\n%.2000q", step[0], step[1], rest)
			}
			at += strings.Index(rest, step[1]) + len(step[1])
		}
		io.WriteString(hand, "\x04")
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(await.Patience):
			t.Error("Ctrl-D does not end it")
		}
	}
	session(
		[2]string{"", "> "},
		[2]string{"answer = 42;\r", "answer : ?(...) --> ?$int"},
		[2]string{"", "> "},
		[2]string{"{} -> ans\t\r", "42\r\n"},
		[2]string{"", "> "},
		[2]string{"{1 x,\r", ". "},
		[2]string{"true", "true"}, // the line editor controls the terminal
		[2]string{"\x03", "> "},
		[2]string{"loop = [(), 1] PLUS loop; 0 _log! loop\r", "0\r\n"},
		[2]string{"\x03", "interrupted: after "},
		[2]string{"", "> "},
	)
	session(
		[2]string{"", "> "},
		// Ctrl-P is a single byte: the bytes of an arrow key must follow one another within 50 ms.
		[2]string{"\x10\x10\x10\x10\r", "answer : ?(...) --> ?$int"},
		[2]string{"", "> "},
	)
}
