package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/patgraph/patgraph/graphviz/picture"
	"github.com/patgraph/patgraph/graphviz/raster"
	"github.com/patgraph/patgraph/graphviz/render"
)

const (
	exitDrawn  = 0
	exitInput  = 1
	exitUsage  = 2
	exitDefect = 3
)

const usage = `usage: patgraph-graphviz [options] < graph.dot > picture

Draws DOT text from standard input. Options:

  -T FORMAT      svg, png, json (positions and draw operations) or dot (the graph
                 with its layout); default svg
  -K LAYOUT      dot, neato, fdp, sfdp, circo or twopi; default dot
  -timeout TIME  the longest a picture may take, such as 30s; default 1m, 0 is none
  -serve         draws many pictures, with the protocol that patgraph speaks
  --version      prints the version
`

// run is the program: it returns its exit code. After a time limit a drawing may
// still be running; leaving the process is what ends it.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("patgraph-graphviz", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	format := flags.String("T", picture.SVG, "")
	layout := flags.String("K", "dot", "")
	limit := flags.Duration("timeout", time.Minute, "")
	serving := flags.Bool("serve", false, "")
	version := flags.Bool("version", false, "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return exitDrawn
	case err == nil && flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q: DOT text is read from standard input", flags.Arg(0))
	case err == nil && *limit < 0:
		err = fmt.Errorf("a time limit of %v is negative", *limit)
	}
	if err != nil {
		fmt.Fprintf(stderr, "patgraph-graphviz: %v\n  help: patgraph-graphviz -help\n", err)
		return exitUsage
	}
	if *version {
		fmt.Fprintf(stdout, "patgraph-graphviz %s (Graphviz 12.1.2)\n", buildVersion())
		return exitDrawn
	}
	if *serving {
		return serve(stdin, stdout, stderr)
	}

	r := picture.Request{Layout: *layout, Format: *format, Limit: *limit, DOT: []byte("graph {}")}
	if failed := asError(r.Check()); failed != nil { // before waiting for input
		return fail(stderr, failed)
	}
	r.DOT, err = io.ReadAll(io.LimitReader(stdin, picture.MaxInput+1))
	if err != nil {
		fmt.Fprintf(stderr, "patgraph-graphviz: cannot read standard input: %v\n", err)
		return exitUsage
	}
	p, failed := draw(&r)
	if failed != nil {
		return fail(stderr, failed)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(stderr, "patgraph-graphviz: note: %s\n", note)
	}
	if _, err := stdout.Write(p.Data); err != nil {
		fmt.Fprintf(stderr, "patgraph-graphviz: cannot write the picture: %v\n", err)
		return exitUsage
	}
	return exitDrawn
}

// asError returns an error as one that has a kind.
func asError(err error) *picture.Error {
	var e *picture.Error
	if err == nil || errors.As(err, &e) {
		return e
	}
	return picture.Errorf(picture.Internal, "%v", err)
}

func fail(stderr io.Writer, err *picture.Error) int {
	fmt.Fprintf(stderr, "patgraph-graphviz: %s\n", err.Message)
	switch err.Kind {
	case picture.Usage:
		return exitUsage
	case picture.Internal, picture.Crash:
		return exitDefect
	}
	return exitInput
}

// draw draws any format. Both steps of a PNG are under the one time limit.
func draw(r *picture.Request) (picture.Picture, *picture.Error) {
	step := *r
	if r.Format == picture.PNG {
		step.Format = picture.JSON
	}
	start := time.Now()
	p, err := render.Draw(context.Background(), step)
	if err != nil || r.Format != picture.PNG {
		return p, asError(err)
	}
	type result struct {
		p   picture.Picture
		err *picture.Error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if x := recover(); x != nil {
				done <- result{err: picture.Errorf(picture.Internal, "drawing pixels failed: %v", x)}
			}
		}()
		data, notes, err := raster.PNG(p.Data, raster.DefaultScale)
		if err != nil {
			done <- result{err: picture.Errorf(picture.Internal, "%v", err)}
			return
		}
		done <- result{p: picture.Picture{Data: data, Notes: append(p.Notes, notes...)}}
	}()
	var limit <-chan time.Time
	if r.Limit > 0 {
		limit = time.After(r.Limit - time.Since(start))
	}
	select {
	case d := <-done:
		return d.p, d.err
	case <-limit:
		return picture.Picture{}, picture.Errorf(picture.Timeout, "drawing took longer than %v", r.Limit)
	}
}

// serve answers requests until there are no more, or until an error after which
// this process must not draw.
func serve(stdin io.Reader, stdout, stderr io.Writer) int {
	in, out := bufio.NewReader(stdin), bufio.NewWriter(stdout)
	fmt.Fprintln(out, picture.Greeting)
	for {
		if err := out.Flush(); err != nil {
			return exitUsage // nothing reads the output
		}
		r, err := picture.ReadRequest(in)
		if err == io.EOF {
			return exitDrawn
		}
		if err != nil {
			fmt.Fprintf(stderr, "patgraph-graphviz: %v\n", err)
			return exitUsage
		}
		p, failed := draw(r)
		if err := picture.WriteAnswer(out, p, failed); err != nil {
			return exitUsage
		}
		if failed != nil && failed.Kind.Fatal() {
			if err := out.Flush(); err != nil {
				return exitUsage
			}
			return fail(io.Discard, failed)
		}
	}
}

func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
