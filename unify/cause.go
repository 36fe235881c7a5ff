package unify

// A Reason is why a constraint holds, in the caller's terms: a rule, a part of the rule and a site (a syntax node,
// say). The engine only carries it.
type Reason struct {
	Rule, Part uint8
	Site       int32
}

// A Cause is why an event was requested, packed into 64 bits: given by a constraint, decomposed from another event
// under a label, an unfolding of a named head that another event required, or an effect of an instance of a relation.
type Cause uint64

const (
	causeGiven Cause = iota << 62
	causeDecomposed
	causeUnfolded
	causeFired
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

func fired(instance, effect int32) Cause {
	return causeFired | Cause(uint32(effect))<<31 | Cause(uint32(instance))
}

// noEffect is the effect number of an instance that failed.
const noEffect = 1<<31 - 1

func failed(instance int32) Cause { return fired(instance, noEffect) }

// describes marks the cause of an event that only unites a node with the leaf that Describe made for its description.
const describes Cause = 1 << 48

// Given returns the reason of an event that a constraint requested.
func (c Cause) Given() (Reason, bool) {
	return Reason{Rule: uint8(c >> 40), Part: uint8(c >> 32), Site: int32(uint32(c))}, c&causeKind == causeGiven
}

// Describes reports whether a constraint requested an event only because it describes a node that was not fresh: Y of
// the event is the leaf that has the description. Which nodes are fresh depends on the order of constraints.
func (c Cause) Describes() bool { return c&(causeKind|describes) == causeGiven|describes }

// From returns the event from which an event followed, by decomposition or unfolding, and the label; false for an event
// of a constraint or a relation.
func (c Cause) From() (event int32, l Label, ok bool) {
	event, l = c.parent()
	return event, l, c&causeKind == causeDecomposed || c&causeKind == causeUnfolded
}

// Fired returns the instance of a relation whose effect the event is, and the number of the effect.
func (c Cause) Fired() (instance, effect int32, ok bool) {
	instance, l := c.parent()
	return instance, int32(l), c&causeKind == causeFired && l != noEffect
}

// Failed returns the instance of a relation that failed. Its event unites nothing.
func (c Cause) Failed() (instance int32, ok bool) {
	instance, l := c.parent()
	return instance, c&causeKind == causeFired && l == noEffect
}

// Unfolds reports whether an event followed by unfolding; see From.
func (c Cause) Unfolds() bool { return c&causeKind == causeUnfolded }

// parent returns the event and label of a cause that is not given.
func (c Cause) parent() (int32, Label) {
	return int32(c & (1<<31 - 1)), Label(c >> 31 & (1<<31 - 1))
}

// An Event is a request to unify two nodes: exactly the nodes that it named, not their representatives.
type Event struct {
	X, Y  Node
	Cause Cause
}

// A Conflict is an event that could not be performed: A and B were the representatives of its nodes, and their flat
// patterns do not meet. If the event's cause is an instance of a relation that failed, A and B are the representative
// of its first argument.
type Conflict struct {
	Event int32
	A, B  Node
}
