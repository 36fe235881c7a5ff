//go:build !unix && !js

package engine

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup kills the process alone. What it has started ends by itself when its
// standard input does.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
}
