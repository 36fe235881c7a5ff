//go:build !js

package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/patgraph/patgraph/graphviz/picture"
)

// A dotProgram is the path of an installed dot, which draws one picture per process.
type dotProgram string

func (d dotProgram) name() string { return "dot (" + string(d) + ")" }
func (d dotProgram) close() error { return nil }

func (d dotProgram) draw(ctx context.Context, r *picture.Request) (picture.Picture, error) {
	args := []string{"-K" + r.Layout, "-T" + r.Format, "-Gimagepath="}
	if r.Format == picture.PNG {
		args = append(args, "-Gdpi=144") // the resolution of patgraph-graphviz
	}
	limited, cancel := context.WithTimeout(ctx, r.Limit)
	defer cancel()
	cmd := exec.CommandContext(limited, string(d), args...)
	ownGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd); return nil }
	cmd.WaitDelay = time.Second
	// SERVER_NAME is the setting for web servers: dot then reads no files that the text names.
	cmd.Env = append(os.Environ(), "SERVER_NAME=patgraph", "GV_FILE_PATH=")
	cmd.Stdin = bytes.NewReader(r.DOT)
	out := &bounded{most: picture.MaxOutput}
	var stderr head
	cmd.Stdout, cmd.Stderr = out, &stderr
	err := cmd.Run()
	said := strings.Join(strings.Fields(stderr.String()), " ")
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		return picture.Picture{}, interrupted(ctx.Err())
	case limited.Err() != nil:
		return picture.Picture{}, picture.Errorf(picture.Timeout, "drawing took longer than %v", r.Limit)
	case out.full:
		return picture.Picture{}, picture.Errorf(picture.TooLarge, "the picture has more than %d bytes", picture.MaxOutput)
	case exited && exit.ExitCode() < 0: // a signal ended it
		return picture.Picture{},
			picture.Errorf(picture.Crash, "%s crashed: %s", d.name(), strings.TrimSpace(err.Error()+" "+said))
	case exited && said != "":
		return picture.Picture{}, picture.Errorf(picture.BadInput, "%s", said)
	case err != nil:
		return picture.Picture{}, picture.Errorf(picture.Internal, "%s failed: %v", d.name(), err)
	}
	p := picture.Picture{Data: out.buf.Bytes()}
	if r.Format == picture.SVG {
		p.Data = picture.CleanSVG(p.Data)
	}
	if said != "" {
		p.Notes = []string{said}
	}
	return p, nil
}

// bounded is a buffer with a maximum size; a write beyond it fails.
type bounded struct {
	buf  bytes.Buffer
	most int
	full bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.buf.Len()+len(p) > b.most {
		b.full = true
		return 0, fmt.Errorf("more than %d bytes", b.most)
	}
	return b.buf.Write(p)
}
