// Package reseal computes the digests of reports again that tests have changed.
//
// It uses only the public description of the format of reports. So it also shows the limits of digests: anyone can
// compute them.
package reseal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"regexp"
)

var (
	digest = regexp.MustCompile(`"digest":"[0-9a-f]*"(}+)$`)
	index  = regexp.MustCompile(`^({"ruleId":"[^"]*"|{"descriptor":{"id":"[^"]*"),"(ruleIndex|index)":[0-9]+`)
)

// of returns the SHA-256 of the concatenated texts, in hexadecimal.
func of(texts ...[]byte) []byte {
	sum := sha256.Sum256(bytes.Join(texts, nil))
	return []byte(hex.EncodeToString(sum[:]))
}

// emptied returns an element with an empty digest.
func emptied(b []byte) []byte { return digest.ReplaceAll(b, []byte(`"digest":""$1`)) }

// filled returns an element with a digest.
func filled(b, hex []byte) []byte {
	return digest.ReplaceAll(b, []byte(`"digest":"`+string(hex)+`"$1`))
}

// Report returns a report in the format JSON, NDJSON or SARIF, laid out as patgraph writes it, with correct digests.
func Report(report []byte) []byte {
	var out []byte
	total := new(big.Int)
	for line := range bytes.Lines(report) {
		line, ended := bytes.CutSuffix(line, []byte("\n"))
		line, comma := bytes.CutSuffix(line, []byte(","))
		switch start := line; {
		case bytes.HasPrefix(line, []byte(`{"file":`)):
			sum := of(emptied(line))
			line = filled(line, sum)
			n, _ := new(big.Int).SetString(string(sum), 16)
			total.Add(total, n)
		case bytes.HasPrefix(line, []byte(`{"ruleId":`)), bytes.HasPrefix(line, []byte(`{"descriptor":`)):
			line = filled(line, of(index.ReplaceAll(emptied(line), []byte("$1"))))
		case bytes.HasPrefix(line, []byte(`{"summary":`)), bytes.HasPrefix(line, []byte(`],"summary":`)):
			_, summary, _ := bytes.Cut(start[:bytes.LastIndex(start, []byte(`,"digest":`))], []byte(`"summary":`))
			total.Mod(total, new(big.Int).Lsh(big.NewInt(1), 256))
			line = filled(line, of(summary, hex.AppendEncode(nil, total.FillBytes(make([]byte, sha256.Size)))))
		}
		out = append(out, line...)
		if comma {
			out = append(out, ',')
		}
		if ended {
			out = append(out, '\n')
		}
	}
	if bytes.HasPrefix(out, []byte(`{"$schema":`)) {
		whole := regexp.MustCompile(`"digest":"[0-9a-f]*"}}\]}\n$`)
		sum := of(whole.ReplaceAll(out, []byte("\"digest\":\"\"}}]}\n")))
		out = whole.ReplaceAll(out, []byte(`"digest":"`+string(sum)+"\"}}]}\n"))
	}
	return out
}
