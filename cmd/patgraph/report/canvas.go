package report

// A canvas has rows of cells, on which a frame is drawn before it is written.
type canvas struct {
	rows []row
}

type row struct {
	gutter string // the text in place of a line number
	cells  []cell
}

// A cell is a display column; the first cell of a wide character has its text, and the others are empty.
type cell struct {
	text string
	role role
	full bool
}

// newRow appends an empty row and returns its number.
func (c *canvas) newRow(gutter string) int {
	c.rows = append(c.rows, row{gutter: gutter})
	return len(c.rows) - 1
}

// put overwrites cells with a text of the given width.
func (c *canvas) put(r, column int, text string, w int, role role) {
	row := &c.rows[r]
	for len(row.cells) < column+w {
		row.cells = append(row.cells, cell{})
	}
	for i := range w {
		row.cells[column+i] = cell{text, role, true}
		text = ""
	}
}

// text writes a text cluster by cluster and returns the column after it.
func (c *canvas) text(r, column int, text string, role role) int {
	for _, t := range clusters(text) {
		w := clusterWidth(t)
		c.put(r, column, t, w, role)
		column += w
	}
	return column
}

// fill writes a one-column glyph into a range of columns.
func (c *canvas) fill(r, from, to int, glyph string, role role) {
	for ; from < to; from++ {
		c.put(r, from, glyph, 1, role)
	}
}

// free reports whether a column is empty.
func (c *canvas) free(r, column int) bool {
	cells := c.rows[r].cells
	return column >= len(cells) || !cells[column].full
}

// appendRow writes the cells of a row without trailing blanks.
func (c *canvas) appendRow(b []byte, style *Style, r int) []byte {
	cells := c.rows[r].cells
	end := len(cells)
	for end > 0 && (!cells[end-1].full || cells[end-1].text == " ") {
		end--
	}
	run := make([]byte, 0, 2*end)
	for i := 0; i < end; {
		role := cells[i].role
		run = run[:0]
		for ; i < end && (cells[i].role == role || !cells[i].full); i++ {
			if cells[i].full {
				run = append(run, cells[i].text...)
			} else {
				run = append(run, ' ')
			}
		}
		b = style.paint(b, role, string(run))
	}
	return b
}
