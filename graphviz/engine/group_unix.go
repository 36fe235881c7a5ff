//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process and all its children into a process group, so that all can be killed: `go run` starts the
// program that it built.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) {
	// Kill fails if all processes have ended.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
