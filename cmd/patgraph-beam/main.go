// Command patgraph-beam checks the programs in records as a pipeline of Apache Beam: on
// this machine, on Flink, Spark or Dataflow. See README.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // beside what beamx has: local and gs
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

func main() {
	flags := flag.CommandLine // where Beam has its own
	flags.Init("patgraph-beam", flag.ContinueOnError)
	os.Exit(run(flags, os.Args[1:], os.Stdout, os.Stderr))
}

// run parses the flags, runs the job and returns the exit code, which is that of the
// command unless the job does not work.
func run(flags *flag.FlagSet, args []string, stdout, stderr io.Writer) int {
	var j job
	beamFlags := names(flags)
	j.register(flags)
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	// On a worker this does not return; there, no flag of ours is given.
	beam.Init()
	if r := *runners.Runner; r == "" || r == "prism" {
		// The log of a job in this process has nothing that we do not say at its end.
		slog.SetDefault(slog.New(slog.DiscardHandler))
		log.SetLogger(lastWords{stderr})
	}
	if err == nil && !j.help && !j.helpBeam {
		err = j.validate(flags.Args())
	}
	switch {
	case j.helpBeam:
		printFlags(stdout, flags, beamFlags)
		return report.Clean
	case j.help || errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return report.Clean
	case err != nil:
		fmt.Fprintf(stderr, "patgraph-beam: %v\n  help: patgraph-beam --help\n", err)
		return report.Unusable
	}
	code, err := j.run(context.Background(), stdout)
	if err != nil {
		fmt.Fprintf(stderr, "patgraph-beam: %v\n", err)
		return report.Unusable
	}
	return code
}

// run runs the job to its end, unless it is not to be waited for.
func (j *job) run(ctx context.Context, stdout io.Writer) (int, error) {
	if err := j.unwritten(ctx); err != nil {
		return report.Unusable, err
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, j)
	if err := shipExecutable(); err != nil {
		return report.Unusable, err
	}
	if err := beamx.Run(ctx, p); err != nil {
		return report.Unusable, fmt.Errorf("the job failed: %s", cause(err))
	}
	if *jobopts.Async {
		fmt.Fprintf(stdout, "started; %s will show how it ended\n", statusName(j.output))
		return report.Clean, nil
	}
	return j.end(ctx, stdout)
}

// lastWords writes what Beam says when it ends the process.
type lastWords struct{ io.Writer }

func (w lastWords) Log(_ context.Context, s log.Severity, _ int, text string) {
	if s >= log.SevFatal {
		fmt.Fprintf(w, "patgraph-beam: %s\n", text)
	}
}

// cause is the end of the chain of an error of Beam, without the plan of the bundle
// and the function in which it happened.
func cause(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, "caused by:\n"); i >= 0 {
		text = text[i+len("caused by:\n"):]
	}
	if in, rest, ok := strings.Cut(text, " failed:\n"); ok && strings.HasPrefix(in, "DoFn[") {
		text = rest
	}
	return strings.TrimSpace(text)
}

// shipExecutable makes this very executable the one that the workers run, where Beam
// would build another from sources that need not be here.
func shipExecutable() (err error) {
	if *jobopts.WorkerBinary == "" && runtime.GOOS == "linux" && !jobopts.IsLoopback() {
		*jobopts.WorkerBinary, err = os.Executable()
	}
	return err
}

// unwritten looks whether there are results already, with which those of this job
// would be mixed. Where this machine cannot look, it does not know.
func (j *job) unwritten(ctx context.Context) error {
	for _, name := range []string{j.output + "-*.ndjson", statusName(j.output)} {
		there, err := list(ctx, name)
		if err != nil {
			return fmt.Errorf("cannot look for %s: %w", name, err)
		}
		if len(there) > 0 {
			return fmt.Errorf("there is %s already: remove what begins with %s-, or give another --output", there[0], j.output)
		}
	}
	return nil
}

// end says what was found, from the files that the workers wrote.
func (j *job) end(ctx context.Context, stdout io.Writer) (int, error) {
	fs, err := filesystem.New(ctx, j.output)
	if err != nil {
		return report.Unusable, err
	}
	defer fs.Close()
	var st status
	var line struct {
		Summary report.Summary `json:"summary"`
	}
	for name, v := range map[string]any{statusName(j.output): &st, summaryName(j.output): &line} {
		text, err := filesystem.Read(ctx, fs, name)
		if err == nil {
			err = json.Unmarshal(text, v)
		}
		if err != nil {
			return report.Unusable, fmt.Errorf("the job is done, but what it wrote cannot be read here "+
				"(is --output a place that this machine and the workers share?): %w", err)
		}
	}
	style := report.Style{}
	fmt.Fprintf(stdout, "%sin %s: %d with results, and the summary\n",
		style.AppendSummary(nil, line.Summary, nil), blockName(j.output, "*"), st.Blocks)
	return int(st.Exit), nil
}
