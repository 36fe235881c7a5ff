package helping

import (
	"runtime"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

type versionFlags struct{ Format string }

// Version is the command that shows the version.
func Version() *command.Command {
	f := &versionFlags{}
	return &command.Command{
		Name: "version", Summary: "show the version",
		Examples: [][2]string{{"patgraph version --format json", "for other programs"}},
		Options: []command.Option{{Name: "format", To: command.Choice(&f.Format, "text", "json"), Preset: "text",
			Usage: "how to write it"}},
		Run: f.version,
	}
}

func (f *versionFlags) version(p *command.Program, args []string) error {
	if len(args) > 0 {
		return command.Wrong("patgraph version takes no argument")
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
