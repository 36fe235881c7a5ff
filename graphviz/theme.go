package graphviz

import "cmp"

// A Role is the kind of an element of a picture. It determines the element's look and is its class in SVG.
type Role uint8

const (
	NoRole Role = iota

	// Nodes.
	RoleUnknown    // an unconstrained pattern, or one with several possible shapes
	RoleProduct    // a product pattern
	RoleUnion      // a union pattern
	RoleVector     // a vector pattern
	RoleNamedType  // a canonical type
	RoleBuilt      // a pattern built by a constructor, with open parts
	RoleEntry      // the input or output of a definition
	RoleFolded     // several nodes that are hidden
	RoleLeaf       // such a pattern that no step united with another
	RoleLast       // a pattern of the end of a history, with those that were united in it
	RolePassing    // a place that a derivation passes through
	RoleSuspect    // such a place that is most likely wrong
	RoleWitnessA   // the first place that states what a value is
	RoleWitnessB   // the second
	RoleWitnessC   // the third
	RoleDefinition // a definition
	RoleMain       // the main expression
	RoleWrong      // a definition with an error
	RoleDoubtful   // a definition with a warning
	RoleHolding    // a relation that holds
	RoleWaiting    // a relation that waits until more is known
	RoleFailing    // a relation that cannot hold
	RoleAType      // a type that is an argument of relations
	RoleOpenType   // such a type that is not decided
	RoleCalled     // a definition that is referred to, in the patterns of another
	RoleBuilds     // a constructor of a type
	RoleStage      // a stage of a data flow
	RoleSource     // a stage that a conflicting size comes from or passes through
	RoleFault      // a stage that does not accept its input
	RoleBuiltIn    // a built-in function

	// Edges.
	RolePart       // from a whole to its part
	RoleEnters     // from an entry to its pattern
	RoleReaches    // to another definition
	RoleInto       // from a pattern to the union that contains it
	RoleEqual      // two places have the same value
	RoleFollows    // two places have the same value because their wholes do
	RoleInstance   // two places have the same value by a call
	RoleObvious    // two places obviously have the same value
	RoleHolds      // from a place to the fact that the program states about it
	RoleClash      // two facts that contradict each other
	RoleReads      // from a type to a relation that read it
	RoleDetermines // from a relation to a type that it decides
	RoleAwaits     // from a relation to a type that it waits for
	RoleAbout      // between a relation and a type that is its argument
	RoleComputes   // from a size to one that is computed from it, and from a result of a graph within a node to the node
	RoleLike       // from a type to an instance of it: equal except for unknown parts
	RoleCalls      // from a definition to one that it refers to
	RoleFlows      // from a stage to the next one, which takes its output
	RoleAmiss      // the same where the types do not fit

	// Clusters.
	RoleOfDefinition // the patterns of one definition
	RoleBecause      // the proof that two wholes are equal
	RoleRecursive    // definitions that refer to each other
	RoleRepeated     // stages that occur several times in a row

	numRoles
)

// A look is how a role looks in a theme.
type look struct {
	class   string // in SVG
	meaning string // in the legend; empty: it is self-explanatory
	shape   string
	style   string // of the outline or the line
	fill    string
	line    string
	text    string
	width   string
	rims    string // peripheries
	arrow   string
}

// A Theme is a set of colours.
type Theme struct {
	Name string
	palette
	looks [numRoles]look
}

// Light and Dark are the available themes. Their signal colours are those of M. Okabe and K. Ito (Color Universal
// Design, 2008), which most people can distinguish.
var (
	Light = newTheme("light", palette{
		background: "#ffffff", ink: "#1a1a1a", faint: "#6a6a6a", box: "#f7f7f7",
		typ: "#e4f2ec", typLine: "#00664b", fold: "#ffffff",
		a: "#fbe0cf", aLine: "#b34700", b: "#d4e9f7", bLine: "#005a8f", c: "#efe0ea", cLine: "#8a3f6a",
		reach: "#005a8f", wrong: "#b34700", doubt: "#fff6c2", doubtLine: "#8a6d00", frame: "#9a9a9a",
	})
	Dark = newTheme("dark", palette{
		background: "#15181d", ink: "#ececec", faint: "#a4a4a4", box: "#23272e",
		typ: "#143a2e", typLine: "#3fcf9f", fold: "#15181d",
		a: "#4a2410", aLine: "#ff8a3d", b: "#0f3550", bLine: "#62bdf0", c: "#432536", cLine: "#e39ac4",
		reach: "#62bdf0", wrong: "#ff8a3d", doubt: "#453c0c", doubtLine: "#f0e442", frame: "#6c6c6c",
	})
)

