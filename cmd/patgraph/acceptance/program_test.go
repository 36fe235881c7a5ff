package acceptance

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/checking"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/drawing"
	"github.com/patgraph/patgraph/cmd/patgraph/explaining"
	"github.com/patgraph/patgraph/cmd/patgraph/rewriting"
	"github.com/patgraph/patgraph/cmd/patgraph/running"
	"github.com/patgraph/patgraph/internal/filetest"
)

func TestMain(m *testing.M) {
	os.Setenv(cache.Env, "off") // tests do not use the user's cache
	m.Run()
}

func commands() []*command.Command {
	return []*command.Command{
		checking.Check(), checking.Types(), explaining.Why(), explaining.Explain(), explaining.Trace(), drawing.Graph(),
		running.Run(), rewriting.Fmt(), rewriting.Migrate(),
	}
}

// patgraph runs a command in this process; change may modify the program before.
func patgraph(t testing.TB, change func(*command.Program), args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p := command.New(commands(), strings.NewReader(""), &out, &errs)
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
