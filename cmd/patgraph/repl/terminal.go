package repl

import (
	"errors"

	"github.com/peterh/liner"
)

// A Terminal reads lines with a line editor, on standard input and output.
type Terminal struct {
	editor  *liner.State
	history *History
	Broken  func(error) // called once if the history cannot be written
}

// Editable reports whether the terminal supports a line editor.
func Editable() bool { return liner.TerminalSupported() }

// NewTerminal takes over the terminal until it is closed. Between two reads, Ctrl-C is a signal as usual.
func (s *Session) NewTerminal(h *History, lines []string) *Terminal {
	t := &Terminal{editor: liner.NewLiner(), history: h}
	t.editor.SetCtrlCAborts(true)
	t.editor.SetTabCompletionStyle(liner.TabPrints)
	t.editor.SetMultiLineMode(true)
	t.editor.SetBeep(false)
	t.editor.SetWordCompleter(s.Complete)
	for _, line := range lines {
		t.editor.AppendHistory(line)
	}
	return t
}

// Read reads a line. Its error is io.EOF, ErrAbandoned or one of the terminal.
func (t *Terminal) Read(prompt string) (string, error) {
	line, err := t.editor.Prompt(prompt)
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", ErrAbandoned
	case err != nil:
		return "", err
	}
	t.editor.AppendHistory(line)
	if err := t.history.Add(line); err != nil {
		t.history = nil
		if t.Broken != nil {
			t.Broken(err)
		}
	}
	return line, nil
}

// Close restores the terminal.
func (t *Terminal) Close() error { return t.editor.Close() }
