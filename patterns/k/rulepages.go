package k

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// RulePages explain the typing rules in the order of their numbers. A test derives their examples.
var RulePages = lang.MustReadRulePages(rules)

//go:embed rules.md
var rules string
