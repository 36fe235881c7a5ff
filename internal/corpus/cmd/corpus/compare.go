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
	peak      int64 // bytes of resident memory; 0: not known here
}

// compare runs commands in turn, so often, and writes the median of each and of
// how it compares with the first one in the same turn, in time and in time of
// processors: other work on a machine disturbs neighbours alike. What the commands
// write is thrown away.
func compare(commands []string, times int, out io.Writer) error {
	samples := make([][]sample, len(commands))
	for range times {
		for i, c := range commands {
			s, err := measure(c)
			if err != nil {
				return fmt.Errorf("%s: %w", c, err)
			}
			samples[i] = append(samples[i], s)
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "seconds\tratio\tprocessor\tratio\tpeak MB\tcommand")
	for i, c := range commands {
		var wall, cpu, peak, ratio, cpuRatio []float64
		for k, s := range samples[i] {
			wall = append(wall, s.wall.Seconds())
			cpu = append(cpu, s.cpu.Seconds())
			peak = append(peak, float64(s.peak)/1e6)
			ratio = append(ratio, s.wall.Seconds()/samples[0][k].wall.Seconds())
			cpuRatio = append(cpuRatio, s.cpu.Seconds()/samples[0][k].cpu.Seconds())
		}
		fmt.Fprintf(w, "%.3f\t%.3f\t%.3f\t%.3f\t%.0f\t%s\n", median(wall), median(ratio), median(cpu), median(cpuRatio), slices.Max(peak), c)
	}
	return w.Flush()
}

// measure runs a command of the shell. That it reports errors in programs (exit
// status 1 or 2) is no failure.
func measure(command string) (sample, error) {
	c := exec.Command("sh", "-c", "exec "+command)
	begin := time.Now()
	err := c.Run()
	s := sample{wall: time.Since(begin)}
	var exit *exec.ExitError
	if errors.As(err, &exit) && (exit.ExitCode() == 1 || exit.ExitCode() == 2) {
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
