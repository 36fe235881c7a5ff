//go:build !js

package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"sync"
	"sync/atomic"

	"github.com/fxamacker/cbor/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Results are the outcomes of earlier runs. An outcome is stored under the hash of everything that it depends on: the
// code of patgraph, the settings, the rendering, and the name and text of the program.
type Results struct {
	store     *cache.Store
	rendering string

	last atomic.Pointer[prefix]
	pool sync.Pool // of *asking
}

// NewResults returns the outcomes in a store. rendering is everything that the Renderer depends on besides its input.
// It starts to compute the build ID, which may take a while.
func NewResults(store *cache.Store, rendering string) *Results {
	go build()
	return &Results{store: store, rendering: rendering}
}

// An asking is the state of one lookup.
type asking struct {
	hash  hash.Hash
	key   cache.Key
	text  []byte
	value []byte
}

// A prefix is the part of the key that all programs with the same settings share.
type prefix struct {
	settings  language.Settings
	severity  string
	strict    bool
	library   [sha256.Size]byte
	reporting [2]bool // Batch.Separate and Policy.IsLibrary
	sum       [sha256.Size]byte
}

// resultsVersion is the version of the keys and of the encoding.
const resultsVersion = "results 1\x00"

// prefixOf returns the key prefix of a policy; it caches the last one.
func (b *Batch) prefixOf(policy *Policy) *prefix {
	settings, severity, strict := policy.Settings, "", policy.Strict && b.Judged
	if len(policy.Severity) > 0 {
		severity = fmt.Sprint(policy.Severity) // sorted by key
	}
	library, reporting := policy.Library.Sum(), [2]bool{b.Separate, policy.IsLibrary}
	p := b.Results.last.Load()
	if p == nil || p.settings != settings || p.severity != severity || p.strict != strict ||
		p.library != library || p.reporting != reporting {
		p = &prefix{settings, severity, strict, library, reporting,
			sha256.Sum256(fmt.Appendf(nil, "%s%q %q verify=%t strict=%t %+v %q %x %t",
				resultsVersion, build(), b.Results.rendering, b.Verify, strict, settings, severity, library, reporting))}
		b.Results.last.Store(p)
	}
	return p
}

// ask prepares for recall and keep. It returns nil if results are not stored: for standard input, whose programs seldom
// recur, and for traced runs.
func (b *Batch) ask(s *inputs.Source, file *lang.File, policy *Policy) *asking {
	r := b.Results
	if r == nil || s.Path == "-" || b.Trace || b.Pick != nil || build() == "" {
		return nil
	}
	a, ok := r.pool.Get().(*asking)
	if !ok {
		a = &asking{hash: sha256.New()}
	}
	a.text = append(a.text[:0], b.prefixOf(policy).sum[:]...)
	for _, part := range []string{s.Extension, file.Name} {
		a.text = binary.LittleEndian.AppendUint64(a.text, uint64(len(part)))
		a.text = append(a.text, part...)
	}
	streamed := byte(0)
	if s.Streamed() {
		streamed = 1 // its output names no command to read it again
	}
	a.text = append(a.text, streamed)
	a.hash.Reset()
	a.hash.Write(a.text)
	a.hash.Write(file.Home().File.Src) // the library is in the prefix
	a.hash.Sum(a.key[:0])
	return a
}

// done ends a lookup that ask began.
func (b *Batch) done(a *asking) {
	if a != nil {
		b.Results.pool.Put(a)
	}
}

// recall returns the outcome of an earlier run. Stored outcomes do not depend on Filter, so if Filter is set, only
// outcomes without diagnostics are used.
func (b *Batch) recall(a *asking, in *report.Input, strict bool) (o Outcome, ok bool) {
	if a == nil {
		return o, false
	}
	value, ok := b.Results.store.Get(&a.key, a.value)
	if !ok || decoding.Unmarshal(value, &o) != nil {
		return Outcome{}, false
	}
	a.value = value
	if b.Filter != nil {
		nothing := report.Input{Name: in.Name, Path: in.Path, Result: &patterns.Result{}}
		if len(o.Codes) > 0 || !b.Filter(&nothing) {
			return Outcome{}, false
		}
	}
	o.Exit = o.Exits.Of(strict)
	return o, true
}

// keep stores an outcome for later runs.
func (b *Batch) keep(a *asking, policy *Policy, in *report.Input, o *Outcome) {
	if a == nil || in.Known > 0 || !lasts(policy, in) {
		return
	}
	if value, err := encoding.Marshal(o); err == nil {
		b.Results.store.Put(&a.key, value)
	}
}

// lasts reports whether an outcome is reproducible. With a time limit that holds only for programs without diagnostics:
// a shortage of time may reduce what is reported without a note.
func lasts(policy *Policy, in *report.Input) bool {
	if in.Result == nil || policy.Settings.Limits.Time > 0 && len(in.Diagnostics)+len(in.Result.Diagnostics) > 0 {
		return false
	}
	for _, ds := range [][]lang.Diagnostic{in.Diagnostics, in.Result.Diagnostics} {
		for i := range ds {
			if c := ds[i].Code; !c.OfProgram() || c == lang.TimeLimit {
				return false
			}
		}
	}
	return true
}

// Outcomes are encoded as CBOR with all fields in order, so that new fields are included automatically. Texts keep
// their bytes, even invalid UTF-8.
var (
	encoding = must(cbor.EncOptions{}.EncMode())
	decoding = must(cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic(err)
	}
	return mode
}
