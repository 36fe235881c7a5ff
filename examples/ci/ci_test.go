// Package ci_test checks the examples of continuous integration: the files
// follow the schemas of their tools, and their commands run.
package ci_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// decode reads YAML into a value, which must have a field for every key of the text.
func decode(t *testing.T, path string, to any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(to); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if err := d.Decode(new(any)); err != io.EOF {
		t.Fatalf("%s: there is more than one document (%v)", path, err)
	}
}

// TestSchemas checks the files against the schemas of their tools.
func TestSchemas(t *testing.T) {
	for path, name := range map[string]string{
		"github-actions/patgraph.yml":       "github-actions",
		"gitlab/gitlab-ci.yml":              "gitlab",
		"kubernetes/job.yaml":               "kubernetes-job",
		"pre-commit/pre-commit-config.yaml": "pre-commit-config",
		"../../.pre-commit-hooks.yaml":      "pre-commit-hooks",
	} {
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		schema, err := c.Compile("testdata/" + name + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		decode(t, path, &doc)
		text, err := json.Marshal(doc) // the schemas need JSON's numbers and keys
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(instance); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		// A schema must reject something.
		broken := regexp.MustCompile(`"(steps|script|completions|hooks|entry)"`).ReplaceAll(text, []byte(`"x$1"`))
		if instance, _ = jsonschema.UnmarshalJSON(bytes.NewReader(broken)); schema.Validate(instance) == nil {
			t.Errorf("%s: the schema takes it with other keys", path)
		}
	}
}

// binary builds patgraph, once, into a folder for PATH.
var binary = sync.OnceValues(func() (dir string, err error) {
	dir, err = os.MkdirTemp("", "patgraph-ci")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "patgraph"), "../../cmd/patgraph").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, out)
	}
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if built {
		dir, _ := binary()
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

var built bool // whether binary was called

// The size of the program in the README is right to about a twentieth.
func TestSize(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("`patgraph` \\((\\d+) MB\\)").FindSubmatch(page)
	if m == nil {
		t.Fatal("the README does not state the size of patgraph")
	}
	stated, _ := strconv.Atoi(string(m[1]))
	built = true
	dir, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "patgraph"))
	if err != nil {
		t.Fatal(err)
	}
	if is := float64(info.Size()) / 1e6; max(is, float64(stated)) > 1.05*min(is, float64(stated)) {
		t.Errorf("patgraph has %.1f MB, not %d", is, stated)
	}
}

// A place is a folder in which commands run, with the environment of a scheduler.
type place struct {
	t   *testing.T
	dir string
	env []string
}

// newPlace makes a folder with programs: some without errors, one with an error, one with a
// warning. Without a POSIX shell the test is skipped.
func newPlace(t *testing.T) *place {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no POSIX shell")
	}
	built = true
	bin, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	p := &place{t: t, dir: t.TempDir()}
	p.env = []string{
		"HOME=" + p.dir, "TMPDIR=" + t.TempDir(), "PATH=" + os.Getenv("PATH"),
		"PATGRAPH_CACHE=off", "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
	}
	for i := range 9 {
		p.write(fmt.Sprintf("programs/p%d.k", i), fmt.Sprintf("f%d = .a .b;\n", i))
	}
	p.write("programs/wrong.k", "f = {1 x, 2 y} .z;\n")
	p.write("programs/warned.k", "+++ f = 1;\n")
	return p
}

func (p *place) write(path, text string) {
	p.t.Helper()
	path = filepath.Join(p.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) read(path string) string {
	p.t.Helper()
	b, err := os.ReadFile(filepath.Join(p.dir, path))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}

// run runs a program with additional variables, and returns its exit status and output.
func (p *place) run(env []string, name string, args ...string) (status int, out string) {
	p.t.Helper()
	c := exec.Command(name, args...)
	c.Dir = p.dir
	c.Env = slices.Concat(p.env, env)
	b, err := c.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		p.t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(b)
}

// must is run for a program that has to end with a status.
func (p *place) must(status int, env []string, name string, args ...string) string {
	p.t.Helper()
	got, out := p.run(env, name, args...)
	if got != status {
		p.t.Fatalf("%s %q: exit status %d, want %d\n%s", name, args, got, status, out)
	}
	return out
}

// whole is the report of a run over all programs.
func (p *place) whole(paths ...string) string {
	p.t.Helper()
	return p.must(1, nil, "patgraph", append([]string{"check", "--format", "ndjson"}, paths...)...)
}

func TestGitHubActions(t *testing.T) {
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Run  string
				With map[string]string
			}
		}
	}
	decode(t, "github-actions/patgraph.yml", &workflow)
	p := newPlace(t)
	ran := false
	for _, s := range workflow.Jobs["check"].Steps {
		if strings.HasPrefix(s.Run, "patgraph ") {
			// GitHub runs steps by bash -e.
			p.must(1, []string{"GITHUB_ACTIONS=true", "GITHUB_WORKSPACE=" + p.dir}, "sh", "-e", "-c", s.Run)
			ran = true
		}
		if file := s.With["sarif_file"]; file != "" {
			var log struct {
				Version string
				Runs    []struct{ Results []struct{ RuleID string } }
			}
			if err := json.Unmarshal([]byte(p.read(file)), &log); err != nil || log.Version != "2.1.0" || len(log.Runs[0].Results) != 2 {
				t.Errorf("what is uploaded: %v, %+v", err, log)
			}
		}
	}
	if !ran {
		t.Error("no step runs patgraph")
	}
}

