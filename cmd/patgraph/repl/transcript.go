package repl

import (
	"io"
	"strings"
)

// A transcript is a session as seen on a terminal: lines that begin with a prompt are typed, the lines below are the
// answers. Lines before the first prompt are a description. An answer that looks like typed input is preceded by a
// blank.

// Replay executes the typed lines of a transcript in a new session, which begin makes with the given output function,
// and returns the new transcript.
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
	return strings.HasPrefix(line, Prompt) || strings.HasPrefix(line, More) || line == strings.TrimSpace(Prompt) ||
		line == strings.TrimSpace(More)
}

// indenting writes answers so that no line looks typed.
type indenting struct {
	to   *strings.Builder
	line strings.Builder // the current line so far
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

// end ends the current line, if it is not empty.
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
