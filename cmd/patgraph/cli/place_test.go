package cli

import (
	"os"
	"strings"
	"testing"
)

func TestParseLocation(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.k", "b:1.k", "c.k:3", `C:\d.k`} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		arg          string
		path         string
		line, column int
		fails        string
	}{
		{arg: "a.k", path: "a.k"},
		{arg: "a.k:1", path: "a.k", line: 1},
		{arg: "a.k:1:2", path: "a.k", line: 1, column: 2},
		{arg: "a.k:1:2:", path: "a.k", line: 1, column: 2},
		{arg: "a.k:", path: "a.k"},
		{arg: "a.k:1:2:3", fails: "there is `:1:2:3`"},
		{arg: "a.k:0", fails: "count from 1"},
		{arg: "a.k:1:0", fails: "count from 1"},
		{arg: "a.k:-1", fails: "there is `:-1`"},
		{arg: "a.k:x", fails: "there is `:x`"},
		{arg: "a.k:99999999999999999999", fails: "there is"},
		{arg: "b:1.k", path: "b:1.k"},
		{arg: "b:1.k:4", path: "b:1.k", line: 4},
		{arg: "c.k:3", path: "c.k:3"},
		{arg: "c.k:3:4:5", path: "c.k:3", line: 4, column: 5},
		{arg: "c.k:4", path: "c.k", line: 4},
		{arg: "c.k:4:5", path: "c.k", line: 4, column: 5},
		{arg: `C:\d.k`, path: `C:\d.k`},
		{arg: `C:\d.k:1:2`, path: `C:\d.k`, line: 1, column: 2},
		{arg: `D:\e.k:1:2`, path: `D:\e.k`, line: 1, column: 2},
		{arg: "D:/e.k", path: "D:/e.k"},
		{arg: "-", path: "-"},
		{arg: "-:1:2", path: "-", line: 1, column: 2},
		{arg: "nosuch.k:1:2", path: "nosuch.k", line: 1, column: 2},
		{arg: ":1:2", path: ":1", line: 2},
	} {
		l, err := parseLocation(test.arg)
		switch {
		case test.fails != "":
			if err == nil || !strings.Contains(err.Error(), test.fails) {
				t.Errorf("%s: %v, want an error with %s", test.arg, err, test.fails)
			}
		case err != nil:
			t.Errorf("%s: %v", test.arg, err)
		case l.Path != test.path || l.Line != test.line || l.Column != test.column:
			t.Errorf("%s: %+v", test.arg, l)
		}
	}
}
