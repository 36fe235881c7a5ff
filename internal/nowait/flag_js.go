package nowait

const flag = 0 // there are no pipes
