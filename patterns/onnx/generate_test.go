package onnx

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// groups are relations that several operators share.
var groups = map[string]string{
	"Unary": "Acos Acosh Asin Asinh Atan Atanh BitwiseNot Celu Cos Cosh Elu Erf Exp Gelu HardSigmoid HardSwish LeakyRelu " +
		"Log Mish Reciprocal Relu Selu Shrink Sigmoid Sign Sin Sinh Softplus Softsign Swish Tan Tanh ThresholdedRelu",
	"Truth":              "IsNaN IsInf RegexFullMatch",
	"AlongAxis":          "Softmax LogSoftmax Hardmax LpNormalization",
	"Cumulative":         "CumSum CumProd",
	"Binary":             "BitwiseAnd BitwiseOr BitwiseXor BitShift StringConcat SwiGLU",
	"Pool":               "AveragePool",
	"GlobalPool":         "GlobalAveragePool GlobalMaxPool GlobalLpPool",
	"Reduce":             "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMean ReduceSumSquare",
	"RandomLike":         "Bernoulli RandomNormalLike RandomUniformLike",
	"Random":             "RandomNormal RandomUniform",
	"Window":             "HannWindow HammingWindow BlackmanWindow",
	"ScatterElements_11": "Scatter",
}

// relationOf are the relations of versions for which the general rule finds another one.
var relationOf = map[string]string{"LpPool 2": "Pool_1", "LpPool 11": "Pool_1", "LpPool 18": "Pool_19", "LpPool 22": "Pool_19",
	"Max 6": "Alike", "Mean 6": "Alike", "Min 6": "Alike", "Sum 6": "Alike"}

// bodies are the operators with graphs as attributes, which have no relation.
var bodies = []string{"If", "Loop", "Scan", "SequenceMap"}

// dtypes are the attributes that are numbers of element types.
var dtypes = map[string]bool{
	"to": true, "dtype": true, "output_dtype": true, "output_datatype": true, "stash_type": true, "softmax_precision": true,
}

type table struct {
	Sets      [][]string
	Operators map[string]map[string]version
}

type version struct {
	Attrs []struct {
		Name, Kind string
		Required   bool
		Default    any
	}
	Inputs, Outputs []parameter
	Types           map[string]int
}

type parameter struct {
	Name, Type                 string
	Optional, Variadic, Hetero bool
}

// generate returns the text of signatures.rel, and the operators that it lacks because they have no relation.
func generate(t *testing.T) (text string, without []string) {
	data, err := os.ReadFile("testdata/operators.json")
	if err != nil {
		t.Fatal(err)
	}
	var all table
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	group := make(map[string]string)
	for g, names := range groups {
		for name := range strings.FieldsSeq(names) {
			group[name] = g
		}
	}
	g := &generator{sets: make(map[string]string), group: group}
	var ops strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all.Operators)) {
		if strings.Contains(name, ".") {
			continue // of another domain
		}
		var since []int
		for v := range all.Operators[name] {
			n, _ := strconv.Atoi(v)
			since = append(since, n)
		}
		slices.Sort(since)
		for _, n := range since {
			v := all.Operators[name][strconv.Itoa(n)]
			switch {
			case len(v.Outputs) == 0 && name == "GroupNormalization": // the table lacks its inputs
				later := all.Operators[name]["21"]
				g.operator(&ops, &all, name, n, &later)
			case len(v.Outputs) == 0: // it was removed
				fmt.Fprintf(&ops, "op %s since %d (): Removed.\n", name, n)
			case !g.operator(&ops, &all, name, n, &v):
				if !slices.Contains(bodies, name) {
					without = append(without, fmt.Sprint(name, " ", n))
				}
			}
		}
	}
	var sets strings.Builder
	for _, list := range g.order {
		sets.WriteString("let " + g.sets[list] + " = {" + list + "}.\n")
	}
	return "# The operators of ONNX's default domain from opset 7 on. A test writes this file from testdata/operators.json.\n\n" +
		sets.String() + "\n" + ops.String(), without
}

type generator struct {
	sets  map[string]string // the names of sets, by their element types
	order []string
	group map[string]string
}

