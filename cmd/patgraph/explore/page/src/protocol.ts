// JSON-RPC over a stream of messages: a WebSocket to the server, or a worker that has the analyzer.

/** A Wire carries messages; it opens again by itself when it can. */
export interface Wire {
  send(message: string): void;
  close(): void;
}

export interface Events {
  open(): void; // a fresh session can begin
  message(text: string): void;
  lost(willTry: boolean): void;
}

/** socket is a wire to the server; when it is lost, it is tried again, at first soon. */
export function socket(address: string, events: Events): Wire {
  let ws: WebSocket | null = null;
  let wait = 250;
  let closed = false;
  let timer = 0;
  const open = () => {
    clearTimeout(timer);
    const mine = new WebSocket(address);
    ws = mine;
    mine.onopen = () => {
      wait = 250;
      events.open();
    };
    mine.onmessage = (e) => events.message(String(e.data));
    mine.onclose = () => {
      if (ws !== mine || closed) return;
      ws = null;
      events.lost(true);
      timer = window.setTimeout(open, wait);
      wait = Math.min(wait * 2, 8000);
    };
  };
  open();
  // Whoever comes back to the page, or to the network, need not wait.
  const hurry = () => {
    if (!ws && !closed) open();
  };
  window.addEventListener("online", hurry);
  window.addEventListener("focus", hurry);
  return {
    send: (m) => ws?.readyState === WebSocket.OPEN && ws.send(m),
    close: () => {
      closed = true;
      clearTimeout(timer);
      window.removeEventListener("online", hurry);
      window.removeEventListener("focus", hurry);
      ws?.close();
    },
  };
}

/** worker is a wire to the analyzer as WebAssembly. Its first message says that it is ready. */
export function worker(script: string, events: Events): Wire {
  let w: Worker;
  let ready = false;
  let fails = 0;
  let closed = false;
  const start = () => {
    ready = false;
    w = new Worker(script);
    w.onmessage = (e) => {
      if (ready) {
        fails = 0;
        events.message(String(e.data));
      } else if (e.data === "ready") {
        ready = true;
        events.open();
      } else {
        over();
      }
    };
    w.onerror = () => over();
  };
  // An analyzer that ended, such as for want of memory, is started again, but not for ever.
  const over = () => {
    w.terminate();
    ready = false;
    const again = !closed && fails++ < 3;
    events.lost(again);
    if (again) window.setTimeout(start, 300 * fails);
  };
  start();
  return {
    send: (m) => ready && w.postMessage(m),
    close: () => {
      closed = true;
      w.terminate();
    },
  };
}

/** Refused is an answer that is an error. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
  /** stale: the text has changed meanwhile, or nobody wants the answer any more. */
  get stale(): boolean {
    return this.code === -32801 || this.code === -32800 || this.code === lost;
  }
}

const lost = -1;

type Waiting = { resolve(v: any): void; reject(e: Refused): void };

/** A Client asks and hears. */
export class Client {
  private last = 0;
  private waiting = new Map<number, Waiting>();
  private wire: Wire;
  private up = false;

  constructor(
    connect: (events: Events) => Wire,
    private readonly begin: () => Promise<void>,
    private readonly state: (s: "open" | "lost" | "over") => void,
    private readonly heard: (method: string, params: any) => void,
    private readonly answer: (method: string, params: any) => Promise<unknown>,
  ) {
    this.wire = connect({
      open: () => {
        this.up = true;
        this.begin().then(
          () => this.state("open"),
          () => {},
        );
      },
      message: (text) => this.receive(text),
      lost: (again) => {
        this.up = false;
        const list = [...this.waiting.values()];
        this.waiting.clear();
        for (const w of list) w.reject(new Refused(lost, "the connection was lost"));
        this.state(again ? "lost" : "over");
      },
    });
  }

  /** ask sends a request; it fails with Refused. An abort signal ends the work for it. */
  ask<T = any>(method: string, params: unknown, signal?: AbortSignal): Promise<T> {
    if (!this.up) return Promise.reject(new Refused(lost, "there is no connection"));
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        if (this.waiting.delete(id)) {
          this.tell("$/cancelRequest", { id });
          reject(new Refused(-32800, "cancelled"));
        }
      });
      this.wire.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** tell sends what has no answer. */
  tell(method: string, params: unknown): void {
    if (this.up) this.wire.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  close(): void {
    this.wire.close();
  }

  /** reply answers a request of the server. */
  private async reply(id: number, method: string, params: any): Promise<void> {
    try {
      this.wire.send(JSON.stringify({ jsonrpc: "2.0", id, result: (await this.answer(method, params)) ?? null }));
    } catch (e) {
      this.wire.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32803, message: String(e) } }));
    }
  }

  private receive(text: string): void {
    const m = JSON.parse(text);
    if (m.method !== undefined) {
      if (m.id === undefined) this.heard(m.method, m.params);
      else void this.reply(m.id, m.method, m.params);
      return;
    }
    const w = this.waiting.get(m.id);
    if (!w) return;
    this.waiting.delete(m.id);
    if (m.error) w.reject(new Refused(m.error.code, m.error.message));
    else w.resolve(m.result);
  }
}
