package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// An outcome is what is left of an input when it is rendered: bytes and counts,
// so that texts and graphs can be freed while others are still analysed.
type outcome struct {
	out, err []byte // for standard output and standard error
	summary  report.Summary
	codes    []lang.Code
	exit     int
}

// ordered does n pieces of work with some workers and hands the results over in
// order. It stays at most a few results ahead, so memory does not grow with n.
// An error of emit ends it.
func ordered[T any](n, workers int, do func(i int) T, emit func(T) error) error {
	workers = max(1, min(workers, n))
	type job struct {
		i      int
		result chan T
	}
	jobs := make(chan job)
	queue := make(chan job, 4*workers)
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Add(workers)
	for range workers {
		go func() {
			defer group.Done()
			for j := range jobs {
				j.result <- do(j.i)
			}
		}()
	}
	go func() {
		defer close(queue)
		defer close(jobs)
		for i := range n {
			j := job{i, make(chan T, 1)}
			select {
			case queue <- j:
			case <-stop:
				return
			}
			select {
			case jobs <- j:
			case <-stop:
				return
			}
		}
	}()
	defer group.Wait()
	defer close(stop)
	for range n {
		j := <-queue
		if err := emit(<-j.result); err != nil {
			return err
		}
	}
	return nil
}

// A renderer turns an analysed input into what is written of it.
type renderer func(in *report.Input) (out, err []byte)

// process reads, analyses and renders one source. A panic in it is a defect of
// patgraph, reported like any other finding, and other sources do not suffer.
func (b *batch) process(s *source) (o outcome) {
	var trace bytes.Buffer
	in := &report.Input{Name: s.name}
	func() {
		defer func() {
			if p := recover(); p != nil {
				in.Result = nil
				in.Diagnostics = []lang.Diagnostic{b.defect(in, p)}
				if b.stack {
					fmt.Fprintf(&trace, "patgraph: panic in %s: %v\n%s", s.name, p, debug.Stack())
				}
			}
		}()
		b.analyze(s, in, &trace)
		o = b.finish(in)
		// All that is written of it is bytes now.
		if r := in.Result; r != nil {
			in.Diagnostics = nil
			b.spent.Put(r)
		}
	}()
	if in.Result == nil && o.summary.Files == 0 {
		o = b.finish(in)
	}
	o.err = append(trace.Bytes(), o.err...)
	return o
}

func (b *batch) analyze(s *source, in *report.Input, trace io.Writer) {
	file, problem := s.read(b.stdin)
	if problem != nil {
		in.Diagnostics = []lang.Diagnostic{*problem}
		return
	}
	in.File = file
	settings := b.settings
	if b.trace {
		fmt.Fprintf(trace, "# %s\n", s.name)
		settings.trace = trace
	}
	settings.reuse, _ = b.spent.Get().(*patterns.Result)
	in.Result = s.frontend.analyze(file, settings)
	in.Diagnostics = in.Result.Diagnostics
	if b.verify {
		in.Diagnostics = append(in.Diagnostics, verified(in.Result)...)
	}
}

// verified checks what was derived and explained, and returns what does not hold.
func verified(r *patterns.Result) []lang.Diagnostic {
	var ds []lang.Diagnostic
	bad := func(span lang.Span, what string) {
		ds = append(ds, lang.Diagnostic{
			Code: lang.BadProof, Span: span, Label: "here",
			Message: what + ": this is a defect of patgraph, not of the program",
			Notes:   []string{versionLine()},
			Help:    []string{"please report it with the line above and, if possible, the program"},
		})
	}
	if err := r.Solver.Graph.Verify(); err != nil {
		bad(lang.Span{}, "the derivation does not pass its check ("+err.Error()+")")
	}
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Explanation != nil && len(d.Explanation.Steps) > 0 && !d.Explanation.Checked {
			bad(d.Span, "the proof of "+string(d.Code)+" does not pass the checker")
		}
	}
	return ds
}

func (b *batch) finish(in *report.Input) outcome {
	if b.pick != nil && in.Result != nil {
		b.pick(in)
	}
	o := outcome{summary: in.Count(), exit: worst(exitClean, in.Diagnostics, b.strict)}
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; !d.Secondary {
			o.codes = append(o.codes, d.Code)
		}
	}
	o.out, o.err = b.render(in)
	return o
}

// defect is the diagnostic of a panic.
func (b *batch) defect(in *report.Input, p any) lang.Diagnostic {
	d := lang.Diagnostic{
		Code:    lang.Internal,
		Message: "patgraph failed on " + quote(in.Name) + ": this is a defect of patgraph, not of the program",
		Notes:   []string{fmt.Sprintf("%v", p), versionLine()},
		Help:    []string{"please report it with these two lines and, if possible, the program"},
	}
	if !b.stack {
		d.Help = append(d.Help, "--debug.stack shows where it happened")
	}
	in.File = nil
	return d
}

// A batch is one run over many sources.
type batch struct {
	stdin    io.Reader
	settings settings
	strict   bool
	verify   bool
	trace    bool
	stack    bool
	workers  int
	pick     func(*report.Input) // keeps the diagnostics that are asked for; nil: all
	render   renderer
	spent    sync.Pool // results whose memory the next analysis may take
}

// run does the whole batch and writes results in the order of the sources; what
// joins them is up to the command.
func (b *batch) run(sources []source, emit func(*outcome) error) (total outcome, err error) {
	seen := make(map[lang.Code]bool)
	err = ordered(len(sources), b.workers, func(i int) outcome { return b.process(&sources[i]) }, func(o outcome) error {
		total.summary.Add(o.summary)
		total.exit = max(total.exit, o.exit)
		for _, c := range o.codes {
			if !seen[c] {
				seen[c] = true
				total.codes = append(total.codes, c)
			}
		}
		return emit(&o)
	})
	return total, err
}

// debugWanted reports whether the environment asks for stack traces.
func debugWanted() bool { return os.Getenv("PATGRAPH_DEBUG") == "1" }
