package checking

import (
	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// batchFlags are the flags that both commands share.
type batchFlags struct {
	analysis.Flags
	command.Results
	Progress  string
	NoCache   bool
	CacheDir  string
	CacheSize int64
}

func (f *batchFlags) progressOption() command.Option {
	return command.Option{Name: "progress", To: command.Choice(&f.Progress, "auto", "always", "never"), Preset: "auto",
		Group: command.GroupOutput, Rare: true, NotInKey: true,
		Usage: "a line on standard error that shows the progress", More: "auto: on a terminal, and without --quiet"}
}

func (f *batchFlags) cacheOptions() []command.Option {
	return command.In(command.GroupSpeed, []command.Option{
		{Name: "no-cache", To: command.Switch(&f.NoCache), NotInKey: true,
			Usage: "derive everything again, and cache no results (also: " + cache.Env + "=off)"},
		analysis.CacheDirOption(&f.CacheDir),
		{Name: "cache-size", To: command.Size(&f.CacheSize, cache.LeastBound), Holder: "SIZE", Rare: true, NotInKey: true,
			Usage: "size of the cache",
			More:  "the least recently used results are removed first (default: " + words.Size(cache.DefaultBound) + ")"},
	})
}
