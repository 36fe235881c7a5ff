package lang_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

func TestJoin(t *testing.T) {
	core, more, main := lang.NewFile("core.k", []byte("a\nb")), lang.NewFile("more.k", nil),
		lang.NewFile("main.k", []byte("c\n"))
	f := lang.Join([]*lang.File{core, more}, main)
	if f.Name != "main.k" || string(f.Src) != "a\nb\n\nc\n" {
		t.Fatalf("%s: %q", f.Name, f.Src)
	}
	for _, test := range []struct {
		offset int32
		want   string // relative to the main file
		core   string // relative to core.k
	}{
		{0, "core.k:1:1", "1:1"},
		{2, "core.k:2:1", "2:1"},
		{3, "core.k:2:2", "2:2"}, // its end, which is not the start of the next
		{4, "more.k:1:1", "more.k:1:1"},
		{5, "1:1", "main.k:1:1"},
		{7, "2:1", "main.k:2:1"},
		{99, "2:1", "main.k:2:1"},
		{-1, "core.k:1:1", "1:1"},
	} {
		if got := f.Position(test.offset).String(); got != test.want {
			t.Errorf("offset %d is %s, want %s", test.offset, got, test.want)
		}
		if got := f.At(0).Position(test.offset).String(); got != test.core {
			t.Errorf("from core.k, offset %d is %s, want %s", test.offset, got, test.core)
		}
	}
	if f.At(0).Name != "core.k" || f.At(5) != f || f.Lines() != 2 || f.At(0).Lines() != 2 ||
		string(f.At(0).Line(2)) != "b" {
		t.Error("the home is not that of the place")
	}
	if offset, ok := f.Offset(1, 2); !ok || offset != 6 {
		t.Errorf("1:2 is %d, %t", offset, ok)
	}
	if f := lang.Join(nil, main); f != main {
		t.Error("a file without others is not itself")
	}
}

// The parts of a file are the joined texts, and positions agree with those in the parts.
func TestLawParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var files []*lang.File
		for range rapid.IntRange(1, 4).Draw(t, "files") {
			files = append(files, lang.NewFile(rapid.StringMatching("[a-z]{3}").Draw(t, "name"),
				[]byte(rapid.StringMatching("[aä\n]{0,6}").Draw(t, "text"))))
		}
		last := len(files) - 1
		f := lang.Join(files[:last], files[last])
		parts := f.Parts()
		if len(parts) != len(files) {
			t.Fatalf("%d parts of %d files", len(parts), len(files))
		}
		for i, p := range parts {
			if p.File != files[i] || string(f.Src[p.Start:p.End()]) != string(files[i].Src) {
				t.Fatalf("part %d is %+v", i, p)
			}
			for offset := range int32(len(p.File.Src) + 1) {
				want := files[i].Position(offset)
				if i != last {
					want.File = files[i].Name
				}
				if got := f.Position(p.Start + offset); got != want || f.PartAt(p.Start+offset) != p {
					t.Fatalf("offset %d of part %d is %v, want %v", offset, i, got, want)
				}
				if back, ok := f.At(p.Start).Offset(want.Line, want.Column); offset == 0 && (!ok || back != p.Start) {
					t.Fatalf("%v of part %d is %d", want, i, back)
				}
			}
		}
	})
}

// Edits of several parts make a file of the same parts.
func TestEdited(t *testing.T) {
	library, home := lang.NewFile("l", []byte("one")), lang.NewFile("h", []byte("two three"))
	f := lang.Join([]*lang.File{library, lang.NewFile("m", []byte("same"))}, home)
	at := func(text string) lang.Span {
		i := int32(bytes.Index(f.Src, []byte(text)))
		return lang.Span{Start: i, End: i + int32(len(text))}
	}
	got := f.Edited([]lang.Edit{{Span: at("one"), Text: "1"}, {Span: at("three"), Text: "3"}})
	if string(got.Src) != "1\nsame\ntwo 3" || len(got.Parts()) != 3 || got.Name != "h" ||
		got.Parts()[1].File != f.Parts()[1].File {
		t.Errorf("%q of %d parts", got.Src, len(got.Parts()))
	}
	if alone := home.Edited(nil); string(alone.Src) != "two three" {
		t.Errorf("%q", alone.Src)
	}
}