func TestGitLab(t *testing.T) {
	var file map[string]struct {
		Parallel  int
		Variables map[string]string
		Script    []string
		Artifacts struct{ Reports struct{ Junit string } }
	}
	decode(t, "gitlab/gitlab-ci.yml", &file)
	job := file["patgraph"]
	p := newPlace(t)
	cases, failures, worst := 0, 0, 0
	for i := 1; i <= job.Parallel; i++ {
		env := []string{"CI_PROJECT_DIR=" + p.dir, fmt.Sprintf("CI_NODE_INDEX=%d", i), fmt.Sprintf("CI_NODE_TOTAL=%d", job.Parallel)}
		for k, v := range job.Variables {
			env = append(env, k+"="+strings.ReplaceAll(v, "$CI_PROJECT_DIR", p.dir))
		}
		status, out := p.run(env, "sh", "-e", "-c", strings.Join(job.Script, "\n"))
		if worst = max(worst, status); status > 1 {
			t.Fatal(out)
		}
		report := p.read(job.Artifacts.Reports.Junit)
		cases += strings.Count(report, "<testcase ")
		failures += strings.Count(report, "<failure ")
	}
	if cases < 11 || failures != 1 || worst != 1 {
		t.Errorf("%d cases, %d failures, exit status %d", cases, failures, worst)
	}
	if _, err := os.Stat(filepath.Join(p.dir, ".patgraph-cache")); err != nil {
		t.Errorf("what the job keeps is not where GitLab looks: %v", err)
	}
}

