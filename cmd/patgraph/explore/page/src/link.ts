// The address has the program, the place and the view, compressed, behind the #, which no server sees. A link has the
// same without paths and the token.

/** A View is what a link leads to. */
export interface View {
  text?: string; // of the program, unless a file has it
  file?: string; // its path within the folder; only in the address
  name?: string; // as people see it
  language?: string;
  at?: number; // where the cursor is
  tab?: string;
  definition?: string;
  view?: string;
  error?: number;
  step?: number;
  time?: number;
  lesson?: string; // of the tutorial
}

const most = 20e6; // bytes that a link may come to

async function through(data: Uint8Array, stream: CompressionStream | DecompressionStream, limit: number): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  writer.write(data as Uint8Array<ArrayBuffer>).catch(() => {});
  writer.close().catch(() => {});
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) throw new Error("the link is too large");
    parts.push(value);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** pack writes a view as a fragment. */
export async function pack(v: View): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(v)), new CompressionStream("deflate-raw"), most);
  let s = "";
  for (let i = 0; i < bytes.length; i += 0x8000) s += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return "1" + btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** unpack reads what pack has written, or lesson=NAME; null for anything else. */
export async function unpack(fragment: string): Promise<View | null> {
  const lesson = /^lesson=([\w-]+)$/.exec(fragment);
  if (lesson) return { lesson: lesson[1]! };
  if (!/^1[\w-]+$/.test(fragment)) return null;
  try {
    const s = atob(fragment.slice(1).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = await through(
      Uint8Array.from(s, (c) => c.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
      most,
    );
    const v = JSON.parse(new TextDecoder().decode(bytes));
    return typeof v === "object" && v !== null ? sane(v) : null;
  } catch {
    return null;
  }
}

function sane(v: Record<string, unknown>): View {
  const out: Record<string, unknown> = {};
  for (const k of ["text", "file", "name", "language", "tab", "definition", "view", "lesson"]) if (typeof v[k] === "string") out[k] = v[k];
  for (const k of ["at", "error", "step", "time"]) if (Number.isSafeInteger(v[k]) && (v[k] as number) >= 0) out[k] = v[k];
  return out as View;
}
