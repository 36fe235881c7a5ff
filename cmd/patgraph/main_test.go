package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
)

func TestMain(m *testing.M) {
	// Tests do not use the user's cache, and most must do the work.
	if _, ok := os.LookupEnv(cache.Env); !ok {
		os.Setenv(cache.Env, "off")
	}
	testscript.Main(m, map[string]func(){"patgraph": main})
}

// TestScripts runs the commands by scripts, one for each command or flag. PATGRAPH_UPDATE=1 rewrites the expected
// output; review the changes.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("PATGRAPH_UPDATE") != "",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exec-status": execStatus},
		Setup: func(e *testscript.Env) error {
			// The output must not depend on the machine.
			e.Setenv("NO_COLOR", "")
			e.Setenv("CLICOLOR_FORCE", "")
			e.Setenv("COLORTERM", "")
			e.Setenv("PATGRAPH_DEBUG", "")
			e.Setenv(cache.Env, "off")
			e.Setenv("GITHUB_WORKSPACE", "")
			// For scripts that need a machine without other programs.
			e.Setenv("BIN", filepath.SplitList(e.Getenv("PATH"))[0])
			return nil
		},
	})
}

// execStatus is exec for a given exit status other than 0: exec-status 2 patgraph check.
func execStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exec-status STATUS PROGRAM ARGUMENT...")
	}
	err := ts.Exec(args[1], args[2:]...)
	var failed *exec.ExitError
	status := "0"
	switch {
	case errors.As(err, &failed):
		status = strconv.Itoa(failed.ExitCode())
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if status != args[0] {
		ts.Fatalf("exit status %s, want %s", status, args[0])
	}
}
