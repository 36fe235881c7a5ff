package lang

// A RulePage explains a typing rule of a language to people.
type RulePage struct {
	Name        string // as reasons have it: "prod"
	Number      string // as the rules are counted: "R4"
	Title       string
	Meaning     string
	Constraints []RulePart // what the rule states, in the order in which it does
	Example     string     // a program
	Signature   string     // what is derived for f, a definition of it
	Remark      string     // what else is worth knowing; may be empty
}

// A RulePart is one of the constraints of a rule.
type RulePart struct {
	Name string // as reasons have it: "chaining"; empty where a rule has only one
	Says string
}
