//go:build !js

package cli

import (
	"runtime"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
)

type versionFlags struct{ Format string }

// Version is the command that shows the version.
func Version() *Command {
	f := &versionFlags{}
	return &Command{
		Name: "version", Summary: "show the version",
		Examples: [][2]string{{"patgraph version --format json", "for other programs"}},
		Options: []Option{{Name: "format", To: Choice(&f.Format, "text", "json"), Preset: "text",
			Usage: "how to write it"}},
		Run: f.version,
	}
}

func (f *versionFlags) version(p *Program, args []string) error {
	if len(args) > 0 {
		return Wrong("patgraph version takes no argument")
	}
	if f.Format == "json" {
		return p.PrintJSON(struct {
			Version  string `json:"version"`
			Go       string `json:"go"`
			Platform string `json:"platform"`
			Schema   string `json:"schema"`
		}{batch.VersionText(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "patgraph/1"})
	}
	return p.Out.Print([]byte(batch.VersionLine() + "\n"))
}
