package onnx

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// toolMessages are messages of tools that check or run models, with the codes of the same mistakes.
var toolMessages = []language.ToolMessage{
	{Text: "Incompatible dimensions for matrix multiplication", Tool: "onnx", Code: lang.SizesDiffer,
		Says: "the inner sizes of two matrices differ"},
	{Text: "Incompatible dimensions", Tool: "onnx", Code: lang.RelationFails,
		Says: "two shapes do not broadcast; the message has neither the sizes nor the names"},
	{Text: "Dimension mismatch in unification between", Tool: "onnx", Code: lang.SizesDiffer,
		Says: "an operator needs one size in two places, and they differ"},
	{Text: "Can't merge shape info", Tool: "onnx", Code: lang.SizesDiffer,
		Says: "a derived type is not the declared one, or inputs of Concat differ; the cause is often earlier in the model"},
	{Text: "Inferred shape and existing shape differ in", Tool: "onnx", Code: lang.Stale,
		Says: "a derived type is not the declared one, which is often out of date"},
	{Text: "Error merging shape info for output", Tool: "onnxruntime", Code: lang.Stale,
		Says: "a derived type is not the declared one; onnxruntime goes on with what both have in common"},
	{Text: "Dimension could not be inferred: incompatible shapes", Tool: "onnx", Code: lang.ViewSizes,
		Says: "the -1 of a Reshape is not a whole number"},
	{Text: "expected to have type but instead is null", Tool: "onnx", Code: lang.SizesDiffer,
		Says: "it follows from an earlier error, which patgraph reports at its node"},
	{Text: "has inconsistent type tensor(", Tool: "onnx", Code: lang.ElementsDiffer,
		Says: "inputs of one node have different element types"},
	{Text: "bound to different types", Tool: "onnxruntime", Code: lang.ElementsDiffer,
		Says: "inputs of one node have different element types"},
	{Text: "cannot be reshaped to the requested shape", Tool: "onnxruntime", Code: lang.ViewSizes,
		Says: "a tensor does not have as many elements as the shape of a Reshape; most often an export wrote the sizes of its " +
			"example into that shape"},
	{Text: "Attempting to broadcast an axis by a dimension other than 1", Tool: "onnxruntime", Code: lang.RelationFails,
		Says: "two shapes do not broadcast"},
	{Text: "Non concat axis dimensions must match", Tool: "onnxruntime", Code: lang.SizesDiffer,
		Says: "inputs of Concat differ at another axis; where they differ by 1, an odd size was halved and doubled again"},
	{Text: "is not equal to kernel channels * group", Tool: "onnxruntime", Code: lang.SizesDiffer,
		Says: "the data of a Conv has another number of channels than its weight takes"},
	{Text: "Got invalid dimensions for input", Tool: "onnxruntime", Code: lang.Promise,
		Says: "the array that a program gives to the model has another size than the model declares"},
	{Text: "broadcast dimensions must be conformable", Tool: "TensorRT", Code: lang.RelationFails,
		Says: "two shapes do not broadcast"},
	{Text: "reshape would change volume", Tool: "TensorRT", Code: lang.ViewSizes,
		Says: "a tensor does not have as many elements as the shape of a Reshape"},
	{Text: "reshape dimension of -1 has no solution", Tool: "TensorRT", Code: lang.ViewSizes,
		Says: "the -1 of a Reshape is not a whole number"},
	{Text: "Impossible to unify", Tool: "tract", Code: lang.SizesDiffer,
		Says: "two sizes that have to be equal differ, or a name stands for two sizes"},
	{Text: "Incomplete symbolic shape inference", Tool: "symbolic_shape_infer.py", Code: lang.NotAllChecked,
		Says: "the script does not know the types of some node; that may be no error"},
}
