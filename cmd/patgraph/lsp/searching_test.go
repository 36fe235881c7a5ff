//go:build !js

package lsp_test

import "github.com/patgraph/patgraph/cmd/patgraph/cli"

func searching() []*cli.Command { return []*cli.Command{cli.Search()} }
