package cli

import "github.com/patgraph/patgraph/cmd/patgraph/report"

// rendered is the JSON output for a program.
func rendered(j *report.JSON, in *report.Input) []byte {
	var p packer
	j.WriteFile(in, p.write)
	p.write([]byte(j.After()))
	return p.bytes()
}
