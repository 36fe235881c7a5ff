package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
)

// Every element of a report ends in a key "digest": the SHA-256 of the element as it is
// written here, without blanks, with an empty text as its digest; an element of SARIF
// without the index of its rule, which depends on others. So whoever reads a report can
// tell what is as it was written from what was cut off, damaged or edited. It tells nothing
// to who distrusts the writer: anyone can make a digest.

// digestSize is the digits of a digest.
const digestSize = 2 * sha256.Size

// seal ends an element that begins at an offset and whose last bytes are an empty digest
// and some brackets: it writes the digest.
func seal(b []byte, from int) []byte { return sealed(sha256.New(), b, from) }

// sealed is seal for an element whose first parts are written, and summed, already.
func sealed(sum hash.Hash, b []byte, from int) []byte {
	sum.Write(b[from:])
	at := bytes.LastIndexByte(b, '"')
	return slices.Insert(b, at, []byte(hex.EncodeToString(sum.Sum(nil)))...)
}

// SealSize is how many bytes at the end of an element have its digest, with what JSON.After
// writes.
const SealSize = 2 * digestSize

// A Seal is what the digest of an element says of it.
type Seal uint8

const (
	Unsealed Seal = iota // there is no digest
	Broken               // it is that of something else
	Sealed
)

// CheckSeal reports what the digest at the end of an element says of it, an element of JSON
// or, without an index and blanks, of SARIF.
func CheckSeal(element []byte) Seal {
	end := bytes.LastIndexByte(element, '"')
	start := end - digestSize
	if start < 0 || !bytes.HasSuffix(element[:start], []byte(`"digest":"`)) || len(bytes.Trim(element[end+1:], "}")) > 0 {
		return Unsealed
	}
	h := sha256.New()
	h.Write(element[:start])
	h.Write(element[end:])
	if hex.EncodeToString(h.Sum(nil)) != string(element[start:end]) {
		return Broken
	}
	return Sealed
}

// A Digest is the sum of those of some elements of JSON, modulo 2 to the power of 256: it
// does not depend on their order, so that who has parts of a report can make that of the
// whole. The zero value is that of none.
type Digest [sha256.Size]byte

// Take adds the digest of an element, behind which there may be what JSON.After writes.
func (d *Digest) Take(element []byte) {
	end := bytes.LastIndexByte(element, '"')
	var one Digest
	if end >= digestSize {
		hex.Decode(one[:], element[end-digestSize:end]) // an element that was sealed has one
	}
	d.Add(one)
}

// Add adds the digests of other elements.
func (d *Digest) Add(other Digest) {
	carry := 0
	for i := len(d) - 1; i >= 0; i-- {
		carry += int(d[i]) + int(other[i])
		d[i] = byte(carry)
		carry >>= 8
	}
}

// Whole is the digest of a report, which has these elements and ends with a summary: the
// SHA-256 of the summary as it is written, with the sum in hexadecimal behind it.
func (d *Digest) Whole(summary []byte) string {
	h := sha256.New()
	h.Write(summary)
	h.Write([]byte(hex.EncodeToString(d[:])))
	return hex.EncodeToString(h.Sum(nil))
}
