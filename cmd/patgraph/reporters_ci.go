package main

import (
	"os"
	"path/filepath"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// junitReporter writes results of tests.
type junitReporter struct {
	*program
	junit report.JUnit
}

func (r *junitReporter) start() error { return r.out.write(r.junit.AppendStart(nil)) }

func (r *junitReporter) render(in *report.Input) (out, err []byte) {
	return r.junit.AppendFile(nil, in), nil
}

func (r *junitReporter) finish(*batch.Total) error { return r.out.write(r.junit.AppendEnd(nil)) }

// githubReporter writes workflow commands and a line for people.
type githubReporter struct {
	*program
	github report.GitHub
	quiet  bool
}

func (r *githubReporter) start() error { return nil }

func (r *githubReporter) render(in *report.Input) (out, err []byte) {
	return r.github.AppendFile(nil, in), nil
}

func (r *githubReporter) finish(total *batch.Total) error {
	if r.quiet {
		return nil
	}
	return r.out.write((&report.Style{}).AppendCounts(nil, total.Summary))
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
