package main

import (
	"encoding/json"
	"runtime"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/urfave/cli/v2"
)

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
		}{batch.VersionText(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, "patgraph/1"})
		if err != nil {
			return err
		}
		return p.out.write(append(data, '\n'))
	}
	return p.out.write([]byte(batch.VersionLine() + "\n"))
}
