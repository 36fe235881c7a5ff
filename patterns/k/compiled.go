//go:build !js

package k

import (
	"errors"
	"io"
	"io/fs"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k/compiled"
	"github.com/patgraph/patgraph/patterns/language"
)

func init() {
	Language.Binary = &language.Binary{
		Extension: ".klib",
		Is:        compiled.Is,
		IsText:    compiled.IsText,
		Read: func(src io.ReaderAt, size int64, name string, _ fs.FS) (*lang.File, *lang.Diagnostic) {
			text, bad := compiled.Read(src, size)
			if bad != nil {
				return nil, bad
			}
			f := lang.NewFile(name, text)
			f.Origin = func(int32) *lang.Origin { return nil }
			return f, nil
		},
		Change: func(language.Bytes, *lang.File, fs.FS, []lang.Edit) (language.Bytes, *lang.File, error) {
			return nil, nil, errors.New("it is compiled: change its source and compile that again")
		},
	}
	Language.Extensions = append(Language.Extensions, Language.Binary.Extension)
}
