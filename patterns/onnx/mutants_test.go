package onnx

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/trial"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/relation"
)

// TestMutants tests that the examples detect each clause, condition and effect that a relation lacks. Lost parts of a
// condition are listed: some of them only keep unknown entries from being looked at.
func TestMutants(t *testing.T) {
	f, ds := relation.Parse(lang.NewFile("operators.rel", slices.Concat(operators, signatures)))
	if ds = append(ds, relation.Check(f, Vocabulary, nil)...); len(ds) > 0 {
		t.Fatal(ds)
	}
	examples, _ := readExamples(t)
	byRelation := make(map[string][]example)
	for _, e := range examples {
		if f.OperatorAt(e.name, e.opset) != nil {
			byRelation[e.operator.Relation] = append(byRelation[e.operator.Relation], e)
			byRelation[""] = append(byRelation[""], e)
		}
	}
	list := slices.DeleteFunc(trial.Mutants(f), func(mu trial.Mutant) bool {
		return !strings.Contains(mu.What, "without this") || mu.Relation == "Merge" || mu.Relation == "Removed" // of no node
	})
	rand.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	list = list[:sample.Size(len(list), 150)]
	missed, parts := 0, 0
	for _, mu := range list {
		mu.Do()
		f := trial.Part(f, mu.Relation)
		noticed := len(relation.Check(f, Vocabulary, nil)) > 0
		for _, e := range byRelation[mu.Relation] {
			if noticed {
				break
			}
			e.operator = f.OperatorAt(e.name, e.opset)
			noticed = e.run(newBench()) != e.want
		}
		switch {
		case noticed:
		case strings.HasSuffix(mu.What, "condition"):
			parts++
			t.Logf("%s is not noticed", mu.What)
		default:
			missed++
			t.Errorf("%s is not noticed", mu.What)
		}
		mu.Undo()
	}
	t.Logf("%d mutants, %d missed, and %d parts of conditions", len(list), missed, parts)
}