// operator writes a version of an operator, and reports whether it has a relation.
func (g *generator) operator(b *strings.Builder, all *table, name string, since int, v *version) bool {
	relation := g.relation(name, since, v)
	if relation == "" {
		return false
	}
	fmt.Fprintf(b, "op %s since %d (", name, since)
	var types []string
	for i, p := range v.Inputs {
		b.WriteString([...]string{"", ", "}[min(i, 1)] + p.Name)
		if p.Optional {
			b.WriteString("?")
		}
		if p.Variadic {
			b.WriteString("...")
		}
		variable, set := p.Type, ""
		if k, ok := v.Types[p.Type]; ok {
			set = g.set(all.Sets[k])
		} else if elem, ok := tensorOf(p.Type); ok {
			variable, set = "T_"+elem, "{"+elem+"}"
		}
		if set == "" || p.Hetero {
			continue
		}
		b.WriteString(": " + variable)
		if t := variable + " in " + set; !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	b.WriteString(") -> (")
	for i, p := range v.Outputs {
		b.WriteString([...]string{"", ", "}[min(i, 1)] + p.Name + map[bool]string{true: "?"}[p.Optional] +
			map[bool]string{true: "..."}[p.Variadic])
	}
	b.WriteString(")")
	for i, a := range v.Attrs {
		b.WriteString([...]string{" with ", ", "}[min(i, 1)] + a.Name + ": ")
		form, value := attribute(a.Name, a.Kind, a.Default)
		if value == "" && !a.Required && form != "any" {
			form, value = "opt "+form, "none"
		}
		if form == "any" {
			value = "none"
		}
		b.WriteString(form)
		if value != "" {
			b.WriteString(" = " + value)
		}
	}
	for i, t := range types {
		b.WriteString([...]string{" for ", ", "}[min(i, 1)] + t)
	}
	b.WriteString(": " + relation + ".\n")
	return true
}

func tensorOf(text string) (elem string, ok bool) {
	if elem, ok = strings.CutPrefix(text, "tensor("); !ok {
		return "", false
	}
	return strings.CutSuffix(elem, ")")
}

// set returns the name of a set of types; empty if it has types other than tensors.
func (g *generator) set(types []string) string {
	var list []string
	for _, text := range types {
		elem, ok := tensorOf(text)
		if !ok {
			return ""
		}
		list = append(list, elem)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Compare(slices.Index(elements[:], a), slices.Index(elements[:], b))
	})
	key := strings.Join(list, ", ")
	if g.sets[key] == "" {
		g.sets[key] = "types" + strconv.Itoa(len(g.order)+1)
		g.order = append(g.order, key)
	}
	return g.sets[key]
}

// attribute returns the form of an attribute, and its default.
func attribute(name, kind string, value any) (form, text string) {
	text, _ = value.(string)
	switch kind {
	case "int":
		if dtypes[name] {
			n, _ := strconv.ParseInt(text, 10, 64)
			text, _ = ElementAt(n)
			return "dtype", text
		}
		return "int", text
	case "float":
		if x, err := strconv.ParseFloat(strings.Trim(text, "()"), 64); err == nil {
			if text = strconv.FormatFloat(x, 'f', -1, 64); !strings.Contains(text, ".") {
				text += ".0"
			}
		}
		return "float", text
	case "string":
		if text != "" {
			text = strconv.Quote(text)
		}
		return "string", text
	case "list of ints":
		return "ints", strings.ReplaceAll(text, "'", "")
	case "list of floats":
		return "floats", ""
	case "tensor", "sparse_tensor", "type_proto":
		return "type", ""
	}
	return "any", ""
}

// relation returns the relation of a version of an operator, or an empty text.
func (g *generator) relation(name string, since int, v *version) string {
	if r := relationOf[name+" "+strconv.Itoa(since)]; r != "" {
		return r
	}
	for _, base := range []string{name, g.group[name]} {
		for n := since; n > 0 && base != ""; n-- {
			if relations().Relation(base+"_"+strconv.Itoa(n)) != nil {
				return base + "_" + strconv.Itoa(n)
			}
		}
		if relations().Relation(base) != nil {
			return base
		}
	}
	return ""
}

// signatures.rel has the operators of the table. PATGRAPH_UPDATE=1 writes it.
func TestSignatures(t *testing.T) {
	text, without := generate(t)
	if len(without) > 0 {
		t.Errorf("%d versions have no relation: %s", len(without), strings.Join(without, ", "))
	}
	if os.Getenv("PATGRAPH_UPDATE") != "" {
		if err := os.WriteFile("signatures.rel", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != string(signatures) {
		t.Error("signatures.rel differs from the table: run with PATGRAPH_UPDATE=1")
	}
}
