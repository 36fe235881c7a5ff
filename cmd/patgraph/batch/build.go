//go:build !js

package batch

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// build identifies the code of this program: two programs that may derive different results have different identifiers.
// It is empty if none can be determined. A build from a version is identified by its build information; any other by
// the content hash that the linker left in the executable, or without that by a hash of the executable, which takes
// some milliseconds the first time.
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
	if id := buildID(f); id != "" {
		return "build ID " + id
	}
	h := sha256.New()
	if _, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{f}, make([]byte, 1<<18)); err != nil {
		return ""
	}
	return "executable " + hex.EncodeToString(h.Sum(nil))
})

// contentID is the form of the IDs of go build: hashes of the inputs and the content of the executable. An ID that was
// chosen (-ldflags=-buildid=x) may be shared by many programs.
var contentID = regexp.MustCompile(`^[-_A-Za-z0-9]{20}(/[-_A-Za-z0-9]{20}){3}$`)

// buildID is the ID that go build gave an executable, or "" if it has no ID of that form, or is not an ELF file.
func buildID(r io.ReaderAt) string {
	f, err := elf.NewFile(r)
	if err != nil {
		return ""
	}
	s := f.Section(".note.go.buildid")
	if s == nil {
		return ""
	}
	note, err := s.Data()
	const name = "Go\x00\x00"
	// The note has three words (the sizes of the name and of the ID, and the type), the name, and the ID.
	if err != nil || len(note) < 16 || string(note[12:16]) != name {
		return ""
	}
	if n := f.ByteOrder.Uint32(note[4:]); uint64(n) <= uint64(len(note)-16) && contentID.Match(note[16:16+n]) {
		return string(note[16 : 16+n])
	}
	return ""
}

// isVersioned reports whether the build information determines the code: the program and all its dependencies were
// built from a version, or from a commit without changes.
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

// openExecutable opens the running executable, not a file that has replaced it.
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
