// The tutorial: lessons with one task each, which the analyzer checks; the browser keeps what was written.

import { announce, button, h, prose, show } from "./dom";
import { markdown } from "./markdown";
import { Refused } from "./protocol";
import type { Session } from "./session";

/** A Lesson as the analyzer has it; texts are Markdown. */
export interface Lesson {
  name: string;
  title: string;
  text: string;
  task: string;
  hint: string;
  file: string;
  program: string;
  solution: string;
}

/** Kept is what the browser keeps. */
interface Kept {
  solved: string[];
  texts: { [name: string]: string };
}

const key = "patgraph-tutorial";

function kept(): Kept {
  try {
    const k = JSON.parse(localStorage.getItem(key) ?? "{}");
    const texts = Object.entries(k.texts ?? {}).filter(([, text]) => typeof text === "string");
    return { solved: Array.isArray(k.solved) ? k.solved.map(String) : [], texts: Object.fromEntries(texts) as Kept["texts"] };
  } catch {
    return { solved: [], texts: {} }; // damaged, or a browser that keeps nothing
  }
}

export class Tutorial {
  readonly el = h("div", { class: "lesson" });
  private readonly found = h("section", { class: "findings", role: "status" });
  private readonly kept = kept();
  private checks = 0; // only the answer of the last one counts
  lessons: Lesson[] = [];
  current: Lesson | null = null;

  constructor(
    private readonly session: Session,
    private readonly open: (l: Lesson, text: string) => void,
  ) {}

  isSolved(l: Lesson): boolean {
    return this.kept.solved.includes(l.name);
  }

  /** begin opens a lesson, without a name the first that is not solved; it reports whether there is such a lesson. */
  begin(name?: string): boolean {
    const l = name === undefined ? (this.lessons.find((x) => !this.isSolved(x)) ?? this.lessons[0]) : this.lessons.find((x) => x.name === name);
    if (!l) return false;
    this.open(l, this.kept.texts[l.name] ?? l.program);
    return true;
  }

  /** enter shows a lesson whose program was opened; null ends the tutorial. */
  enter(l: Lesson | null): void {
    this.current = l;
    this.checks++;
    show(this.found);
    if (!l) return show(this.el);
    const i = this.lessons.indexOf(l);
    const to = (n: number, label: string) => this.lessons[n] && button(label, () => this.begin(this.lessons[n]!.name));
    const more = (title: string, ...content: (Node | string)[]) => h("details", null, h("summary", null, title), ...content);
    show(
      this.el,
      h("p", { class: "over" }, `Lesson ${i + 1} of ${this.lessons.length}${this.isSolved(l) ? ", solved" : ""}`),
      h("h2", null, prose(l.title)),
      markdown(l.text),
      h("section", { class: "task" }, h("h3", null, "Task"), markdown(l.task)),
      this.found,
      more("Hint", markdown(l.hint)),
      more("Solution", h("pre", { dir: "ltr", tabindex: 0 }, l.solution)),
      h("div", { class: "tools" }, to(i - 1, "← Previous lesson"), to(i + 1, "Next lesson →"), button("Begin this lesson again", () => this.open(l, l.program))),
    );
  }

  /** changed keeps the program of the lesson. */
  changed(text: string): void {
    if (!this.current) return;
    this.kept.texts[this.current.name] = text;
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(key, JSON.stringify(this.kept));
    } catch {
      // Then it is lost with this page.
    }
  }

  /** check asks whether the program that was just checked solves the task. */
  async check(): Promise<void> {
    const l = this.current;
    if (!l) return;
    const mine = ++this.checks;
    try {
      const { solved, findings }: { solved: boolean; findings: string[] | null } = await this.session.about("patgraph/lesson", { name: l.name });
      if (mine !== this.checks) return;
      const news = solved && !this.isSolved(l);
      if (news) {
        this.kept.solved.push(l.name);
        this.keep();
      }
      const next = this.lessons[this.lessons.indexOf(l) + 1];
      show(
        this.found,
        h("h3", { class: solved ? "right" : "" }, solved ? "Solved" : "Not solved yet"),
        findings ? markdown(findings.join("")) : h("p", null, "The program has errors: the tab Errors explains them."),
        solved && next && button("Next lesson →", () => this.begin(next.name), { class: "main" }),
        solved && !next && h("p", null, "This was the last lesson."),
      );
      if (news) announce(`Lesson ${this.lessons.indexOf(l) + 1} is solved.`);
    } catch (e) {
      if (!(e instanceof Refused)) throw e; // the text has changed meanwhile: a later check follows
    }
  }
}
