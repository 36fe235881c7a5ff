package unify

// Stats counts the work of a graph. Equal inputs give equal counts.
type Stats struct {
	Nodes     int // of all kinds
	Edges     int // including padding
	Events    int // requests to unify
	Unions    int // requests that joined two classes
	Redundant int // requests whose nodes were one class already
	Unfolded  int // parts of named heads that were looked into
	Instances int // templates copied
	Conflicts int
	Relations int // instances of relations
	Runs      int // of relations: each ended with firing, failing or waiting
	Fired     int // runs that fired, at most one for each instance
	Failed    int // runs that failed, likewise
}
