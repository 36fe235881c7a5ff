package batch

import (
	"reflect"
	"testing"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

func TestUnusual(t *testing.T) {
	p := &Policy{Strict: true}
	if s := new(Batch).unusual(p); s != "" {
		t.Errorf("the usual is %q", s)
	}
	p.Settings.Limits = patterns.Limits{Nodes: 1, Rounds: 2, Time: 3 * time.Second, Depth: 4, Work: 5}
	p.Settings.Recursion = patterns.Monomorphic
	p.Severity = map[lang.Code]config.Level{"P0407": config.Off, "P0201": config.Warning}
	want := "limits.depth=4 limits.nodes=1 limits.rounds=2 limits.time=3s limits.work=5 recursion=monomorphic severity.P0201=warning severity.P0407=off verify=true"
	if s := (&Batch{Verify: true}).unusual(p); s != want {
		t.Errorf("%q, want %q", s, want)
	}
}

// TestUnusualIsAll checks that settings added later are included: analyses that may differ must not be confused.
func TestUnusualIsAll(t *testing.T) {
	b := new(Batch)
	for _, v := range []struct {
		of   func(*Policy) reflect.Value
		skip map[string]bool // they do not change the output for a program
	}{
		{func(p *Policy) reflect.Value { return reflect.ValueOf(&p.Settings.Limits).Elem() }, nil},
		{func(p *Policy) reflect.Value { return reflect.ValueOf(&p.Settings).Elem() },
			map[string]bool{"Limits": true, "Sketch": true, "Certify": true}},
		{func(p *Policy) reflect.Value { return reflect.ValueOf(p).Elem() }, map[string]bool{"Settings": true,
			"Strict": true, "Problems": true, "Text": true, "IsLibrary": true}},
	} {
		for i := range v.of(new(Policy)).NumField() {
			p := new(Policy)
			s := v.of(p)
			name := s.Type().Field(i).Name
			if v.skip[name] || !s.Type().Field(i).IsExported() {
				continue
			}
			switch f := s.Field(i); f.Kind() {
			case reflect.Map:
				p.Severity = map[lang.Code]config.Level{"P0407": config.Off}
			case reflect.Pointer:
				p.Library = p.Library.And(lang.NewFile("core.k", nil), nil)
			case reflect.Slice:
				f.Set(reflect.ValueOf([]string{"P03"}))
			case reflect.Bool:
				f.SetBool(true)
			case reflect.String:
				f.SetString("x")
			case reflect.Uint8:
				f.SetUint(1)
			default:
				f.SetInt(1)
			}
			if b.unusual(p) == "" {
				t.Errorf("%s.%s is not in the settings of a report", s.Type(), name)
			}
		}
	}
}
