// The program: an editor in a shadow root, whose style sheets need no exception of the page's policy.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Action, type Diagnostic as Mark } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorSelection, EditorState, Prec, StateEffect, StateField, type Extension, type Range, type Text } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from "@codemirror/view";
import { announce, h, later } from "./dom";
import { look } from "./look";
import { markdown } from "./markdown";
import { offsetOf, positionOf, rangeOf } from "./places";
import { Refused } from "./protocol";
import type { Edit, Span } from "./report";
import type { Session } from "./session";
import { dark, still } from "./theme";

/** A Highlight is a place that is marked: a witness by its letter, a step by its number. */
export interface Highlight {
  span: Span;
  kind: "a" | "b" | "c" | "step" | "blame" | "here";
  letter?: string;
}

const marked = StateEffect.define<Range<Decoration>[]>();
const coloured = StateEffect.define<{ from: number; to: number; ranges: Range<Decoration>[] }>();
const loaded = Annotation.define<boolean>();

class Letter extends WidgetType {
  constructor(
    readonly letter: string,
    readonly kind: string,
  ) {
    super();
  }
  override eq(o: Letter): boolean {
    return o.letter === this.letter && o.kind === this.kind;
  }
  toDOM(): HTMLElement {
    return h("span", { class: `letter letter-${this.kind}`, "aria-hidden": "true" }, this.letter);
  }
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    set = set.map(tr.changes);
    for (const e of tr.effects) if (e.is(marked)) set = Decoration.set(e.value, true);
    return set;
  },
  provide: (f) => EditorView.decorations.from(f),
});

// Colours move with the text until the analyzer tells new ones for what is seen.
const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, tr) {
    if (tr.annotation(loaded)) return Decoration.none;
    set = set.map(tr.changes);
    for (const e of tr.effects)
      if (e.is(coloured)) set = set.update({ filterFrom: e.value.from, filterTo: e.value.to, filter: () => false, add: e.value.ranges, sort: true });
    return set;
  },
  provide: (f) => EditorView.decorations.from(f),
});

/** Kinds of completions, by their numbers in the protocol. */
const kinds = ["", "text", "method", "function", "method", "property", "variable", "class", "interface", "namespace", "property", "text", "text", "enum", "keyword", "text", "text", "text", "text", "text", "enum", "constant", "class", "text", "function", "type"];

export class Editor {
  readonly view: EditorView;
  private readonly base: Extension;
  private separator = "\n";
  private loadedText = "";
  private readonly theme = new Compartment();
  /** What is called after changes, and when someone looks at another place. */
  onchange: () => void = () => {};
  onplace: (by: "pointer" | "keys") => void = () => {};
  onwhy: () => void = () => {};
  onexplain: (code: string) => void = () => {};

