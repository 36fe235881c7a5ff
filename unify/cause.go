package unify

// A Reason is why a constraint holds, in the caller's terms: a rule, a part of
// the rule and a site (a syntax node, say). The engine only carries it.
type Reason struct {
	Rule, Part uint8
	Site       int32
}

// A Cause is why an event was asked for, packed into 64 bits: given by a
// constraint, decomposed from another event under a label, or an unfolding of a
// named head that another event made necessary.
type Cause uint64

const (
	causeGiven Cause = iota << 62
	causeDecomposed
	causeUnfolded
	causeKind Cause = 3 << 62
)

func given(r Reason) Cause {
	return causeGiven | Cause(r.Rule)<<40 | Cause(r.Part)<<32 | Cause(uint32(r.Site))
}

func decomposed(event int32, l Label) Cause {
	return causeDecomposed | Cause(uint32(l))<<31 | Cause(uint32(event))
}

func unfolded(event int32, l Label) Cause {
	return causeUnfolded | Cause(uint32(l))<<31 | Cause(uint32(event))
}

// describes marks the cause of an event that only gives a node what Describe put on a
// leaf of its own.
const describes Cause = 1 << 48

// Given returns the reason of an event that a constraint asked for.
func (c Cause) Given() (Reason, bool) {
	return Reason{Rule: uint8(c >> 40), Part: uint8(c >> 32), Site: int32(uint32(c))}, c&causeKind == causeGiven
}

// Describes reports whether a constraint asked for an event only because it describes a
// node that was known already: Y of the event is the leaf that has the description.
// Which nodes are known depends on the order of constraints.
func (c Cause) Describes() bool { return c&(causeKind|describes) == causeGiven|describes }

// From returns the event from which one followed, by decomposition or unfolding, and the
// label; false for an event that a constraint asked for.
func (c Cause) From() (event int32, l Label, ok bool) {
	event, l = c.parent()
	return event, l, c&causeKind != causeGiven
}

// Decomposed returns the event from which a decomposition followed and the label.
func (c Cause) Decomposed() (event int32, l Label, ok bool) {
	event, l = c.parent()
	return event, l, c&causeKind == causeDecomposed
}

// Unfolded returns the event that made an unfolding necessary and the label.
func (c Cause) Unfolded() (event int32, l Label, ok bool) {
	event, l = c.parent()
	return event, l, c&causeKind == causeUnfolded
}

// parent returns the event and label of a cause that is not given.
func (c Cause) parent() (int32, Label) {
	return int32(c & (1<<31 - 1)), Label(c >> 31 & (1<<31 - 1))
}

// shifted is the cause of an event in another graph, whose events have numbers that
// are greater by a number.
func (c Cause) shifted(by int32) Cause {
	if c&causeKind == causeGiven {
		return c
	}
	event, l := c.parent()
	return c&causeKind | Cause(uint32(l))<<31 | Cause(uint32(event+by))
}

// An Event is a request to unify two nodes: the very nodes it named, not their
// representatives.
type Event struct {
	X, Y  Node
	Cause Cause
}

// A Conflict is an event that could not be performed: A and B were the
// representatives of its nodes, and their flat patterns do not meet.
type Conflict struct {
	Event int32
	A, B  Node
}
