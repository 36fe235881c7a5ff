// Command patgraph-verify checks certificates, which `patgraph check --certificate` writes, with no code of patgraph.
//
// It checks that the texts are those of the certificate, and that every error follows, step by step, from the
// constraints that the certificate gives for the program. It does not parse programs: that the program states these
// constraints, at these places and by these rules, is for the reader to judge. What relations such as the rules of
// operators compute is taken from the certificate; the answer counts that. `patgraph help certificates` has the format.
//
// The exit status is 0 for yes, 1 for no, and 2 if the certificate or a text cannot be read.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run checks the certificate in a file, or with - in standard input.
func run(args []string, stdin io.Reader, out, errs io.Writer) int {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") && args[0] != "-" {
		fmt.Fprintln(errs, "usage: patgraph-verify FILE\n\nFILE is what patgraph check --certificate wrote; "+
			"- is standard input. Run it in the\nsame folder as patgraph, because it reads the programs again.")
		return 2
	}
	read := func() ([]byte, error) { return os.ReadFile(args[0]) }
	if args[0] == "-" {
		read = func() ([]byte, error) { return io.ReadAll(stdin) }
	}
	data, err := read()
	why, total := "", counts{taken: make(map[string]int)}
	for rest := data; err == nil && why == "" && len(rest) > 0; {
		var given, proofs []byte
		given, rest, _ = bytes.Cut(rest, []byte("\n"))
		proofs, rest, _ = bytes.Cut(rest, []byte("\n"))
		why, err = verify(given, proofs, &total)
	}
	switch {
	case err != nil:
		fmt.Fprintln(errs, "patgraph-verify:", err)
		return 2
	case why != "":
		fmt.Fprintln(out, "no:", why)
		return 1
	}
	fmt.Fprintln(out, "yes:", &total)
	return 0
}

// counts are what is proved, and what is taken on trust.
type counts struct {
	programs, errors, unproved, firings int
	taken                               map[string]int
}

func (c *counts) String() string {
	text := fmt.Sprintf("programs: %d; errors proved: %d", c.programs, c.errors)
	for i, n := range []int{c.unproved, c.firings, c.taken["signature"], c.taken["summary"]} {
		if n > 0 {
			text += fmt.Sprintf("; %s: %d", []string{"errors without a proof", "results of relations that were not computed again",
				"facts of signatures that were not traced", "facts that sum up earlier constraints"}[i], n)
		}
	}
	return text
}

// verify checks one program of a certificate: what is given, and the proofs. It returns what is wrong, or nothing; the
// error is that something cannot be read.
func verify(given, proofs []byte, total *counts) (why string, err error) {
	var p program
	var c certificate
	total.programs++
	if err := decode(given, &p); err != nil || p.Patgraph != "program/1" {
		return "", fmt.Errorf("line %d of the certificate does not say what is given: %v", 2*total.programs-1, err)
	}
	if err := decode(proofs, &c); err != nil || c.Patgraph != "certificate/1" {
		return "", fmt.Errorf("line %d of the certificate has no proofs: %v", 2*total.programs, err)
	}
	if c.Program != hash(given) {
		return p.Name + ": the proofs are for something else that was given", nil
	}
	for i := range p.Texts {
		t := &p.Texts[i]
		if t.Text == nil {
			data, err := os.ReadFile(t.Name)
			if err != nil {
				return "", err
			}
			text := string(data)
			t.Text = &text
		}
		if hash([]byte(*t.Text)) != t.SHA256 {
			return p.Name + ": the text of " + t.Name + " has changed", nil
		}
	}
	where, step := p.Name+": ", ""
	defer func() {
		switch r := recover().(type) {
		case nil:
		case wrong:
			why = where + step + string(r)
		case runtime.Error: // an index, or a nil pointer
			why = where + step + "it names something that does not exist"
		default:
			panic(r)
		}
	}()
	need(len(p.Errors) == len(c.Errors), "it has not as many proofs as errors")
	for i, e := range p.Errors {
		where, step = fmt.Sprintf("%s: error %d, %s: ", p.Name, i+1, e.Code), ""
		p.check(e.At)
		need((e.Given == nil) == (c.Errors[i] == nil), "its constraints or its proof are missing")
		if e.Given == nil {
			total.unproved++
			continue
		}
		e.Given.names.check()
		e.Given.prepare(&p)
		e.Given.prove(c.Errors[i], &step)
		total.errors++
		total.firings += len(e.Given.Firings)
		for _, s := range e.Given.Constraints {
			need(s.Taken == "" || s.Taken == "signature" || s.Taken == "summary", "a constraint is taken from %q", s.Taken)
			total.taken[s.Taken]++
		}
	}
	return "", nil
}

func hash(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

// decode reads exactly one value of JSON without unknown keys.
func decode(line []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	_, err := d.Token()
	return map[bool]error{false: errors.New("there is more than one value")}[err == io.EOF]
}
