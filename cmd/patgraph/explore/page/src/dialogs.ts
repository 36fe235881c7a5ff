// What opens above the page: files and the gallery, the keys, pages of codes.

import { rowsOf, type Row } from "./diff";
import { button, h, later, prose, show } from "./dom";
import type { Tutorial } from "./lesson";
import type { Example, FileEntry } from "./report";

/** sheet is a dialog that closes with Escape and gives the focus back. */
export function sheet(title: string, ...content: (Node | string)[]): HTMLDialogElement {
  const shut = () => {
    d.close();
    // Where nothing had the focus before, it would stay in here until the next frame.
    if (d.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
  };
  const d = h(
    "dialog",
    { "aria-label": title },
    h("header", null, h("h2", null, title), button("Close", () => shut(), { class: "close" })),
    h("div", { class: "inside" }, ...content),
  );
  d.addEventListener("click", (e) => e.target === d && shut());
  d.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    e.preventDefault(); // also of a search field, which would only clear itself
    shut();
  });
  document.body.append(d);
  return d;
}

const mostShown = 500;

/** Open is the dialog of what can be opened. */
export class Open {
  private readonly dialog: HTMLDialogElement;
  private readonly filter: HTMLInputElement;
  private readonly out: HTMLElement;
  private files: FileEntry[] = [];
  private cut = false;
  private examples: Example[] = [];

  constructor(
    private readonly file: (f: FileEntry) => void,
    private readonly example: (e: Example) => void,
    private readonly tutorial: Tutorial,
    private readonly empty: (language: string) => void,
    own: (file: File) => void,
    private readonly link: (fragment: string) => void,
  ) {
    const input = h("input", { type: "file" }) as HTMLInputElement;
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = "";
      if (!file) return;
      this.dialog.close();
      own(file);
    });
    this.filter = h("input", { type: "search", placeholder: "Filter, or paste a link", "aria-label": "Filter files and examples, or paste a link", autocomplete: "off", on: { input: later(60, () => this.fill()), keydown: (e: KeyboardEvent) => e.key === "Enter" && this.enter() } });
    this.out = h("div", { class: "gallery" });
    this.dialog = sheet("Open", this.filter, h("p", null, h("label", null, "A file of yours, such as a model (or drop it on the page): ", input)), this.out);
    this.dialog.classList.add("wide");
  }

  set(files: FileEntry[], cut: boolean, examples: Example[]): void {
    this.files = files;
    this.cut = cut;
    this.examples = examples;
    this.fill();
  }

  /** enter opens the link that was pasted, or what the filter leaves if that is only one. */
  private enter(): void {
    const link = /^\S*#(\S+)$/.exec(this.filter.value.trim());
    if (link) {
      this.dialog.close();
      return this.link(link[1]!);
    }
    this.fill();
    const left = this.out.querySelectorAll<HTMLButtonElement>(".row, .card");
    if (left.length === 1) left[0]!.click();
  }

  private fill(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (s: string) => words.every((w) => s.toLowerCase().includes(w));
    const files = this.files.filter((f) => fits(f.path));
    const examples = this.examples.filter((e) => fits(`${e.title} ${e.language} ${e.look} ${e.kind}`));
    const lessons = this.tutorial.lessons.filter((l) => fits(`lesson ${l.name} ${l.title}`));
    const languages = [...new Set(this.examples.map((e) => e.language))];
    const group = (title: string, list: Example[]) =>
      list.length > 0 &&
      h(
        "section",
        null,
        h("h3", null, title),
        h(
          "ul",
          { class: "cards" },
          ...list.map((e) =>
            h(
              "li",
              null,
              h(
                "button",
                { type: "button", class: "card", on: { click: () => (this.dialog.close(), this.example(e)) } },
                h("span", { class: "title", dir: "auto" }, prose(e.title)),
                h("span", { class: "language" }, e.language),
                h("span", { class: "look", dir: "auto" }, prose(e.look)),
              ),
            ),
          ),
        ),
      );
    show(
      this.out,
      this.files.length > 0 &&
        h(
          "section",
          null,
          h("h3", null, "Files"),
          h(
            "ul",
            { class: "rows" },
            ...files
              .slice(0, mostShown)
              .map((f) => h("li", null, button(f.path, () => (this.dialog.close(), this.file(f)), { class: "row", dir: "ltr" }))),
          ),
          (this.cut || files.length > mostShown) && h("p", { class: "none" }, "There are more files: filter them by name, or open a smaller folder."),
        ),
      group("Errors to look at", examples.filter((e) => e.kind === "error")),
      group("Programs to read", examples.filter((e) => e.kind === "program")),
      lessons.length > 0 &&
        h(
          "section",
          null,
          h("h3", null, "Tutorial"),
          h(
            "ul",
            { class: "rows lessons" },
            ...lessons.map((l) =>
              h(
                "li",
                null,
                h(
                  "button",
                  { type: "button", class: "row", on: { click: () => (this.dialog.close(), this.tutorial.begin(l.name)) } },
                  h("span", { dir: "auto" }, prose(`${this.tutorial.lessons.indexOf(l) + 1}. ${l.title}`)),
                  this.tutorial.isSolved(l) && h("span", { class: "ok" }, "solved"),
                ),
              ),
            ),
          ),
        ),
      languages.length > 0 &&
        h("section", null, h("h3", null, "Empty program"), h("div", { class: "tools" }, ...languages.map((l) => button(l, () => (this.dialog.close(), this.empty(l)))))),
    );
  }

  show(): void {
    this.filter.value = "";
    this.fill();
    this.dialog.showModal();
    this.filter.focus();
  }
}