type palette struct {
	background, ink, faint, box           string
	typ, typLine, fold                    string
	a, aLine, b, bLine, c, cLine          string
	reach, wrong, doubt, doubtLine, frame string
}

// stateClasses are the classes in SVG of what a step has to do with a node.
var stateClasses = [...]string{Joined: " joined", Clashed: " clashed", Gone: " gone"}

// inState is the look of a node in a state.
func (t *Theme) inState(l *look, s State) *look {
	c := *l
	if s != Present {
		c.rims = ""
	}
	switch s {
	case Joined:
		c.line, c.width, c.fill = t.bLine, "3", t.b
	case Clashed:
		c.line, c.width, c.fill = t.wrong, "3", t.a
	case Gone:
		c.line, c.text, c.fill, c.style = t.faint, t.faint, "none", "dashed"
	}
	return &c
}

func newTheme(name string, p palette) *Theme {
	t := &Theme{Name: name, palette: p}
	node := func(r Role, l look) {
		l.line, l.text = cmp.Or(l.line, p.ink), cmp.Or(l.text, p.ink)
		l.fill, l.width = cmp.Or(l.fill, p.box), cmp.Or(l.width, "1")
		t.looks[r] = l
	}
	node(RoleUnknown, look{class: "unknown", meaning: "shape not decided", shape: "ellipse"})
	node(RoleProduct, look{class: "product", meaning: "product", shape: "box"})
	node(RoleUnion, look{class: "union", meaning: "union", shape: "hexagon"})
	node(RoleVector, look{class: "vector", meaning: "vector", shape: "box3d"})
	node(RoleNamedType,
		look{class: "type", meaning: "type", shape: "box", style: "rounded", fill: p.typ, line: p.typLine, rims: "2"})
	node(RoleBuilt, look{class: "built", meaning: "type with parts", shape: "box", style: "rounded"})
	node(RoleEntry, look{class: "entry", shape: "plaintext", fill: "none"})
	node(RoleFolded, look{
		class: "folded", meaning: "several, not shown", shape: "box", style: "dashed", fill: p.fold,
		line: p.faint, text: p.faint,
	})
	node(RoleLeaf, look{class: "leaf", meaning: "united with nothing", shape: "box"})
	node(RoleLast, look{
		class: "last", meaning: "united by steps", shape: "box", style: "rounded", fill: p.typ,
		line: p.typLine, width: "2.5",
	})
	node(RolePassing, look{class: "place", shape: "box", fill: p.fold})
	node(RoleSuspect, look{class: "suspect", meaning: "likely mistake", shape: "box", fill: p.doubt, line: p.doubtLine, width: "2.5"})
	node(RoleWitnessA, look{class: "witness-a", meaning: "fact A", shape: "box", style: "bold", fill: p.a, line: p.aLine, width: "2.5"})
	node(RoleWitnessB,
		look{
			class: "witness-b", meaning: "fact B", shape: "box", style: "bold,dashed", fill: p.b, line: p.bLine, width: "2.5",
		})
	node(RoleWitnessC,
		look{
			class: "witness-c", meaning: "fact C", shape: "box", style: "bold,rounded", rims: "2", fill: p.c, line: p.cLine,
			width: "2.5",
		})
	node(RoleDefinition, look{class: "definition", meaning: "definition", shape: "box"})
	node(RoleMain, look{class: "main", meaning: "main expression", shape: "box", style: "rounded", width: "2.5"})
	node(RoleWrong, look{
		class: "wrong", meaning: "has an error", shape: "box", rims: "2", fill: p.a, line: p.wrong, width: "2.5",
	})
	node(RoleDoubtful,
		look{
			class: "doubtful", meaning: "has a warning", shape: "box", style: "dashed", fill: p.doubt,
			line: p.doubtLine, width: "2",
		})
	node(RoleHolding, look{class: "holding", meaning: "relation that holds", shape: "box"})
	node(RoleWaiting, look{
		class: "waiting", meaning: "relation that waits", shape: "box", style: "dashed", fill: p.doubt,
		line: p.doubtLine, width: "2",
	})
	node(RoleFailing, look{
		class: "failing", meaning: "relation that cannot hold", shape: "box", rims: "2", fill: p.a,
		line: p.wrong, width: "2.5",
	})
	node(RoleAType, look{class: "a-type", meaning: "type", shape: "ellipse", fill: p.typ, line: p.typLine})
	node(RoleOpenType,
		look{
			class: "open-type", meaning: "type that is not decided", shape: "ellipse", style: "dashed", fill: p.doubt,
			line: p.doubtLine, width: "2",
		})
	node(RoleCalled, look{class: "called", meaning: "definition", shape: "cds", width: "2", line: p.reach})
	node(RoleBuilds, look{class: "builds", meaning: "constructor", shape: "cds", style: "dashed", line: p.typLine})
	node(RoleStage, look{class: "stage", meaning: "stage", shape: "box", style: "rounded"})
	node(RoleSource, look{
		class: "source", meaning: "has to do with an error", shape: "box", style: "rounded,dashed", fill: p.doubt,
		line: p.doubtLine, width: "2",
	})
	node(RoleFault, look{
		class: "fault", meaning: "does not fit", shape: "box", rims: "2", fill: p.a, line: p.wrong, width: "2.5",
	})
	node(RoleBuiltIn, look{
		class: "builtin", meaning: "built in", shape: "cds", fill: p.fold, line: p.faint, text: p.faint,
	})

	edge := func(r Role, l look) {
		l.line, l.width, l.arrow = cmp.Or(l.line, p.ink), cmp.Or(l.width, "1"), cmp.Or(l.arrow, "normal")
		l.text = cmp.Or(l.text, l.line)
		t.looks[r] = l
	}
	edge(RolePart, look{class: "part", meaning: "part"})
	edge(RoleEnters, look{class: "enters", meaning: "input, output", line: p.ink, width: "2", arrow: "vee"})
	edge(RoleReaches, look{class: "reference", meaning: "call", style: "dashed", line: p.reach})
	edge(RoleInto, look{class: "into", arrow: "vee"})
	edge(RoleEqual, look{class: "equal", meaning: "equal, by a rule", arrow: "none", width: "1.5"})
	edge(RoleFollows, look{
		class: "follows", meaning: "equal, since their wholes are", arrow: "none", style: "bold",
		line: p.typLine, width: "2.5",
	})
	edge(RoleInstance,
		look{class: "instance", meaning: "equal, by a call", arrow: "none", style: "dashed", line: p.reach, width: "1.5"})
	edge(RoleObvious, look{class: "obvious", meaning: "obviously equal", arrow: "none", line: p.faint})
	edge(RoleHolds, look{
		class: "holds", meaning: "the program says so", arrow: "none", line: p.ink, style: "dotted",
	})
	edge(RoleClash, look{class: "clash", arrow: "none", style: "dotted", line: p.wrong, width: "4"})
	edge(RoleReads, look{class: "reads", meaning: "read by", arrow: "vee"})
	edge(RoleDetermines, look{class: "tells", meaning: "decides", width: "2.5", line: p.typLine})
	edge(RoleAwaits, look{
		class: "awaits", meaning: "waits for", style: "dashed", arrow: "vee", line: p.wrong, width: "1.5",
	})
	edge(RoleAbout, look{class: "about", meaning: "argument or result", arrow: "none", line: p.faint})
	edge(RoleComputes, look{class: "computes", meaning: "goes into", style: "dashed", line: p.typLine, width: "1.5"})
	edge(RoleLike, look{class: "like", meaning: "a use of it", style: "dotted", line: p.reach, width: "1.5"})
	edge(RoleCalls, look{class: "calls", meaning: "refers to"})
	edge(RoleFlows, look{class: "flows"})
	edge(RoleAmiss, look{class: "amiss", meaning: "does not fit", style: "bold", line: p.wrong, width: "2.5"})

	frame := func(r Role, l look) {
		l.line, l.text = cmp.Or(l.line, p.frame), cmp.Or(l.text, p.ink)
		t.looks[r] = l
	}
	frame(RoleOfDefinition, look{class: "of-definition", style: "rounded"})
	frame(RoleBecause, look{class: "because", style: "dashed", text: p.ink})
	frame(RoleRecursive, look{class: "recursive", style: "dashed", line: p.reach})
	frame(RoleRepeated, look{class: "repeated", style: "rounded,dashed", line: p.reach})
	return t
}
