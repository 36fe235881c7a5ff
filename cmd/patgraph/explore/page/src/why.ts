// Why a place has its type: a derivation as a tree that opens where someone asks.

import { button, h, later, prose, show } from "./dom";
import type { Editor } from "./editor";
import { Refused } from "./protocol";
import { where, type Proof, type Span, type Step, type Why } from "./report";
import { reason as ruleOf } from "./rules";
import type { Session } from "./session";

export class WhyPanel {
  readonly el: HTMLElement;
  private readonly out: HTMLElement;
  private work: AbortController | null = null;
  readonly follow = later(150, () => void this.ask());

  constructor(
    private readonly session: Session,
    private readonly editor: Editor,
  ) {
    this.out = h("div", { class: "why-out" });
    this.el = h("div", { class: "why" }, this.out);
    this.hint("Click an expression, a label or a size in the program.");
  }

  private hint(text: string): void {
    show(this.out, h("p", { class: "none" }, text));
  }

  /** ask shows the derivation of what the cursor is at. */
  async ask(): Promise<void> {
    this.work?.abort();
    const mine = (this.work = new AbortController());
    try {
      const answer = await this.session.about("patgraph/why", { position: this.editor.position }, mine.signal);
      if (mine.signal.aborted) return;
      this.render(answer.why);
    } catch (e) {
      if (mine.signal.aborted || !(e instanceof Refused) || e.stale) return;
      this.hint("There is nothing to explain here. Click an expression, a label or a size in the program.");
    }
  }

  private render(w: Why): void {
    if (w.span) this.editor.highlight([{ span: w.span, kind: "here" }]);
    const parts = w.parts ?? [];
    show(
      this.out,
      h("h2", { dir: "ltr" }, h("code", null, w.expression ?? w.name ?? w.definition ?? "")),
      h("p", { class: "signature", dir: "ltr" }, h("code", null, w.signature)),
      parts.length === 0
        ? h("p", { class: "none" }, "Nothing is asked of it.")
        : h("ul", { class: "tree", "aria-label": "Derivation" }, ...parts.map((p) => this.part(p.what, p.proof))),
    );
  }

  private part(what: string, proof?: Proof): HTMLElement {
    const root = proof?.steps.find((s) => s.id === proof.root);
    const by = new Map(proof?.steps.map((s) => [s.id, s]));
    return this.item(what, undefined, undefined, root ? () => this.below(root, by, true) : null);
  }

  /** below is what a step rests on; at the top the step itself, where it says more than what it proves. */
  private below(s: Step, by: Map<number, Step>, top: boolean): HTMLElement[] {
    const premises = (s.premises ?? []).flatMap((id) => by.get(id) ?? []);
    if (top) return [this.node(s, by)];
    return premises.map((p) => this.node(p, by));
  }

  private node(s: Step, by: Map<number, Step>): HTMLElement {
    return this.item(s.concludes, s.reason, s.span, (s.premises?.length ?? 0) > 0 ? () => this.below(s, by, false) : null);
  }

  /** item is a line of the tree; what is below it is made when it opens first. */
  private item(text: string, reason: string | undefined, span: Span | undefined, more: (() => HTMLElement[]) | null): HTMLElement {
    const li = h("li");
    const words = h("span", { class: "said", dir: "auto" }, prose(text));
    let head: HTMLElement;
    if (more) {
      head = h(
        "button",
        {
          type: "button",
          class: "toggle",
          "aria-expanded": "false",
          on: {
            click: () => {
              const open = head.getAttribute("aria-expanded") !== "true";
              head.setAttribute("aria-expanded", String(open));
              const list = li.querySelector<HTMLElement>(":scope > ul");
              if (list) list.hidden = !open;
              else if (open) li.append(h("ul", null, ...more()));
            },
            keydown: (e: KeyboardEvent) => {
              const open = head.getAttribute("aria-expanded") === "true";
              if ((e.key === "ArrowRight" && !open) || (e.key === "ArrowLeft" && open)) {
                e.preventDefault();
                head.click();
              }
            },
          },
        },
        words,
      );
    } else head = h("span", { class: "leaf" }, words);
    const place = span && button(where(span), () => this.there(span), { class: "at link", title: `Line ${span.start.line}, column ${span.start.column}` });
    li.append(h("div", { class: "node" }, head, reason ? ruleOf(this.session, reason) : "", place ?? ""));
    return li;
  }

  private there(span: Span): void {
    this.editor.highlight([{ span, kind: "step" }], span);
  }
}
