// The session with the analyzer: one document at a time, kept as the editor has it.

import type { ChangeSet, Text } from "@codemirror/state";
import { positionOf } from "./places";
import { Client, socket, worker } from "./protocol";
import type { FileReport } from "./report";
import { signal } from "./signal";

/** A Form is where the analyzer runs. */
export type Form = "server" | "playground";

/** A Doc is what is open. */
export interface Doc {
  uri: string;
  name: string; // as people see it
  language: string;
  file: boolean; // it is a file of the folder
}

const token = new URLSearchParams(location.search).get("token");

/** form is the one of this page: the server gives a token, a playground has none. */
export const form: Form = token === null ? "playground" : "server";

function address(): string {
  const u = new URL("session", location.href);
  u.protocol = u.protocol === "https:" ? "wss:" : "ws:";
  u.search = "?token=" + encodeURIComponent(token ?? "");
  u.hash = "";
  return u.href;
}

/** Capabilities as the page states them. */
const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  textDocument: {
    diagnostic: {},
    hover: { contentFormat: ["markdown"] },
    completion: { completionItem: { snippetSupport: false, documentationFormat: ["plaintext"] } },
    codeAction: { resolveSupport: { properties: ["edit"] }, codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    semanticTokens: { requests: { range: true, full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
  },
  workspace: { workspaceEdit: { documentChanges: true } },
};

/** reasonOf is why the analyzer refused something, without the words of its command line. */
export function reasonOf(e: unknown): string {
  const text = e instanceof Error ? e.message : String(e);
  const line = text.split("\n")[0]!.replace(/\s*\(exit status \d+\)$/, "").replace(/^patgraph: /, "").replace(/; --.*$/, "");
  const plain = line.replace(/`(?:\/|[A-Z]:\\)[^`\s]*[/\\]([^`/\\]+)`/g, "`$1`");
  return plain.charAt(0).toUpperCase() + plain.slice(1) + (/[.!?…]$/.test(plain) ? "" : ".");
}

export class Session {
  readonly state = signal<"starting" | "open" | "lost" | "over">("starting");
  readonly doc = signal<Doc | null>(null);
  readonly report = signal<FileReport | null>(null);
  readonly checking = signal(false);
  legend: { tokenTypes: string[]; tokenModifiers: string[] } = { tokenTypes: [], tokenModifiers: [] };
  triggers: string[] = [];
  mayWrite = false;
  hasFiles = false;
  first: string | null = null; // the file that the command line named
  version = 0; // of the text, in this session
  readonly client: Client;
  private checks: AbortController | null = null;

  constructor(private readonly text: () => Text) {
    this.client = new Client(
      (events) => (form === "server" ? socket(address(), events) : worker("analyzer.js", events)),
      () => this.begin(),
      (s) => this.state.set(s),
      () => {},
      (method, params) => this.bytes(method, params),
    );
  }

  private readonly dropped: File[] = [];

  /** textOf returns a file of the user as text. The analyzer reads of it what it needs, and it goes nowhere else. */
  async textOf(file: File): Promise<{ text: string; language: string }> {
    const number = this.dropped.push(file) - 1;
    try {
      return await this.client.ask("patgraph/text", { name: file.name, file: number, size: file.size });
    } finally {
      delete this.dropped[number];
    }
  }

  private async bytes(method: string, params: any): Promise<unknown> {
    const file = method === "patgraph/bytes" ? this.dropped[params.file] : undefined;
    if (!file) return null;
    const part = new Uint8Array(await file.slice(params.offset, params.offset + params.size).arrayBuffer());
    let text = "";
    for (let i = 0; i < part.length; i += 8192) text += String.fromCharCode(...part.subarray(i, i + 8192));
    return { data: btoa(text) };
  }

  private async begin(): Promise<void> {
    const init = await this.client.ask("initialize", { processId: null, rootUri: null, capabilities, clientInfo: { name: "patgraph explorer" } });
    const can = init.capabilities ?? {};
    this.legend = can.semanticTokensProvider?.legend ?? this.legend;
    this.triggers = can.completionProvider?.triggerCharacters ?? [];
    const own = can.experimental?.patgraph ?? {};
    this.mayWrite = own.write === true;
    this.hasFiles = own.files === true;
    this.first = own.first ?? null;
    this.client.tell("initialized", {});
    this.reopen();
  }

  private reopen(): void {
    const d = this.doc();
    if (!d) return;
    this.client.tell("textDocument/didOpen", {
      textDocument: { uri: d.uri, languageId: d.language, version: ++this.version, text: this.text().toString() },
    });
  }

  /** open makes a document the one that is open; the editor has its text already. */
  open(d: Doc): void {
    const old = this.doc();
    if (old) this.client.tell("textDocument/didClose", { textDocument: { uri: old.uri } });
    this.checks?.abort();
    this.report.set(null);
    this.doc.set(d);
    this.reopen();
  }

  /** changed tells of a change of the text. */
  changed(before: Text, changes: ChangeSet): void {
    const d = this.doc();
    if (!d) return;
    const list: unknown[] = [];
    changes.iterChanges((from, to, _from, _to, inserted) => {
      list.push({ range: { start: positionOf(before, from), end: positionOf(before, to) }, text: inserted.toString() });
    });
    // From the last to the first: so each is at its place in the text before any of them.
    this.client.tell("textDocument/didChange", { textDocument: { uri: d.uri, version: ++this.version }, contentChanges: list.reverse() });
  }

  /** about asks something about the open document. */
  about<T = any>(method: string, params: object = {}, abort?: AbortSignal): Promise<T> {
    return this.client.ask<T>(method, { textDocument: { uri: this.doc()?.uri ?? "" }, ...params }, abort);
  }

  /** check has the whole program checked; an older check that still goes on is ended. */
  async check(): Promise<void> {
    this.checks?.abort();
    const mine = (this.checks = new AbortController());
    this.checking.set(true);
    try {
      const answer = await this.about("patgraph/check", {}, mine.signal);
      if (!mine.signal.aborted) this.report.set(answer.files?.[0] ?? null);
    } catch {
      // The text has changed, or the connection was lost: a later check follows.
    } finally {
      if (this.checks === mine) {
        this.checks = null;
        this.checking.set(false);
      }
    }
  }
}
