package inputs

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A Shard is one of several parts of the programs; each program is in exactly one. The part depends only on the text,
// not on names or order: it is the first eight bytes of the text's SHA-256, as a big-endian number, modulo the number
// of shards. For a source that cannot be read, the name replaces the text. The zero Shard has everything.
type Shard struct {
	index uint64 // from 0
	count uint64
}

// MaxShards is the maximum number of shards.
const MaxShards = 1 << 31

// Has reports whether a source is in the shard, given the result of Read.
func (s Shard) Has(name string, file *lang.File) bool {
	if s.count <= 1 {
		return true
	}
	text := []byte(name)
	if file != nil {
		text = file.Src
	}
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:])%s.count == s.index
}

// String is the shard in the form i/n, "" for everything.
func (s Shard) String() string {
	if s.count == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.index+1, s.count)
}

// Count is the number of shards; 0 for everything.
func (s Shard) Count() uint64 { return s.count }

// ParseShard parses i/n, the i-th of n shards, counted from 1. The error says what is wrong with the text.
func ParseShard(text string) (Shard, error) {
	first, second, ok := strings.Cut(text, "/")
	i, err1 := strconv.ParseUint(first, 10, 64)
	n, err2 := strconv.ParseUint(second, 10, 64)
	switch {
	case !ok || err1 != nil || err2 != nil:
		return Shard{}, errors.New("takes i/n, such as 1/4 for the first of four shards, or auto, not " + words.Quote(text))
	case n == 0 || n > MaxShards:
		return Shard{}, fmt.Errorf("%s: there can be 1 to %d shards", words.Quote(text), MaxShards)
	case i == 0:
		return Shard{}, fmt.Errorf("%s: shards count from 1, so the first one is 1/%d", words.Quote(text), n)
	case i > n:
		return Shard{}, fmt.Errorf("%s: the last one is %d/%d", words.Quote(text), n, n)
	}
	return Shard{i - 1, n}, nil
}

// ShardOf finds the shard of a task of a Kubernetes Indexed Job, which has JOB_COMPLETION_INDEX and whose manifest must
// set JOB_COMPLETIONS, or of a Slurm array job. The error says which variables are missing or invalid.
func ShardOf(getenv func(string) string) (Shard, error) {
	kubernetes, slurm := getenv("JOB_COMPLETION_INDEX") != "", getenv("SLURM_ARRAY_TASK_ID") != ""
	switch {
	case kubernetes && slurm:
		return Shard{}, errors.New("finds JOB_COMPLETION_INDEX and SLURM_ARRAY_TASK_ID; give i/n to choose")
	case kubernetes:
		return kubernetesShard(getenv)
	case slurm:
		return slurmShard(getenv)
	}
	return Shard{}, errors.New("finds neither JOB_COMPLETION_INDEX (a Kubernetes Indexed Job) " +
		"nor SLURM_ARRAY_TASK_ID (a Slurm array); elsewhere, give i/n")
}

// variables reads numbers from the environment and keeps the first error.
type variables struct {
	getenv func(string) string
	err    error
}

func (v *variables) number(name string) int64 {
	text := v.getenv(name)
	n, err := strconv.ParseInt(text, 10, 63)
	if (err != nil || n < 0) && v.err == nil {
		v.err = errors.New("finds " + name + "=" + words.Quote(text) + ", which is not a number from 0")
	}
	return n
}

func kubernetesShard(getenv func(string) string) (Shard, error) {
	if getenv("JOB_COMPLETIONS") == "" {
		return Shard{}, errors.New("needs JOB_COMPLETIONS, which Kubernetes does not set: " +
			"in the container's env, give it the value of the job's completions")
	}
	v := variables{getenv: getenv}
	i, n := v.number("JOB_COMPLETION_INDEX"), v.number("JOB_COMPLETIONS")
	switch {
	case v.err != nil:
		return Shard{}, v.err
	case n == 0 || n > MaxShards || i >= n:
		return Shard{}, fmt.Errorf("finds JOB_COMPLETION_INDEX=%d, which counts from 0, "+
			"and JOB_COMPLETIONS=%d, which is too small or too large", i, n)
	}
	return Shard{uint64(i), uint64(n)}, nil
}

func slurmShard(getenv func(string) string) (Shard, error) {
	v := variables{getenv: getenv}
	id, n, least := v.number("SLURM_ARRAY_TASK_ID"), v.number("SLURM_ARRAY_TASK_COUNT"), v.number("SLURM_ARRAY_TASK_MIN")
	most, step := least+n-1, int64(1)
	if getenv("SLURM_ARRAY_TASK_MAX") != "" {
		most = v.number("SLURM_ARRAY_TASK_MAX")
	}
	if n > 1 {
		step = (most - least) / (n - 1)
	}
	switch {
	case v.err != nil:
		return Shard{}, v.err
	case n == 0 || n > MaxShards || step < 1 || most != least+step*(n-1) || id < least ||
		id > most || (id-least)%step != 0:
		// A list such as 1,2,7 does not determine the position of a task.
		return Shard{}, fmt.Errorf("finds SLURM_ARRAY_TASK_ID=%d among %d tasks from %d to %d, "+
			"which are not a regular array such as 0-7 or 1-99:2", id, n, least, most)
	}
	return Shard{uint64((id - least) / step), uint64(n)}, nil
}
