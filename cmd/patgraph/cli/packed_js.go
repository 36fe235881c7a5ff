package cli

// A packer collects the output for a program, without compression: there is only one program.
type packer struct{ plain []byte }

func (p *packer) write(part []byte) { p.plain = append(p.plain, part...) }

func (p *packer) bytes() []byte { return p.plain }

// unpack writes the output of rendered.
func unpack(out []byte, write func([]byte) error) error { return write(out) }
