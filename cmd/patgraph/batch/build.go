package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// build names the code of this program: no two programs that may differ in what they
// derive have the same name. It is empty if there is none to be had. What was built
// from a version says so; all else is named by the bytes of the executable, which
// takes some milliseconds the first time.
var build = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if ok && isVersioned(info) {
		return "build " + info.String()
	}
	f, err := openExecutable()
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, make([]byte, 1<<18)); err != nil {
		return ""
	}
	return "executable " + hex.EncodeToString(h.Sum(nil))
})

// isVersioned reports whether the build information says all that there is to the
// code: it was built from a version, or a commit without changes, and so was all that
// it is linked with.
func isVersioned(info *debug.BuildInfo) bool {
	modules := append([]*debug.Module{&info.Main}, info.Deps...)
	for _, m := range modules {
		if m.Replace != nil || m.Version == "" || m.Version == "(devel)" || strings.HasSuffix(m.Version, "+dirty") {
			return false
		}
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.modified" && s.Value != "false", s.Key == "-overlay":
			return false
		}
	}
	return true
}

// openExecutable opens the file that runs, not one that has taken its place since.
func openExecutable() (*os.File, error) {
	if runtime.GOOS == "linux" {
		if f, err := os.Open("/proc/self/exe"); err == nil {
			return f, nil
		}
	}
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}
