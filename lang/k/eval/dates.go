package eval

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Dates are milliseconds since 1970 in UTC, or texts in the form of ISO 8601 and ECMAScript. Both built-in functions
// take either.

// mostMsec is the maximum distance of a date from 1970, as in ECMAScript: 100,000,000 days.
const mostMsec = 8_640_000_000_000_000

func toDateMsec(_ *machine, _ int32, v Value) Value {
	if ms, ok := msecOf(v); ok {
		return IntValue(ms)
	}
	return nil
}

func toDateStr(m *machine, _ int32, v Value) Value {
	ms, ok := msecOf(v)
	if !ok {
		return nil
	}
	return m.text(dateText(ms))
}

// dateText returns a date in the form of ECMAScript.
func dateText(ms int64) string {
	t := time.UnixMilli(ms).UTC()
	year := fmt.Sprintf("%04d", t.Year())
	if y := t.Year(); y < 0 || y > 9999 {
		year = fmt.Sprintf("%+07d", y)
	}
	return year + t.Format("-01-02T15:04:05.000Z")
}

func msecOf(v Value) (ms int64, ok bool) {
	switch v := v.(type) {
	case small:
		ms = int64(v)
	case *text:
		if ms, ok = parseDate(v.s); !ok {
			return 0, false
		}
	default:
		return 0, false
	}
	return ms, -mostMsec <= ms && ms <= mostMsec
}

// parseDate parses a date: YYYY, YYYY-MM or YYYY-MM-DD, optionally with THH:MM, :SS and a fraction, and with Z or an
// offset. A year may have a sign and six digits. Without an offset it is in UTC.
func parseDate(s string) (int64, bool) {
	p := dateReader{s: s, ok: true}
	sign, digits := 1, 4
	if p.has('+') || p.has('-') {
		if s[0] == '-' {
			sign = -1
		}
		digits = 6
	}
	year := sign * p.number(digits)
	if sign < 0 && year == 0 {
		return 0, false
	}
	month, day := 1, 1
	if p.has('-') {
		if month = p.number(2); p.has('-') {
			day = p.number(2)
		}
	}
	var hour, minute, second, nano, offset int
	if p.has('T') || p.has('t') {
		hour = p.number(2)
		p.need(':')
		minute = p.number(2)
		if p.has(':') {
			if second = p.number(2); p.has('.') || p.has(',') {
				nano = p.fraction()
			}
		}
		switch {
		case p.has('Z'), p.has('z'):
		case p.has('+'):
			offset = p.offset()
		case p.has('-'):
			offset = -p.offset()
		}
	}
	switch {
	case !p.ok || p.s != "", month < 1 || month > 12, day < 1, minute > 59, second > 59,
		hour > 24, hour == 24 && minute+second+nano > 0:
		return 0, false
	}
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if date.Day() != day {
		return 0, false // the month has no such day
	}
	return date.UnixMilli() + int64(((hour*60+minute-offset)*60+second)*1000+nano/1e6), true
}

type dateReader struct {
	s  string
	ok bool
}

func (p *dateReader) has(c byte) bool {
	if p.s == "" || p.s[0] != c {
		return false
	}
	p.s = p.s[1:]
	return true
}

func (p *dateReader) need(c byte) { p.ok = p.has(c) && p.ok }

// number parses a number of digits.
func (p *dateReader) number(digits int) int {
	n := 0
	for range digits {
		if p.s == "" || p.s[0] < '0' || p.s[0] > '9' {
			p.ok = false
			return 0
		}
		n = 10*n + int(p.s[0]-'0')
		p.s = p.s[1:]
	}
	return n
}

// fraction parses digits after a point as nanoseconds; further digits are ignored.
func (p *dateReader) fraction() int {
	rest := strings.TrimLeft(p.s, "0123456789")
	digits := p.s[:len(p.s)-len(rest)]
	p.s, p.ok = rest, p.ok && digits != ""
	n, _ := strconv.Atoi((digits + "000000000")[:9])
	return n
}

// offset parses hours and minutes, as minutes.
func (p *dateReader) offset() int {
	hours := p.number(2)
	p.has(':')
	minutes := p.number(2)
	p.ok = p.ok && hours < 24 && minutes < 60
	return 60*hours + minutes
}
