//go:build !js

package onnx

import (
	"io/fs"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx/wire"
	"github.com/patgraph/patgraph/patterns/language"
)

// A page in a browser changes only texts.
func init() { Language.Binary.Change = changeBinary }

// changeBinary makes edits of the text of a binary model in the model.
func changeBinary(src language.Bytes, text *lang.File, folder fs.FS, edits []lang.Edit) (language.Bytes, *lang.File, error) {
	changed, m, err := wire.Change(src, src.Size(), folder, text.Src, edits)
	if err != nil {
		return nil, nil, err
	}
	return changed, binaryText(m, text.Name), nil
}
