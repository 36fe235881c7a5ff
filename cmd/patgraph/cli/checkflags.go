package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/cache"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// batchFlags are the flags that both commands share.
type batchFlags struct {
	Flags
	Results
	Progress  string
	NoCache   bool
	CacheDir  string
	CacheSize int64
}

func (f *batchFlags) progressOption() Option {
	return Option{Name: "progress", To: Choice(&f.Progress, "auto", "always", "never"), Preset: "auto",
		Group: GroupOutput, Rare: true, NotInKey: true,
		Usage: "a line on standard error that shows the progress", More: "auto: on a terminal, and without --quiet"}
}

func (f *batchFlags) cacheOptions() []Option {
	return In(GroupSpeed, []Option{
		{Name: "no-cache", To: Switch(&f.NoCache), NotInKey: true,
			Usage: "derive everything again, and cache no results (also: " + cache.Env + "=off)"},
		CacheDirOption(&f.CacheDir),
		{Name: "cache-size", To: Size(&f.CacheSize, cache.LeastBound), Holder: "SIZE", Rare: true, NotInKey: true,
			Usage: "size of the cache",
			More:  "the least recently used results are removed first (default: " + words.Size(cache.DefaultBound) + ")"},
	})
}
