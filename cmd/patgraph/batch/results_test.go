package batch

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// fill sets everything in a value to something other than zero.
func fill(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n))
	case reflect.String:
		v.SetString("text \xff" + strings.Repeat("x", *n)) // not UTF-8
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key, n)
		fill(t, value, n)
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			switch f := v.Type().Field(i); {
			case f.Name == "_":
			case !f.IsExported():
				t.Errorf("%s.%s of an outcome is not exported, so it is not kept", v.Type(), f.Name)
			default:
				fill(t, v.Field(i), n)
			}
		}
	default:
		t.Errorf("an outcome has a %s: how is it kept?", v.Type())
	}
}

// Every field of an outcome is stored, including fields added later.
func TestOutcomeIsKept(t *testing.T) {
	var o, back Outcome
	n := 0
	fill(t, reflect.ValueOf(&o).Elem(), &n)
	value, err := encoding.Marshal(&o)
	if err != nil {
		t.Fatal(err)
	}
	if err := decoding.Unmarshal(value, &back); err != nil {
		t.Fatal(err)
	}
	blank := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == "._" }, cmp.Ignore())
	if d := cmp.Diff(o, back, blank, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

// The key contains everything that an outcome depends on.
func TestKeys(t *testing.T) {
	store, err := cache.Open(cache.Options{Dir: t.TempDir(), Bound: cache.DefaultBound})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	key := func(change func(b *Batch, p *Policy, s *inputs.Source, f *lang.File)) cache.Key {
		b := &Batch{Results: NewResults(store, "text")}
		s := &inputs.Source{Name: "a.k", Path: "a.k", Extension: ".k"}
		f := lang.NewFile("a.k", []byte("f = .a;"))
		var policy Policy
		if change != nil {
			change(b, &policy, s, f)
		}
		a := b.ask(s, f, &policy)
		if a == nil {
			t.Fatal("no key")
		}
		defer b.done(a)
		return a.key
	}
	plain := key(nil)
	seen := map[cache.Key]string{plain: "nothing"}
	for what, change := range map[string]func(b *Batch, p *Policy, s *inputs.Source, f *lang.File){
		"text":      func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { f.Src = []byte("f = .b;") },
		"name":      func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { f.Name = "b.k" },
		"both":      func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { f.Name, f.Src = "a.kf", []byte(" = .a;") },
		"language":  func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { s.Extension = ".j" },
		"rendering": func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { b.Results.rendering = "json" },
		"verify":    func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { b.Verify = true },
		"severity": func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) {
			p.Severity = map[lang.Code]config.Level{lang.EmptyType: config.Off}
		},
	} {
		k := key(change)
		if other, ok := seen[k]; ok {
			t.Errorf("%s and %s have one key", what, other)
		}
		seen[k] = what
	}
	for s := range inputs.Records(inputs.Options{Languages: languages.All}, []string{"-"},
		strings.NewReader(`{"id":"a.k","source":"f = .a;"}`)) {
		k := key(func(_ *Batch, _ *Policy, from *inputs.Source, _ *lang.File) { *from = s })
		if other, ok := seen[k]; ok {
			t.Errorf("a record and %s have one key", other)
		}
		seen[k] = "record"
	}
	// Every setting is in the key, including settings added later.
	var settings language.Settings
	for path := range leaves(reflect.ValueOf(&settings).Elem(), "Settings") {
		k := key(func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { p.Settings = settings })
		if other, ok := seen[k]; ok {
			t.Errorf("%s and %s have one key", path, other)
		}
		seen[k] = path
	}
	if len(seen) < 12 {
		t.Errorf("only %d keys", len(seen))
	}
	for what, change := range map[string]func(b *Batch, p *Policy, s *inputs.Source, f *lang.File){
		"strict":  func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { p.Strict = true },
		"workers": func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { b.Workers = 7 },
		"stack":   func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { b.Stack = true },
		"path":    func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { s.Path = "./a.k" },
	} {
		if key(change) != plain {
			t.Errorf("%s changes the key", what)
		}
	}
	strict := func(b *Batch, p *Policy, s *inputs.Source, f *lang.File) { b.Judged, p.Strict = true, true }
	if seen[key(strict)] != "" {
		t.Error("whether warnings count does not count where it shows")
	}
	b := &Batch{Results: NewResults(store, "text"), Trace: true}
	s, f := &inputs.Source{Path: "a.k"}, lang.NewFile("a.k", nil)
	if b.ask(s, f, &Policy{}) != nil {
		t.Error("a traced run is known")
	}
	b.Trace, s.Path = false, "-"
	if b.ask(s, f, &Policy{}) != nil {
		t.Error("standard input is known")
	}
}

// leaves changes the exported numbers and booleans of a value one by one, and yields their names.
func leaves(v reflect.Value, path string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for i := range v.NumField() {
			f, name := v.Field(i), path+"."+v.Type().Field(i).Name
			switch {
			case !v.Type().Field(i).IsExported():
			case f.Kind() == reflect.Struct:
				leaves(f, name)(yield)
			case f.CanInt():
				f.SetInt(1)
				yield(name)
				f.SetInt(0)
			case f.CanUint():
				f.SetUint(1)
				yield(name)
				f.SetUint(0)
			case f.Kind() == reflect.String:
				f.SetString("x")
				yield(name)
				f.SetString("")
			case f.Kind() == reflect.Bool:
				f.SetBool(true)
				yield(name)
				f.SetBool(false)
			default:
				panic("how is " + name + " to be changed?")
			}
		}
	}
}

