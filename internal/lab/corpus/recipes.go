package corpus

// recipes write recursive definitions and definitions with patterns.
var recipes = []func(*generator){
	list, tree, searchTree, unary, bits, folds, vectors, generics, document, folder, digits, machine,
	calculator, parity,
}

// list is a linked list of some type.
func list(g *generator) {
	r, of := g.recipe(), g.element()
	t := &typ{kind: aUnion, name: r.of("list")}
	t.fields = []field{{r.of("~nil"), g.unit},
		{r.of("~cons"), &typ{kind: aProduct, fields: []field{{r.of("~head"), of}, {r.of("~tail"), t}}}}}
	r.define(t)
	r.write(`@nil = {{} ~nil} $@list;
@cons = {{.x ~head, .xs ~tail} ~cons} $@list;
@length = $@list <.~nil 0, [.~cons.~tail @length, 1] PLUS>;
@append = ${@list a, @list b} <
  {.a.~nil end, .b rest} .rest,
  {.a.~cons.~head x, {.a.~cons.~tail a, .b b} @append xs} @cons
>;
`)
	r.declared("nil", nil, t)
	r.declared("length", t, g.integer)
	if g.IntN(2) == 0 {
		r.write(`@turn = <
  {.todo.~nil end, .done all} .all,
  {{.todo.~cons.~head x, .done xs} @cons done, .todo.~cons.~tail todo} @turn
>;
@reverse = $@list {@nil done, () todo} @turn;
`)
		r.declared("reverse", t, t)
	}
	to := of
	r.write("@change = $@list <\n  .~nil @nil,\n  .~cons {.~head ")
	g.expression(of, to, 2)
	r.write(" x, .~tail @change xs} @cons\n>;\n")
	r.declared("change", t, t)
	r.write("@fromVector = <SNOC {.car x, .cdr @fromVector xs} @cons, @nil>;\n@toVector = $@list <.~nil [], .~cons {.~head car, .~tail @toVector cdr} CONS>;\n")
	r.declared("toVector", t, vectorOf(of))
	r.declared("fromVector", vectorOf(of), t)
	if of == g.integer {
		r.write("@total = $@list <.~nil 0, [.~cons.~head, .~cons.~tail @total] PLUS>;\n")
		r.declared("total", t, g.integer)
	}
}

// tree is a tree with values at its leaves.
func tree(g *generator) {
	r, of := g.recipe(), g.element()
	t := &typ{kind: aUnion, name: r.of("tree")}
	t.fields = []field{{r.of("~leaf"), of},
		{r.of("~node"), &typ{kind: aProduct, fields: []field{{r.of("~left"), t}, {r.of("~right"), t}}}}}
	r.define(t)
	r.write(`@leaves = $@tree <.~leaf 1, .~node [.~left @leaves, .~right @leaves] PLUS>;
@mirror = $@tree <
  .~leaf {() ~leaf},
  .~node {{.~right @mirror ~left, .~left @mirror ~right} ~node}
> $@tree;
@depth = $@tree <.~leaf 0, [.~node [.~left @depth, .~right @depth] <GT .0, .1>, 1] PLUS>;
@weigh = $@tree <.~leaf `)
	r.declared("leaves", t, g.integer)
	r.declared("mirror", t, t)
	r.declared("depth", t, g.integer)
	g.expression(of, g.integer, 2)
	r.write(", .~node [.~left @weigh, .~right @weigh] PLUS>;\n")
	r.declared("weigh", t, g.integer)
}

// searchTree is a map from texts or numbers to values.
func searchTree(g *generator) {
	r, of := g.recipe(), g.element()
	key := g.integer
	if g.IntN(2) == 0 {
		key = g.text
	}
	r.names["item"] = of.code()
	r.names["key"] = key.code()
	t := &typ{kind: aUnion, name: r.of("map")}
	entry := &typ{kind: aProduct,
		fields: []field{{r.of("~key"), key}, {r.of("~value"), of}, {r.of("~less"), t}, {r.of("~more"), t}}}
	t.fields = []field{{r.of("~empty"), g.unit}, {r.of("~entry"), entry}}
	r.define(t)
	r.write(`@empty = {{} ~empty} $@map;
@find = ${@map map, @key key} <
  {[.map.~entry.~key, .key] EQ same, .map.~entry.~value value} .value,
  {[.map.~entry.~key, .key] GT left, {.map.~entry.~less map, .key key} then} .then @find,
  {.map.~entry.~more map, .key key} @find
>;
@insert = ${@map map, @key key, @item value} <
  {.map.~empty here, .key key, .value value}
    {{.key ~key, .value ~value, @empty ~less, @empty ~more} ~entry},
  {[.map.~entry.~key, .key] GT left, {.map.~entry node, .key key, .value value} then} .then
    {{.node.~key ~key, .node.~value ~value, {.node.~less map, .key key, .value value} @insert ~less, .node.~more ~more} ~entry},
  {.map.~entry node, .key key, .value value}
    {{.node.~key ~key, .node.~value ~value, .node.~less ~less, {.node.~more map, .key key, .value value} @insert ~more} ~entry}
> $@map;
@size = $@map <.~empty 0, .~entry [.~less @size, .~more @size, 1] PLUS>;
`)
	r.declared("empty", nil, t)
	r.declared("size", t, g.integer)
}

