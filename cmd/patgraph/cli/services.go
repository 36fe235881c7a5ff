//go:build !js

package cli

import (
	"os"
	"path/filepath"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// forServices is the reporter of a format for services, if one of those is requested.
func (f *Flags) forServices(p *Program) (r reporter, ok bool) {
	switch f.format() {
	case "sarif":
		// A log begins with data that is known only at the end.
		sarif := report.SARIF{Version: batch.VersionText(), Pages: p.Languages.Pages()}
		return reporter{
			Render: func(in *report.Input) (out, err []byte) { return sarif.Render(in), nil },
			Emit: func(o *batch.Outcome) error {
				sarif.Add(o.Out)
				return p.Err.Print(o.Err)
			},
			Finish: func(total *batch.Total) error {
				sarif.Shard = total.Summary.Shard
				return sarif.WriteLog(total.Exit, total.Exit < report.Unusable, p.Out.Print)
			},
		}, true
	case "junit":
		junit := report.JUnit{Extensions: p.Languages.Extensions()}
		return reporter{
			Start:  junit.AppendStart(nil),
			Render: func(in *report.Input) (out, err []byte) { return junit.AppendFile(nil, in), nil },
			Finish: func(*batch.Total) error { return p.Out.Print(junit.AppendEnd(nil)) },
		}, true
	case "github":
		github := report.GitHub{Folder: workspaceFolder(), Pages: p.Languages.Pages()}
		return f.people(p, github.AppendFile, func(total *batch.Total) []byte {
			return (&report.Style{}).AppendCounts(nil, total.Summary)
		}), true
	}
	return r, false
}

// workspaceFolder is the working directory relative to the checkout of a workflow, so that the annotations of a step
// with its own working directory refer to the right files.
func workspaceFolder() string {
	root := os.Getenv("GITHUB_WORKSPACE")
	here, err := os.Getwd()
	if root == "" || err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	if real, err := filepath.EvalSymlinks(here); err == nil {
		here = real
	}
	rel, err := filepath.Rel(root, here)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}
