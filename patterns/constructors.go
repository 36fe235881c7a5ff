package patterns

import (
	"encoding/binary"
	"strconv"

	"github.com/patgraph/patgraph/unify"
)

// constructors are the names of a program's constructors.
type constructors struct {
	heads *unify.Heads

	all    []constructorName            // by constructor
	known  map[string]unify.Constructor // by name and labels: those that Constructor returns
	twice  map[string]int               // how many constructors have a name
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

// A Computation defines how a constructor is computed from parameters, by a relation of the parameters and the result.
// Solve is the relation to use if a parameter occurs only in computed constructors, so that it must be solved for.
type Computation struct {
	Compute, Solve unify.Relation
	Of             []unify.Constructor
}

func newConstructors(heads *unify.Heads) *constructors {
	return &constructors{heads: heads} // most programs have no constructors: the first one makes the tables
}

// Constructor returns the only constructor with this name and these labels.
func (t *constructors) Constructor(name string, labels ...unify.Label) unify.Constructor {
	key := binary.AppendUvarint(nil, uint64(len(labels)))
	for _, l := range labels {
		key = binary.AppendUvarint(key, uint64(l))
	}
	key = append(key, name...)
	return Remember(&t.known, string(key), func() unify.Constructor { return t.add(name, labels) })
}

// NewConstructor adds a constructor that differs from all others, even of the same name: a declaration identifies it.
func (t *constructors) NewConstructor(name string, labels ...unify.Label) unify.Constructor {
	return t.add(name, labels)
}

// NewParameter adds a constructor that represents a parameter of a declaration: nothing is known of it there, and each
// use of the declaration may replace it by anything. So it is open in signatures; see Scheme. With labels it is a tuple
// with at least these fields.
func (t *constructors) NewParameter(name string, labels ...unify.Label) unify.Constructor {
	c := t.NewConstructor(name, labels...)
	t.all[c].parameter = true
	return c
}

// info returns what is known info a constructor.
func (t *constructors) info(c unify.Constructor) constructorName {
	if c == unify.NoConstructor {
		return constructorName{}
	}
	return t.all[c]
}

// IsParameter reports whether a constructor represents a parameter.
func (t *constructors) IsParameter(c unify.Constructor) bool { return t.info(c).parameter }

// SetComputed states that a constructor without labels is computed from parameters. Uses of a declaration replace the
// parameters, so the constructor is open in signatures, where the relation determines it.
func (t *constructors) SetComputed(c unify.Constructor, by Computation) {
	t.all[c].computed = &by
}

// ComputedOf returns how a constructor is computed from parameters; nil if it is not.
func (t *constructors) ComputedOf(c unify.Constructor) *Computation { return t.info(c).computed }

// isForUsers reports whether a constructor is a parameter, or computed from parameters.
func (t *constructors) isForUsers(c unify.Constructor) bool {
	x := t.info(c)
	return x.parameter || x.computed != nil
}

func (t *constructors) add(name string, labels []unify.Label) unify.Constructor {
	if t.twice == nil {
		t.twice, t.value = make(map[string]int), make(map[unify.Constructor]int64)
	}
	c := t.heads.AddConstructor(labels...)
	for int(c) >= len(t.all) {
		t.all = append(t.all, constructorName{})
	}
	t.all[c] = constructorName{name: name, before: t.twice[name]}
	t.twice[name]++
	return c
}

// Number returns the constructor without labels that represents a number.
func (t *constructors) Number(n int64) unify.Constructor {
	return Remember(&t.number, n, func() unify.Constructor {
		c := t.add(strconv.FormatInt(n, 10), nil)
		t.value[c] = n
		return c
	})
}

// SetNumbersApart makes signatures keep each number as a node of its own, outside of types: at a use, one of the
// numbers may meet a Dynamic pattern, and only that one becomes Dynamic. Call it before the first signature is made.
func (t *constructors) SetNumbersApart() { t.apart = true }

// isApart reports whether a constructor is a number that signatures keep as a node of its own.
func (t *constructors) isApart(c unify.Constructor) bool {
	if !t.apart {
		return false
	}
	_, number := t.NumberOf(c)
	return number
}

// NumberOf returns the number that a constructor represents, and false if it does not represent one.
func (t *constructors) NumberOf(c unify.Constructor) (n int64, ok bool) {
	n, ok = t.value[c]
	return n, ok
}

// ConstructorName returns the name of a constructor.
func (t *constructors) ConstructorName(c unify.Constructor) string { return t.info(c).name }

// ConstructorID returns the name of a constructor with the number of earlier constructors of that name, if any:
// different constructors have different IDs.
func (t *constructors) ConstructorID(c unify.Constructor) string {
	x := t.info(c)
	if x.before == 0 {
		return x.name
	}
	return x.name + "'" + strconv.Itoa(x.before)
}
