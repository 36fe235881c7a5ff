// Package examples has the programs that the explorer offers, each with a hint on what to look at.
package examples

import (
	"embed"
	"path"
)

//go:embed errors/P0302-misspelt-field/main.k errors/P0305-branches-differ/main.k
//go:embed errors/P0301-vector-of-a-product/main.k errors/P0303-misspelt-tag/main.k errors/P0309-only-a-vector/main.k
//go:embed errors/P0308-text-for-a-number/main.k errors/P0402-too-large/main.k errors/P0407-endless-type/main.k
//go:embed programs/lists/lists.k programs/calculator/calculator.k programs/options/options.k
//go:embed programs/search-tree/search-tree.k programs/migration/migration.k programs/matrices/matrices.k
//go:embed programs/mutual-recursion/mutual-recursion.k programs/vending/vending.k programs/adder/adder.k
//go:embed programs/compiler/compiler.k relay/errors/relation-failed.rly relay/errors/window.rly
//go:embed relay/errors/mismatch.rly relay/errors/view.rly relay/errors/nonexhaustive.rly
//go:embed relay/errors/underconstrained.rly relay/mlp.rly relay/conv.rly relay/attention.rly relay/residual.rly
//go:embed relay/dynamic.rly relay/lists.rly relay/rewrite.rly tensorscript/errors/dim.trs
//go:embed tensorscript/errors/window.trs tensorscript/errors/rank.trs tensorscript/errors/view-size.trs
//go:embed tensorscript/errors/arg.trs tensorscript/errors/underconstrained.trs tensorscript/lenet.trs
//go:embed tensorscript/digits.trs tensorscript/dcgan.trs tensorscript/residual.trs tensorscript/lstm.trs
//go:embed tensorscript/signs.trs onnx/errors/matmul.onnxtxt onnx/errors/concat.onnxtxt onnx/errors/baked.onnxtxt
//go:embed onnx/classifier.onnxtxt onnx/attention.onnxtxt onnx/control.onnxtxt
var files embed.FS

// A Kind says what an example demonstrates.
type Kind string

// The kinds of examples.
const (
	Error   Kind = "error"   // it has an error, which the title names
	Program Kind = "program" // it has no errors
)

// An Example is a program of the gallery.
type Example struct {
	Name     string `json:"name"` // unique
	Title    string `json:"title"`
	Language string `json:"language"`
	Kind     Kind   `json:"kind"`
	Look     string `json:"look"` // a sentence on what to look at
	File     string `json:"file"` // its file name
	Text     string `json:"text"`
}

// An entry is a row of the table.
type entry struct{ path, title, look string }

const (
	k            = "k"
	relay        = "relay"
	tensorScript = "tensorscript"
	onnx         = "onnx"
)

