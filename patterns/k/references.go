//go:build !js

package k

func init() { findByHash = (*program).findByHash }

// mostRounds bounds how deep functions can be defined by hashes of functions that are themselves defined by hashes.
const mostRounds = 8

// findByHash returns the names of the functions that the program refers to by their hash; empty where none is known.
// The hash of a function depends on its type. So each round derives the program without the functions that refer to
// unknown ones, and the hashes that it finds let the next round derive more. A hash that no function has may be stated
// in a comment, because k computes other hashes where its derivation does not converge.
func (a *program) findByHash(opts Options) map[string]string {
	found := make(map[string]string)
	for _, e := range a.names.UnknownHashes {
		found[a.tree.Syms.Text(a.tree.Nodes[e].Sym)] = ""
	}
	missing, some := len(found), false // some: this round found one
	add := func(hash string, d int32) {
		if name, asked := found[hash]; asked && name == "" && !a.tree.Defs[d].Main {
			found[hash], some = a.tree.Syms.Text(a.tree.Defs[d].Name), true
			missing--
		}
	}
	for round := 0; round < mostRounds && missing > 0; round++ {
		b := derived(a.tree, nil, Options{Limits: opts.Limits, Recursion: opts.Recursion, watch: opts.watch,
			hashing: true, byHash: found})
		some = false
		for d, hash := range Hashes(b.result()) {
			add(hash, int32(d))
		}
		if some {
			continue
		}
		for _, s := range a.statedHashes(a.tree.Defs) {
			add(s.hash, int32(s.index))
		}
		if !some {
			break
		}
	}
	return found
}
