//go:build !js

package cli

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/contract"
	"github.com/patgraph/patgraph/patterns/language"
)

// Diff is the command that reports what changed for the callers of programs.
func Diff() *Command {
	return &Command{
		Name: "diff", Args: "OLD NEW", Summary: "report what changed for the callers of a program",
		Details: "Compares what the definitions of two programs take and give. OLD and NEW are files, folders, tar\n" +
			"archives or, as in HEAD~1:lib.k, files and folders in a revision of git. A change is major if what a\n" +
			"caller does may not work any more, minor if callers can do more, and else a patch. The report has a\n" +
			"value for each change that breaks callers, if one is found, and what both programs give for it.",
		More: "Files of folders and archives are paired by their names, definitions by theirs. The exit status is 0\n" +
			"unless --fail-on is given.",
		Examples: [][2]string{
			{"patgraph diff old.k new.k", "two files"},
			{"patgraph diff HEAD~1:lib.k lib.k", "a file and what it was in git"},
			{"patgraph diff v1.tar v2", "an archive and a folder"},
			{"patgraph diff --fail-on major HEAD:src src", "exit status 1 if callers break"},
			{"patgraph diff --format json old.onnx new.onnx", "as data"},
		},
		Run: (*Flags).diff,
	}
}

// diff compares the programs that its two arguments lead to.
func (f *Flags) diff(p *Program, args []string) error {
	switch {
	case len(args) != 2:
		return Wrong("patgraph diff takes two programs, OLD and NEW, not " +
			lang.Count(len(args), "argument", "arguments"))
	case args[0] == "-" && args[1] == "-":
		return Wrong("standard input cannot be both programs")
	}
	f.Totality = true
	b, config, err := f.Batch(p)
	if err != nil {
		return err
	}
	b.Brief = true
	d := &differ{f: f, p: p, batch: b, config: config, before: make(map[*inputs.Source]string)}
	old, single, err := d.side(args[0])
	if err != nil {
		return err
	}
	new, other, err := d.side(args[1])
	switch {
	case err != nil:
		return err
	case single != other:
		return Wrong(words.Quote(args[0]) + " and " + words.Quote(args[1]) +
			" are a file and a folder; give two of the same kind")
	}
	names := maps.Clone(old)
	maps.Copy(names, new)
	return f.ToFile(p, func(p *Program) error {
		d.p = p
		var all report.Changes
		write, finish := d.writer(&all)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if c, err := d.compare(old[name], new[name]); err != nil {
				return err
			} else if c == nil {
				all.Unread++
			} else {
				all.Add(c)
				if err := write(c); err != nil {
					return err
				}
			}
		}
		if d.exit == report.Clean && (f.FailOn == "minor" && all.Level >= contract.Minor ||
			f.FailOn == "major" && all.Level == contract.Major) {
			d.exit = report.Errors
		}
		return ended(d.exit, finish())
	})
}

// A differ is one use of the command diff.
type differ struct {
	f      *Flags
	p      *Program
	batch  *batch.Batch
	config *Configuration
	exit   int
	before map[*inputs.Source]string // what is written before the names of sources
}

// side returns the sources of an argument by their names within it; single: it is one program.
func (d *differ) side(arg string) (list map[string]*inputs.Source, single bool, err error) {
	var sources []inputs.Source
	root, before := inputs.Shown(arg), ""
	o := d.config.Inputs
	o.Unpack = d.config.unpack
	switch info, err := os.Stat(arg); {
	case inputs.IsRevision(arg):
		rev, _, _ := strings.Cut(arg, ":")
		before = rev + ":"
		if sources, root, err = inputs.Revision(d.p.Context, o, arg); err != nil {
			return nil, false, Wrong(err.Error())
		}
	case err == nil && !info.IsDir() && isArchive(arg):
		sources, root = slices.Collect(inputs.Archives(o, []string{arg}, nil)), ""
	default:
		sources = d.config.WithBroken(inputs.Gather(d.config.Inputs, []string{arg}))
	}
	list = make(map[string]*inputs.Source)
	for i := range sources {
		s := &sources[i]
		d.before[s] = before
		if len(sources) == 1 && (arg == "-" || path.Base(s.Name) == path.Base(root)) {
			return map[string]*inputs.Source{"": s}, true, nil
		}
		name := strings.TrimPrefix(strings.TrimPrefix(s.Name, path.Clean(root)), "/")
		list[cmp.Or(name, s.Name)] = s
	}
	return list, false, nil
}

func isArchive(name string) bool {
	name = strings.TrimSuffix(name, ".gz")
	return strings.HasSuffix(name, ".tar") || strings.HasSuffix(name, ".tgz")
}

// analyze returns a source with its result; nil for none.
func (d *differ) analyze(s *inputs.Source) (in *report.Input, err error) {
	if s == nil {
		return nil, nil
	}
	before := d.before[s]
	if instead := d.config.InsteadOf(s); instead != nil {
		s = &instead[0]
	}
	d.batch.Render = func(x *report.Input) ([]byte, []byte) {
		kept := *x
		in, x.Result = &kept, nil
		in.Name = before + in.Name
		return nil, nil
	}
	if _, err := d.batch.Check(d.p.Context, s); err != nil {
		return nil, err
	}
	if in.Result == nil {
		d.exit = max(d.exit, report.Worst(report.Unusable, in.Diagnostics, false))
		style := d.f.Style(d.p, d.p.Stderr)
		return nil, d.p.Err.Print(style.AppendDiagnostics(nil, in))
	}
	return in, nil
}

