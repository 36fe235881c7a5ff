package main

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"text/tabwriter"
	"time"
)

// A sample is one run of a command.
type sample struct {
	wall, cpu time.Duration
	peak      int64 // bytes of resident memory; 0: not available
}

// A timing is the medians, over all turns, of the times of a command in seconds and of their ratios to the first
// command in the same turn.
type timing struct {
	wall, cpu, ratio, cpuRatio float64
	peak                       int64 // the highest one
}

// turns runs commands in turn, the given number of times, each time after a preparation: so other work on the machine
// affects all commands alike. It discards the output of the commands.
func turns(times int, before func() error, commands ...string) ([]timing, error) {
	samples := make([][]sample, len(commands))
	for range times {
		if err := before(); err != nil {
			return nil, err
		}
		for i, c := range commands {
			s, err := measure(c)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c, err)
			}
			s.cpu = max(s.cpu, 100*time.Microsecond)
			samples[i] = append(samples[i], s)
		}
	}
	all := make([]timing, len(commands))
	for i, t := range samples {
		var wall, cpu, ratio, cpuRatio []float64
		for turn, s := range t {
			first := samples[0][turn]
			wall, ratio = append(wall, s.wall.Seconds()), append(ratio, s.wall.Seconds()/first.wall.Seconds())
			cpu, cpuRatio = append(cpu, s.cpu.Seconds()), append(cpuRatio, s.cpu.Seconds()/first.cpu.Seconds())
			all[i].peak = max(all[i].peak, s.peak)
		}
		all[i].wall, all[i].cpu, all[i].ratio, all[i].cpuRatio = median(wall), median(cpu), median(ratio),
			median(cpuRatio)
	}
	return all, nil
}

func nothing() error { return nil }

// compare runs commands in turn, the given number of times, and writes their times and processor times, and the ratios
// to the first command.
func compare(commands []string, times int, out io.Writer) error {
	all, err := turns(times, nothing, commands...)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "seconds\tratio\tprocessor\tratio\tpeak MB\tcommand")
	for i, t := range all {
		fmt.Fprintf(w, "%.3f\t%.3f\t%.3f\t%.3f\t%.0f\t%s\n", t.wall, t.ratio, t.cpu, t.cpuRatio,
			float64(t.peak)/1e6, commands[i])
	}
	return w.Flush()
}

// measure runs a command of the shell. Errors in programs (exit status 1 or 2) are not a failure.
func measure(command string) (sample, error) {
	c := exec.Command("sh", "-c", "exec "+command)
	begin := time.Now()
	err := c.Run()
	s := sample{wall: time.Since(begin)}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && (exit.ExitCode() == 1 || exit.ExitCode() == 2) {
		err = nil
	}
	if err != nil {
		return s, err
	}
	s.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	s.peak = peak(c.ProcessState)
	return s, nil
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	if n := len(v); n%2 == 0 {
		return (v[n/2-1] + v[n/2]) / 2
	}
	return v[len(v)/2]
}
