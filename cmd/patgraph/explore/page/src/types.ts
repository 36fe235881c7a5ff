// Signatures of all definitions, filtered as one types, with the picture of the one that is chosen.

import { announce, button, count, h, later, show } from "./dom";
import type { Editor } from "./editor";
import { Picture } from "./picture";
import { Refused } from "./protocol";
import type { Definition, FileReport, Span } from "./report";
import { form, reasonOf, type Session } from "./session";

const views: [string, string][] = [
  ["patterns", "Patterns"],
  ["relations", "Relations"],
  ["stages", "Stages"],
  ["calls", "Calls"],
  ["history", "History"],
];

const mostShown = 200;

/** A Match is a definition of any file that fits a pattern. */
interface Match {
  file: string;
  line: number;
  name: string;
  signature: string;
  rank: string;
}

/** ranks are how a definition fits, in words. */
const ranks: Record<string, string> = { equal: "equal", general: "fits", special: "special case", converted: "with a conversion", overlap: "fits some types", loose: "perhaps" };

export class Types {
  readonly el: HTMLElement;
  private readonly filter: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly found: HTMLElement;
  private readonly picture: Picture;
  private readonly views: HTMLElement;
  private report: FileReport | null = null;
  private more = mostShown;
  private searched: string | null = null; // the pattern whose matches are listed
  definition: string | null = null;
  view = "patterns";
  onmove: () => void = () => {};
  onopen: (file: string, line: number) => void = () => {};

  constructor(
    private readonly session: Session,
    private readonly editor: Editor,
  ) {
    const narrow = later(60, () => ((this.more = mostShown), this.fill()));
    this.filter = h("input", { type: "search", placeholder: form === "server" ? "Filter by name or type; Enter searches all files for a pattern" : "Filter by name or type", "aria-label": "Filter signatures", autocomplete: "off", spellcheck: "false", on: { input: narrow, keydown: (e: KeyboardEvent) => e.key === "Enter" && void this.search() } });
    this.found = h("span", { class: "found", role: "status" });
    this.list = h("ul", { class: "rows signatures", "aria-label": "Signatures" });
    this.picture = new Picture(session, (s) => this.editor.goto(s, true), "Types");
    this.views = h(
      "div",
      { class: "switch", role: "group", "aria-label": "What is drawn" },
      ...views.map(([v, label]) => button(label, () => this.choose(v), { "data-view": v, "aria-pressed": String(v === this.view) })),
    );
    this.el = h(
      "div",
      { class: "types" },
      h("div", { class: "filter" }, this.filter, this.found),
      this.list,
      this.views,
      this.picture.el,
    );
  }

  set(r: FileReport | null, visible: boolean): void {
    this.report = r;
    if (this.definition && !r?.definitions?.some((d) => d.name === this.definition)) this.definition = null;
    this.fill();
    if (visible || !r) this.draw();
  }

  private fill(): void {
    if (this.searched === this.filter.value.trim()) return; // the list shows the matches of a search
    this.searched = null;
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = this.report?.definitions ?? [];
    const types = this.report?.types ?? [];
    const fits = (s: string) => words.every((w) => s.toLowerCase().includes(w));
    const rows: [string, string, Span, Definition | null][] = [
      ...all.filter((d) => fits(`${d.name} ${d.signature}`)).map((d): [string, string, Span, Definition | null] => [d.name, d.signature, d.span, d]),
      ...types.filter((t) => fits(`type ${t.name} ${t.canonical ?? ""}`)).map((t): [string, string, Span, null] => [t.name, "type", t.span, null]),
    ];
    this.found.textContent = words.length > 0 ? `${rows.length.toLocaleString("en")} of ${(all.length + types.length).toLocaleString("en")}` : "";
    show(
      this.list,
      ...rows.slice(0, this.more).map(([name, signature, span, d]) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              type: "button",
              class: `row${d && !d.ok ? " error" : ""}`,
              "aria-current": d && d.name === this.definition ? "true" : false,
              on: { click: () => this.pick(d, span) },
            },
            h("span", { class: "name", dir: "ltr" }, name === "__main__" ? "(main)" : name),
            h("span", { class: "signature", dir: "ltr" }, signature),
            d && !d.ok && h("span", { class: "badge" }, "error"),
          ),
        ),
      ),
      rows.length > this.more && h("li", null, button(`Show more (${count(rows.length - this.more, "is", "are")} left)`, () => ((this.more += 500), this.fill()))),
      rows.length === 0 && h("li", { class: "none" }, this.report ? "Nothing fits." : "Nothing yet."),
    );
  }

  /** search shows the definitions of all files that fit the pattern in the filter, until the filter is changed. */
  private async search(): Promise<void> {
    const pattern = this.filter.value.trim();
    if (form !== "server" || !pattern) return;
    this.searched = pattern;
    this.found.textContent = "Searching";
    let matches: Match[] = [];
    let more = false;
    let reason = "";
    try {
      ({ matches, more } = await this.session.about("patgraph/search", { pattern }));
    } catch (e) {
      if (!(e instanceof Refused)) return;
      reason = reasonOf(e);
    }
    if (this.searched !== pattern) return;
    this.found.textContent = reason ? "" : `${matches.length.toLocaleString("en")}${more ? " or more" : ""} in all files`;
    show(
      this.list,
      ...matches.map((m) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: "row", on: { click: () => ((this.filter.value = ""), this.fill(), this.onopen(m.file, m.line)) } },
            h("span", { class: "name", dir: "ltr" }, m.name),
            h("span", { class: "signature", dir: "ltr" }, m.signature),
            h("span", { class: "badge" }, ranks[m.rank] ?? m.rank),
            h("span", { class: "where", dir: "ltr" }, `${m.file.split(/[/\\]/).pop()}:${m.line}`),
          ),
        ),
      ),
      matches.length === 0 && h("li", { class: "none" }, reason || "Nothing fits."),
    );
  }

  private pick(d: Definition | null, span: Span): void {
    this.editor.highlight([{ span, kind: "here" }], span);
    this.editor.goto(span);
    if (!d) return;
    this.definition = this.definition === d.name ? null : d.name;
    this.list.querySelectorAll<HTMLElement>(".row").forEach((r) => r.removeAttribute("aria-current"));
    this.fill();
    this.list.querySelector<HTMLElement>("[aria-current]")?.focus();
    announce(this.definition ? `The picture is of ${d.name}.` : "The picture is of all definitions.");
    this.draw();
    this.onmove();
  }

  choose(view: string): void {
    if (!views.some(([v]) => v === view)) return;
    this.view = view;
    for (const b of this.views.querySelectorAll<HTMLElement>("button")) b.setAttribute("aria-pressed", String(b.dataset.view === view));
    this.draw();
    this.onmove();
  }

  draw(): void {
    if (!this.report) return void this.picture.draw(null, "The picture follows when the program is checked.");
    void this.picture.draw({ view: this.view, ...(this.definition ? { names: [this.definition] } : {}) });
  }

  focus(): void {
    this.filter.focus();
  }
}
