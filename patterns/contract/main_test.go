package contract_test

import (
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
)

func TestMain(m *testing.M) { sample.Main(m) }
