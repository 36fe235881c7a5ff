package lang

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Unreadable returns the reason why no language can read a text: it is larger than MaxSize, or not UTF-8. It returns
// nil for all other texts. It reads every byte.
func (f *File) Unreadable() *Diagnostic {
	if len(f.Src) > MaxSize {
		return &Diagnostic{
			Code:    TooLarge,
			Message: Say("the file has %s bytes, and %s is the most that can be read", len(f.Src), MaxSize),
		}
	}
	if utf8.Valid(f.Src) {
		return nil
	}
	i := 0
	for r, n := utf8.DecodeRune(f.Src); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(f.Src[i:]) {
		i += n
	}
	return &Diagnostic{
		Code: NotUTF8, Span: Span{int32(i), int32(i + 1)}, Label: Text("not UTF-8"),
		Message: Say("the file is not UTF-8: byte 0x%s at offset %s does not begin a character",
			strings.ToUpper(hex.EncodeToString(f.Src[i:i+1])), i-int(f.PartAt(int32(i)).Start)),
	}
}
