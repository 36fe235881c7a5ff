package report

// A packer collects the output for a program, without compression: there is only one program.
type packer struct{ plain []byte }

func (p *packer) write(part []byte) { p.plain = append(p.plain, part...) }

func (p *packer) bytes() []byte { return p.plain }

// Unpack writes the output of a Render method.
func Unpack(out []byte, write func([]byte) error) error { return write(out) }
