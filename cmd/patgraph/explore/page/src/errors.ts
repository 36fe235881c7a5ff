// Errors: what is wrong, the walk between the two places, who is to blame, and repairs.

import { preview, rowsOf } from "./diff";
import { announce, button, count, h, prose, show } from "./dom";
import type { Editor, Highlight } from "./editor";
import { Picture } from "./picture";
import { rangeOf } from "./places";
import { where, type Diagnostic, type Fix } from "./report";
import type { Session } from "./session";
import { litBy, walkOf, type WalkStep } from "./walk";

const mostShown = 100;

export class Errors {
  readonly el: HTMLElement;
  private readonly list: HTMLElement;
  private readonly detail: HTMLElement; // above the picture
  private readonly after: HTMLElement; // below it
  private readonly picture: Picture;
  private diagnostics: Diagnostic[] = [];
  private steps: WalkStep[] = [];
  private rows: HTMLElement[] = [];
  private lights: string[][] = [];
  private repair: Fix | null = null;
  private more = mostShown;
  private checked = false;
  current = -1; // the diagnostic that is looked at
  step = -1; // of its walk; none: all of it at once
  onmove: () => void = () => {};

  constructor(
    session: Session,
    private readonly editor: Editor,
    private readonly explain: (code: string) => void,
  ) {
    this.list = h("ul", { class: "rows", "aria-label": "Errors and warnings" });
    this.detail = h("div", { class: "detail" });
    this.picture = new Picture(session, (s) => this.editor.goto(s, true), "Error");
    this.picture.el.addEventListener("drawn", () => this.relight());
    this.after = h("div", { class: "detail" });
    this.el = h("div", { class: "errors" }, this.list, this.detail, this.picture.el, this.after);
    this.picture.el.hidden = true;
  }

  /** set takes what a check found, null before the first check; the error that was looked at stays if it is still there. */
  set(found: Diagnostic[] | null, active: boolean): void {
    this.checked = found !== null;
    const diagnostics = found ?? [];
    const before = this.diagnostics[this.current];
    this.diagnostics = diagnostics;
    const key = (d: Diagnostic) => d.code + d.message;
    let i = before ? diagnostics.findIndex((d) => key(d) === key(before)) : -1;
    if (i < 0) i = Math.min(Math.max(this.current, 0), diagnostics.length - 1);
    const step = before && diagnostics[i] && key(diagnostics[i]!) === key(before) ? this.step : -1;
    this.fill();
    this.look(i, step, active, false);
  }

