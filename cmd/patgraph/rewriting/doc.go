// Package rewriting has the commands that rewrite programs: fmt, migrate and fix.
package rewriting
