package lang

import "testing"

func TestUnreadable(t *testing.T) {
	for src, want := range map[string]string{
		"":             "",
		"\x00é\ufffd":  "", // the replacement character itself is valid
		"é\xff":        "the file is not UTF-8: byte 0xFF at offset 2 does not begin a character",
		"\ufffd\xc3":   "the file is not UTF-8: byte 0xC3 at offset 3 does not begin a character",
		"\xed\xa0\x80": "the file is not UTF-8: byte 0xED at offset 0 does not begin a character",
	} {
		got := ""
		if d := NewFile("a", []byte(src)).Unreadable(); d != nil {
			got = d.Message.String()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
