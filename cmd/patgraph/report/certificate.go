//go:build !js

package report

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/certificate"
	"github.com/patgraph/patgraph/patterns"
)

// certProgram is the first line of the certificate of a program: the texts, and the constraints.
type certProgram struct {
	Patgraph   string                 `json:"patgraph"`
	Name       jsonText               `json:"name"`
	Texts      []certText             `json:"texts"`
	Errors     []certError            `json:"errors"`
	Signatures certificate.Signatures `json:"signatures"`
}

// certText is a file, with its text if it cannot be read again in the same form.
type certText struct {
	Name   jsonText `json:"name"`
	SHA256 string   `json:"sha256"`
	Text   *string  `json:"text,omitempty"`
}

type certError struct {
	Code  lang.Code           `json:"code"`
	At    *certificate.Place  `json:"at"`
	Given *certificate.System `json:"given"`
}

// certProofs is the second line.
type certProofs struct {
	Patgraph   string               `json:"patgraph"`
	Program    string               `json:"program"`
	Errors     [][]certificate.Step `json:"errors"`
	Signatures []certificate.Typing `json:"signatures"`
}

// AppendCertificate appends the certificate of an analysed input, which cmd/patgraph-verify checks: a line with the
// constraints, and a line with the proofs. An input without a result has none.
func AppendCertificate(b []byte, in *Input) []byte {
	if in.Result == nil {
		return b
	}
	given := certProgram{Patgraph: "program/1", Name: jsonText(in.Name), Errors: []certError{}}
	proofs := certProofs{Patgraph: "certificate/1", Errors: [][]certificate.Step{}}
	for _, part := range in.File.Parts() {
		t := certText{Name: jsonText(part.File.Name), SHA256: digest(part.File.Src)}
		if (in.Path == "" || part.File.Origin != nil) && utf8.Valid(part.File.Src) {
			text := string(part.File.Src)
			t.Text = &text
		}
		given.Texts = append(given.Texts, t)
	}
	for d := range in.Reported() {
		if d.Severity != lang.Error {
			continue
		}
		e := certError{Code: d.Code, At: in.File.CertPlace(d.Span)}
		var steps []certificate.Step
		if d.Explanation != nil && d.Explanation.Proved != nil {
			e.Given, steps = &d.Explanation.Proved.Given, d.Explanation.Proved.Steps
		}
		given.Errors, proofs.Errors = append(given.Errors, e), append(proofs.Errors, steps)
	}
	if front, ok := in.Result.Front.(patterns.Certifier); ok && in.Result.Solver != nil {
		given.Signatures, proofs.Signatures = front.Typings()
	}
	line := AppendJSON(nil, given)
	proofs.Program = digest(line)
	b = append(append(b, line...), '\n')
	return append(AppendJSON(b, proofs), '\n')
}

// PackedCertificate returns the certificate of an input, for Unpack.
func PackedCertificate(in *Input) []byte {
	var p packer
	p.write(AppendCertificate(nil, in))
	return p.bytes()
}

func digest(b []byte) string {
	hash := sha256.Sum256(b)
	return hex.EncodeToString(hash[:])
}
