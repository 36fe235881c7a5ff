//go:build !js

package nowait

import "syscall"

const flag = syscall.O_NONBLOCK
