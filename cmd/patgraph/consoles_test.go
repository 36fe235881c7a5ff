package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"github.com/patgraph/patgraph/cmd/patgraph/manual"
)

// Pages for people show files and commands. A file is a fenced block below a line that ends in its name and a colon, as
// in "`shop.k`:"; a command follows "$ " in a block of kind console, and its output, to standard output or error, is
// below it.
var (
	fenced    = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	shownFile = regexp.MustCompile("`([\\w./-]+)`:\n\n?$")
)

// TestConsoles runs every command that the README, the manual and the lessons of the tutorial show, in a folder with
// exactly the files that the page shows before it. PATGRAPH_UPDATE=1 rewrites the output; review the changes.
func TestConsoles(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the commands are those of a shell")
	}
	pages, err := filepath.Glob("manual/topics/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	lessons, err := filepath.Glob("tutorial/lessons/*.md")
	if err != nil || len(lessons) == 0 {
		t.Fatal(lessons, err)
	}
	for _, page := range append(append(pages, lessons...), "../../README.md") {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			got := ran(t, t.TempDir(), string(text))
			if got == string(text) {
				return
			}
			if os.Getenv("PATGRAPH_UPDATE") == "" {
				t.Errorf("what is shown is not what comes out:\n%s", udiff.Unified(page, "what comes out", string(text), got))
			} else if err := os.WriteFile(page, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// ran is a page with the actual output of its commands in a folder.
func ran(t *testing.T, dir, page string) string {
	var b strings.Builder
	done := 0
	for _, at := range fenced.FindAllStringSubmatchIndex(page, -1) {
		b.WriteString(page[done:at[4]])
		done = at[4]
		body := page[at[4]:at[5]]
		if page[at[2]:at[3]] == "console" {
			b.WriteString(ranBlock(t, dir, body))
			done = at[5]
		} else if name := shownFile.FindStringSubmatch(page[:at[0]]); name != nil {
			write(t, filepath.Join(dir, name[1]), body)
		}
	}
	return b.String() + page[done:]
}

// ranBlock is a block with the actual output of its commands. One shell runs them, so that each sees the exit status of
// the one before.
func ranBlock(t *testing.T, dir, block string) string {
	parts := strings.Split("\n"+block, "\n$ ")[1:]
	commands := make([]string, len(parts))
	var script strings.Builder
	for i, part := range parts {
		for more := true; more; more = strings.HasSuffix(commands[i], "\\\n") {
			line, rest, _ := strings.Cut(part, "\n")
			commands[i] += line + "\n"
			part = rest
		}
		script.WriteString(commands[i] + "status=$?; printf '\\001'; (exit $status)\n")
	}
	sh := exec.Command("sh", "-c", script.String())
	sh.Dir = dir
	sh.Env = append(os.Environ(), "NO_COLOR=", "CLICOLOR_FORCE=", "COLORTERM=", "PATGRAPH_DEBUG=",
		"GITHUB_WORKSPACE=", "LC_ALL=C")
	var out bytes.Buffer
	sh.Stdout, sh.Stderr = &out, &out
	_ = sh.Run() // its exit status is that of the last command
	written := strings.Split(out.String(), "\x01")
	if len(written) != len(commands)+1 {
		t.Fatalf("%d of %d commands were run:\n%s", len(written)-1, len(commands), out.Bytes())
	}
	var b strings.Builder
	for i, c := range commands {
		b.WriteString("$ " + c)
		if w := strings.TrimRight(written[i], "\n"); w != "" {
			b.WriteString(w + "\n")
		}
		if i+1 < len(parts) && strings.HasSuffix(parts[i], "\n") {
			b.WriteString("\n") // the blank line before the next command
		}
	}
	return b.String()
}

// The README has at most 10 kB. It names every topic of the manual, and links only to files that exist.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 10_000 {
		t.Errorf("it has %d bytes", len(text))
	}
	_, pages, _ := strings.Cut(string(text), "\n## The manual\n")
	pages, _, _ = strings.Cut(pages, "\n## ")
	for _, topic := range manual.Topics() {
		if !regexp.MustCompile(`\b` + topic.Name + `\b`).MatchString(pages) {
			t.Errorf("it does not name the topic %s", topic.Name)
		}
	}
	for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("../..", link[1])); err != nil {
			t.Error(err)
		}
	}
}
