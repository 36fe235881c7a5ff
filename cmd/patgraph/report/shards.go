//go:build !js

package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// mostMissing is the maximum number of missing shards in a message.
const mostMissing = 10

// checkShards fails unless either all reports are without a shard, or they are all shards of one number, each once.
// shards are those of the reports, in order.
func checkShards(reports []Part, shards []string) error {
	of := make(map[string]string) // by shard: its first report
	var first int
	var count uint64
	for i, text := range shards {
		fail := func(message, help string) error {
			return &ReadError{Report: reports[i].Name, Message: message, Help: help}
		}
		before := words.Quote(reports[first].Name)
		if text == "" || shards[first] == "" {
			if text != shards[first] {
				return fail(fmt.Sprintf("it is of %s, and %s of %s", shardText(text), before, shardText(shards[first])),
					"merge the reports of all shards first, and the result with others")
			}
			continue
		}
		shard, err := inputs.ParseShard(text)
		if err != nil {
			return fail("its shard cannot be read ("+err.Error()+")", makeAnew)
		}
		if count != 0 && shard.Count() != count {
			return fail(fmt.Sprintf("it is of shard %s, and %s of shard %s", text, before, shards[first]),
				"merge the reports of one set of shards")
		}
		if other, ok := of[text]; ok {
			return fail(fmt.Sprintf("it is of shard %s, and so is %s", text, words.Quote(other)),
				"give the report of each shard once")
		}
		of[text], count = reports[i].Name, shard.Count()
	}
	if uint64(len(of)) == count {
		return nil
	}
	var missing []string
	for i := uint64(1); i <= count && len(missing) < mostMissing; i++ {
		text := strconv.FormatUint(i, 10) + "/" + strconv.FormatUint(count, 10)
		if _, ok := of[text]; !ok {
			missing = append(missing, text)
		}
	}
	text := strings.Join(missing, ", ")
	if more := count - uint64(len(of)+len(missing)); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return &ReadError{Report: reports[first].Name,
		Message: fmt.Sprintf("it is of shard %s, and no report is of %s", shards[first], text),
		Help:    "give the reports of all shards, each once"}
}

func shardText(shard string) string {
	if shard == "" {
		return "no shard"
	}
	return "shard " + shard
}
