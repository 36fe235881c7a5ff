// What the analyzer reports, as far as the page reads it.

/** A Point counts lines and columns from 1, columns in characters (code points). */
export interface Point {
  line: number;
  column: number;
  offset: number;
}

export interface Span {
  start: Point;
  end: Point;
  file?: string; // of a library; without: the program itself
}

export interface Definition {
  name: string;
  span: Span;
  ok: boolean;
  signature: string;
  recursion?: string;
}

export interface TypeDef {
  name: string;
  canonical?: string;
  span: Span;
}

export interface Witness {
  span: Span;
  expression?: string;
  shape: string;
}

export interface Step {
  id: number;
  rule: string;
  premises?: number[];
  concludes: string;
  reason?: string;
  span?: Span;
  definition?: string;
}

export interface Line {
  text: string;
  reason?: string;
  span?: Span;
  definition?: string;
  step?: number; // the number of the step that it tells; without: as many as it is the line
}

export interface Proof {
  root: number;
  steps: Step[];
  story?: Line[];
}

export interface Blame {
  rank: number;
  span: Span;
  score: number;
  needs?: { in?: string; out?: string };
}

export interface Edit {
  span: Span;
  text: string;
}

export interface Fix {
  title: string;
  grade: string;
  checked: boolean;
  edits: Edit[];
}

export interface Diagnostic {
  code: string;
  severity: "error" | "warning" | "note" | "info";
  message: string;
  span: Span;
  label?: string;
  definition?: string;
  clash?: { a?: Witness; b?: Witness; c?: Witness };
  proof?: Proof;
  blame?: Blame[];
  notes?: string[];
  help?: string[];
  fixes?: Fix[];
  related?: { span?: Span; message: string }[];
  secondary?: boolean;
}

export interface FileReport {
  file: string;
  language?: string;
  dialect?: string;
  ok: boolean;
  definitions?: Definition[];
  types?: TypeDef[];
  diagnostics?: Diagnostic[];
}

export interface WhyPart {
  what: string;
  proof?: Proof;
}

export interface Why {
  span?: Span;
  expression?: string;
  definition?: string;
  name?: string;
  signature: string;
  step?: number;
  steps?: number;
  parts?: WhyPart[];
}

export interface TraceEvent {
  step: number;
  reason: string;
  span?: Span;
  what: string;
  before?: string[];
  after?: string;
  outcome?: string;
  trivial?: boolean; // the picture after it is that before it
}

export interface Trace {
  definitions: { name: string; events: TraceEvent[] }[];
}

/** An Element of a picture and the place that it is about. */
export interface Element {
  id: string;
  span?: Span;
  file?: string;
  reason?: string;
  step?: number;
}

export interface Drawing {
  format: string;
  text: string;
  outline?: string;
  elements?: Element[];
}

export interface Example {
  name: string;
  title: string;
  language: string;
  kind: "program" | "error";
  look: string;
  text: string;
  file?: string;
}

export interface FileEntry {
  uri: string;
  path: string;
  language: string;
}

/** same reports whether two places are one. */
export function same(a: Span | undefined, b: Span | undefined): boolean {
  return !!a && !!b && a.file === b.file && a.start.offset === b.start.offset && a.end.offset === b.end.offset;
}

/** where is a place as people write it. */
export function where(s: Span): string {
  return `${s.file ? s.file.replace(/^.*[/\\]/, "") + ":" : ""}${s.start.line}:${s.start.column}`;
}