// compare compares two programs; one of them may not exist.
func (d *differ) compare(old, new *inputs.Source) (*report.Changed, error) {
	c := &report.Changed{}
	var err error
	before := d.exit
	if c.Old, err = d.analyze(old); err != nil {
		return nil, err
	}
	if c.New, err = d.analyze(new); err != nil {
		return nil, err
	}
	if d.exit != before {
		return nil, nil
	}
	if c.Old != nil && c.New != nil && c.Old.Language != c.New.Language {
		return nil, Wrong(words.Quote(c.Old.Name) + " is in " + c.Old.Language.Called() + ", and " +
			words.Quote(c.New.Name) + " in " + c.New.Language.Called())
	}
	c.Report = contract.Compare(sideOf(c.Old), sideOf(c.New))
	d.run(c)
	return c, nil
}

func sideOf(in *report.Input) contract.Side {
	if in == nil {
		return contract.Side{}
	}
	l := in.Language
	s := contract.Side{Result: in.Result, Contract: l.Contract, Words: contract.Words{Tensors: l.Tensors},
		Shows: func(d int32) bool { return in.File.InMain(in.Result.Definitions[d].Span) }}
	if l.Types != nil {
		s.Words.Label = l.Types(in.Result).Label
	}
	return s
}

// writer returns functions that write the changes of a program, and the rest of the report.
func (d *differ) writer(all *report.Changes) (write func(*report.Changed) error, finish func() error) {
	p, f := d.p, d.f
	if f.format() == "json" {
		return func(c *report.Changed) error { return p.Out.Print(all.AppendData(nil, c)) },
			func() error { return p.Out.Print(all.AppendSummaryData(nil)) }
	}
	style := f.Style(p, p.Stdout)
	r := f.people(p, style.AppendDiagnostics, func(*batch.Total) []byte { return style.AppendChanges(nil, all) })
	if services, ok := f.forServices(p); ok {
		r = services
	}
	if r.Emit == nil {
		r.Emit = p.Emit
	}
	var total batch.Total
	return func(c *report.Changed) error {
		for _, in := range c.Inputs() {
			total.Summary.Add(in.Count())
			o := batch.Outcome{}
			o.Out, o.Err = r.Render(in)
			if err := r.Emit(&o); err != nil {
				return err
			}
		}
		return nil
	}, func() error { return r.Finish(&total) }
}

// Bounds of the runs on values that show a difference.
const (
	diffFuel   = 1_000_000
	diffMemory = 64 << 20
	diffShown  = 200 // bytes of a result
)

// run looks for a value that shows what each change breaks, and runs both programs on it.
func (d *differ) run(c *report.Changed) {
	if c.Old == nil || c.New == nil || c.New.Language.Running == nil {
		return
	}
	running := c.New.Language.Running
	r := &differences{old: running.NewRunner(c.Old.Result), new: running.NewRunner(c.New.Result),
		reader: running.NewReader()}
	var ended atomic.Bool
	context.AfterFunc(d.p.Context, func() { ended.Store(true) })
	r.options = language.RunOptions{Fuel: diffFuel, Memory: diffMemory, Interrupt: &ended}
	for _, ch := range c.Report.Changes {
		if ch.Old < 0 || ch.New < 0 || ch.Failed != "" || r.search(ch, ch.Outside, true) ||
			r.search(ch, ch.Inside, false) ||
			ch.Level == contract.Major || c.New.Result.Totality == nil {
			continue
		}
		for _, u := range c.New.Result.Totality[ch.New].Undefined {
			if r.search(ch, []string{u.Witness}, false) {
				ch.Undefined(u.Text)
				break
			}
		}
	}
}

// differences run two programs.
type differences struct {
	old, new language.Runner
	reader   language.Reader
	options  language.RunOptions
}

// search looks for a value for which only the old definition gives a result, and reports whether there is one. If the
// values do not belong to the new input (outside), any of them for which the old one may give a result is a witness.
func (r *differences) search(ch *contract.Change, values []string, outside bool) bool {
	for _, value := range values {
		in, wrong := r.reader.Read([]byte(value))
		if wrong != nil {
			continue
		}
		old, new := r.old.Run(ch.Old, in, r.options), r.new.Run(ch.New, in, r.options)
		fails := func(v lang.Verdict) bool { return v == lang.Undefined || v == lang.Endless }
		shows := old.Verdict == lang.Defined && fails(new.Verdict)
		if shows || outside && ch.Witness == nil && !fails(old.Verdict) {
			ch.Witness = &contract.Witness{Value: value, Old: outcome(&old, false), New: outcome(&new, true), Outside: outside}
		}
		if shows {
			return true
		}
	}
	return ch.Witness != nil
}

// outcome says what a run did, now or before.
func outcome(o *language.Outcome, now bool) string {
	says := [2]string{"failed", "fails"}
	switch o.Verdict {
	case lang.Defined:
		value := " " + o.Value.Short(diffShown)
		says = [2]string{"gave" + value, "gives" + value}
	case lang.Undefined:
		says = [2]string{"was undefined", "is undefined"}
	case lang.Endless:
		says = [2]string{"never ended", "never ends"}
	case lang.OutOfFuel, lang.OutOfMemory:
		says = [2]string{"took too long", "takes too long"}
	}
	if now {
		return says[1]
	}
	return says[0]
}
