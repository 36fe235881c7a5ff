//go:build !unix && !js

package engine

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup kills only the process. Its children end by themselves when their standard input does.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
}
