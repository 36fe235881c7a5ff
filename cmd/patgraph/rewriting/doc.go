// Package rewriting has the commands that rewrite programs: fmt and migrate.
package rewriting
