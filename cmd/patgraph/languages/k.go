//go:build !js

package languages

import (
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/k/migrate"
	"github.com/patgraph/patgraph/patterns/k/partial"
)

// Packages partial and migrate use package k, so it cannot name them. A page in a browser does without them.
func init() { k.Language.Domains, k.Language.Migration = partial.Domains, migrate.Migration }
