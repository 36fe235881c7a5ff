package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// placeFlags are the flags of all commands about a place.
type placeFlags struct {
	Flags
	Format  string
	Tree    bool
	Narrate bool
	Full    bool
	As      string
}

// views are the flags for the presentation of a derivation.
func (f *placeFlags) views() []Option {
	return In("how it is explained", []Option{
		{Name: "tree", To: Switch(&f.Tree), Usage: "every step of a derivation, as a tree, below what follows from it"},
		{Name: "narrate", To: Switch(&f.Narrate), Usage: "sentences without layout, for screen readers and logs"},
	})
}

// format is text or JSON.
func (f *placeFlags) format() Option {
	return Option{Name: "format", To: Choice(&f.Format, "text", "json"), Preset: "text",
		Group: GroupOutput,
		Usage: "how to write it", More: "the schema of json is patgraph/1"}
}

// viewOf returns the view that the flags select.
func (f *placeFlags) viewOf() (report.View, error) {
	view, asked := report.Folded, ""
	for _, v := range []struct {
		flag  string
		given bool
		view  report.View
	}{{"tree", f.Tree, report.Tree}, {"narrate", f.Narrate, report.Narrated}, {"full", f.Full, report.Full}} {
		switch {
		case !v.given:
		case asked != "":
			return view, Wrong("--" + asked + " and --" + v.flag + " are two ways of writing the same; only one is possible")
		case f.Format == "json":
			return view, Wrong("--" + v.flag + " is a way of writing text; --format json has everything anyway")
		default:
			view, asked = v.view, v.flag
		}
	}
	return view, nil
}
