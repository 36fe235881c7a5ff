package config

import "github.com/patgraph/patgraph/lang"

// parse always fails: a browser has no files, and needs no TOML parser.
func (c *Config) parse(text []byte, _ *Values) {
	c.Text = lang.NewFile(c.Name, text)
	c.Problems = []lang.Diagnostic{{Code: lang.BadConfig, Message: lang.Text("there are no configurations here")}}
}
