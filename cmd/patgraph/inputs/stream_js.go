package inputs

import (
	"io"
	"iter"

	"github.com/patgraph/patgraph/lang"
)

// A page of a browser has no lists of files and no streams: a session never asks for them.

func ReadLists([]string, bool, io.Reader) (paths []string, problems []Source) { return nil, nil }
func Records(Options, []string, io.Reader) iter.Seq[Source]                   { return none }
func Archives(Options, []string, io.Reader) iter.Seq[Source]                  { return none }

func none(func(Source) bool) {}

func (s *Source) readRecord() (*lang.File, *lang.Diagnostic) { panic("there are no records") }
