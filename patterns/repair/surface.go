//go:build !js

package repair

import "testing"

// surface says that a panic of a trial goes on: tests are to find what is wrong there. That a test runs is known from the
// program itself, so that no test has to ask for it; this takes 13 kB of a program.
var surface = testing.Testing()
