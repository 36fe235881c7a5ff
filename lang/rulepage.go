package lang

// A RulePage explains a typing rule of a language to people.
type RulePage struct {
	Name        string // as in reasons: "prod"
	Number      string // for example "R4"
	Title       string
	Meaning     string
	Constraints []RulePart // in the order in which the rule states them
	Example     string     // a program
	Signature   string     // the signature of its definition f
	Remark      string     // may be empty
}

// A RulePart is one of the constraints of a rule.
type RulePart struct {
	Name string // as in reasons: "chaining"; empty if it is the rule's only one
	Says string
}