func TestKubernetes(t *testing.T) {
	var job struct {
		Spec struct {
			Completions int
			Template    struct {
				Spec struct {
					Containers []struct {
						Command, Args []string
						Env           []struct{ Name, Value string }
						VolumeMounts  []struct {
							Name      string
							MountPath string `yaml:"mountPath"`
						} `yaml:"volumeMounts"`
					}
					Volumes []struct{ Name string }
				}
			}
		}
	}
	decode(t, "kubernetes/job.yaml", &job)
	p := newPlace(t)
	c := job.Spec.Template.Spec.Containers[0]
	var env []string
	for _, e := range c.Env {
		env = append(env, e.Name+"="+e.Value)
		if e.Name == "JOB_COMPLETIONS" && e.Value != strconv.Itoa(job.Spec.Completions) {
			t.Errorf("JOB_COMPLETIONS is %s, completions are %d", e.Value, job.Spec.Completions)
		}
	}
	// The volumes are folders here.
	inside := strings.Join(c.Args, "\n")
	merge := block(t, "kubernetes/README.md", "patgraph merge")
	for _, m := range c.VolumeMounts {
		if !slices.ContainsFunc(job.Spec.Template.Spec.Volumes, func(v struct{ Name string }) bool { return v.Name == m.Name }) {
			t.Errorf("there is no volume %s", m.Name)
		}
		inside = strings.ReplaceAll(inside, m.MountPath, filepath.Join(p.dir, m.Name))
		merge = strings.ReplaceAll(merge, m.MountPath, filepath.Join(p.dir, m.Name))
	}
	if err := os.Mkdir(filepath.Join(p.dir, "reports"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range job.Spec.Completions {
		p.must(0, append(env, fmt.Sprintf("JOB_COMPLETION_INDEX=%d", i)), c.Command[0], append(c.Command[1:], inside)...)
	}
	p.must(1, nil, "sh", "-e", "-c", merge)
	if got := p.read("report.ndjson"); got != p.whole(filepath.Join(p.dir, "programs")) {
		t.Errorf("the pods together say\n%s", got)
	}
	// A program that cannot be read makes its pod fail.
	p.write("programs/binary.k", "x\x00x\x00x\x00x\x00")
	failed := 0
	for i := range job.Spec.Completions {
		if status, _ := p.run(append(env, fmt.Sprintf("JOB_COMPLETION_INDEX=%d", i)), c.Command[0], append(c.Command[1:], inside)...); status != 0 {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("%d pods fail", failed)
	}
}

func TestSlurm(t *testing.T) {
	script, err := filepath.Abs("slurm/patgraph.sbatch")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	array := regexp.MustCompile(`(?m)^#SBATCH --array=(\d+)-(\d+)$`).FindStringSubmatch(string(text))
	if array == nil {
		t.Fatal("there is no array")
	}
	first, _ := strconv.Atoi(array[1])
	last, _ := strconv.Atoi(array[2])
	p := newPlace(t)
	task := func(i int) []string {
		return []string{
			fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", i), fmt.Sprintf("SLURM_ARRAY_TASK_COUNT=%d", last-first+1),
			fmt.Sprintf("SLURM_ARRAY_TASK_MIN=%d", first), fmt.Sprintf("SLURM_ARRAY_TASK_MAX=%d", last), "SLURM_CPUS_PER_TASK=2",
		}
	}
	for i := first; i <= last; i++ {
		p.must(0, task(i), "sh", script, "programs")
	}
	merge := regexp.MustCompile(`--wrap '([^']*)'`).FindStringSubmatch(block(t, "slurm/README.md", "--wrap"))
	if merge == nil {
		t.Fatal("the reports are not merged")
	}
	p.must(1, nil, "sh", "-e", "-c", merge[1])
	whole := p.whole("programs")
	if got := p.read("report.ndjson"); got != whole {
		t.Errorf("the tasks together say\n%s", got)
	}
	// Tasks that were interrupted twice continue their reports.
	resumed := 0
	for i := first; i <= last; i++ {
		name := fmt.Sprintf("reports/%d.ndjson", i)
		report := p.read(name)
		os.Remove(filepath.Join(p.dir, name))
		p.write(name+".before", report[:len(report)-1])
		p.write(name+".part", report[:len(report)/3])
		out := p.must(0, task(i), "sh", script, "programs")
		if strings.Contains(out, "taken from") {
			resumed++
		}
		if got := p.read(name); got != report {
			t.Errorf("task %d says after all\n%s\nwant\n%s", i, got, report)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(p.dir, "reports", "*.ndjson.*")); left != nil || resumed == 0 {
		t.Errorf("%d tasks went on; left over: %q", resumed, left)
	}
	// If a program cannot be read, the task fails, and its report is kept so that the task can continue.
	p.write("programs/binary.k", "x\x00x\x00x\x00x\x00")
	failed := 0
	for i := first; i <= last; i++ {
		if status, _ := p.run(task(i), "sh", script, "programs"); status != 0 {
			failed++
		}
	}
	if parts, _ := filepath.Glob(filepath.Join(p.dir, "reports", "*.part")); failed != 1 || len(parts) != 1 {
		t.Errorf("%d tasks fail, which leave %q", failed, parts)
	}
}

// block returns the block of code of a page that contains some words.
func block(t *testing.T, page, words string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		if strings.Contains(part[1], words) {
			return part[1]
		}
	}
	t.Fatalf("%s does not show %s", page, words)
	return ""
}

// repository makes a git repository with the programs of a place.
func repository(t *testing.T) *place {
	p := newPlace(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for _, line := range []string{"init -q -b main", "add programs/p0.k", "commit -q -m start"} {
		p.must(0, nil, "git", strings.Fields(line)...)
	}
	return p
}

func TestHook(t *testing.T) {
	p := repository(t)
	hook, err := os.ReadFile("pre-commit/pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	p.write("pre-commit", string(hook))
	p.must(0, nil, "sh", "-e", "-c", block(t, "pre-commit/README.md", ".git/hooks"))

	commit := func(status int, message string) string {
		t.Helper()
		return p.must(status, nil, "git", "commit", "-q", "-m", message)
	}
	// Without staged programs.
	p.write("notes.txt", "x")
	p.must(0, nil, "git", "add", "notes.txt")
	commit(0, "no program")
	// A program without errors, whose name has special characters of shells.
	p.write("programs/a 'b' ñ\n.k", "f = .a;\n")
	p.must(0, nil, "git", "add", "programs/a 'b' ñ\n.k")
	commit(0, "sound")
	// One with an error; the report has its path.
	p.must(0, nil, "git", "add", "programs/wrong.k")
	if out := commit(1, "wrong"); !strings.Contains(out, "--> programs/wrong.k:1:") || !strings.Contains(out, "--no-verify") {
		t.Errorf("it says\n%s", out)
	}
	p.must(0, nil, "git", "reset", "-q")
	p.write("programs/net.rly", "def @f() { %x }\n")
	p.must(0, nil, "git", "add", "programs/net.rly")
	if out := commit(1, "wrong"); !strings.Contains(out, "--> programs/net.rly:1:12") {
		t.Errorf("it says\n%s", out)
	}
	p.must(0, nil, "git", "reset", "-q")
	p.write("programs/model.onnxtxt", "<ir_version: 8, opset_import: [\"\" : 17]>\n"+
		"m (float[2] x, float[3] y) => (z) { z = Add(x, y) }\n")
	p.must(0, nil, "git", "add", "programs/model.onnxtxt")
	if out := commit(1, "wrong"); !strings.Contains(out, "--> programs/model.onnxtxt:2:") {
		t.Errorf("it says\n%s", out)
	}
	p.must(0, nil, "git", "reset", "-q")
	p.must(0, nil, "git", "add", "programs/wrong.k")
	// The staged version is checked, not that in the folder: one error is only in the
	// index, and one only in the folder.
	p.write("programs/wrong.k", "f = {1 x, 2 y} .x;\n")
	commit(1, "fixed in the folder only")
	p.must(0, nil, "git", "add", "programs/wrong.k")
	p.write("programs/wrong.k", "f = nosuch;\n")
	commit(0, "fixed")
	// The settings are used, also those of folders.
	p.must(0, nil, "git", "add", "programs/warned.k")
	p.write("programs/patgraph.toml", "strict = true\n")
	p.must(0, nil, "git", "add", "programs/patgraph.toml")
	if out := commit(1, "warned"); !strings.Contains(out, "warning[P0501]") {
		t.Errorf("it says\n%s", out)
	}
	p.must(0, nil, "git", "rm", "-q", "--cached", "programs/patgraph.toml")
	commit(0, "a warning is none")
	// An unchanged library, and an excluded folder.
	p.write("patgraph.toml", "library = [\"core.k\"]\nexclude = [\"old/\"]\n")
	p.write("core.k", "double = [(), ()] PLUS;\n")
	p.must(0, nil, "git", "add", "patgraph.toml", "core.k")
	commit(0, "a library")
	p.write("programs/app.k", "f = double double;\n")
	p.write("old/bad.k", "f = nosuch;\n")
	p.must(0, nil, "git", "add", "programs/app.k", "old/bad.k")
	commit(0, "uses the library")
	p.write("programs/app.k", "f = double duble;\n")
	p.must(0, nil, "git", "add", "programs/app.k")
	if out := commit(1, "misspelt"); !strings.Contains(out, "--> programs/app.k:1:12") {
		t.Errorf("it says\n%s", out)
	}
	p.must(0, nil, "git", "reset", "-q")
	p.must(0, nil, "git", "rm", "-q", "--cached", "patgraph.toml")
	commit(0, "no library any more")
	// In a folder below, and with a removed program.
	p.must(0, nil, "git", "add", "programs/p1.k")
	p.must(0, nil, "git", "-C", "programs", "commit", "-q", "-m", "below")
	p.must(0, nil, "git", "rm", "-q", "--cached", "programs/p1.k")
	commit(0, "removed")
	if left, _ := filepath.Glob(filepath.Join(strings.TrimPrefix(p.env[1], "TMPDIR="), "*")); left != nil {
		t.Errorf("it leaves %q", left)
	}
}

// TestPreCommit runs the commands of pre-commit on the files that it would pass.
func TestPreCommit(t *testing.T) {
	var hooks []struct{ ID, Entry, Files string }
	decode(t, "../../.pre-commit-hooks.yaml", &hooks)
	var config struct {
		Repos []struct{ Hooks []struct{ ID string } }
	}
	decode(t, "pre-commit/pre-commit-config.yaml", &config)
	p := repository(t)
	p.write("programs/net.rly", "def @f(%x: int32) { %x }\n")
	for _, use := range config.Repos[0].Hooks {
		i := slices.IndexFunc(hooks, func(h struct{ ID, Entry, Files string }) bool { return h.ID == use.ID })
		if i < 0 {
			t.Fatalf("there is no hook %s", use.ID)
		}
		files := regexp.MustCompile(hooks[i].Files)
		var named []string
		for _, f := range []string{"programs/p1.k", "programs/wrong.k", "programs/net.rly", "net.trs", "model.onnx",
			"model.onnxtxt", "notes.txt", "a.kt", "a.rlyx", "onnx"} {
			if files.MatchString(f) {
				named = append(named, f)
			}
		}
		if len(named) != 6 {
			t.Errorf("%s is about %q", use.ID, named)
		}
		entry := strings.Fields(hooks[i].Entry)
		p.must(1, nil, entry[0], append(entry[1:], named[:3]...)...)
		p.must(0, nil, entry[0], append(entry[1:], named[0])...)
	}
	// pre-commit installs golang hooks by go install ./... and calls them by their name.
	if _, err := os.Stat("../../cmd/" + strings.Fields(hooks[0].Entry)[0] + "/main.go"); err != nil {
		t.Error(err)
	}
}
