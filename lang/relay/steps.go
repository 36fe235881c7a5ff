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

// step goes on with the innermost construct.
func (p *parser) step(f *syntax.Frame) {
	switch f.What {
	case cBlock:
		p.block(f)
	case cLet:
		p.let(f)
	case cBind:
		p.bind(f)
	case cFreeVar:
		p.freeVar(f)
	case cVar:
		p.variable(f)
	case cBinary:
		p.binary(f)
	case cPostfix:
		p.postfix(f)
	case cCall:
		p.call(f)
	case cAttr:
		p.attr(f)
	case cList:
		p.list(f)
	case cParen:
		p.paren(f)
	case cFn:
		p.fn(f)
	case cParams:
		p.params(f)
	case cTyParams:
		p.tyParams(f)
	case cWhere:
		p.where(f)
	case cRel:
		p.rel(f)
	case cIf:
		p.ifElse(f)
	case cRef:
		p.ref(f)
	case cConstant:
		p.constant(f)
	case cMatch:
		p.match(f)
	case cPattern:
		p.pattern(f)
	case cPatterns:
		p.patterns(f)
	case cType:
		p.typ(f)
	case cTypes:
		p.types(f)
	case cTensor:
		p.tensor(f)
	case cFnType:
		p.fnType(f)
	case cData:
		p.data(f)
	case cCon:
		p.con(f)
	}
}
