package relay

import (
	"testing"

	"github.com/patgraph/patgraph/internal/trial"
)

// set is the operators of Relay with their examples.
var set = &trial.Set{Text: string(operators), Vocabulary: Vocabulary, Path: "testdata/operators.txt"}

func TestExamples(t *testing.T)   { set.TestExamples(t) }
func TestConcurrent(t *testing.T) { set.TestConcurrent(t) }
func TestPrint(t *testing.T)      { set.TestPrint(t) }
func TestOnEngine(t *testing.T)   { set.TestOnEngine(t) }
func TestMutants(t *testing.T)    { set.TestMutants(t, 500) }
func TestMonotone(t *testing.T)   { set.TestMonotone(t) }
func TestReads(t *testing.T)      { set.TestReads(t) }

// Where there are no arguments, or all is told of them at once, nothing waits.
func TestEveryOperatorHasExamples(t *testing.T) { set.TestEvery(t, "zeros", "ones", "arange") }