/**
 * clash asks what to do with a program whose file was changed elsewhere; Escape does nothing. The rows are what differs, or
 * null if the file cannot be read any more.
 */
export function clash(name: string, rows: Row[] | null, act: { reload(): void; overwrite(): void }): void {
  const diff = h("div", { class: "diff", role: "group", tabindex: 0, "aria-label": "What differs", hidden: true }, ...rowsOf(rows ?? []));
  const then = (f: () => void) => () => (d.close(), f());
  const d = sheet(
    "The file has changed",
    h("p", null, h("code", { dir: "ltr" }, name), rows ? " was changed by another page or program after it was read." : " cannot be read any more: it may have been deleted.", " Nothing is saved yet."),
    h(
      "div",
      { class: "tools" },
      rows && button("Compare", () => (diff.hidden = !diff.hidden), { class: "main" }),
      rows && button("Reload", then(act.reload), { title: "Show the text of the file; what was changed here is lost" }),
      button("Overwrite", then(act.overwrite), { title: "Save the text of this page; what was changed in the file is lost" }),
    ),
    diff,
  );
  d.classList.add("wide");
  d.addEventListener("close", () => d.remove());
  d.showModal();
}

/** page shows the page of a code. */
export function page(title: string, text: string): void {
  const d = sheet(title, h("pre", { class: "page", tabindex: 0, dir: "auto" }, text));
  d.addEventListener("close", () => d.remove());
  d.showModal();
}

export const keys: [string, string][] = [
  ["n, p", "next and previous step of an error, or of the history"],
  ["a", "preview the repair; once more, apply it"],
  ["1 – 4", "Errors, Types, Why, Time"],
  ["e", "to the program; Escape leaves it"],
  ["o", "open a file or an example"],
  ["l", "copy a link to what you see"],
  ["/", "filter the signatures"],
  ["d", "light or dark"],
  ["t", "large type, as for a projector"],
  ["?", "these keys"],
];

const editing: [string, string][] = [
  ["Alt+N, Alt+P", "steps, from within the program"],
  ["Alt+W", "why has the place at the cursor its type? also: click with Ctrl"],
  ["Ctrl+.", "the first quick fix at the cursor"],
  ["Ctrl+Space", "completion"],
  ["F8", "next error in the text"],
  ["Ctrl+F", "search"],
  ["Tab", "leaves the program"],
];

const picture: [string, string][] = [
  ["arrows", "move the picture"],
  ["+, -, 0", "larger, smaller, all of it"],
  [". and ,", "next and previous part; Enter goes to its text"],
  ["f, w", "only what is near the part; the whole again"],
];

/** keysSheet tells the keys, and has the switch for single ones. */
export function keysSheet(on: boolean, change: (on: boolean) => void): HTMLDialogElement {
  const table = (title: string, list: [string, string][]) =>
    h("section", null, h("h3", null, title), h("dl", { class: "keys" }, ...list.map(([k, does]) => h("div", null, h("dt", null, h("kbd", null, k)), h("dd", null, does)))));
  const box = h("input", { type: "checkbox", id: "single", on: { change: () => change(box.checked) } });
  box.checked = on;
  return sheet(
    "Keys",
    table("Anywhere but in a text field", keys),
    table("In the program", editing),
    table("In a picture", picture),
    h("p", null, box, " ", h("label", { for: "single" }, "Single keys work")),
  );
}