// unary is arithmetic on successor numbers.
func unary(g *generator) {
	r := g.recipe()
	t := &typ{kind: aUnion, name: r.of("nat")}
	t.fields = []field{{r.of("~zero"), g.unit}, {r.of("~succ"), t}}
	r.define(t)
	r.write(`@zero = {{} ~zero} $@nat;
@add = ${@nat x, @nat y} <{.x.~succ x, {.y ~succ} y} @add, .y>;
@times = <{{.x.~succ x, .y y} @times x, .y y} @add, @zero>;
@toInt = $@nat <.~zero 0, [.~succ @toInt, 1] PLUS>;
@fromInt = $int <[(), 0] GT {[.0, -1] PLUS @fromInt ~succ}, @zero> $@nat;
`)
	r.declared("zero", nil, t)
	r.declared("toInt", t, g.integer)
	r.declared("fromInt", g.integer, t)
}

// bits is arithmetic on binary numbers.
func bits(g *generator) {
	r := g.recipe()
	t := &typ{kind: aUnion, name: r.of("bits")}
	t.fields = []field{{r.of("~end"), g.unit}, {"0", t}, {"1", t}}
	r.define(t)
	r.write(`@zero = {{} ~end} $@bits;
@one = @zero {() 1} $@bits;
@double = $@bits <.~end @zero, {() 0}>;
@inc = $@bits <.~end @one, .0 {() 1}, .1 @inc {() 0}>;
@plus = ${@bits x, @bits y} <
  {.x.~end none, .y sum} .sum,
  {.y.~end none, .x sum} .sum,
  {.x.0 x, .y.0 y} @plus @double,
  {.x.0 x, .y.1 y} @plus {() 1},
  {.x.1 x, .y.0 y} @plus {() 1},
  {.x.1 x, .y.1 y} @plus @inc @double
>;
@value = $@bits <.~end 0, [.0 @value, 2] TIMES, [[.1 @value, 2] TIMES, 1] PLUS>;
`)
	r.declared("zero", nil, t)
	r.declared("inc", t, t)
	r.declared("value", t, g.integer)
}

// folds process vectors by recursion.
func folds(g *generator) {
	r, of := g.recipe(), g.element()
	r.names["item"] = of.code()
	r.write("@fold = <SNOC [.car ")
	g.expression(of, g.integer, 1)
	r.write(", .cdr @fold] PLUS, 0>;\n@highest = <SNOC [.car, .cdr @highest] <GT .0, .1>, 0>;\n@best = $[@item] | ")
	g.inLoop = true
	g.expression(of, g.integer, 2)
	g.inLoop = false
	r.write(" ^ @highest;\n@keep = $[@item] | {[")
	g.expression(of, g.integer, 1)
	r.write(", 0] GT test, () it} .it ^;\n@count = <SNOC [.cdr @count, 1] PLUS, 0>;\n")
	r.declared("best", vectorOf(of), g.integer)
	r.declared("keep", vectorOf(of), vectorOf(of))
	r.declared("count", vectorOf(of), g.integer)
}

// vectors are functions on vectors of any type.
func vectors(g *generator) {
	r, of := g.recipe(), g.element()
	r.names["item"] = of.code()
	r.write(`@join = <
  {.a SNOC first, .b b} {.first.car car, {.first.cdr a, .b b} @join cdr} CONS,
  .b
>;
@zip = <
  {.x SNOC x, .y SNOC y} {{.x.car x, .y.car y} car, {.x.cdr x, .y.cdr y} @zip cdr} CONS,
  []
>;
@flatten = <SNOC {.car a, .cdr @flatten b} @join, []>;
@backwards = <SNOC {.cdr @backwards a, [.car] b} @join, []>;
@products = ${[int] x, [int] y} @zip | [.x, .y] TIMES ^ PLUS;
@twice = $[@item] {() a, @backwards b} @join;
`)
	r.declared("twice", vectorOf(of), vectorOf(of))
	r.declared("backwards", vectorOf(of), vectorOf(of))
}

