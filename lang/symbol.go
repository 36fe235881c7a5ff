package lang

import "hash/maphash"

// A Sym is an interned text: two symbols of one table are equal exactly when
// their texts are.
type Sym int32

// NoSym is the absence of a symbol. No text has it, so it is free for a reserved meaning (the engine's member label).
const NoSym Sym = 0

// Symbols interns texts. The zero value is not usable; see NewSymbols.
//
// It is a hash table with linear probing over the slice of texts: a front end interns every name it reads, at about
// half the cost of a Go map. Numbers are assigned in order of first use, so nothing observable depends on the hash.
//
// Invariants:
// 1. len(slots) is a power of two and more than 4/3 of the symbols in use.
// 2. Every symbol but NoSym is in exactly one slot, reachable from its hash without passing an empty one.
type Symbols struct {
	seed  maphash.Seed
	texts []string
	slots []slot
}

// A slot is empty when its symbol is NoSym.
type slot struct {
	hash uint32
	sym  Sym
}

// NewSymbols returns an empty table with capacity for about room symbols.
func NewSymbols(room int) *Symbols {
	size := 64
	for 3*size < 4*room {
		size *= 2
	}
	s := &Symbols{seed: maphash.MakeSeed(), texts: make([]string, 1, 1+3*size/4), slots: make([]slot, size)}
	return s
}

// Reuse returns an empty table with capacity for about room symbols, in the memory of an old table if that is large
// enough. The time is proportional to the requested capacity and the old symbols, not to the old capacity.
func (s *Symbols) Reuse(room int) *Symbols {
	if s == nil || 3*cap(s.slots) < 4*room {
		return NewSymbols(room)
	}
	size := 64
	for size < cap(s.slots) && 3*size < 8*room { // prefer a larger table, since the memory exists
		size *= 2
	}
	s.slots = s.slots[:size]
	clear(s.slots)
	clear(s.texts[1:]) // release the source text that contains them
	s.texts = s.texts[:1]
	return s
}

// Truncate removes all symbols but the first n, including NoSym. The time is proportional to the size of the table.
func (s *Symbols) Truncate(n int) {
	clear(s.texts[n:])
	s.texts = s.texts[:n]
	kept := make([]uint32, n) // hashes, by symbol
	for _, o := range s.slots {
		if int(o.sym) < n {
			kept[o.sym] = o.hash
		}
	}
	clear(s.slots)
	for sym := 1; sym < n; sym++ {
		s.place(slot{kept[sym], Sym(sym)})
	}
}

// Intern returns the symbol of a text. It allocates only for a new text.
func (s *Symbols) Intern(text []byte) Sym {
	hash := uint32(maphash.Bytes(s.seed, text))
	mask := uint32(len(s.slots) - 1)
	i := hash & mask
	for ; s.slots[i].sym != NoSym; i = (i + 1) & mask {
		if s.slots[i].hash == hash && s.texts[s.slots[i].sym] == string(text) {
			return s.slots[i].sym
		}
	}
	return s.add(hash, i, string(text))
}

// InternString is Intern for a string, which is not copied: a part of a source text keeps that text in memory.
func (s *Symbols) InternString(text string) Sym {
	hash, i, sym := s.find(text)
	if sym != NoSym {
		return sym
	}
	return s.add(hash, i, text)
}

// find returns the hash of a text, the slot where its search ended, and its symbol.
func (s *Symbols) find(text string) (hash, i uint32, sym Sym) {
	hash = uint32(maphash.String(s.seed, text))
	mask := uint32(len(s.slots) - 1)
	for i = hash & mask; s.slots[i].sym != NoSym; i = (i + 1) & mask {
		if s.slots[i].hash == hash && s.texts[s.slots[i].sym] == text {
			return hash, i, s.slots[i].sym
		}
	}
	return hash, i, NoSym
}

func (s *Symbols) add(hash, i uint32, text string) Sym {
	sym := Sym(len(s.texts))
	s.texts = append(s.texts, text)
	s.slots[i] = slot{hash, sym}
	if len(s.texts)*4 > len(s.slots)*3 {
		s.grow()
	}
	return sym
}

// largeTable is the number of slots from which a table only doubles, as the memory counts.
const largeTable = 1 << 16

func (s *Symbols) grow() {
	old, times := s.slots, 4
	if len(old) >= largeTable {
		times = 2
	}
	s.slots = make([]slot, times*len(old))
	for _, o := range old {
		if o.sym != NoSym {
			s.place(o)
		}
	}
}

// place puts a symbol into a slot.
func (s *Symbols) place(o slot) {
	mask := uint32(len(s.slots) - 1)
	i := o.hash & mask
	for s.slots[i].sym != NoSym {
		i = (i + 1) & mask
	}
	s.slots[i] = o
}

// Lookup returns the symbol of a text, or NoSym if it was never interned.
func (s *Symbols) Lookup(text string) Sym {
	_, _, sym := s.find(text)
	return sym
}

// Text returns a symbol's text.
func (s *Symbols) Text(id Sym) string { return s.texts[id] }

// Len returns the number of symbols, including NoSym: symbols are 0 … Len()-1.
func (s *Symbols) Len() int { return len(s.texts) }
