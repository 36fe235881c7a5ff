// The walk of an error: from one place that says what a value is to the other, in steps.

import { same, type Diagnostic, type Span, type Witness } from "./report";

export interface WalkStep {
  text: string;
  span?: Span;
  letter?: "A" | "B" | "C";
  number?: number; // of a line of the story, from 1
  step?: number; // of the proof
  reason?: string;
}

/** within reports whether a place lies in another one. */
function within(inner: Span, outer: Span): boolean {
  return inner.file === outer.file && outer.start.offset <= inner.start.offset && inner.end.offset <= outer.end.offset;
}

function says(d: Diagnostic, w: Witness): string {
  const related = d.related?.find((r) => same(r.span, w.span));
  const about = w.expression ? "`" + w.expression + "`" : "this";
  const said = d.label && within(d.span, w.span) ? d.label : related?.message;
  if (!said) return `${about}: ${w.shape}`;
  // In a report it stands below its place, which is the subject.
  const first = said.split(" ", 1)[0]!;
  if (first === "must") return `a value here ${said}`;
  return ["asks", "gives", "has", "needs", "takes"].includes(first) ? `${about} ${said}` : said;
}

/** walkOf lists the steps of an error in their order. */
export function walkOf(d: Diagnostic): WalkStep[] {
  const witnesses = (["a", "b", "c"] as const).flatMap((k) => {
    const w = d.clash?.[k];
    return w ? [{ letter: k.toUpperCase() as "A" | "B" | "C", w }] : [];
  });
  const story = d.proof?.story ?? [];
  if (witnesses.length >= 2 && story.length > 0) {
    const ends = witnesses.map(({ letter, w }): WalkStep => ({ text: says(d, w), span: w.span, letter }));
    return [
      ends[0]!,
      ...story.map((l, i): WalkStep => {
        const s: WalkStep = { text: l.text, number: i + 1, step: l.step ?? i + 1 };
        if (l.span) s.span = l.span;
        if (l.reason) s.reason = l.reason;
        return s;
      }),
      ...ends.slice(1),
    ];
  }
  const list: WalkStep[] = [{ text: d.label || d.message, span: d.span }];
  for (const r of d.related ?? []) if (r.span) list.push({ text: r.message, span: r.span });
  for (const { letter, w } of witnesses) {
    const there = list.find((s) => !s.letter && same(s.span, w.span));
    if (there) there.letter = letter;
    else list.push({ text: says(d, w), span: w.span, letter });
  }
  let n = 0;
  for (const s of list) if (!s.letter) s.number = ++n;
  return list;
}

export interface Arrow {
  id: string;
  from: string;
  to: string;
  step?: number;
  clash: boolean;
}

/** litBy says which parts of the picture each step of a walk is about. The arrows that lead from A to the others
 * are shared out: each step has those from the one that tells it up to the next one that is told. */
export function litBy(walk: WalkStep[], arrows: Arrow[], nodes: { id: string; span?: Span }[]): string[][] {
  const out: string[][] = walk.map(() => []);
  const told = new Map<number, number>();
  walk.forEach((s, i) => s.step !== undefined && told.set(s.step, i));
  for (const [i, s] of walk.entries()) if (s.letter && nodes.some((n) => n.id === `witness.${s.letter}`)) out[i]!.push(`witness.${s.letter}`);
  let start = "witness.A";
  const between: string[] = []; // the nodes on the way from A to the others
  for (const [i, s] of walk.entries()) {
    if (!s.letter || s.letter === "A") continue;
    const end = `witness.${s.letter}`;
    const path = pathOf(arrows, start, end);
    let at = walk.findIndex((x) => x.letter === "A");
    path.forEach((a, k) => {
      const teller = a.step === undefined ? undefined : told.get(a.step);
      if (teller !== undefined) at = teller;
      out[k === path.length - 1 && teller === undefined ? i : at]!.push(a.id);
    });
    for (const a of path) for (const id of [a.from, a.to]) if (!id.startsWith("witness.") && !between.includes(id)) between.push(id);
    start = end;
  }
  // What no path led to: the nodes between, which say it, or the parts that are about the place of the step.
  for (const [i, s] of walk.entries()) {
    if (s.step !== undefined) for (const a of arrows) if (a.step === s.step && !out[i]!.includes(a.id)) out[i]!.push(a.id);
    if (out[i]!.length > 0) continue;
    const there = nodes.filter((n) => s.span && same(n.span, s.span)).map((n) => n.id);
    const said = s.letter ? [] : between.filter((id) => there.includes(id));
    out[i]!.push(...(said.length > 0 ? said : s.letter || between.length === 0 ? there : between));
  }
  return out;
}

/** pathOf is the shortest way from one node to another, whatever the direction of arrows. */
function pathOf(arrows: Arrow[], from: string, to: string): Arrow[] {
  const by = new Map<string, [string, Arrow][]>();
  const link = (a: string, b: string, x: Arrow) => by.set(a, [...(by.get(a) ?? []), [b, x]]);
  for (const a of arrows) {
    if (a.clash) continue;
    link(a.from, a.to, a);
    link(a.to, a.from, a);
  }
  const seen = new Map<string, { before: string; arrow: Arrow } | null>([[from, null]]);
  const queue = [from];
  for (let i = 0; i < queue.length && !seen.has(to); i++)
    for (const [next, arrow] of by.get(queue[i]!) ?? [])
      if (!seen.has(next)) {
        seen.set(next, { before: queue[i]!, arrow });
        queue.push(next);
      }
  const path: Arrow[] = [];
  for (let at = seen.get(to); at; at = seen.get(at.before)) path.push(at.arrow);
  return path.reverse();
}
