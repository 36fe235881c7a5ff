// Time: the history of a derivation, step by step, with the picture as it was.

import { announce, button, count, h, later, prose, show } from "./dom";
import type { Editor } from "./editor";
import { Picture } from "./picture";
import { Refused } from "./protocol";
import { where, type FileReport, type Trace, type TraceEvent, type Why } from "./report";
import { reason } from "./rules";
import { reasonOf, type Session } from "./session";

const pace = 2600; // milliseconds a step, when it plays: what becomes one is seen before, then moves, then can be read

export class Time {
  readonly el: HTMLElement;
  private readonly names: HTMLSelectElement;
  private readonly slider: HTMLInputElement;
  private readonly what: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly conflict: HTMLButtonElement;
  private readonly became: HTMLSelectElement;
  private readonly here: HTMLButtonElement;
  private readonly picture: Picture;
  private readonly every: HTMLButtonElement;
  private events: TraceEvent[] = [];
  private steps: number[] = []; // those that are shown
  private timer = 0;
  private work: AbortController | null = null;
  private stale = true;
  private wanted = -1;
  at = 0; // steps that have been taken
  definition: string | null = null;
  onmove: () => void = () => {};
  private readonly draw = later(60, () => this.drawNow());

  constructor(
    private readonly session: Session,
    private readonly editor: Editor,
  ) {
    this.names = h("select", { "aria-label": "Definition", on: { change: () => ((this.definition = this.names.value), void this.load(-1)) } });
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", on: { input: () => (this.stop(), this.to(this.stepAt(Number(this.slider.value)), false)) } });
    this.slider.addEventListener("change", () => this.tell());
    this.what = h("div", { class: "what" });
    this.play = button("Play", () => (this.timer ? this.stop() : this.start()), { "aria-pressed": "false" });
    this.conflict = button("To the conflict", () => this.toConflict());
    this.became = h("select", { "aria-label": "Go to where something became", on: { change: () => this.toBecame() } });
    this.every = button("All steps", () => this.toggleEvery(), { "aria-pressed": "false", title: "Also the steps that change no pattern in the picture" });
    this.here = button("Where did the place at the cursor get its type?", () => void this.toHere(), { class: "wide" });
    this.picture = new Picture(session, (s) => this.editor.goto(s, true), "Time");
    this.el = h(
      "div",
      { class: "time" },
      h("div", { class: "tools" }, this.names, this.every, this.conflict, this.became, this.here),
      h(
        "div",
        { class: "slider" },
        button("«", () => this.jump(0), { "aria-label": "First step", title: "First step" }),
        button("‹", () => this.move(-1), { "aria-label": "Step back", title: "Step back (p)" }),
        this.slider,
        button("›", () => this.move(1), { "aria-label": "Step on", title: "Step on (n)" }),
        button("»", () => this.jump(this.events.length), { "aria-label": "Last step", title: "Last step" }),
        this.play,
      ),
      this.what,
      this.picture.el,
    );
  }

  set(r: FileReport | null, visible: boolean): void {
    this.stop();
    const names = (r?.definitions ?? []).map((d) => d.name);
    const cut = names.slice(0, 2000);
    if (!this.definition || !names.includes(this.definition)) {
      const first = r?.definitions?.find((d) => !d.ok) ?? r?.definitions?.[0];
      this.definition = first?.name ?? null;
    }
    if (this.definition && !cut.includes(this.definition)) cut.push(this.definition);
    show(this.names, ...cut.map((n) => h("option", { value: n, selected: n === this.definition }, n === "__main__" ? "(main)" : n)));
    this.stale = true;
    if (!r) this.nothing("The history follows when the program is checked.");
    else if (visible) void this.load(this.wanted);
  }

  /** go shows a definition at a step once the panel is seen. */
  go(definition: string | null, at: number): void {
    if (definition) this.definition = definition;
    this.wanted = at;
    this.stale = true;
  }

  shown(): void {
    if (this.stale) void this.load(this.wanted);
  }

  /** load asks for the history of the definition; a step below 0: the first one that is shown. */
  private async load(at: number): Promise<void> {
    this.stop();
    this.work?.abort();
    const name = this.definition;
    this.names.value = name ?? "";
    if (!name) return this.nothing("There is no definition yet.");
    const mine = (this.work = new AbortController());
    try {
      const t: Trace = await this.session.about("patgraph/trace", { name }, mine.signal);
      if (mine.signal.aborted) return;
      this.stale = false;
      this.events = t.definitions.find((d) => d.name === name)?.events ?? [];
      this.wanted = -1;
      this.fill(at);
    } catch (e) {
      if (mine.signal.aborted || !(e instanceof Refused) || e.stale) return;
      this.nothing(reasonOf(e));
    }
  }

  private nothing(text: string): void {
    this.events = this.steps = [];
    this.slider.max = "0";
    show(this.what, h("p", { class: "none" }, prose(text)));
    void this.picture.draw(null);
  }

  private get everyStep(): boolean {
    return this.every.getAttribute("aria-pressed") === "true";
  }

  private toggleEvery(): void {
    this.every.setAttribute("aria-pressed", String(!this.everyStep));
    this.fill(this.at);
  }

  /** stepAt is the step at a place of the slider; 0 is before the first one. */
  private stepAt(place: number): number {
    return place <= 0 ? 0 : this.steps[Math.min(place, this.steps.length) - 1]!;
  }

