package k

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// emptyTypes warns about the named types without finite values because a value would have to contain itself. It is
// silent about the empty union, and types that merely contain it: those are deliberate.
func (a *program) emptyTypes() {
	if len(a.typeDef) == 0 {
		return
	}
	ok := a.Types.Inhabited()
	met := make(map[patterns.Type]bool)
	for i, t := range a.typeDef {
		if t == unify.NoHead || ok[t] {
			continue
		}
		cycle := a.emptyCycle(t, ok, met)
		if cycle == nil {
			continue
		}
		text := "`" + a.TypeExpression(cycle[0].from) + "`"
		d := &a.tree.Types[i]
		name := a.tree.Syms.Text(d.Name)
		dg := lang.Diagnostic{
			Code: lang.EmptyType, Severity: lang.Warning, Span: d.NameSpan, Definition: "$" + name,
			Label: lang.Text("no value is of this type"),
			Message: lang.Say("the type `$%s` has no finite value: %s contains itself through %s", name, text,
				a.cyclePath(cycle)),
			Help: lang.Texts("a union with a tag that does not lead back, or a vector, gives it values"),
		}
		if a.tree.Dialect == k.K6 {
			dg.Help[0] = lang.Text("a union with a tag that does not lead back gives it values")
		}
		if at, found := a.cyclePlace(cycle); found && at != d.NameSpan {
			dg.Related = append(dg.Related, lang.Related{Span: at, Message: lang.Text("this part leads back")})
		}
		a.diagnostics = append(a.diagnostics, dg)
	}
}

type cycleStep struct {
	from  patterns.Type
	label unify.Label
}

// emptyCycle follows parts without values, from a type without values, until one repeats. It returns nil if the path
// ends in the empty union, or in a type that an earlier call visited and reported.
func (a *program) emptyCycle(t patterns.Type, ok []bool, met map[patterns.Type]bool) []cycleStep {
	at := make(map[patterns.Type]int)
	var path []cycleStep
	for {
		if i, seen := at[t]; seen {
			return path[i:]
		}
		if met[t] {
			return nil
		}
		at[t], met[t] = len(path), true
		fields := a.Types.FieldsByText(t)
		empty := slices.IndexFunc(fields, func(f unify.HeadField) bool { return !ok[f.To] })
		if empty < 0 {
			return nil
		}
		path = append(path, cycleStep{t, fields[empty].Label})
		t = fields[empty].To
	}
}

// longCycle is the maximum number of labels of a cycle that are written.
const longCycle = 8

// cyclePath writes the labels of a cycle, only the first ones if there are many.
func (a *program) cyclePath(cycle []cycleStep) string {
	var labels []string
	for i, s := range cycle {
		if more := len(cycle) - i; i == longCycle && more > 1 {
			return "`" + strings.Join(labels, ".") + "` and " + strconv.Itoa(more) + " more labels"
		}
		labels = append(labels, a.tree.Dialect.LabelText(a.Labels.Text(s.label)))
	}
	return "`" + strings.Join(labels, ".") + "`"
}

// cyclePlace returns the place of the part with which a cycle begins.
func (a *program) cyclePlace(cycle []cycleStep) (lang.Span, bool) {
	i, ok := a.alias[cycle[0].from]
	if !ok {
		return lang.Span{}, false
	}
	body := a.names.Body(a.tree, i)
	if body == k.NoNode {
		return lang.Span{}, false
	}
	for _, f := range a.tree.Fields(body) {
		if unify.Label(f.Label) == cycle[0].label {
			return a.tree.Span(f.Node), true
		}
	}
	return lang.Span{}, false
}
