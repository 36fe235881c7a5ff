package unify

// A Reason is why a constraint holds, in the caller's terms: a rule, a part of
// the rule and a site (a syntax node, say). The engine only carries it.
type Reason struct {
	Rule, Part uint8
	Site       int32
}

// A Cause is why an event was asked for, packed into 64 bits: given by a
// constraint, decomposed from another event under a label, an unfolding of a
// named head that another event made necessary, or told by an instance of a
// relation.
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

func fired(instance, tell int32) Cause {
	return causeFired | Cause(uint32(tell))<<31 | Cause(uint32(instance))
}

// noTell is the tell of an instance that failed.
const noTell = 1<<31 - 1

func failed(instance int32) Cause { return fired(instance, noTell) }

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
// label; false for an event that a constraint asked for, or a relation.
func (c Cause) From() (event int32, l Label, ok bool) {
	event, l = c.parent()
	return event, l, c&causeKind == causeDecomposed || c&causeKind == causeUnfolded
}

// Fired returns the instance of a relation that told that two nodes are one, and the number
// of the tell.
func (c Cause) Fired() (instance, tell int32, ok bool) {
	instance, l := c.parent()
	return instance, int32(l), c&causeKind == causeFired && l != noTell
}

// Failed returns the instance of a relation that failed. Its event makes nothing one.
func (c Cause) Failed() (instance int32, ok bool) {
	instance, l := c.parent()
	return instance, c&causeKind == causeFired && l == noTell
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

// shifted is the cause of an event in another graph, whose events and instances have
// numbers that are greater by some numbers.
func (c Cause) shifted(by, instances int32) Cause {
	switch c & causeKind {
	case causeGiven:
		return c
	case causeFired:
		by = instances
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
// representatives of its nodes, and their flat patterns do not meet. If an instance of a
// relation failed, which the event's cause says, A and B are its first argument.
type Conflict struct {
	Event int32
	A, B  Node
}