func TestLasts(t *testing.T) {
	d := func(codes ...lang.Code) (ds []lang.Diagnostic) {
		for _, c := range codes {
			ds = append(ds, lang.Diagnostic{Code: c, Severity: lang.Error})
		}
		return ds
	}
	hasty := language.Settings{Limits: patterns.Limits{Time: time.Second}}
	for _, test := range []struct {
		what     string
		settings language.Settings
		in       report.Input
		want     bool
	}{
		{"sound", language.Settings{}, report.Input{Result: &patterns.Result{}}, true},
		{"errors", language.Settings{}, report.Input{Result: &patterns.Result{}, Diagnostics: d("P0302", "P0402")}, true},
		{"unread", language.Settings{}, report.Input{Diagnostics: d(lang.UnreadableInput)}, false},
		{"not read rightly", language.Settings{}, report.Input{Result: &patterns.Result{}, Diagnostics: d(lang.NotUTF8)}, false},
		{"a bad proof", language.Settings{}, report.Input{Result: &patterns.Result{}, Diagnostics: d("P0302", lang.BadProof)}, false},
		{"out of time", language.Settings{}, report.Input{Result: &patterns.Result{}, Diagnostics: d(lang.TimeLimit)}, false},
		{"out of time, not shown", language.Settings{}, report.Input{Result: &patterns.Result{Diagnostics: d(lang.TimeLimit)}}, false},
		{"sound in time", hasty, report.Input{Result: &patterns.Result{}}, true},
		{"errors in time", hasty, report.Input{Result: &patterns.Result{}, Diagnostics: d("P0302")}, false},
	} {
		if got := lasts(&Policy{Settings: test.settings}, &test.in); got != test.want {
			t.Errorf("%s: %v", test.what, got)
		}
	}
}

func TestVersioned(t *testing.T) {
	info := func(change func(*debug.BuildInfo)) *debug.BuildInfo {
		i := &debug.BuildInfo{
			Main: debug.Module{Path: "m", Version: "v1.2.3"}, Deps: []*debug.Module{{Path: "d", Version: "v1.0.0"}},
			Settings: []debug.BuildSetting{{Key: "vcs.modified", Value: "false"}},
		}
		if change != nil {
			change(i)
		}
		return i
	}
	if !isVersioned(info(nil)) {
		t.Error("a version is none")
	}
	for what, change := range map[string]func(*debug.BuildInfo){
		"no version":   func(i *debug.BuildInfo) { i.Main.Version = "" },
		"a work tree":  func(i *debug.BuildInfo) { i.Main.Version = "(devel)" },
		"a dirty tree": func(i *debug.BuildInfo) { i.Main.Version = "v0.0.0-2026-abc+dirty" },
		"modified":     func(i *debug.BuildInfo) { i.Settings[0].Value = "true" },
		"a workspace":  func(i *debug.BuildInfo) { i.Deps[0].Version = "(devel)" },
		"replaced":     func(i *debug.BuildInfo) { i.Deps[0].Replace = &debug.Module{Path: "../d"} },
	} {
		if isVersioned(info(change)) {
			t.Errorf("%s counts as a version", what)
		}
	}
	// A test binary never has a version; go build gives it an ID if it is an ELF file, go test does not.
	if b := build(); !strings.HasPrefix(b, "executable ") && !strings.HasPrefix(b, "build ID ") {
		t.Errorf("this build is called %q", b)
	}
}

// TestBuildID builds programs whose identifiers must differ.
func TestBuildID(t *testing.T) {
	dir := t.TempDir()
	build := func(source string, args ...string) string {
		t.Helper()
		for name, text := range map[string]string{"go.mod": "module m\n", "main.go": source} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		c := exec.Command("go", append(append([]string{"build"}, args...), "-o", "program")...)
		c.Dir, c.Env = dir, append(os.Environ(), "GOOS=linux", "GOWORK=off", "GOFLAGS=")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		f, err := os.Open(filepath.Join(dir, "program"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		return buildID(f)
	}
	one, two := build("package main; func main() { println(1) }"), build("package main; func main() { println(2) }")
	if one == "" || two == "" || one == two {
		t.Errorf("two programs are called %q and %q", one, two)
	}
	if again := build("package main; func main() { println(1) }"); again != one {
		t.Errorf("one program is called %q and %q", one, again)
	}
	for _, id := range []string{"", "chosen", "a/b/c/d"} {
		if got := build("package main; func main() { println(1) }", "-ldflags=-buildid="+id); got != "" {
			t.Errorf("the ID %q, which anybody may choose, counts: %q", id, got)
		}
	}
	for _, text := range []string{"", "#!/bin/sh", "\x7fELF", "\x7fELF\x02\x01\x01" + strings.Repeat("\xff", 100)} {
		if got := buildID(strings.NewReader(text)); got != "" {
			t.Errorf("%q has the ID %q", text, got)
		}
	}
}
