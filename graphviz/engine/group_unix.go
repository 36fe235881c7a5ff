//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process and all it starts into a group, so that all of it can
// be killed: `go run` starts what it has built.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) {
	// It fails when all have ended.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
