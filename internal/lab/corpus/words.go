package corpus

// Words of ordinary programs.
var nouns = []string{
	"account", "address", "amount", "answer", "article", "author", "balance", "basket", "batch", "bill", "block", "board",
	"book", "box", "branch", "budget", "buffer", "build", "call", "card", "case", "category", "channel", "chapter", "charge",
	"city", "claim", "client", "code", "color", "column", "comment", "company", "contact", "content", "contract", "copy",
	"cost", "count", "country", "course", "credit", "currency", "customer", "date", "day", "deal", "degree", "depot",
	"device", "discount", "document", "door", "draft", "driver", "duration", "edge", "email", "engine", "entry", "event",
	"exam", "factor", "family", "feature", "fee", "field", "figure", "flight", "floor", "form", "frame", "game", "gate",
	"goal", "grade", "group", "guest", "height", "hotel", "hour", "house", "image", "index", "invoice", "item", "job",
	"key", "label", "language", "layer", "length", "letter", "level", "limit", "line", "link", "loan", "location", "lot",
	"machine", "mail", "manager", "margin", "mark", "market", "match", "measure", "member", "menu", "message", "method",
	"model", "month", "name", "network", "node", "note", "number", "office", "offer", "order", "origin", "owner", "page",
	"parcel", "part", "partner", "payment", "period", "person", "phone", "place", "plan", "player", "point", "policy",
	"port", "position", "price", "process", "product", "profile", "project", "quantity", "query", "question", "range",
	"rank", "rate", "reason", "receipt", "record", "region", "rent", "report", "request", "result", "review", "role",
	"room", "route", "row", "rule", "sale", "sample", "schedule", "school", "score", "seat", "section", "sender",
	"service", "session", "share", "shelf", "shift", "ship", "shop", "side", "signal", "site", "size", "slot", "source",
	"space", "speed", "staff", "stage", "station", "status", "step", "stock", "store", "street", "student", "subject",
	"sum", "supplier", "table", "target", "task", "team", "term", "text", "ticket", "time", "title", "token", "tour",
	"track", "trade", "train", "trip", "unit", "user", "value", "vehicle", "version", "visit", "volume", "vote", "wage",
	"week", "weight", "width", "worker", "year", "zone",
}

var verbs = []string{
	"accept", "adjust", "assign", "build", "check", "clean", "close", "collect", "combine", "compute", "convert", "derive",
	"describe", "expand", "extend", "extract", "find", "format", "gather", "get", "join", "label", "lookup", "make", "merge",
	"move", "normalize", "open", "pack", "parse", "pick", "prepare", "process", "rank", "read", "reduce", "render", "review",
	"scale", "select", "send", "show", "sort", "split", "start", "store", "summarize", "trim", "update", "validate", "write",
}

var remarks = []string{
	"takes one and gives the other", "this is where the old format is read", "the order of the branches matters",
	"undefined for what is not there", "amounts are in cents", "see the notes on rounding", "the first one that is defined counts",
	"used by the report and nowhere else", "a vector is taken apart and put together again", "everything else stays as it is",
	"keep this in step with the store", "what is missing counts as nothing", "only the newest version has this field",
	"both sides have to agree", "the rest is done by the caller", "not the same as the one above: see there",
	"one branch for each kind", "the limits come from the contract; do not change them here", "für alle, die es brauchen – naïve but fast",
	"the unit of time is the minute",
}

var texts = []string{
	"unknown", "none", "default", "EUR", "USD", "a b", "n/a", "total: ", ", ", " - ", "draft", "open", "closed", "id-",
	"Köln", "München", "→", "line\\nbreak", "yes", "no", "A", "B", "C", "0", "first", "last", "http://example.org/",
}
