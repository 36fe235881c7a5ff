package relay

import (
	"context"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/patterns/language"
)

// preludeTypes are the required types of the Prelude's functions, specified before it was written.
const preludeTypes = `
@id : fn [A](A) -> A
@compose : fn [A, B, C](fn (B) -> C, fn (A) -> B) -> fn (A) -> C
@flip : fn [A, B, C](fn (A, B) -> C) -> fn (B, A) -> C
@hd : fn [A](List[A]) -> A
@tl : fn [A](List[A]) -> List[A]
@nth : fn [A](List[A], int32) -> A
@update : fn [A](List[A], int32, A) -> List[A]
@length : fn [A](List[A]) -> int32
@map : fn [A, B](fn (A) -> B, List[A]) -> List[B]
@filter : fn [A](fn (A) -> bool, List[A]) -> List[A]
@foldl : fn [A, B](fn (A, B) -> A, A, List[B]) -> A
@foldr : fn [A, B](fn (A, B) -> B, B, List[A]) -> B
@foldr1 : fn [A](fn (A, A) -> A, List[A]) -> A
@sum : fn (List[int32]) -> int32
@concat : fn [A](List[A], List[A]) -> List[A]
@rev : fn [A](List[A]) -> List[A]
@zip : fn [A, B](List[A], List[B]) -> List[(A, B)]
@map_accumr : fn [A, B, C](fn (A, B) -> (A, C), A, List[B]) -> (A, List[C])
@map_accuml : fn [A, B, C](fn (A, B) -> (A, C), A, List[B]) -> (A, List[C])
@unfoldr : fn [A, B](fn (A) -> Option[(A, B)], A) -> List[B]
@unfoldl : fn [A, B](fn (A) -> Option[(A, B)], A) -> List[B]
@tmap : fn [A, B](fn (A) -> B, Tree[A]) -> Tree[B]
@size : fn [A](Tree[A]) -> int32
@iterate : fn [A](fn (A) -> A, int32) -> fn (A) -> A
@nat_double : fn (nat[]) -> nat[]
@nat_add : fn (nat[], nat[]) -> nat[]
@nat_nth : fn [A](List[A], nat[]) -> A
@nat_update : fn [A](List[A], nat[], A) -> List[A]
@nat_iterate : fn [A](fn (A) -> A, nat[]) -> fn (A) -> A
@FromGradCell : fn [T](GradCell[T]) -> T
@MultiplyGradCell : fn [T](fn (T, T) -> T, GradCell[T], GradCell[T]) -> GradCell[T]
@AddGradCell : fn [T](fn (T, T) -> T, GradCell[T], GradCell[T]) -> GradCell[T]
`

// TestPrelude checks that the Prelude has no diagnostics and that its functions have the required types.
func TestPrelude(t *testing.T) {
	r := analyze(context.Background(), Language.Prelude(), language.Options{})
	for _, d := range r.Diagnostics {
		t.Errorf("%s at %q", d, r.File.Text(d.Span))
	}
	got := make(map[string]string)
	for d, def := range r.Definitions {
		v := r.Solver.View(int32(d))
		got[def.Name] = r.Front.Signature(v.Scheme, v.In, v.Out)
	}
	wanted := strings.Split(strings.TrimSpace(preludeTypes), "\n")
	for _, line := range wanted {
		name, want, _ := strings.Cut(line, " : ")
		if got[name] != want {
			t.Errorf("%s : %s, want %s", name, got[name], want)
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("%d functions, want %d", len(got), len(wanted))
	}
}
