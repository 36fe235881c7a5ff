//go:build !js

package cli

import (
	"runtime"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// Version is the command that shows the version.
func Version() *Command {
	return &Command{
		Name: "version", Summary: "show the version",
		Examples: [][2]string{{"patgraph version --json", "for other programs"}},
		Run:      (*Flags).version,
	}
}

func (f *Flags) version(p *Program, args []string) error {
	if len(args) > 0 {
		return Wrong("patgraph version takes no argument")
	}
	if f.JSON || f.Format == "json" {
		return p.PrintJSON(struct {
			Version  string `json:"version"`
			Go       string `json:"go"`
			Platform string `json:"platform"`
			Schema   string `json:"schema"`
		}{batch.VersionText(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, report.Schema})
	}
	return p.Out.Print([]byte(batch.VersionLine() + "\n"))
}
