// The page: the program on one side, what is known of it on the other.

import { compare } from "./diff";
import { clash, Open, keysSheet, page } from "./dialogs";
import { announce, announceIn, button, count, h, later, prose, show } from "./dom";
import { draw, warm } from "./draw";
import { Editor } from "./editor";
import { Errors } from "./errors";
import { fileName, plain, save } from "./export";
import { Tutorial, type Lesson } from "./lesson";
import { pack, unpack, type View } from "./link";
import { Refused } from "./protocol";
import type { Example, FileEntry } from "./report";
import { form, reasonOf, Session, type Doc } from "./session";
import { splitter } from "./splitter";
import { enlarge, turn } from "./theme";
import { Time } from "./time";
import { Types } from "./types";
import { WhyPanel } from "./why";

const extensions: { [language: string]: string } = {};
const nowhere = "file:///patgraph/"; // where programs are that are no files

/** unsaved is the URI of a program that is not a file; the end of its name shows its language. */
function unsaved(name: string, language: string): string {
  const end = extensions[language] ?? "";
  return nowhere + encodeURIComponent(name.endsWith(end) ? name : name + end);
}
const largeText = 200_000; // characters; larger programs are checked after a longer pause, and do not stand in the address

export class App {
  private readonly session: Session;
  private readonly editor: Editor;
  private readonly errors: Errors;
  private readonly types: Types;
  private readonly why: WhyPanel;
  private readonly time: Time;
  private readonly tutorial: Tutorial;
  private readonly opener: Open;
  private readonly status: HTMLElement;
  private readonly title: HTMLButtonElement;
  private readonly banner: HTMLElement;
  private readonly saver: HTMLButtonElement;
  private readonly larger = button("Large", () => this.larger.setAttribute("aria-pressed", String(enlarge())), { "aria-pressed": "false", title: "Large type, as for a projector (t)" });
  private readonly tabs: { id: string; tab: HTMLElement; panel: HTMLElement }[] = [];
  private tab = "errors";
  private examples: Example[] = [];
  private files: FileEntry[] = [];
  private single = true;
  private pending: View | null = null; // what the address asks for, once the program is checked
  private begun = false;
  private told = "";
  private onDisk: unknown; // which text the file had when it was read or saved
  private readonly recheck: { (): void; cancel(): void };
  private readonly rediagnose: { (): void; cancel(): void };
  private readonly remember = later(500, () => void this.address());

