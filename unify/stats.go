package unify

// Stats counts the work of a graph. Equal inputs give equal counts.
type Stats struct {
	Nodes     int // of all kinds
	Edges     int // with the room kept for more
	Events    int // requests to unify
	Unions    int // requests that joined two classes
	Redundant int // requests whose nodes were one class already
	Unfolded  int // parts of named heads that were looked into
	Instances int // templates copied
	Conflicts int
	Relations int // instances of relations
	Runs      int // of these: each ended with firing, failing or waiting
	Fired     int // runs that fired, one for each instance at most
	Failed    int // that failed, likewise
}