// gallery is in display order: for each language errors, then programs.
var gallery = []struct {
	language string
	kind     Kind
	entries  []entry
}{
	{k, Error, []entry{
		{"errors/P0302-misspelt-field/main.k", "A misspelt field",
			"Step through the error with n and p: from `.denom`, which asks for a field, to `$rational`, which does not have it."},
		{"errors/P0305-branches-differ/main.k", "Branches that differ",
			"Each branch of the merge gives a product with a field that the other one has not: see the step that makes them one value."},
		{"errors/P0301-vector-of-a-product/main.k", "A product taken apart",
			"A product cannot be a vector: see which step of the walk makes the two one value."},
		{"errors/P0303-misspelt-tag/main.k", "A misspelt tag", "The repair is tried before it is offered: preview it as a difference, then apply it."},
		{"errors/P0309-only-a-vector/main.k", "Three facts that only agree in pairs",
			"Any two of the three functions could share an input; the picture shows why all three cannot."},
		{"errors/P0308-text-for-a-number/main.k", "Text where a number belongs",
			"The walk leads into `percent`, where the number is asked for: step through it with n and p."},
		{"errors/P0402-too-large/main.k", "A pattern that grows",
			"Each step has a pattern eight times as large as the one before it, until the limit is met."},
		{"errors/P0407-endless-type/main.k", "A type without an end",
			"Every value of the type contains another one: a warning, with the way around in the type."},
	}},
	{k, Program, []entry{
		{"programs/lists/lists.k", "Linked lists",
			"Nothing in `rev` says that it takes a list, but its signature shows it: click the definition to see why."},
		{"programs/calculator/calculator.k", "An expression evaluator",
			"`sides` and `eval` call each other, so they are derived as one group; see their calls in the picture."},
		{"programs/options/options.k", "Options and errors",
			"`option` is only a filter and serves as a type with a parameter; each use is a fresh copy of it."},
		{"programs/search-tree/search-tree.k", "Binary search trees", "`left?` lets its input through as it is: look at what its signature leaves open."},
		{"programs/migration/migration.k", "A schema migration", "Delete a field of `$user2` and watch the error appear in `user`, with both places."},
		{"programs/matrices/matrices.k", "Vectors and matrices", "Play the history of `mul`: at which step do its cells become integers?"},
		{"programs/mutual-recursion/mutual-recursion.k", "Mutual recursion",
			"Three groups of functions call each other; the picture of calls frames each group."},
		{"programs/vending/vending.k", "A vending machine", "States and events are unions; `step` has one rule for each pair that counts."},
		{"programs/adder/adder.k", "An adder built of gates (k6)", "Four bits are nested products, and everything above them is made of a few gates."},
		{"programs/compiler/compiler.k", "A compiler and its machine (k6)",
			"`evaluate` and `run` compute the same in two ways; their signatures meet in `$nat`."},
	}},
	{relay, Error, []entry{
		{"relay/errors/relation-failed.rly", "A weight that does not fit",
			"160 comes from flattening 8 * 4 * 5: the picture follows each size to where it is written."},
		{"relay/errors/window.rly", "A window larger than its image", "Follow the size through two poolings: 28, 14, 7, and then a kernel of 11."},
		{"relay/errors/mismatch.rly", "Branches of different sizes",
			"One branch is transposed, so the sizes of the two are exchanged; both are lettered in the text."},
		{"relay/errors/view.rly", "A reshape of another size", "2 * 10 * 64 numbers cannot be laid out as 2 * 4 * 32; the derivation has both products."},
		{"relay/errors/nonexhaustive.rly", "A case that is missing", "The report names a value that no clause takes: a list of one element."},
		{"relay/errors/underconstrained.rly", "A shape that nothing decides", "The picture of relations shows which operators still wait, and for what."},
	}},
	{relay, Program, []entry{
		{"relay/mlp.rly", "Three dense layers", "No weight has a type in the text: in the picture of relations each gets one from the layer beside it."},
		{"relay/conv.rly", "A convolutional network", "Move along the lines and see how padding, pooling and strides change 32 by 32."},
		{"relay/attention.rly", "A head of attention", "`transpose` turns the keys, so that the product compares each word with each."},
		{"relay/residual.rly", "Residual blocks", "What goes around the convolutions has to have the shape of what comes through them."},
		{"relay/dynamic.rly", "Batches of any size", "The size `?` goes through all layers; each call may have another one."},
		{"relay/lists.rly", "Lists with type parameters", "Each use of a function chooses its own types for the parameters, as `@main` does with `@zip`."},
		{"relay/rewrite.rly", "An optimiser by patterns", "The patterns of `@rule` look two constructors deep, and no case is missing."},
	}},
	{tensorScript, Error, []entry{
		{"tensorscript/errors/dim.trs", "A layer for another size",
			"320 is written and 500 arrives: the derivation follows the sizes stage by stage to both."},
		{"tensorscript/errors/window.trs", "Nothing left for a kernel", "After two poolings of 8 by 8 a kernel of 3 has only 2 by 2."},
		{"tensorscript/errors/rank.trs", "Rows where images belong", "A dense layer gives two dimensions, and the batch norm wants four."},
		{"tensorscript/errors/view-size.trs", "A view that does not add up", "48 numbers are not 50: apply the repair and watch the error go."},
		{"tensorscript/errors/arg.trs", "An argument by another name", "The repair knows what the layer calls its argument here."},
		{"tensorscript/errors/underconstrained.trs", "Sizes that nothing decides",
			"Nothing says how large the pictures are; the report lists what depends on it."},
	}},
	{tensorScript, Program, []entry{
		{"tensorscript/lenet.trs", "LeNet-5", "See the stages with their shapes: a kernel of 5 takes 4 away, and each pool halves."},
		{"tensorscript/digits.trs", "A classifier of digits", "Change the kernel of `k2` and see what becomes of the 320 numbers in `view`."},
		{"tensorscript/dcgan.trs", "Two networks that learn against each other",
			"Each transposed convolution of the generator doubles the picture; the critic halves it again."},
		{"tensorscript/residual.trs", "Nodes as layers of others", "`Same` keeps the width and `Half` changes it; each use has a batch of its own."},
		{"tensorscript/lstm.trs", "Words, an LSTM and a tuple", "The result of `lstm` is a tuple, and `item` takes one part of it."},
		{"tensorscript/signs.trs", "Conditions and names", "`mean` keeps its dimension, so that the difference is computed for each row."},
	}},
	{onnx, Error, []entry{
		{"onnx/errors/matmul.onnxtxt", "Two layers that do not fit", "Both numbers are followed to the weights where they are written."},
		{"onnx/errors/concat.onnxtxt", "An odd size, halved and doubled", "Follow 79 and 78 back through `MaxPool` and `Resize` to the input."},
		{"onnx/errors/baked.onnxtxt", "A batch baked into the model", "The input declares `batch` free, and the numbers of `shape` say 1."},
	}},
	{onnx, Program, []entry{
		{"onnx/classifier.onnxtxt", "A classifier of pictures", "See the types: each `MaxPool` halves the picture, and the batch stays free."},
		{"onnx/attention.onnxtxt", "A shape that is computed", "The numbers of `shape` come from the input, so `heads` has sizes with names."},
		{"onnx/control.onnxtxt", "Branches, a loop and a function", "Each graph in an attribute has values of its own."},
	}},
}

// Gallery returns all examples in display order. It copies their texts.
func Gallery() []Example {
	var list []Example
	for _, part := range gallery {
		for _, e := range part.entries {
			text, err := files.ReadFile(e.path)
			if err != nil {
				panic(err) // an invalid table, which the tests detect
			}
			dir, file := path.Split(e.path)
			name := e.path[:len(e.path)-len(path.Ext(e.path))]
			if file == "main.k" {
				name, file = path.Clean(dir), path.Base(dir)+".k"
			}
			list = append(list, Example{name, e.title, part.language, part.kind, e.look, file, string(text)})
		}
	}
	return list
}
