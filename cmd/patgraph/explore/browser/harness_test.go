//go:build browser

package browser

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/patgraph/patgraph/internal/await"
)

// built is the folder with the built program and site.
var built string

// browser is the context of the one Chromium that all tests use.
var browser context.Context

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir := os.Getenv("PATGRAPH_BROWSER_BUILT") // a folder that keeps them between runs
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "patgraph-browser-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
	}
	built = dir
	if err := build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	outside, err := listenOutside()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("proxy-server", outside.address), // for all hosts but this machine
		chromedp.WindowSize(1280, 800), chromedp.WSURLReadTimeout(await.Patience),
	)
	if path := os.Getenv("CHROMIUM"); path != "" {
		options = append(options, chromedp.ExecPath(path))
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, done := chromedp.NewContext(allocator)
	defer done()
	if err := chromedp.Do(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "Chromium does not start:", err)
		return 1
	}
	browser = ctx
	status := m.Run()
	if asked := outside.hosts(); len(asked) > 0 {
		fmt.Fprintf(os.Stderr, "requests left the machine: %s\n", strings.Join(asked, ", "))
		return 1
	}
	return status
}

// outside is the proxy that Chromium uses for all other machines: requests to them by pages and workers arrive here.
type outside struct {
	address string
	mu      sync.Mutex
	asked   []string
}

func listenOutside() (*outside, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	o := &outside{address: "http://" + l.Addr().String()}
	s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.asked = append(o.asked, r.Host)
		w.WriteHeader(http.StatusForbidden)
	})}
	go s.Serve(l)
	return o, nil
}

// chromiums are hosts that Chromium itself contacts, for updates, accounts and forms. The page's policy allows only its
// own server, and each test checks its page's requests.
var chromiums = []string{".google.com", ".googleapis.com", ".gvt1.com", ".gstatic.com"}

// hosts are all other hosts that were requested.
func (o *outside) hosts() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(o.asked), func(host string) bool {
		host, _, _ = strings.Cut(host, ":")
		return slices.ContainsFunc(chromiums, func(end string) bool { return strings.HasSuffix(host, end) })
	})
}

// build builds the program, and the site with the playground.
func build(dir string) error {
	root := filepath.Join("..", "..", "..", "..")
	for _, args := range [][]string{
		{"go", "build", "-o", filepath.Join(dir, "patgraph"), "./cmd/patgraph"},
		// The site comes first: it would compress the playground, which takes a minute.
		{"go", "run", "./internal/site", filepath.Join(dir, "site")},
		{"make", "-s", "playground", "DIR=" + filepath.Join(dir, "site", "play")},
	} {
		c := exec.Command(args[0], args[1:]...)
		c.Dir, c.Stdout, c.Stderr = root, os.Stderr, os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
		}
	}
	return nil
}

// A form is where the analyzer runs: in the server or in the browser.
type form string

const (
	withServer form = "server"
	playground form = "playground"
)

// inBoth runs a test in both forms; the page begins with the given program.
func inBoth(t *testing.T, name, text string, test func(t *testing.T, p *shown)) {
	t.Helper()
	for _, f := range []form{withServer, playground} {
		t.Run(string(f), func(t *testing.T) {
			test(t, open(t, f, name, text))
		})
	}
}

// A served explorer is a running server.
type served struct {
	address string
	folder  string
	command *exec.Cmd
}

// serve starts the explorer on a folder.
func serve(t *testing.T, folder string, flags ...string) *served {
	t.Helper()
	args := append([]string{"explore", "--no-open"}, flags...)
	c := exec.Command(filepath.Join(built, "patgraph"), append(args, folder)...)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the explorer prints no address: %v", err)
	}
	return &served{address: strings.TrimSpace(line), folder: folder, command: c}
}

// static serves the site as a file server would, below some path, and returns the address of the playground.
func static(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	files := http.StripPrefix("/some/where/", http.FileServer(http.Dir(filepath.Join(built, "site"))))
	s := &http.Server{Handler: files, ReadHeaderTimeout: time.Minute}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return "http://" + l.Addr().String() + "/some/where/play/"
}

// language is the language of a file, by its extension.
func language(name string) string {
	return cmp.Or(map[string]string{".rly": "relay", ".trs": "tensorscript"}[filepath.Ext(name)], "k")
}
