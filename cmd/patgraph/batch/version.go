package batch

import (
	"runtime"
	"runtime/debug"
)

// release is the version of this source tree. A build of a tagged module has its own version.
const release = "0.1.0-dev"

// VersionText is the version of this program.
func VersionText() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" && info.Main.Path == "github.com/patgraph/patgraph" {
			return v
		}
	}
	return release
}

// VersionLine is the version for a report of a defect.
func VersionLine() string {
	return "patgraph " + VersionText() + " (" + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + ")"
}
