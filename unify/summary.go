package unify

// A Summary is what some constraints of a system state about the nodes of the others: it can take their place. Explaining
// an error late in a long program needs little of what comes before it, and that is known.
type Summary struct {
	Facts []Constraint // descriptions and equations
	About []Node       // by fact: the node of the system that it describes, or whose part it describes
	Below [][]Label    // by fact: the labels from there to the part
	Nodes int          // those of the system, and new ones for parts that no node of the system is equal to
	Open  []int32      // of the constraints that are summed up, relations that still wait: they remain
}

// Summarize sums up constraints that do not contradict each other. It costs the size of the system.
func (s *System) Summarize(summed []bool) *Summary {
	rest := make([]bool, len(summed))
	for i := range rest {
		rest[i] = !summed[i]
	}
	g := s.Solve(rest)
	own := s.ownNodes()
	w := &summarizer{Summary: Summary{Nodes: own}, g: g, own: own, known: make(map[Node]Node), equated: make(map[Node]bool), member: make([]Node, g.Len())}
	for i := range w.member {
		w.member[i] = None
	}
	for n := range Node(own) {
		if r := g.Find(n); w.member[r] == None {
			w.member[r] = n
		}
	}
	instance := int32(0)
	for i := range s.givenConstraints() {
		k := &s.Constraints[i]
		if k.X == None {
			continue
		}
		keep := !summed[i]
		if summed[i] && k.Of != nil {
			if keep = g.InstanceOf(instance).State == Waits; keep {
				w.Open = append(w.Open, int32(i))
			}
			instance++
		}
		if keep {
			w.about(k)
		}
	}
	for len(w.queue) > 0 {
		at := w.queue[0]
		w.queue = w.queue[1:]
		w.describe(at)
	}
	return &w.Summary
}

// A summarizer collects a summary.
type summarizer struct {
	Summary
	g       *Graph // of the constraints that are summed up
	own     int
	member  []Node        // by class: its first node of the system, or None
	known   map[Node]Node // by class: the node of the summary
	equated map[Node]bool // nodes for which there is an equation
	queue   []summed
}

// summed is a class that is to be described.
type summed struct {
	class, node, about Node
	below              []Label
}

// about adds what is known of the nodes of a constraint that remains.
func (w *summarizer) about(k *Constraint) {
	w.add(k.X)
	if k.Y != None {
		w.add(k.Y)
	}
	for _, e := range k.Edges {
		w.add(e.To)
	}
	if k.Of != nil {
		for _, n := range k.Of.Args {
			w.add(n)
		}
	}
}

// add adds what is known of a node of the system.
func (w *summarizer) add(n Node) {
	r := w.g.Find(n)
	at, known := w.known[r]
	switch {
	case !known:
		w.known[r] = n
		w.queue = append(w.queue, summed{r, n, n, nil})
	case at != n && !w.equated[n]:
		w.equated[n] = true
		w.fact(Constraint{X: n, Y: at, Event: -1}, n, nil)
	}
}

func (w *summarizer) fact(c Constraint, about Node, below []Label) {
	w.Facts = append(w.Facts, c)
	w.About = append(w.About, about)
	w.Below = append(w.Below, below)
}

// describe adds the description of a class and queues its parts.
func (w *summarizer) describe(at summed) {
	w.g.watch.Step()
	c := Constraint{X: at.node, Y: None, Flat: w.g.Flat(at.class), Event: -1}
	for _, e := range w.g.Edges(at.class) {
		r := w.g.Find(e.To)
		to, known := w.known[r]
		if !known {
			part := summed{class: r, about: at.about, below: append(at.below[:len(at.below):len(at.below)], e.Label)}
			if to = w.member[r]; to == None {
				to = Node(w.Nodes)
				w.Nodes++
			} else {
				part.about, part.below = to, nil
			}
			part.node = to
			w.known[r] = to
			w.queue = append(w.queue, part)
		}
		c.Edges = append(c.Edges, Edge{e.Label, to})
	}
	if c.Flat != Open || len(c.Edges) > 0 {
		w.fact(c, at.about, at.below)
	}
}
