package lsp_test

import "github.com/patgraph/patgraph/cmd/patgraph/cli"

func searching() []*cli.Command { return nil } // a page does not search
