package onnx

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/lang/onnx/wire"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/language"
)

// Language describes ONNX to the tools.
var Language = &language.Language{
	Name:         name,
	Title:        "ONNX",
	Extensions:   []string{".onnxtxt", ".onnxtext", ".onnx", relationExtension},
	Begins:       `(?:#.*\s*)*<\s*(?:ir_version|opset_import)\s*:`,
	Dialects:     []string{name},
	Pages:        slices.Concat(onnx.Pages, Pages),
	ToolMessages: toolMessages,
	View:         "stages",
	Binary: &language.Binary{Extension: ".onnx", Is: wire.IsModel, IsText: wire.IsText, IsOther: wire.IsOther,
		Read: read},
	Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
		return AnalyzeWith(ctx, f, o, diagnose.OrderedOptions{})
	},
	Sizes: namedSizes,
	Format: func(f *lang.File, _ string, l lang.Layout) ([]byte, []lang.Diagnostic) {
		if strings.HasSuffix(f.Name, lang.RelationSuffix) {
			return f.Home().File.Src, nil // files of relations are not formatted
		}
		return onnx.Format(f, l)
	},
	Dialect: func(*lang.File, string) string { return name },
	Editing: editing,
	Tensors: true,
}

const name = "onnx"

// relationExtension ends the names of files of relations for further operators of models.
const relationExtension = ".onnx" + lang.RelationSuffix

// AnalyzeWith analyses a model with further options of diagnoses: a budget, and who observes them.
func AnalyzeWith(ctx context.Context, f *lang.File, o language.Options, with diagnose.OrderedOptions) *patterns.Result {
	with.Brief, with.Sketch, with.Certify = o.Brief, o.Sketch, o.Certify
	return patterns.Watched(ctx, f, name, o.Limits, func(watch *cancel.Watch) *patterns.Result {
		p := derived(f, o, watch, nil)
		o.Ended(patterns.Derived)
		r := p.Result(p, diagnose.RunOrdered(p, with), p.tree.Comments, nil)
		r.Dialect, r.SyntaxNodes = name, len(p.tree.Nodes)
		o.Ended(patterns.Explained)
		return r
	})
}

// read reads a binary model as text.
func read(src io.ReaderAt, size int64, name string, folder fs.FS) (*lang.File, *lang.Diagnostic) {
	m, bad := wire.Read(src, size, folder)
	if bad != nil {
		return nil, bad
	}
	return binaryText(m, name), nil
}

// binaryText returns the text of a binary model, whose places lead to its nodes.
func binaryText(m *wire.Model, name string) *lang.File {
	f := lang.NewFile(name, m.Text)
	f.Origin = func(offset int32) *lang.Origin {
		n := m.At(offset)
		if n == nil {
			return nil
		}
		return &lang.Origin{Index: int(n.Index), Name: n.Name, Op: n.Op, Offset: n.Offset, Size: n.Size}
	}
	return f
}
