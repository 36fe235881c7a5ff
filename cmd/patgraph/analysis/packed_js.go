package analysis

// A packer collects what is written of a program, here as it is: there is one program.
type packer struct{ plain []byte }

func (p *packer) write(part []byte) { p.plain = append(p.plain, part...) }

func (p *packer) bytes() []byte { return p.plain }

// unpack writes what rendered made.
func unpack(out []byte, write func([]byte) error) error { return write(out) }
