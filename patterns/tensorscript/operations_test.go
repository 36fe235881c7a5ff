package tensorscript

import (
	"testing"

	"github.com/patgraph/patgraph/internal/trial"
)

// set is the operations with their examples.
var set = &trial.Set{Text: string(operations), Vocabulary: Vocabulary, Path: "testdata/operations.txt"}

func TestExamples(t *testing.T)                  { set.TestExamples(t) }
func TestEveryOperationHasExamples(t *testing.T) { set.TestEvery(t, "lin.Linear.init_normal") }
func TestPrint(t *testing.T)                     { set.TestPrint(t) }
func TestOnEngine(t *testing.T)                  { set.TestOnEngine(t) }
func TestMutants(t *testing.T)                   { set.TestMutants(t, 300) }
func TestMonotone(t *testing.T)                  { set.TestMonotone(t) }
func TestReads(t *testing.T)                     { set.TestReads(t) }
