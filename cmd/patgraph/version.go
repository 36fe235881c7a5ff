package main

import (
	"encoding/json"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// release is the version of this source tree. A build of a tagged module says
// its own.
const release = "0.1.0-dev"

func versionText() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" && info.Main.Path == "github.com/patgraph/patgraph" {
			return v
		}
	}
	return release
}

// versionLine is what a report of a defect has to say.
func versionLine() string {
	return "patgraph " + versionText() + " (" + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + ")"
}

func (p *program) version(c *cli.Context) error {
	if c.Args().Present() {
		return &usageError{message: "patgraph version takes no argument", command: "version"}
	}
	if c.String("format") == "json" {
		data, err := json.Marshal(struct {
			Version  string `json:"version"`
			Go       string `json:"go"`
			Platform string `json:"platform"`
			Schema   string `json:"schema"`
		}{versionText(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "patgraph/1"})
		if err != nil {
			return err
		}
		return p.out.write(append(data, '\n'))
	}
	return p.out.write([]byte(versionLine() + "\n"))
}