  constructor(root: HTMLElement) {
    const host = h("div", { class: "program" });
    this.session = new Session(() => this.editor.doc);
    this.editor = new Editor(host, () => this.session);
    const code = (c: string) => void this.code(c);
    this.errors = new Errors(this.session, this.editor, code);
    this.types = new Types(this.session, this.editor);
    this.why = new WhyPanel(this.session, this.editor);
    this.time = new Time(this.session, this.editor);
    this.tutorial = new Tutorial(this.session, (l, text) => this.openLesson(l, text));
    this.opener = new Open(
      (f) => void this.openFile(f),
      (e) => this.openExample(e),
      this.tutorial,
      (l) => this.show({ uri: unsaved("program", l), name: "New program", language: l, file: false }, ""),
      (file) => void this.openOwn(file),
      (fragment) => void this.follow(fragment),
    );
    this.recheck = later(
      () => (this.editor.doc.length > largeText ? 500 : 200),
      () => void this.session.check(),
    );
    this.rediagnose = later(
      () => (this.editor.doc.length > largeText ? 120 : 90),
      () => void this.editor.diagnose(),
    );

    const live = h("div", { class: "hidden", "aria-live": "polite", role: "status" });
    announceIn(live);
    this.title = button("Open", () => this.opener.show(), { class: "open", title: "Files and examples (o)", "aria-haspopup": "dialog" });
    this.status = h("p", { class: "status" });
    this.banner = h("p", { class: "banner", role: "alert", hidden: true });
    this.saver = button("Save", () => void this.save(), { hidden: true, title: "Save the file (Ctrl+S)" });
    const help = keysSheet(true, (on) => (this.single = on));
    const header = h(
      "header",
      { class: "top" },
      h("h1", null, "patgraph"),
      this.title,
      this.status,
      h("span", { class: "gap" }),
      this.saver,
      button("Tutorial", () => this.tutorial.begin(), { title: "The next lesson" }),
      button("Link", () => void this.copy(), { title: "Copy a link to what you see (l)" }),
      button("Report", () => void this.report(), { title: "Save a report as one HTML file" }),
      button("Theme", turn, { title: "Light or dark (d)" }),
      this.larger,
      button("Keys", () => help.showModal(), { title: "Keys (?)", "aria-haspopup": "dialog" }),
    );
    const list = h("div", { class: "tabs", role: "tablist", "aria-label": "What is known of the program" });
    const panels = h("section", { class: "panels", "aria-label": "What is known" }, list);
    for (const [id, label, el] of [
      ["lesson", "Lesson", this.tutorial.el],
      ["errors", "Errors", this.errors.el],
      ["types", "Types", this.types.el],
      ["why", "Why", this.why.el],
      ["time", "Time", this.time.el],
    ] as const) {
      const tab = h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, on: { click: () => this.select(id) } }, label);
      const panel = h("div", { class: "panel", role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0 }, el);
      list.append(tab);
      panels.append(panel);
      this.tabs.push({ id, tab, panel });
    }
    this.tabs[0]!.tab.hidden = true; // until there is a lesson
    list.addEventListener("keydown", (e) => this.tabKey(e));
    const main = h("main", null, h("section", { class: "source", "aria-label": "Program" }, host));
    main.append(splitter(main), panels);
    root.append(header, this.banner, main, live);

    this.editor.onchange = () => this.changed();
    this.editor.onplace = (by) => {
      if (this.tab === "why") this.why.follow();
      if (by === "pointer") this.remember();
    };
    this.editor.onwhy = () => this.askWhy();
    this.editor.onexplain = code;
    this.types.onopen = (file, line) => void this.openAt(file, line);
    this.errors.onmove = this.types.onmove = this.time.onmove = () => this.remember();
    this.session.state.on((s) => this.connected(s));
    this.session.report.on(() => this.reported());
    this.session.checking.on(() => this.showStatus());
    document.addEventListener("keydown", (e) => this.key(e));
    window.addEventListener("hashchange", () => void this.follow());
    window.addEventListener("beforeunload", (e) => {
      if (this.session.doc()?.file && this.session.mayWrite && this.editor.touched) e.preventDefault();
    });
    // A click with Ctrl, or with the Command key, asks why.
    host.shadowRoot?.addEventListener("click", (e) => {
      if ((e as MouseEvent).ctrlKey || (e as MouseEvent).metaKey) this.askWhy();
    });
    // A file that is dropped on the page is opened, also where the editor would insert it.
    const dropped = (e: DragEvent) => {
      if (!e.dataTransfer?.types.includes("Files")) return;
      e.preventDefault();
      e.stopPropagation();
      const file = e.type === "drop" ? e.dataTransfer.files[0] : undefined;
      if (file) void this.openOwn(file);
    };
    root.addEventListener("dragover", dropped, true);
    root.addEventListener("drop", dropped, true);
    this.select("errors");
    this.showStatus();
    warm();
  }

  // ---- what is open

  private async connected(state: string): Promise<void> {
    this.banner.hidden = state === "open" || state === "starting";
    if (state === "lost") this.banner.textContent = "The connection is lost. Trying again …";
    if (state === "over") this.banner.textContent = form === "server" ? "The explorer has ended. Start it again, and use its new address." : "The analyzer does not start. Load the page again.";
    this.showStatus();
    if (state !== "open") return;
    this.saver.hidden = !(this.session.mayWrite && this.session.doc()?.file);
    if (this.begun) return this.refresh();
    this.begun = true;
    const [files, examples, lessons] = await Promise.all([this.session.hasFiles ? this.ask("patgraph/files", {}) : null, this.ask("patgraph/examples", {}), this.ask("patgraph/lessons", {})]);
    this.tutorial.lessons = lessons ?? [];
    this.files = Array.isArray(files) ? files : (files?.files ?? []);
    this.examples = (Array.isArray(examples) ? examples : examples?.examples) ?? [];
    for (const e of this.examples) extensions[e.language] ??= /\.\w+$/.exec(e.file ?? e.name)?.[0] ?? "";
    this.opener.set(this.files, files?.cut === true, this.examples);
    if (await this.follow()) return;
    const first = this.files.find((f) => f.uri === this.session.first) ?? (this.session.first ? { uri: this.session.first, path: nameOf(this.session.first), language: "" } : this.files[0]);
    if (first) await this.openFile(first);
    else if (this.examples[0]) this.openExample(this.examples.find((e) => e.kind === "error") ?? this.examples[0]);
  }

  private async ask(method: string, params: object): Promise<any> {
    try {
      return await this.session.client.ask(method, params);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      return null;
    }
  }

  private show(d: Doc, text: string, view: View = {}, lesson: Lesson | null = null): void {
    this.pending = view;
    this.tutorial.enter(lesson);
    this.tabs[0]!.tab.hidden = !lesson;
    if (this.tab === "lesson" && !lesson) this.select("errors");
    this.told = "";
    this.time.stop();
    this.editor.load(text);
    this.session.open(d);
    document.title = `${d.name} – patgraph`;
    show(this.title, h("span", { dir: "ltr" }, d.file ? d.name : prose(d.name)));
    this.saver.hidden = !(this.session.mayWrite && d.file);
    if (view.at !== undefined) this.editor.select(Math.min(view.at, text.length));
    this.refresh();
    this.showStatus();
  }

  private async openFile(f: FileEntry, view: View = {}): Promise<void> {
    try {
      const { text, version } = await this.session.client.ask("patgraph/read", { uri: f.uri });
      this.onDisk = version;
      this.show({ uri: f.uri, name: f.path, language: f.language, file: true }, text, view);
    } catch (e) {
      if (e instanceof Refused) this.say(reasonOf(e));
    }
  }

  /** openAt opens a file of the folders, by its path, at a line. */
  private async openAt(file: string, line: number): Promise<void> {
    const path = "/" + file.replace(/\\/g, "/").replace(/^\//, "");
    const f = this.files.find((x) => decodeURIComponent(new URL(x.uri).pathname) === path);
    if (!f) return;
    if (f.uri !== this.session.doc()?.uri) await this.openFile(f);
    const at = { line, column: 1, offset: -1 };
    this.editor.goto({ start: at, end: at });
  }

  private async openOwn(file: File): Promise<void> {
    try {
      const { text, language } = await this.session.textOf(file);
      this.show({ uri: unsaved(file.name, language), name: file.name, language, file: false }, text);
      announce(`${file.name} is open.`);
    } catch (e) {
      if (e instanceof Refused) this.say(reasonOf(e));
    }
  }

  private openExample(e: Example): void {
    this.show({ uri: unsaved(e.name.replace(/[^\w.-]+/g, "-"), e.language), name: e.title, language: e.language, file: false }, e.text);
    announce(`${e.title}. ${e.look}`);
    this.select(e.kind === "error" ? "errors" : "types");
  }

  private openLesson(l: Lesson, text: string): void {
    const language = Object.keys(extensions).find((x) => l.file.endsWith(extensions[x]!)) ?? "";
    this.show({ uri: unsaved(l.file, language), name: l.title, language, file: false }, text, {}, l);
    this.go("lesson");
    announce(`Lesson: ${l.title}`);
  }

  private async save(): Promise<void> {
    const d = this.session.doc();
    if (!d?.file || !this.session.mayWrite) return;
    try {
      // Refused if the file has changed since it was read: by another page, or another program.
      const { version } = await this.session.client.ask("patgraph/save", { textDocument: { uri: d.uri }, text: this.editor.text, version: this.onDisk });
      this.onDisk = version;
      this.editor.saved();
      this.showStatus();
      announce(`${d.name} is saved.`);
    } catch (e) {
      if (e instanceof Refused) await this.conflict(d, e);
    }
  }

  /** conflict asks what to do if a file cannot be saved because it has changed; it says any other reason. */
  private async conflict(d: Doc, why: Refused): Promise<void> {
    let now: { text: string; version: string } | null = null;
    try {
      now = await this.session.client.ask("patgraph/read", { uri: d.uri });
    } catch {
      // It was deleted, or cannot be read.
    }
    if (now?.version === this.onDisk || why.stale) return this.say(reasonOf(why));
    clash(d.name, now && compare(now.text, this.editor.text), {
      reload: () => {
        this.onDisk = now!.version;
        this.show(d, now!.text);
      },
      overwrite: () => {
        this.onDisk = now?.version ?? "";
        void this.save();
      },
    });
  }

  /** say tells what went wrong until something else happens. */
  private say(text: string): void {
    this.banner.textContent = text;
    this.banner.hidden = false;
    window.setTimeout(() => {
      if (this.banner.textContent === text) this.banner.hidden = true;
    }, 8000);
  }

  // ---- what is known of it

  private changed(): void {
    this.time.stop();
    this.recheck();
    this.rediagnose();
    this.remember();
    this.tutorial.changed(this.editor.text);
    this.showStatus();
  }

  private refresh(): void {
    void this.editor.diagnose();
    void this.session.check();
  }

  private reported(): void {
    const r = this.session.report();
    const v = r ? this.pending : null;
    if (r) this.pending = null;
    if (v?.definition) this.types.definition = v.definition;
    if (v?.time !== undefined) this.time.go(v.definition ?? null, v.time);
    this.errors.set(r ? (r.diagnostics ?? []) : null, this.tab === "errors" && !!r);
    this.types.set(r, this.tab === "types");
    this.time.set(r, this.tab === "time");
    if (v?.view) this.types.choose(v.view);
    if (v?.error !== undefined && r?.diagnostics?.[v.error]) this.errors.look(v.error, v.step ?? -1, this.tab === "errors", false);
    if (this.tab === "why" && r) void this.why.ask();
    this.showStatus();
    if (!r) return;
    void this.tutorial.check();
    const errors = r.diagnostics?.filter((d) => d.severity === "error").length ?? 0;
    const first = r.diagnostics?.[0];
    const news = first ? `${summary(r.diagnostics!)}. First: ${first.message}, line ${first.span.start.line}.` : "No errors.";
    if (news !== this.told) announce(news); // what is so still is no news to whoever types
    this.told = news;
    document.documentElement.dataset.checked = String(this.session.version);
    document.documentElement.dataset.errors = String(errors);
    this.remember();
  }

  private showStatus(): void {
    const r = this.session.report();
    const s = this.session.state();
    const changed = this.session.doc()?.file && this.editor.touched;
    const text = s === "starting" ? "Starting …" : s !== "open" ? "Not connected" : !this.session.doc() ? "" : !r || this.session.checking() ? "Checking …" : summary(r.diagnostics ?? []);
    show(this.status, h("span", { class: `dot ${s !== "open" ? "off" : !r ? "" : r.ok ? "good" : "bad"}` }), text, changed && " · changed");
  }

  private select(id: string): void {
    if (!this.tabs.some((t) => t.id === id)) return;
    this.tab = id;
    for (const t of this.tabs) {
      t.tab.setAttribute("aria-selected", String(t.id === id));
      t.tab.tabIndex = t.id === id ? 0 : -1;
      t.panel.hidden = t.id !== id;
    }
    if (id !== "time") this.time.stop();
    if (id === "errors") this.errors.shown();
    else if (id === "why") void this.why.ask();
    else this.editor.highlight([]);
    if (id === "types") this.types.draw();
    if (id === "time") this.time.shown();
    this.remember();
  }

  private askWhy(): void {
    if (this.tab === "why") void this.why.ask();
    else this.select("why");
  }

  private async code(c: string): Promise<void> {
    const answer = await this.ask("patgraph/explain", { code: c });
    if (answer?.text) page(c, answer.text);
  }

  private async report(): Promise<void> {
    try {
      const { text, pictures } = await this.session.about<{ text: string; pictures: { id: string; dot: string }[] }>("patgraph/html");
      let html = text;
      for (const p of pictures ?? []) {
        let drawing = "";
        try {
          drawing = new XMLSerializer().serializeToString(plain(await draw(p.dot)));
        } catch {
          continue; // the outline that stands there stays
        }
        html = html.replace(`<!--picture ${p.id}-->`, () => drawing);
      }
      const name = fileName(this.session.doc()?.name ?? "program") + ".html";
      save(name, new Blob([html], { type: "text/html" }));
      announce(`${name} is saved.`);
    } catch (e) {
      if (e instanceof Refused) this.say(reasonOf(e));
    }
  }

  // ---- the address

  /** view is what is seen: for the address, or for a link that leaves this machine. */
  private view(leaves: boolean): View {
    const d = this.session.doc();
    const v: View = { tab: this.tab, at: this.editor.offset };
    if (this.tutorial.current) v.lesson = this.tutorial.current.name;
    if (d) {
      v.name = leaves && d.file ? nameOf(d.name) : d.name;
      v.language = d.language;
      if (d.file && !leaves) v.file = d.name;
      if (!d.file || leaves || this.editor.touched) v.text = this.editor.doc.toString();
    }
    if (this.types.definition) v.definition = this.types.definition;
    if (this.types.view !== "patterns") v.view = this.types.view;
    if (this.tab === "errors" && this.errors.current >= 0) {
      v.error = this.errors.current;
      if (this.errors.step >= 0) v.step = this.errors.step;
    }
    if (this.tab === "time") {
      v.time = this.time.at;
      if (this.time.definition) v.definition = this.time.definition;
    }
    return v;
  }

  private async address(): Promise<void> {
    if (!this.session.doc() || this.editor.doc.length > largeText) return;
    window.history.replaceState(null, "", "#" + (await pack(this.view(false))));
  }

  /** follow opens what a link says behind its #; it reports whether it says something that can be opened. */
  private async follow(fragment = location.hash.slice(1)): Promise<boolean> {
    if (fragment === "") return false;
    const v = await unpack(fragment);
    const lesson = this.tutorial.lessons.find((l) => l.name === v?.lesson) ?? null;
    if (lesson && v?.text === undefined) return this.tutorial.begin(lesson.name);
    const entry = v?.file === undefined ? undefined : this.files.find((f) => f.path === v.file);
    if (!v || (v.text === undefined && !entry)) {
      this.say(v?.file === undefined ? "This link cannot be followed: it has no program, or is damaged." : `This link cannot be followed: there is no file ${v.file} here.`);
      return false;
    }
    if (v.tab && v.tab !== "lesson") this.select(v.tab);
    if (entry && v.text === undefined) {
      await this.openFile(entry, v);
      return true;
    }
    // A file of another folder is a program like any other.
    const name = v.name ?? "program";
    const language = v.language ?? "";
    this.show(entry ? { uri: entry.uri, name, language, file: true } : { uri: unsaved(lesson?.file ?? nameOf(name), language), name, language, file: false }, v.text!, v, lesson);
    if (v.tab === "lesson") this.select(v.tab);
    return true;
  }

  private async copy(): Promise<void> {
    const u = new URL(location.href);
    u.search = ""; // which has the token of a server
    u.hash = await pack(this.view(true));
    try {
      await navigator.clipboard.writeText(u.href);
      announce("The link is copied.");
      this.say("The link is copied.");
    } catch {
      page("Link", u.href); // where pages may not write to the clipboard
    }
  }

  // ---- keys

  private tabKey(e: KeyboardEvent): void {
    const tabs = this.tabs.filter((t) => !t.tab.hidden);
    const i = tabs.findIndex((t) => t.id === this.tab);
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    const t = tabs[(to + tabs.length) % tabs.length]!;
    this.select(t.id);
    t.tab.focus();
  }

  private step(by: number): void {
    if (this.tab === "time") return this.time.move(by);
    if (this.tab !== "errors") this.select("errors");
    this.errors.move(by);
  }

  private key(e: KeyboardEvent): void {
    if (e.defaultPrevented || e.isComposing || document.querySelector("dialog[open]")) return;
    const inside = e.composedPath()[0] as HTMLElement;
    const writes = inside.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(inside.tagName);
    if ((e.ctrlKey || e.metaKey) && e.key === "s" && this.session.mayWrite) {
      e.preventDefault();
      void this.save();
      return;
    }
    if (e.altKey && !e.ctrlKey && !e.metaKey && (e.code === "KeyN" || e.code === "KeyP")) {
      e.preventDefault();
      return this.step(e.code === "KeyN" ? 1 : -1);
    }
    if (e.key === "Escape" && inside.isContentEditable) {
      this.tabs.find((t) => t.id === this.tab)!.tab.focus();
      return;
    }
    const slides = inside instanceof HTMLInputElement && inside.type === "range";
    if ((writes && !slides) || e.ctrlKey || e.metaKey || e.altKey || !this.single) return;
    const act: { [key: string]: () => void } = {
      n: () => this.step(1),
      p: () => this.step(-1),
      a: () => (this.tab === "errors" ? this.errors.apply() : undefined),
      "1": () => this.go("errors"),
      "2": () => this.go("types"),
      "3": () => this.go("why"),
      "4": () => this.go("time"),
      e: () => this.editor.view.focus(),
      o: () => this.opener.show(),
      l: () => void this.copy(),
      "/": () => (this.select("types"), this.types.focus()),
      d: turn,
      t: () => this.larger.click(),
      "?": () => document.querySelector<HTMLDialogElement>("dialog[aria-label=Keys]")?.showModal(),
    };
    const does = act[e.key];
    if (!does) return;
    e.preventDefault();
    does();
  }

  private go(id: string): void {
    this.select(id);
    this.tabs.find((t) => t.id === id)!.tab.focus();
  }
}

function summary(list: { severity: string }[]): string {
  const of = (s: string) => list.filter((d) => d.severity === s).length;
  const errors = of("error");
  const warnings = of("warning");
  if (errors === 0 && warnings === 0) return "No errors";
  return [errors > 0 && count(errors, "error", "errors"), warnings > 0 && count(warnings, "warning", "warnings")].filter(Boolean).join(", ");
}

function nameOf(uri: string): string {
  const last = uri.split(/[/:]/).pop() ?? uri;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