  /** placeOf is the place on the slider of the last step that is shown up to a step. */
  private placeOf(step: number): number {
    const later = this.steps.findIndex((n) => n > step);
    return later < 0 ? this.steps.length : later;
  }

  private fill(at: number): void {
    this.steps = this.events.filter((e) => this.everyStep || !e.trivial).map((e) => e.step);
    this.slider.max = String(this.steps.length);
    this.every.hidden = !this.events.some((e) => e.trivial);
    this.conflict.hidden = !this.events.some((e) => e.outcome === "conflict");
    const firsts = new Map<string, number>();
    for (const e of this.events) if (e.after && !firsts.has(e.after)) firsts.set(e.after, e.step);
    show(
      this.became,
      h("option", { value: "" }, "Where something became …"),
      ...[...firsts].slice(0, 300).map(([after, step]) => h("option", { value: step }, `${after.length > 60 ? after.slice(0, 59) + "…" : after}`)),
    );
    this.to(at < 0 ? this.stepAt(1) : at, false);
  }

  private jump(n: number): void {
    this.stop();
    this.to(n, true);
  }

  move(by: number): void {
    const place = this.placeOf(this.at);
    const between = this.stepAt(place) !== this.at; // at a step that is not shown
    this.jump(this.stepAt(place + (between && by < 0 ? by + 1 : by)));
  }

  private to(n: number, tell: boolean): void {
    this.at = Math.max(0, Math.min(n, this.events.length));
    const place = this.placeOf(this.at);
    this.slider.value = String(place);
    const e = this.events[this.at - 1];
    this.slider.setAttribute("aria-valuetext", e ? `step ${this.at} of ${this.events.length}: ${e.what}` : `before the first of ${this.events.length} steps`);
    const passed = this.at - this.stepAt(place - 1) - 1;
    if (!e) {
      show(this.what, h("p", { class: "none" }, `Before the first of ${this.events.length} steps.`));
      this.editor.highlight([]);
    } else {
      const row = (name: string, ...v: (Node | string)[]) => h("div", null, h("dt", null, name), h("dd", { dir: "auto" }, ...v));
      show(
        this.what,
        h("p", { class: e.outcome === "conflict" ? "union wrong" : "union", dir: "auto" }, h("b", null, `Step ${this.at} of ${this.events.length}. `), prose(e.what), passed > 0 && h("small", null, ` ${count(passed, "step", "steps")} before it changed no pattern.`)),
        h(
          "dl",
          null,
          row("Why", reason(this.session, e.reason), e.span ? " " : "", e.span ? button(where(e.span), () => e.span && this.editor.goto(e.span, true), { class: "link" }) : ""),
          ...(e.before?.length ? [row("Before", ...e.before.flatMap((b, i) => [i > 0 ? " and " : "", h("code", { dir: "ltr" }, b)]))] : []),
          e.outcome === "conflict" ? row("Now", "they cannot be one") : row("Now", h("code", { dir: "ltr" }, e.after ?? "")),
        ),
      );
      this.editor.highlight(e.span ? [{ span: e.span, kind: "step" }] : [], e.span);
    }
    if (tell) this.tell();
    this.draw();
    this.onmove();
  }

  private tell(): void {
    const e = this.events[this.at - 1];
    if (e) announce(`Step ${this.at}: ${e.what}. ${e.outcome === "conflict" ? "They cannot be one" : `Now ${e.after ?? ""}`}`);
  }

  private drawNow(): void {
    void this.picture.draw(this.definition ? { view: "patterns", names: [this.definition], at: this.at } : null);
  }

  private start(): void {
    if (this.placeOf(this.at) >= this.steps.length) this.to(0, false);
    this.play.textContent = "Pause";
    this.play.setAttribute("aria-pressed", "true");
    const tick = () => {
      if (this.placeOf(this.at) >= this.steps.length) return this.stop();
      this.to(this.stepAt(this.placeOf(this.at) + 1), false);
      if (this.events[this.at - 1]?.outcome === "conflict") return this.stop(); // what follows from it is another matter
      this.timer = window.setTimeout(tick, pace);
    };
    this.timer = window.setTimeout(tick, 150);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.play.textContent = "Play";
    this.play.setAttribute("aria-pressed", "false");
  }

  private toConflict(): void {
    const e = this.events.find((x) => x.outcome === "conflict" && x.step > this.at) ?? this.events.find((x) => x.outcome === "conflict");
    if (e) this.jump(e.step);
  }

  private toBecame(): void {
    if (this.became.value) this.jump(Number(this.became.value));
    this.became.value = "";
  }

  /** toHere goes to the first step at which the place at the cursor had the type that it has in the end. */
  private async toHere(): Promise<void> {
    const position = this.editor.position;
    const at = async (n?: number): Promise<Why> => (await this.session.about("patgraph/why", { position, ...(n === undefined ? {} : { at: n }) })).why;
    try {
      const end = await at();
      if (end.definition && end.definition !== this.definition) {
        this.definition = end.definition;
        await this.load(-1);
      }
      // What is known of a place only grows, so the step can be found by halving.
      let low = 0;
      let high = this.events.length;
      while (low < high) {
        const mid = (low + high) >> 1;
        if ((await at(mid)).signature === end.signature) high = mid;
        else low = mid + 1;
      }
      this.jump(low);
      announce(`${end.expression ?? "The place"} became ${end.signature} at step ${low}.`);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (!e.stale) announce("There is no expression at the cursor.");
    }
  }

  focus(): void {
    this.slider.focus();
  }
}
