package language

// A Contractor is not needed in a page: no command there compares programs.
type Contractor = func()
