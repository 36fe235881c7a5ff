//go:build !js

package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/tutorial"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Tutorial is the command that teaches patgraph by lessons.
func Tutorial() *Command {
	return &Command{
		Name: "tutorial", Args: "[FOLDER]", Summary: "learn patgraph in short lessons, each a program to change",
		Details: "Shows a lesson and writes its program into FOLDER (patgraph-tutorial). Change the program in an\n" +
			"editor, and use the command again: it checks the program, and goes on to the next lesson when the\n" +
			"task is solved. A file that exists is never overwritten; delete it to begin its lesson again.\n\n" +
			"exit status: 0 the lesson is solved, or shown for the first time or because of a flag, 1 its task\n" +
			"is not solved yet.",
		Examples: [][2]string{
			{"patgraph tutorial", "begin, or check the program of the current lesson"},
			{"patgraph tutorial --hint", "if you cannot go on"},
			{"patgraph tutorial --lesson 9", "go to a lesson"},
			{"patgraph tutorial --list", "all lessons, and which are solved"},
		},
		Run: (*Flags).tutorial,
	}
}

func (f *Flags) tutorial(p *Program, args []string) error {
	byDefault := tutorial.DefaultFolder
	if exists(tutorial.Folder(".").Progress()) {
		byDefault = "." // within the folder of a tutorial
	}
	folder, err := p.Argument(args, "folder", byDefault)
	if err != nil {
		return err
	}
	t := &tutor{f: f, p: p, folder: tutorial.Folder(folder), lessons: tutorial.Lessons()}
	if f.Lesson > len(t.lessons) {
		return Wrong(fmt.Sprintf("--lesson is a number from 1 to %d, not %d", len(t.lessons), f.Lesson))
	}
	if f.Hint && f.Solution || f.List && (f.Hint || f.Solution || f.Lesson > 0) {
		return Wrong("--list, --hint and --solution exclude each other, and --list is about all lessons")
	}
	// The lessons mean the same everywhere.
	f.NoConfig = true
	if err := t.choose(); err != nil {
		return err
	}
	l := &t.lessons[t.current]
	switch {
	case f.List:
		return t.list()
	case f.Hint:
		return t.say("**Hint.** " + l.Hint)
	case f.Solution:
		return t.say("**Solution.** " + words.Quote(l.File) + ":\n\n```\n" + l.Solution + "```")
	case f.Lesson > 0:
		if _, err := t.begin(); err != nil {
			return err
		}
		return t.show()
	}
	return t.next()
}

// A tutor is one use of the command.
type tutor struct {
	f       *Flags
	p       *Program
	folder  tutorial.Folder
	lessons []tutorial.Lesson
	current int
}

// choose finds the current lesson: the given one, the one of the folder, or the first that is not solved.
func (t *tutor) choose() error {
	if t.current = t.f.Lesson - 1; t.current >= 0 {
		return nil
	}
	var damaged bool
	var err error
	if t.current, damaged, err = t.folder.Current(t.lessons); err != nil || t.current >= 0 {
		return err
	}
	if damaged {
		t.p.Err.Print([]byte("patgraph: " + words.Quote(inputs.Shown(t.folder.Progress())) +
			" is damaged; the first lesson that is not solved is the current one\n"))
	}
	t.current, err = t.unsolved(0)
	t.current = max(t.current, 0)
	return err
}

// unsolved is the first lesson that is not solved, from a lesson on and then from the first one; -1: all are solved.
func (t *tutor) unsolved(from int) (int, error) {
	for n := range t.lessons {
		i := (from + n) % len(t.lessons)
		if a, err := t.examine(&t.lessons[i]); err != nil || !a.solved {
			return i, err
		}
	}
	return -1, nil
}

// An examination is what is found in the program of a lesson.
type examination struct {
	solved   bool
	findings []tutorial.Finding
	report   []byte // as check writes it; empty if there are no errors
}