  constructor(
    host: HTMLElement,
    private readonly session: () => Session,
  ) {
    const root = host.attachShadow({ mode: "open" });
    this.base = [
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      EditorView.clickAddsSelectionRange.of((e) => e.altKey && !e.ctrlKey && !e.metaKey), // Ctrl asks why
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [(c) => this.complete(c)], icons: false, updateSyncTime: 60 }),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      lintGutter(),
      colours,
      Prec.low(marks), // around the colours
      hoverTooltip((view, pos) => this.hover(view, pos), { hoverTime: 350 }),
      // Tab leaves the editor, as it leaves everything else.
      keymap.of([
        { key: "Alt-w", run: () => (this.onwhy(), true) },
        { key: "Mod-.", run: () => this.fixHere() },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
      ]),
      EditorView.contentAttributes.of({ "aria-label": "Program", tabindex: "0", spellcheck: "false", autocorrect: "off", autocapitalize: "off", dir: "ltr" }),
      EditorView.perLineTextDirection.of(true),
      EditorView.updateListener.of((u) => this.updated(u)),
      ViewPlugin.define((v) => this.painter(v)),
    ];
    this.view = new EditorView({ parent: root, root, state: this.fresh("") });
    dark.on(() => this.view.dispatch({ effects: this.theme.reconfigure(look(dark())) }));
  }

  private fresh(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: [this.base, this.theme.of(look(dark()))] });
  }

  get doc(): Text {
    return this.view.state.doc;
  }

  /** text is the program with the line ends that it came with. */
  get text(): string {
    return this.doc.sliceString(0, this.doc.length, this.separator);
  }

  /** touched reports whether the text is another than the one that was loaded. */
  get touched(): boolean {
    return this.doc.length !== this.loadedText.length || this.doc.toString() !== this.loadedText;
  }

  /** load shows another text; nothing of the one before is left. */
  load(text: string): void {
    this.separator = /\r\n/.test(text) ? "\r\n" : "\n";
    this.view.setState(this.fresh(text));
    this.loadedText = this.doc.toString();
  }

  /** saved takes the text as the one that was loaded. */
  saved(): void {
    this.loadedText = this.doc.toString();
  }

  get offset(): number {
    return this.view.state.selection.main.head;
  }

  get position(): { line: number; character: number } {
    return positionOf(this.doc, this.offset);
  }

  /** goto selects a place and shows it. */
  goto(span: Span, focus = false): void {
    if (span.file) return announce(`This place is in ${span.file}, line ${span.start.line}.`);
    const { from, to } = rangeOf(this.doc, span);
    this.select(from, Math.min(to, this.doc.lineAt(from).to), focus);
  }

  select(from: number, to = from, focus = false): void {
    const length = this.doc.length;
    this.view.dispatch({
      selection: EditorSelection.range(Math.min(from, length), Math.min(to, length)),
      effects: EditorView.scrollIntoView(Math.min(from, length), { y: "center" }),
    });
    if (focus) this.view.focus();
  }

  /** highlight marks places, and shows one of them. */
  highlight(list: Highlight[], seen?: Span): void {
    const ranges: Range<Decoration>[] = [];
    const doc = this.doc;
    for (const x of list) {
      if (x.span.file) continue; // of a library
      const { from, to } = rangeOf(doc, x.span);
      if (to > from) ranges.push(Decoration.mark({ class: `mark mark-${x.kind}` }).range(from, to));
      if (x.letter) ranges.push(Decoration.widget({ widget: new Letter(x.letter, x.kind), side: -1 }).range(from));
    }
    const effects: StateEffect<unknown>[] = [marked.of(ranges)];
    if (seen && !seen.file) {
      const { from } = rangeOf(doc, seen);
      effects.push(EditorView.scrollIntoView(from, { y: still() ? "center" : "nearest", yMargin: 60 }));
    }
    this.view.dispatch({ effects });
  }

  /** apply makes the edits of a repair, as one change that can be taken back. */
  apply(edits: Edit[]): void {
    const doc = this.doc;
    const changes = edits.map((e) => ({ ...rangeOf(doc, e.span), insert: e.text }));
    this.view.dispatch({ changes, userEvent: "input.repair", scrollIntoView: true });
  }

  private updated(u: ViewUpdate): void {
    if (u.docChanged && u.startState.facet(EditorView.contentAttributes)) {
      this.session().changed(u.startState.doc, u.changes);
      this.onchange();
    }
    if (u.selectionSet) this.onplace(u.transactions.some((t) => t.isUserEvent("select.pointer")) ? "pointer" : "keys");
  }

  /** painter keeps the colours of what is seen, and of a little more. */
  private painter(view: EditorView): { update(u: ViewUpdate): void; destroy(): void } {
    const ask = later(40, () => void this.paint(view));
    const off = this.session().state?.on((s) => s === "open" && ask());
    ask();
    return {
      update: (u) => {
        if (u.docChanged || u.viewportChanged) ask();
      },
      destroy: () => {
        ask.cancel();
        off?.();
      },
    };
  }

  private async paint(view: EditorView): Promise<void> {
    const session = this.session();
    if (!session.doc()) return;
    const state = view.state;
    const doc = state.doc;
    const { from, to } = view.viewport;
    let data: number[];
    try {
      const answer = await session.about("textDocument/semanticTokens/range", { range: { start: positionOf(doc, from), end: positionOf(doc, to) } });
      data = answer?.data ?? [];
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return;
    }
    if (view.state.doc !== doc) return; // an answer about the text as it is now follows
    const ranges: Range<Decoration>[] = [];
    let line = 0;
    let character = 0;
    for (let i = 0; i + 4 < data.length; i += 5) {
      if (data[i]! > 0) character = 0;
      line += data[i]!;
      character += data[i + 1]!;
      const start = offsetOf(doc, { line, character });
      const end = Math.min(start + data[i + 2]!, doc.length);
      if (end <= start || end < from || start > to) continue;
      ranges.push(tokenMark(session.legend.tokenTypes[data[i + 3]!] ?? "", (data[i + 4]! & 1) > 0).range(start, end));
    }
    view.dispatch({ effects: coloured.of({ from, to, ranges }) });
  }

  /** diagnose asks for the diagnostics and shows them in the text. */
  async diagnose(): Promise<void> {
    const session = this.session();
    const doc = this.doc;
    let items: any[];
    try {
      items = (await session.about("textDocument/diagnostic")).items ?? [];
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return;
    }
    if (this.doc !== doc) return;
    const list: Mark[] = items.slice(0, 1000).map((d) => {
      const from = offsetOf(doc, d.range.start);
      const to = Math.max(offsetOf(doc, d.range.end), Math.min(from + 1, doc.length));
      return {
        from,
        to,
        severity: d.severity === 1 ? "error" : d.severity === 2 ? "warning" : "info",
        message: d.message,
        renderMessage: () => h("div", { dir: "auto" }, h("span", { class: "code" }, String(d.code ?? "")), " ", String(d.message).split("\n")[0]!),
        actions: this.actions(d),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, list));
  }

  /** actions are the quick fixes of a diagnostic; their edits are asked for when one is chosen. */
  private actions(d: any): Action[] {
    const titles = String(d.message)
      .split("\n")
      .slice(1)
      .filter((l) => l.startsWith("help: "))
      .map((l) => l.slice(6));
    return titles.slice(0, 4).map((title) => ({ name: title, apply: () => void this.quickFix(d, title) }));
  }

  private async quickFix(d: any, title: string): Promise<void> {
    const session = this.session();
    try {
      const list: any[] = (await session.about("textDocument/codeAction", { range: d.range, context: { diagnostics: [d] } })) ?? [];
      const chosen = list.find((a) => a.title === title) ?? list[0];
      if (chosen) await this.resolve(chosen);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
    }
  }

  private async resolve(action: any): Promise<void> {
    const a = action.edit ? action : await this.session().client.ask("codeAction/resolve", action);
    const uri = this.session().doc()?.uri;
    const doc = this.doc;
    const edits: any[] = (a.edit?.documentChanges ?? []).filter((c: any) => c.textDocument?.uri === uri).flatMap((c: any) => c.edits);
    if (edits.length === 0) return;
    this.view.dispatch({
      changes: edits.map((e) => ({ from: offsetOf(doc, e.range.start), to: offsetOf(doc, e.range.end), insert: e.newText })),
      userEvent: "input.repair",
    });
    this.view.focus();
  }

  /** fixHere applies the first quick fix of the error at the cursor. */
  private fixHere(): boolean {
    void (async () => {
      const session = this.session();
      try {
        const at = this.position;
        const report = await session.about("textDocument/diagnostic");
        const here = (report.items ?? []).filter(
          (d: any) => (d.range.start.line < at.line || (d.range.start.line === at.line && d.range.start.character <= at.character)) && d.range.end.line >= at.line,
        );
        const list: any[] = (await session.about("textDocument/codeAction", { range: here[0]?.range ?? { start: at, end: at }, context: { diagnostics: here } })) ?? [];
        if (list[0]) await this.resolve(list[0]);
      } catch (e) {
        if (!(e instanceof Refused)) throw e;
      }
    })();
    return true;
  }

  private async complete(c: CompletionContext): Promise<CompletionResult | null> {
    const session = this.session();
    const before = c.matchBefore(/[\p{L}\p{N}_@%$]+/u);
    const last = c.state.sliceDoc(Math.max(0, c.pos - 1), c.pos);
    if (!c.explicit && !before && !session.triggers.includes(last)) return null;
    const abort = new AbortController();
    c.addEventListener("abort", () => abort.abort(), { onDocChange: true });
    try {
      const answer = await session.about("textDocument/completion", { position: positionOf(c.state.doc, c.pos) }, abort.signal);
      const items: any[] = (Array.isArray(answer) ? answer : answer?.items) ?? [];
      if (items.length === 0) return null;
      let from = before?.from ?? c.pos;
      const options: Completion[] = items.slice(0, 500).map((it, i) => {
        const range = it.textEdit?.range ?? it.textEdit?.insert;
        if (range && i === 0) from = offsetOf(c.state.doc, range.start);
        const end = range ? offsetOf(c.state.doc, range.end) : c.pos;
        const insert: string = it.textEdit?.newText ?? it.insertText ?? it.label;
        return {
          label: insert,
          displayLabel: it.label,
          detail: it.detail ?? "",
          type: kinds[it.kind] ?? "text",
          boost: -Math.min(99, i),
          apply: (view: EditorView, _: Completion, start: number, to: number) =>
            view.dispatch({
              changes: { from: start, to: Math.max(to, Math.min(end, view.state.doc.length)), insert },
              selection: { anchor: start + insert.length },
              userEvent: "input.complete",
            }),
        };
      });
      return { from, options, validFor: /^[\p{L}\p{N}_]*$/u };
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return null;
    }
  }

  private async hover(view: EditorView, pos: number) {
    const doc = view.state.doc;
    try {
      const answer = await this.session().about("textDocument/hover", { position: positionOf(doc, pos) });
      if (!answer || view.state.doc !== doc) return null;
      const value: string = typeof answer.contents === "string" ? answer.contents : (answer.contents?.value ?? "");
      const from = answer.range ? offsetOf(doc, answer.range.start) : pos;
      const to = answer.range ? offsetOf(doc, answer.range.end) : pos;
      return {
        pos: Math.max(from, doc.lineAt(pos).from),
        end: Math.min(to, doc.lineAt(pos).to),
        above: true,
        create: () => {
          const dom = markdown(value, (target) => this.follow(target));
          dom.append(
            h(
              "div",
              { class: "md-end" },
              h("button", { type: "button", class: "link", on: { click: () => (this.select(pos), this.onwhy()) } }, "Why?"),
            ),
          );
          return { dom };
        },
      };
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return null;
    }
  }

  private follow(target: string): void {
    const at = /#L(\d+)(?:,(\d+))?$/.exec(target);
    const code = /codes\/([A-Z]\d+)/.exec(target);
    if (at) {
      const p = { line: Number(at[1]), column: Number(at[2] ?? 1), offset: -1 };
      this.goto({ start: p, end: p }, true);
    } else if (code) this.onexplain(code[1]!);
  }
}

const made = new Map<string, Decoration>();

function tokenMark(type: string, declared: boolean): Decoration {
  const name = `tok-${type}${declared ? " tok-declared" : ""}`;
  let d = made.get(name);
  if (!d) made.set(name, (d = Decoration.mark({ class: name })));
  return d;
}
