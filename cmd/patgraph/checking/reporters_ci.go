package checking

import (
	"os"
	"path/filepath"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// junitReporter writes results of tests.
type junitReporter struct {
	*command.Program
	junit report.JUnit
}

func (r *junitReporter) Start() error { return r.Out.Print(r.junit.AppendStart(nil)) }

func (r *junitReporter) Render(in *report.Input) (out, err []byte) {
	return r.junit.AppendFile(nil, in), nil
}

func (r *junitReporter) Finish(*batch.Total) error { return r.Out.Print(r.junit.AppendEnd(nil)) }

// githubReporter writes workflow commands and a line for people.
type githubReporter struct {
	*command.Program
	github report.GitHub
	quiet  bool
}

func (r *githubReporter) Start() error { return nil }

func (r *githubReporter) Render(in *report.Input) (out, err []byte) {
	return r.github.AppendFile(nil, in), nil
}

func (r *githubReporter) Finish(total *batch.Total) error {
	if r.quiet {
		return nil
	}
	return r.Out.Print((&report.Style{}).AppendCounts(nil, total.Summary))
}

// workspaceFolder is where patgraph runs within the checkout of a workflow, so
// that a step with a folder of its own has its annotations in the right files.
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
