package relay

import "github.com/patgraph/patgraph/lang/syntax"

// The constructs that frames read.
const (
	cBlock    uint8 = iota // statements, in braces or up to what is no part of them
	cLet                   // let %x = e
	cBind                  // %0 = e
	cFreeVar               // free_var %x
	cVar                   // %x : T
	cBinary                // operands and operators
	cPostfix               // an operand with calls and projections behind it
	cCall                  // (…) behind a callee
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

// The modes of frames say where a construct stands.
const (
	plain        uint8 = iota
	inAttr             // strings and lists may stand there
	inTypes            // types and dimensions are operands
	inShape            // a bracket is a shape
	inResult           // of a type of functions, the `where` is that of what is around it
	inExpression       // a function that is one, and not what follows the name of a definition
	inExtern           // no constructors
	inParams           // attributes may follow a variable
	asTuple            // of brackets: what they become
	asTypes            //
	asRel              //
	asPattern          //
)

// steps go on with a construct, the innermost one.
var steps = [...]func(*parser, *syntax.Frame){
	cBlock:    (*parser).block,
	cLet:      (*parser).let,
	cBind:     (*parser).bind,
	cFreeVar:  (*parser).freeVar,
	cVar:      (*parser).variable,
	cBinary:   (*parser).binary,
	cPostfix:  (*parser).postfix,
	cCall:     (*parser).call,
	cAttr:     (*parser).attr,
	cList:     (*parser).list,
	cParen:    (*parser).paren,
	cFn:       (*parser).fn,
	cParams:   (*parser).params,
	cTyParams: (*parser).tyParams,
	cWhere:    (*parser).where,
	cRel:      (*parser).rel,
	cIf:       (*parser).ifElse,
	cRef:      (*parser).ref,
	cConstant: (*parser).constant,
	cMatch:    (*parser).match,
	cPattern:  (*parser).pattern,
	cPatterns: (*parser).patterns,
	cType:     (*parser).typ,
	cTypes:    (*parser).types,
	cTensor:   (*parser).tensor,
	cFnType:   (*parser).fnType,
	cData:     (*parser).data,
	cCon:      (*parser).con,
}
