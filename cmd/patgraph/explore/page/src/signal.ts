// Values that tell when they change.

export interface Signal<T> {
  (): T;
  set(v: T): void;
  on(f: (v: T) => void): () => void;
}

/** signal holds a value; whoever listens hears of each new one. */
export function signal<T>(value: T): Signal<T> {
  const heard = new Set<(v: T) => void>();
  const s = (() => value) as Signal<T>;
  s.set = (v) => {
    if (Object.is(v, value)) return;
    value = v;
    for (const f of [...heard]) f(v);
  };
  s.on = (f) => {
    heard.add(f);
    return () => heard.delete(f);
  };
  return s;
}
