package tutorial

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed lessons/*.md
var pages embed.FS

// A Lesson is one step of the tutorial: a program with a task.
type Lesson struct {
	Name     string  `json:"name"` // of its page, as in 03-product
	Title    string  `json:"title"`
	Text     string  `json:"text"` // Markdown, with the program
	Task     string  `json:"task"`
	Hint     string  `json:"hint"`
	File     string  `json:"file"`     // the name of the program's file
	Program  string  `json:"program"`  // as the lesson gives it
	Solution string  `json:"solution"` // a program that solves the task
	Checks   []Check `json:"-"`
}

// program matches a fenced block, below the name of its file if it has one.
var program = regexp.MustCompile("(?ms)^(?:`([\\w.-]+)`:\n\n)?```\\w*\n(.*?)^```$")

// Lessons are all lessons in their order.
func Lessons() []Lesson {
	entries, err := pages.ReadDir("lessons")
	if err != nil {
		panic(err) // the folder is embedded
	}
	lessons := make([]Lesson, len(entries))
	for i, e := range entries {
		text, err := pages.ReadFile("lessons/" + e.Name())
		if err != nil {
			panic(err)
		}
		lessons[i] = read(strings.TrimSuffix(e.Name(), ".md"), string(text))
	}
	return lessons
}

// read reads the page of a lesson: its title, its text and the parts below the headings Task, Check, Hint and Solution.
// The tests detect a page without one of them.
func read(name, page string) Lesson {
	title, rest, _ := strings.Cut(page, "\n")
	parts := strings.Split(rest, "\n## ")
	l := Lesson{Name: name, Title: strings.TrimPrefix(title, "# "), Text: strings.TrimSpace(parts[0])}
	if m := program.FindStringSubmatch(l.Text); m != nil {
		l.File, l.Program = m[1], m[2]
	}
	for _, part := range parts[1:] {
		heading, body, _ := strings.Cut(part, "\n")
		var code string
		if m := program.FindStringSubmatch(body); m != nil {
			code = m[2]
		}
		switch body = strings.TrimSpace(body); heading {
		case "Task":
			l.Task = body
		case "Hint":
			l.Hint = body
		case "Solution":
			l.Solution = code
		case "Check":
			for line := range strings.Lines(code) {
				l.Checks = append(l.Checks, readCheck(strings.TrimSpace(line)))
			}
		}
	}
	return l
}

// readCheck reads a line: `name : SIGNATURE`, or `name VALUE = RESULT`, where a result is a value or undefined.
func readCheck(line string) Check {
	name, rest, _ := strings.Cut(line, " ")
	if signature, ok := strings.CutPrefix(rest, ": "); ok {
		return Check{Name: name, Signature: signature}
	}
	input, result, _ := strings.Cut(rest, " = ")
	return Check{Name: name, Input: input, Result: result}
}

// Page is the lesson as a page of the manual, without its hint and its solution. It is number n of all.
func (l *Lesson) Page(n, all int) string {
	return fmt.Sprintf("# Lesson %d of %d: %s\n\n%s\n\n%s\n", n, all, l.Title, l.Text, l.TaskText())
}

// TaskText is the task below its heading.
func (l *Lesson) TaskText() string { return "**Task.** " + l.Task }