// generics are patterns with parameters, used for several types.
func generics(g *generator) {
	r, a, b := g.recipe(), g.element(), g.element()
	r.names["a"] = a.code()
	r.names["b"] = b.code()
	r.write(`@option = ?<{} ~none, X ~some>;
@none = {{} ~none} @option;
@some = {() ~some} @option;
@orElse = ?{<{} ~none, X ~some> option, X default} <.option.~some, .default>;
@swap = ?{X ~left, Y ~right} {.~right ~left, .~left ~right};
@chain = ?<{} ~nil, {X ~head, L ~tail} ~cons>=L;
@push = {{.x ~head, .xs ~tail} ~cons} @chain;
@long = @chain <.~nil 0, [.~cons.~tail @long, 1] PLUS>;
@firstOr = {.values <.0 @some, @none> option, .default default} @orElse;
@both = ${@a ~left, @b ~right} @swap @swap;
@try = ${[@a] values, @a default} @firstOr;
@tryOther = ${[@b] values, @b default} @firstOr;
@three = ${@a x, @b y} {{.x x, {.x x, {{} ~nil} xs} @push xs} @push @long one, {.y x, {{} ~nil} xs} @push @long other};
`)
	pair := &typ{kind: aProduct, fields: []field{{r.of("~left"), a}, {r.of("~right"), b}}}
	r.declared("both", pair, pair)
}

// document is a tree of values as in JSON.
func document(g *generator) {
	r := g.recipe()
	t := &typ{kind: aUnion, name: r.of("value")}
	member := &typ{kind: aProduct, fields: []field{{r.of("~name"), g.text}, {r.of("~content"), t}}}
	t.fields = []field{{"null", g.unit}, {r.of("~truth"), g.truth}, {r.of("~number"), g.integer},
		{r.of("~text"), g.text},
		{r.of("~array"), vectorOf(t)}, {r.of("~object"), vectorOf(member)}}
	g.types = append(g.types, t)
	r.write(`$@value = <
  {} null, bool ~truth, int ~number, string ~text,
  [@value] ~array, [{string ~name, @value ~content}] ~object
>;
@most = <SNOC [.car, .cdr @most] <GT .0, .1>, 0>;
@extent = $@value <.~array | @extent ^ PLUS, .~object | .~content @extent ^ PLUS, 1>;
@depth = $@value [<.~array | @depth ^ @most, .~object | .~content @depth ^ @most, 0>, 1] PLUS;
@hide = $@value <
  .~array | @hide ^ {() ~array},
  .~object | {.~name ~name, <{.~name."password" secret, {{} null} hidden} .hidden, .~content @hide> ~content} ^ {() ~object},
  ()
> $@value;
@separated = <SNOC [.car, .cdr | [", ", ()] CONCAT ^ CONCAT] CONCAT, "">;
@show = $@value <
  .null "null", .~truth toJSON, .~number toJSON, .~text toJSON,
  .~array ["[", | @show ^ @separated, "]"] CONCAT,
  .~object ["{", | @pair ^ @separated, "}"] CONCAT
>;
@pair = [.~name toJSON, ": ", .~content @show] CONCAT;
`)
	r.declared("extent", t, g.integer)
	r.declared("depth", t, g.integer)
	r.declared("hide", t, t)
	r.declared("show", t, g.text)
}

// folder is a pair of types that contain each other.
func folder(g *generator) {
	r := g.recipe()
	t, entry := &typ{kind: aProduct, name: r.of("folder")}, &typ{kind: aUnion, name: r.of("entry")}
	file := &typ{kind: aProduct, fields: []field{{r.of("~name"), g.text}, {r.of("~size"), g.integer}}}
	t.fields = []field{{r.of("~name"), g.text}, {r.of("~entries"), vectorOf(entry)}}
	entry.fields = []field{{r.of("~file"), file}, {r.of("~folder"), t}}
	r.define(t, entry)
	r.write(`@weight = .~entries | @measure ^ PLUS;
@measure = $@entry <.~file.~size, .~folder @weight>;
@paths = {[.path, "/", .folder.~name] CONCAT path, .folder.~entries entries} @listing;
@listing = <
  {.entries SNOC entries, .path path} {
    {.path path, .entries.car entry} @visit here,
    {.path path, .entries.cdr entries} @listing there
  } @merge,
  []
>;
@visit = <
  {.entry.~file file, .path path} [[.path, "/", .file.~name] CONCAT],
  {.entry.~folder folder, .path path} @paths
>;
@merge = <
  {.here SNOC first, .there there} {.first.car car, {.first.cdr here, .there there} @merge cdr} CONS,
  .there
>;
@all = $@folder {"" path, () folder} @paths;
`)
	r.declared("weight", t, g.integer)
	r.declared("measure", entry, g.integer)
	r.declared("all", t, vectorOf(g.text))
}

