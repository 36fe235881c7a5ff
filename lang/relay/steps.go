package relay

import "github.com/patgraph/patgraph/lang/syntax"

// The constructs of frames.
const (
	cBlock    uint8 = iota // statements, in braces or up to a token that does not belong to them
	cLet                   // let %x = e
	cBind                  // %0 = e
	cFreeVar               // free_var %x
	cVar                   // %x : T
	cBinary                // operands and operators
	cPostfix               // an operand with calls and projections after it
	cCall                  // (…) after a callee
	cAttr                  // k=v
	cList                  // […] in an attribute
	cParen                 // (…)
	cFn                    // parameters, a type, a body
	cParams                //
	cTyParams              //
	cWhere                 //
	cRel                   //
	cIf                    //
	cRef                   // ref, ref_read, ref_write
	cConstant              //
	cMatch                 //
	cPattern               //
	cPatterns              // (…) of patterns
	cType                  //
	cTypes                 // (…), […] or <…> of types or dimensions
	cTensor                //
	cFnType                //
	cData                  //
	cCon                   //
)

// The modes of frames: the context of a construct.
const (
	plain        uint8 = iota
	inAttr             // strings and lists are allowed
	inTypes            // types and dimensions are operands
	inShape            // a bracket is a shape
	inResult           // of a function type: a `where` belongs to the type around it
	inExpression       // a function expression, not the rest of a definition after its name
	inExtern           // no constructors
	inParams           // attributes may follow a variable
	asTuple            // of brackets: the construct that they become
	asTypes            //
	asRel              //
	asPattern          //
)

// parts are the actions of recipes.
var parts = map[string]func(*parser, *syntax.Frame){
	"bound": (*parser).bound, "condition": (*parser).condition, "then": (*parser).then, "else": (*parser).orElse,
	"element": (*parser).element, "shut": (*parser).shut, "generics": (*parser).generics, "related": (*parser).related,
	"operation": func(p *parser, _ *syntax.Frame) { p.Push(cBinary) },
	"value":     func(p *parser, _ *syntax.Frame) { p.Push(cBinary).Mode = inAttr },
	"operand":   func(p *parser, _ *syntax.Frame) { p.Push(cPostfix) },
	"type":      func(p *parser, _ *syntax.Frame) { p.Push(cType) },
	"shape":     func(p *parser, _ *syntax.Frame) { p.Push(cType).Mode = inShape },
	"result":    func(p *parser, _ *syntax.Frame) { p.Push(cType).Mode = inResult },
	"types": func(p *parser, _ *syntax.Frame) {
		if p.Need(p.Kind() == syntax.LParen, "`(`") {
			p.bracket(cTypes, asTypes)
		}
	},
	"where": func(p *parser, f *syntax.Frame) {
		if f.Mode == inResult { // it belongs to the type around it
			p.None()
		} else {
			p.whereHere()
		}
	},
}

// steps continue the innermost construct.
var steps = [...]func(*parser, *syntax.Frame){
	cBlock:    (*parser).block,
	cLet:      syntax.Recipe(OpLet, "word bound = operation", parts),
	cBind:     syntax.Recipe(OpBind, "name word operation", parts),
	cFreeVar:  syntax.Recipe(OpFreeVar, "word bound", parts),
	cVar:      (*parser).variable,
	cBinary:   (*parser).binary,
	cPostfix:  (*parser).postfix,
	cCall:     (*parser).call,
	cAttr:     syntax.Recipe(OpAttr, "name = value", parts),
	cList:     (*parser).list,
	cParen:    (*parser).paren,
	cFn:       (*parser).fn,
	cParams:   (*parser).params,
	cTyParams: (*parser).tyParams,
	cWhere:    (*parser).where,
	cRel:      syntax.Recipe(OpRel, "name related", parts),
	cIf:       syntax.Recipe(OpIf, "condition then else", parts),
	cRef:      (*parser).ref,
	cConstant: syntax.Recipe(OpConstant, "operand , shape , type ,? shut", parts),
	cMatch:    (*parser).match,
	cPattern:  (*parser).pattern,
	cPatterns: (*parser).patterns,
	cType:     (*parser).typ,
	cTypes:    (*parser).types,
	cTensor:   syntax.Recipe(OpTensor, "shape element ,? shut", parts),
	cFnType:   syntax.Recipe(OpFnType, "generics types -> result where", parts),
	cData:     (*parser).data,
	cCon:      (*parser).con,
}
