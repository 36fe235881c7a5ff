package repl

import (
	"io"
	"strings"
)

// A transcript is a session as it is seen: lines that begin with a prompt are typed,
// those below are what was answered. Lines before the first prompt say what it is
// about. An answer that would look like something typed has a blank before it.

// Replay does what is typed in a transcript, in a session that is made with a function
// that takes its answers, and returns the transcript of that.
func Replay(transcript string, begin func(write func([]byte) error) (*Session, error)) (string, error) {
	var b strings.Builder
	answers := &indenting{to: &b}
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(transcript, "\r\n", "\n"), "\n"), "\n")
	at := 0
	for ; at < len(lines) && !typed(lines[at]); at++ {
		if transcript != "" {
			b.WriteString(lines[at] + "\n")
		}
	}
	s, err := begin(answers.write)
	if err != nil {
		return "", err
	}
	err = s.Run(func(prompt string) (string, error) {
		for at < len(lines) {
			line := lines[at]
			at++
			if typed(line) {
				line = line[min(len(Prompt), len(line)):]
				answers.end()
				if line == "" {
					prompt = strings.TrimSpace(prompt)
				}
				b.WriteString(prompt + line + "\n")
				return line, nil
			}
		}
		return "", io.EOF
	}, false)
	answers.end()
	return b.String(), err
}

// typed reports whether a line of a transcript was typed.
func typed(line string) bool {
	return strings.HasPrefix(line, Prompt) || strings.HasPrefix(line, More) || line == strings.TrimSpace(Prompt) || line == strings.TrimSpace(More)
}

// indenting writes answers, in which no line looks typed.
type indenting struct {
	to   *strings.Builder
	line strings.Builder // what of the present line is there
}

func (w *indenting) write(b []byte) error {
	for line := range strings.Lines(string(b)) {
		w.line.WriteString(line)
		if strings.HasSuffix(line, "\n") {
			w.end()
		}
	}
	return nil
}

// end ends the line, if one was begun.
func (w *indenting) end() {
	line := strings.TrimSuffix(w.line.String(), "\n")
	if w.line.Len() == 0 {
		return
	}
	w.line.Reset()
	if typed(line) {
		line = " " + line
	}
	w.to.WriteString(strings.TrimRight(line, " ") + "\n")
}
