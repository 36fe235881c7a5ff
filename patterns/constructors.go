package patterns

import (
	"encoding/binary"
	"strconv"
	"sync"

	"github.com/patgraph/patgraph/unify"
)

// constructors are the names of a program's constructors. They may be asked and added to
// at any time, by any goroutine.
type constructors struct {
	heads *unify.Heads

	mu     sync.RWMutex
	all    []constructorName            // by constructor
	known  map[string]unify.Constructor // by name and labels: those that Constructor gives
	twice  map[string]int               // how many have a name
	number map[int64]unify.Constructor  // of dimensions
	value  map[unify.Constructor]int64

	apart bool // see SetNumbersApart
}

type constructorName struct {
	name      string
	before    int  // those of the same name
	parameter bool // see NewParameter
	computed  *Computation
}

// A Computation says how something is computed of parameters: a relation of those, and of what comes out. Solve is the
// relation where a parameter is nowhere but in such things: so it has to be found of them.
type Computation struct {
	Compute, Solve unify.Relation
	Of             []unify.Constructor
}

func newConstructors(heads *unify.Heads) *constructors {
	return &constructors{heads: heads} // most programs have none: tables are made with the first
}

// Constructor returns the constructor of a name and labels: there is one for each.
func (t *constructors) Constructor(name string, labels ...unify.Label) unify.Constructor {
	key := binary.AppendUvarint(nil, uint64(len(labels)))
	for _, l := range labels {
		key = binary.AppendUvarint(key, uint64(l))
	}
	key = append(key, name...)
	t.mu.RLock()
	c, ok := t.known[string(key)]
	t.mu.RUnlock()
	if ok {
		return c
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok = t.known[string(key)]; !ok {
		c = t.add(name, labels)
		t.known[string(key)] = c
	}
	return c
}

// NewConstructor adds a constructor that is no other one, also if they have one name: what
// is declared is what it is by where it is declared.
func (t *constructors) NewConstructor(name string, labels ...unify.Label) unify.Constructor {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.add(name, labels)
}

// NewParameter adds a constructor that stands for a parameter of a declaration: nothing is known
// of it there, and whoever uses the declaration may put anything in its place. So it is open in
// signatures; see Scheme. With labels it is a tuple of which these fields are known, and perhaps more.
func (t *constructors) NewParameter(name string, labels ...unify.Label) unify.Constructor {
	c := t.NewConstructor(name, labels...)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all[c].parameter = true
	return c
}

// of is what is known of a constructor.
func (t *constructors) of(c unify.Constructor) constructorName {
	if c == unify.NoConstructor {
		return constructorName{}
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.all[c]
}

// IsParameter reports whether a constructor stands for a parameter.
func (t *constructors) IsParameter(c unify.Constructor) bool { return t.of(c).parameter }

// SetComputed says that a constructor without labels stands for what is computed of parameters. Since whoever uses a
// declaration puts other things in their place, it is open in signatures, where the relation says what it is.
func (t *constructors) SetComputed(c unify.Constructor, by Computation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all[c].computed = &by
}

// ComputedOf says how a constructor is computed of parameters; nil if it is not.
func (t *constructors) ComputedOf(c unify.Constructor) *Computation { return t.of(c).computed }

// isForUsers reports whether a constructor is a parameter, or is computed of some.
func (t *constructors) isForUsers(c unify.Constructor) bool {
	x := t.of(c)
	return x.parameter || x.computed != nil
}

func (t *constructors) add(name string, labels []unify.Label) unify.Constructor {
	if t.known == nil {
		t.known, t.twice = make(map[string]unify.Constructor), make(map[string]int)
		t.number, t.value = make(map[int64]unify.Constructor), make(map[unify.Constructor]int64)
	}
	c := t.heads.AddConstructor(labels...)
	for int(c) >= len(t.all) {
		t.all = append(t.all, constructorName{})
	}
	t.all[c] = constructorName{name: name, before: t.twice[name]}
	t.twice[name]++
	return c
}

// Number returns the constructor without labels that stands for a number.
func (t *constructors) Number(n int64) unify.Constructor {
	t.mu.RLock()
	c, ok := t.number[n]
	t.mu.RUnlock()
	if ok {
		return c
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if c, ok = t.number[n]; !ok {
		c = t.add(strconv.FormatInt(n, 10), nil)
		t.number[n], t.value[c] = c, n
	}
	return c
}

// SetNumbersApart makes signatures keep each number by itself, as no part of a type: where it is
// used, it may meet what is Dynamic, which is told of the one and not of others. It is said
// before the first signature is made.
func (t *constructors) SetNumbersApart() { t.apart = true }

// isApart reports whether a constructor is a number that signatures keep by itself.
func (t *constructors) isApart(c unify.Constructor) bool {
	if !t.apart {
		return false
	}
	_, number := t.NumberOf(c)
	return number
}

// NumberOf returns the number that a constructor stands for, and false if it stands for none.
func (t *constructors) NumberOf(c unify.Constructor) (n int64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	n, ok = t.value[c]
	return n, ok
}

// ConstructorName returns the name of a constructor.
func (t *constructors) ConstructorName(c unify.Constructor) string { return t.of(c).name }

// ConstructorID is the name of a constructor with how many had that name before, if any:
// different constructors have different ones.
func (t *constructors) ConstructorID(c unify.Constructor) string {
	x := t.of(c)
	if x.before == 0 {
		return x.name
	}
	return x.name + "'" + strconv.Itoa(x.before)
}