  private fill(): void {
    const ds = this.diagnostics;
    this.list.hidden = ds.length === 1; // what is below says the same
    if (ds.length === 0) {
      show(this.list, h("li", { class: "none" }, this.checked ? "No errors. All types are found." : "Not checked yet."));
      return;
    }
    show(
      this.list,
      ...ds.slice(0, this.more).map((d, i) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: `row ${d.severity}`, on: { click: () => this.look(i, -1, true, true) } },
            h("span", { class: "badge" }, d.code),
            h("span", { class: "said", dir: "auto" }, h("span", { class: "hidden" }, d.severity + ": "), prose(d.message)),
            h("span", { class: "at" }, where(d.span)),
          ),
        ),
      ),
      ds.length > this.more && h("li", null, button(`Show more (${count(ds.length - this.more, "is", "are")} left)`, () => ((this.more += 200), this.fill(), this.mark()))),
    );
  }

  private mark(): void {
    this.list.querySelectorAll(".row").forEach((r, i) => (i === this.current ? r.setAttribute("aria-current", "true") : r.removeAttribute("aria-current")));
  }

  /** look shows an error; active: in the text, too. */
  look(i: number, step: number, active: boolean, tell: boolean): void {
    this.current = i;
    const d = this.diagnostics[i];
    this.mark();
    this.repair = null;
    this.steps = d ? walkOf(d) : [];
    this.lights = [];
    this.rows = [];
    if (!d) {
      show(this.detail);
      show(this.after);
      this.picture.el.hidden = true;
      this.step = -1;
      void this.picture.draw(null);
      if (active) this.editor.highlight([]);
      return;
    }
    this.detailOf(d);
    const number = this.numberOf(i);
    const drawn = d.clash !== undefined && number > 0;
    this.picture.el.hidden = !drawn;
    void this.picture.draw(drawn ? { view: "error", error: number } : null);
    this.step = Math.min(step, this.steps.length - 1);
    this.render(active, tell);
    if (tell && this.step < 0) {
      this.editor.highlight(this.highlights(), d.span);
      announce(`${d.severity} ${d.code}: ${d.message}`);
    }
    this.onmove();
  }

  /** numberOf is the number by which the analyzer knows an error, and 0 where it has none. */
  private numberOf(i: number): number {
    const counts = (d: Diagnostic) => d.severity === "error" && !d.secondary;
    return counts(this.diagnostics[i]!) ? this.diagnostics.slice(0, i + 1).filter(counts).length : 0;
  }

  private detailOf(d: Diagnostic): void {
    this.rows = this.steps.map((s, i) =>
      h(
        "li",
        null,
        h(
          "button",
          { type: "button", class: "step", on: { click: () => this.to(i) } },
          h("span", { class: `mark-of ${s.letter ? "letter-" + s.letter.toLowerCase() : ""}` }, s.letter ?? String(s.number)),
          h("span", { class: "said", dir: "auto" }, prose(s.text)),
          s.span && h("span", { class: "at" }, where(s.span)),
        ),
      ),
    );
    const repairs = d.fixes ?? [];
    const diff = h("div", { class: "diff", role: "group", tabindex: 0, "aria-label": "What the repair changes", hidden: true });
    const apply = button("Apply (a)", () => this.apply(), { class: "main", hidden: true, "aria-keyshortcuts": "a" });
    const choose = (f: Fix, b: HTMLElement) => {
      this.repair = f;
      for (const other of b.parentElement!.parentElement!.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === b));
      show(diff, ...rowsOf(preview(this.editor.doc, f.edits)));
      diff.hidden = apply.hidden = false;
    };
    const fixes = repairs.map((f) =>
      h(
        "li",
        null,
        h(
          "button",
          { type: "button", class: "choice", "aria-pressed": "false", on: { click: (e: MouseEvent) => choose(f, e.currentTarget as HTMLElement) } },
          h("span", { dir: "auto" }, prose(f.title)),
          f.checked && h("span", { class: "ok", title: "The program types with it" }, "checked"),
        ),
      ),
    );
    const top = d.blame?.[0]?.score ?? 0;
    const blame = (d.blame ?? []).map((b) => {
      const { from, to } = b.span.file ? { from: 0, to: 0 } : rangeOf(this.editor.doc, b.span);
      const times = Math.exp(top - b.score);
      const text = b.span.file ? where(b.span) : this.editor.doc.sliceString(from, Math.min(to, from + 80)).replace(/\s+/g, " ");
      return h(
        "li",
        null,
        h(
          "button",
          { type: "button", class: "step", on: { click: () => this.blamed(b.span) } },
          h("span", { class: "bar", "aria-hidden": "true" }, h("meter", { min: 0, max: 1, value: (1 / times).toFixed(3), tabindex: -1 })),
          h("code", { class: "said", dir: "ltr" }, text),
          h("span", { class: "at" }, b.rank === 1 ? "likeliest" : `${times < 10 ? times.toFixed(1) : Math.round(Math.min(times, 999))}× less likely`),
        ),
        b.needs &&
          (b.needs.in || b.needs.out) &&
          h("div", { class: "needs" }, "would have to be ", h("code", { dir: "ltr" }, [b.needs.in, b.needs.out].filter(Boolean).join(" --> "))),
      );
    });
    show(
      this.detail,
      h(
        "h2",
        { dir: "auto", tabindex: -1 },
        h("button", { type: "button", class: "badge", title: `What ${d.code} means`, on: { click: () => this.explain(d.code) } }, d.code),
        " ",
        prose(d.message),
      ),
      h(
        "div",
        { class: "tools" },
        button("← Previous (p)", () => this.move(-1), { "aria-keyshortcuts": "p" }),
        button("Next step (n) →", () => this.move(1), { "aria-keyshortcuts": "n", class: "main" }),
      ),
      h("ol", { class: "story", "aria-label": "Steps from one place to the other" }, ...this.rows),
    );
    show(
      this.after,
      (d.notes?.length ?? 0) > 0 && h("ul", { class: "notes" }, ...d.notes!.map((n) => h("li", { dir: "auto" }, prose(n)))),
      repairs.length > 0 && h("section", null, h("h3", null, "Repairs"), h("ul", { class: "choices" }, ...fixes), diff, apply),
      blame.length > 0 && h("section", null, h("h3", null, "Where the mistake may be"), h("ol", { class: "blame" }, ...blame)),
    );
  }

  private highlights(): Highlight[] {
    const out: Highlight[] = [];
    for (const s of this.steps) if (s.letter && s.span) out.push({ span: s.span, kind: s.letter.toLowerCase() as "a", letter: s.letter });
    const now = this.steps[this.step];
    if (now?.span && !now.letter) out.push({ span: now.span, kind: "step", letter: String(now.number) });
    else if (now?.span) out.push({ span: now.span, kind: "step" });
    return out;
  }

  private blamed(span: Diagnostic["span"]): void {
    this.editor.highlight([...this.highlights().filter((x) => x.kind !== "step"), { span, kind: "blame" }], span);
    this.editor.goto(span);
  }

  private relight(): void {
    this.lights = litBy(this.steps, this.picture.arrows, this.picture.elements());
    this.picture.light(this.step < 0 ? [] : (this.lights[this.step] ?? []));
  }

  private render(active: boolean, tell: boolean): void {
    this.rows.forEach((r, i) => {
      const b = r.firstElementChild!;
      if (i === this.step) b.setAttribute("aria-current", "step");
      else b.removeAttribute("aria-current");
    });
    const s = this.steps[this.step];
    this.picture.light(s ? (this.lights[this.step] ?? []) : []);
    if (!active) return;
    this.editor.highlight(this.highlights(), tell ? s?.span : undefined);
    if (s && tell) {
      this.rows[this.step]?.scrollIntoView({ block: "nearest" });
      announce(`${s.letter ? `Place ${s.letter}` : `Step ${s.number}`}, ${this.step + 1} of ${this.steps.length}: ${s.text}${s.span ? `, line ${s.span.start.line}` : ""}`);
    }
  }

  private to(i: number): void {
    this.step = i;
    this.render(true, true);
    this.onmove();
  }

  /** move goes to the next step, or to the one before; behind the last step the next error begins. */
  move(by: number): void {
    if (this.diagnostics.length === 0) return announce("There are no errors.");
    const next = this.step + by;
    if (next >= this.steps.length) {
      const i = (this.current + 1) % this.diagnostics.length;
      this.look(i, 0, true, true);
      return this.to(0);
    }
    if (next < 0 && this.current > 0) {
      this.look(this.current - 1, -1, true, true);
      return this.to(this.steps.length - 1);
    }
    this.to(Math.max(0, next));
  }

  /** apply makes the repair that is previewed; without one, the first is previewed. */
  apply(): void {
    const d = this.diagnostics[this.current];
    if (!d) return;
    if (!this.repair) {
      const first = this.after.querySelector<HTMLButtonElement>(".choice");
      if (!first) return announce("There is no repair to apply.");
      first.click();
      first.scrollIntoView({ block: "nearest" });
      return announce(`Repair: ${d.fixes![0]!.title}. Press a again to apply it.`);
    }
    const f = this.repair;
    this.repair = null;
    this.editor.apply(f.edits);
    announce(`Applied: ${f.title}`);
  }

  /** shown puts the places of the error into the text again. */
  shown(): void {
    this.editor.highlight(this.highlights());
  }

  focus(): void {
    (this.list.querySelector<HTMLElement>("[aria-current]") ?? this.list.querySelector("button"))?.focus();
  }
}
