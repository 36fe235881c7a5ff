//go:build !js

package cli

import (
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// schema writes the input or output of the definition in another type language.
func (r *running) schema() error {
	name := r.in.Result.Definitions[r.def].Name
	what := words.Quote(name)
	if name == lang.MainName {
		name, what = "", "the main expression"
	}
	scheme := r.in.Result.Solver.Scheme(r.def)
	root, verb := scheme.Roots[0], "takes"
	if r.f.Schema == "out" {
		root, verb = scheme.Roots[1], "gives"
	}
	d := report.ExportOf(r.in.Result, scheme, root, "what "+what+" of "+r.in.Name+" "+verb, r.in.Language.Running.Plain(r.in.Result))
	typ := strings.TrimPrefix(name+"_"+r.f.Schema, "_")
	switch r.f.As {
	case "ts":
		return r.p.Out.Print(d.TypeScript(typ))
	case "go":
		text, err := d.Go(typ)
		if err != nil {
			return Wrong(err.Error())
		}
		return r.p.Out.Print(text)
	}
	return r.p.Out.Print(d.JSONSchema())
}
