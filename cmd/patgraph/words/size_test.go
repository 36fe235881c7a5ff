package words

import "testing"

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 1023: "1023 bytes", 1024: "1 KiB", 1536: "1.5 KiB", 1<<20 - 1: "1023.9 KiB",
		64 << 20: "64 MiB", 1<<31 - 2: "1.9 GiB", 3 << 40: "3 TiB", 1<<63 - 1: "8388607.9 TiB",
	} {
		if got := Size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for s, want := range map[string]int64{
		"0": 0, "17": 17, "17B": 17, "1k": 1024, "1K": 1024, "2KB": 2048, "2KiB": 2048, "64M": 64 << 20, "64mib": 64 << 20,
		"1G": 1 << 30, "1T": 1 << 40, "9223372036854775807": 1<<63 - 1,
	} {
		if got, ok := ParseSize(s); !ok || got != want {
			t.Errorf("%s: %d, want %d", s, got, want)
		}
	}
	for _, s := range []string{"", "M", "-1", "+1", "1.5G", "1 M", "1MM", "1iB", "1Mi", "9223372036854775808",
		"8388608T", "1X", "0x10"} {
		if got, ok := ParseSize(s); ok {
			t.Errorf("%q is %d", s, got)
		}
	}
}
