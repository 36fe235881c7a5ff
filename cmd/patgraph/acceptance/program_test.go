package acceptance

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/internal/filetest"
)

func TestMain(m *testing.M) {
	os.Setenv(cache.Env, "off") // tests do not use the user's cache
	m.Run()
}

func commands() []*cli.Command {
	return []*cli.Command{
		cli.Check(), cli.Types(), cli.Search(), cli.Hash(), cli.Why(), cli.Explain(), cli.Trace(), cli.Graph(),
		cli.Run(), cli.Fmt(), cli.Migrate(), cli.Diff(),
	}
}

// patgraph runs a command in this process; change may modify the program before.
func patgraph(t testing.TB, change func(*cli.Program), args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p := cli.NewProgram(commands(), strings.NewReader(""), &out, &errs)
	if change != nil {
		change(p)
	}
	code = p.Run(append([]string{"patgraph"}, args...))
	return code, out.String(), errs.String()
}

func write(t testing.TB, path, text string) {
	t.Helper()
	filetest.Write(t, path, text)
}
