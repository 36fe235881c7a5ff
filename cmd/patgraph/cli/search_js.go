package cli

func (f *Flags) searchOptions() []Option { return nil } // a page does not search