// digits parses numbers.
func digits(g *generator) {
	r := g.recipe()
	r.write(`@digit = <
  ."0" 0, ."1" 1, ."2" 2, ."3" 3, ."4" 4,
  ."5" 5, ."6" 6, ."7" 7, ."8" 8, ."9" 9
>;
@empty? = <SNOC {{} no}, {{} yes}> .yes;
@digits = <
  {.rest SNOC rest, .sum sum}
    {[[.sum, 10] TIMES, .rest.car @digit] PLUS sum, .rest.cdr rest} @digits,
  {.rest @empty? end, .sum sum} .sum
>;
@readNumber = $string toVEC {.0 some, 0 sum, () rest} {.sum sum, .rest rest} @digits;
@words = <
  SNOC <
    {.car." " blank, [] before, .cdr after} {.before before, .after after},
    {.car char, .cdr @words rest} {{.char car, .rest.before cdr} CONS before, .rest.after after}
  >,
  {[] before, [] after}
>;
@firstWord = $string toVEC @words .before CONCAT;
`)
	r.declared("readNumber", g.text, g.integer)
	r.declared("firstWord", g.text, g.text)
}

// machine is a state machine that runs over a vector of events.
func machine(g *generator) {
	r := g.recipe()
	state, event := &typ{kind: aUnion, name: r.of("state")}, &typ{kind: aUnion, name: r.of("event")}
	state.fields = []field{{r.of("~idle"), g.unit}, {r.of("~busy"), g.integer}, {r.of("~failed"), g.text}}
	event.fields = []field{{r.of("~start"), g.integer}, {r.of("~tick"), g.unit}, {r.of("~crash"), g.text}}
	r.define(state, event)
	r.write(`@idle = {{} ~idle} $@state;
@step = ${@state state, @event event} <
  {.state.~failed why, .event.~start amount} {.amount ~busy},
  .state.~failed {() ~failed},
  .event.~crash {() ~failed},
  {.state.~busy old, .event.~start more} {[.old, .more] PLUS ~busy},
  .event.~start {() ~busy},
  {[.state.~busy, 0] GT .0 left, .event.~tick now} {[.left, -1] PLUS ~busy},
  @idle
> $@state;
@run = <
  {.events SNOC events, .state state}
    {{.state state, .events.car event} @step state, .events.cdr events} @run,
  .state
>;
@simulate = $[@event] {@idle state, () events} @run;
@describe = $@state <.~idle "idle", .~busy [toJSON, " left"] CONCAT, .~failed ["failed: ", ()] CONCAT>;
`)
	r.declared("simulate", vectorOf(event), state)
	r.declared("describe", state, g.text)
	r.declared("idle", nil, state)
}

// calculator evaluates expressions.
func calculator(g *generator) {
	r := g.recipe()
	t := &typ{kind: aUnion, name: r.of("expr")}
	two := &typ{kind: aProduct, fields: []field{{r.of("~left"), t}, {r.of("~right"), t}}}
	t.fields = []field{{r.of("~literal"), g.integer}, {r.of("~plus"), two}, {r.of("~by"), two}, {r.of("~per"), two}}
	answer := &typ{kind: aUnion, name: r.of("answer"),
		fields: []field{{r.of("~ok"), g.integer}, {r.of("~error"), g.text}}}
	r.define(t, answer)
	r.write(`@ok = $int {() ~ok} $@answer;
@fail = $string {() ~error} $@answer;
@sides = {.~left @eval left, .~right @eval right} <
  {.left.~ok left, .right.~ok right} {() fine},
  <.left.~error, .right.~error> {() wrong}
>;
@eval = $@expr <
  .~literal @ok,
  .~plus @sides <.fine [.left, .right] PLUS @ok, .wrong @fail>,
  .~by @sides <.fine [.left, .right] TIMES @ok, .wrong @fail>,
  .~per @sides <.fine <[.left, .right] DIV .div @ok, "division by zero" @fail>, .wrong @fail>
>;
@nodes = $@expr <.~literal 1, <.~plus, .~by, .~per> [.~left @nodes, .~right @nodes, 1] PLUS>;
`)
	r.declared("ok", g.integer, answer)
	r.declared("fail", g.text, answer)
	r.declared("eval", t, answer)
	r.declared("nodes", t, g.integer)
}

// parity is mutual recursion on numbers.
func parity(g *generator) {
	r := g.recipe()
	r.write(`@before = [(), -1] PLUS;
@even? = <.0 {{} yes}, [(), 0] GT .0 @before @odd?>;
@odd? = [(), 0] GT .0 @before @even?;
@female = <.0 1, [(), @before @female @male] @minus>;
@male = <.0 0, [(), @before @male @female] @minus>;
@minus = [.0, [.1, -1] TIMES] PLUS;
@upTo = $int <.0 [0], {() car, @before @upTo cdr} CONS>;
@sequence = $int @upTo | @female ^;
`)
	r.declared("upTo", g.integer, vectorOf(g.integer))
	r.declared("sequence", g.integer, vectorOf(g.integer))
}