// examine analyses the program of a lesson. One that does not exist does not solve it.
func (t *tutor) examine(l *tutorial.Lesson) (e examination, err error) {
	b, config, err := t.f.Batch(t.p)
	if err != nil {
		return e, err
	}
	style := t.f.Style(t.p, t.p.Stdout)
	b.Render = func(in *report.Input) (out, _ []byte) {
		e.findings = l.Find(in)
		if e.solved = tutorial.Solved(e.findings); in.Result == nil || in.Count().Errors > 0 {
			e.report = style.AppendDiagnostics(nil, in)
		}
		return nil, nil
	}
	total, err := b.Run(t.p.Context, slices.Values(inputs.Gather(config.Inputs, []string{t.folder.Path(l)})),
		func(*batch.Outcome) error { return nil })
	if len(e.report) > 0 {
		e.report = style.AppendSummary(e.report, total.Summary, total.Codes)
	}
	return e, err
}

// next begins the current lesson, or checks its program and goes on if that solves the task.
func (t *tutor) next() error {
	l := &t.lessons[t.current]
	if begun, err := t.begin(); err != nil {
		return err
	} else if begun {
		return t.show()
	}
	e, err := t.examine(l)
	if err != nil {
		return err
	}
	if e.solved {
		return t.goOn(e.findings)
	}
	if len(e.report) > 0 {
		if err := t.p.Out.Print(append(e.report, '\n')); err != nil {
			return err
		}
	}
	page := fmt.Sprintf("**Lesson %d is not solved yet.**\n", t.current+1)
	if len(e.findings) > 0 {
		page += "\n" + describe(e.findings)
	}
	again := fmt.Sprintf(" `--lesson %d` shows the lesson again.", t.current+1)
	return ended(report.Errors, t.say(page+"\n"+l.TaskText()+"\n\n"+t.where(l)+again))
}

// goOn says that a lesson is solved and shows the next one that is not.
func (t *tutor) goOn(findings []tutorial.Finding) error {
	if err := t.say(fmt.Sprintf("**Lesson %d is solved.**\n\n", t.current+1) + describe(findings)); err != nil {
		return err
	}
	next, err := t.unsolved(t.current + 1)
	if err != nil {
		return err
	}
	if err := t.p.Out.Print([]byte("\n")); err != nil {
		return err
	}
	if next < 0 {
		return t.say(fmt.Sprintf("All %d lessons are solved. `patgraph help` lists what else there is: pages such as "+
			"`patgraph help k` and `patgraph help relay`, and `patgraph explore`, which shows programs in the browser.",
			len(t.lessons)))
	}
	t.current = next
	if _, err := t.begin(); err != nil {
		return err
	}
	return t.show()
}

// begin writes the program of the current lesson, unless it exists, and stores which lesson is the current one.
func (t *tutor) begin() (begun bool, err error) {
	l := &t.lessons[t.current]
	if begun, err = t.folder.Begin(l); err == nil {
		err = t.folder.SetCurrent(l)
	}
	return begun, err
}

// show shows the current lesson.
func (t *tutor) show() error {
	l := &t.lessons[t.current]
	return t.say(l.Page(t.current+1, len(t.lessons)) + "\n" + t.where(l))
}

// where says which file to change.
func (t *tutor) where(l *tutorial.Lesson) string {
	again := "patgraph tutorial"
	if t.folder != tutorial.DefaultFolder {
		again += " " + report.ShellWord(inputs.Shown(string(t.folder)))
	}
	return "Change " + words.Quote(inputs.Shown(t.folder.Path(l))) + ", then run " + words.Quote(again) +
		". `--hint` shows a hint."
}

// describe lists what is right and what is wrong in a program.
func describe(findings []tutorial.Finding) string {
	var b strings.Builder
	for i := range findings {
		b.WriteString(findings[i].Text())
	}
	return b.String()
}

// list lists the lessons.
func (t *tutor) list() error {
	var b strings.Builder
	for i := range t.lessons {
		e, err := t.examine(&t.lessons[i])
		if err != nil {
			return err
		}
		mark, solved := " ", ""
		if i == t.current {
			mark = "*"
		}
		if e.solved {
			solved = "solved"
		}
		fmt.Fprintf(&b, "%s %2d  %-6s  %s\n", mark, i+1, solved, t.lessons[i].Title)
	}
	return t.p.Out.Print([]byte(b.String()))
}

// say writes a page of the manual.
func (t *tutor) say(page string) error {
	width := t.f.Style(t.p, t.p.Stdout).Width
	if width <= 0 || width > lessonWidth {
		width = lessonWidth
	}
	return t.p.Out.Print([]byte(lang.VisibleLines(string(manual.Render(page, width)))))
}

// lessonWidth is the maximum width of a lesson in columns.
const lessonWidth = 80
