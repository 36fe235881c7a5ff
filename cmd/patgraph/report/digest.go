package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
)

// Every element of a report ends in a key "digest": the SHA-256 of the element as written here, without blanks and with
// an empty digest; an element of SARIF is hashed without the index of its rule, which depends on other elements. So a
// reader can detect elements that were cut off, damaged or edited. It does not protect against the writer: anyone can
// compute a digest.

// digestSize is the number of hexadecimal digits of a digest.
const digestSize = 2 * sha256.Size

// seal fills in the digest of an element that begins at offset from and ends with an empty digest and some brackets.
func seal(b []byte, from int) []byte { return sealed(sha256.New(), b, from) }

// sealed is seal for an element whose first parts were written and hashed before.
func sealed(sum hash.Hash, b []byte, from int) []byte {
	sum.Write(b[from:])
	at := bytes.LastIndexByte(b, '"')
	return slices.Insert(b, at, []byte(hex.EncodeToString(sum.Sum(nil)))...)
}

// SealSize is a bound on the bytes at the end of an element that contain its digest and the text of JSON.After.
const SealSize = 2 * digestSize

// A Seal is the result of checking the digest of an element.
type Seal uint8

const (
	Unsealed Seal = iota // there is no digest
	Broken               // the digest is that of another element
	Sealed
)

// CheckSeal checks the digest at the end of an element of JSON or, without index and blanks, of SARIF.
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

// A Digest is the sum of the digests of some elements of JSON, modulo 2 to the power of 256. It does not depend on
// their order, so the digest of a whole report follows from those of its parts. The zero value is the digest of no
// elements.
type Digest [sha256.Size]byte

// Take adds the digest of an element; the text of JSON.After may follow the element.
func (d *Digest) Take(element []byte) {
	end := bytes.LastIndexByte(element, '"')
	var one Digest
	if end >= digestSize {
		hex.Decode(one[:], element[end-digestSize:end]) // a sealed element has a digest
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

// Whole is the digest of a report with these elements and a summary: the SHA-256 of the summary as written, followed by
// the sum in hexadecimal.
func (d *Digest) Whole(summary []byte) string {
	h := sha256.New()
	h.Write(summary)
	h.Write([]byte(hex.EncodeToString(d[:])))
	return hex.EncodeToString(h.Sum(nil))
}
