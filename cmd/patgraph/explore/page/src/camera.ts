// Pan and zoom of a drawing: by pointer, by two fingers, by wheel and by keys.

const least = 0.02;
const most = 8;
const readable = 0.62; // of the letters that Graphviz draws
const legible = 0.45; // smaller ones cannot be read at all

type View = { x: number; y: number; k: number; fitted: boolean };

export class Camera {
  private x = 0;
  private y = 0;
  private k = 1;
  private pointers = new Map<number, { x: number; y: number }>();
  private moved = 0;
  private frame = 0;
  private fitted = true; // nobody has chosen what to see

  /**
   * The drawing is as large as it says, in pixels, at scale 1; first is the part where reading begins. One that is to be
   * seen whole fills the box.
   */
  constructor(
    private readonly box: HTMLElement,
    private readonly group: SVGGElement,
    readonly width: number,
    readonly height: number,
    private readonly first: Element | null,
    private readonly whole: boolean,
  ) {
    box.onpointerdown = (e) => {
      if (e.button !== 0) return;
      this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      this.moved = 0;
    };
    box.onpointermove = (e) => this.move(e);
    box.onpointerup = box.onpointercancel = (e) => {
      this.pointers.delete(e.pointerId);
      box.classList.toggle("dragged", this.pointers.size > 0);
    };
    box.onwheel = (e) => {
      // A wheel alone scrolls the page; with Ctrl, as a pinch sends it, or over a picture that has the focus it zooms.
      if (!e.ctrlKey && !e.metaKey && !box.matches(":focus-within")) return;
      e.preventDefault();
      const at = this.at(e);
      this.zoom(Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.002)), at.x, at.y);
    };
    this.begin();
    this.flush();
  }

  /** view is what is seen. */
  get view(): View {
    return { x: this.x, y: this.y, k: this.k, fitted: this.fitted };
  }

  set view(v: View | null) {
    if (!v) return;
    Object.assign(this, v);
    this.flush();
  }

  /** flush writes what waits for the next frame. */
  private flush(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.write();
  }

  /** begin shows the whole drawing. If it could not be read then, it shows the part where reading begins. */
  private begin(): void {
    const w = this.box.clientWidth;
    const h = this.box.clientHeight;
    const fits = Math.min((w - 16) / this.width, (h - 16) / this.height);
    this.k = this.whole ? Math.max(legible, Math.min(most, fits)) : fits < legible ? readable : Math.min(1.15, fits);
    this.x = this.y = 0;
    this.flush();
    const b = this.box.getBoundingClientRect();
    const r = this.first?.getBoundingClientRect();
    const place = (size: number, whole: number, middle: number) =>
      whole <= size - 16 ? (size - whole) / 2 : Math.min(8, Math.max(size - whole - 8, size / 2 - middle));
    this.x = place(w, this.width * this.k, r ? r.left + r.width / 2 - b.left : 0);
    this.y = place(h, this.height * this.k, r ? r.top - b.top : 0);
    this.fitted = true;
    this.apply();
  }

  /** dragging reports whether the last press moved the picture: it was no click then. */
  get dragging(): boolean {
    return this.moved > 5;
  }

  /** pressed reports whether the picture is being moved. */
  get pressed(): boolean {
    return this.pointers.size > 0;
  }

  private at(e: { clientX: number; clientY: number }): { x: number; y: number } {
    const r = this.box.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  }

  private move(e: PointerEvent): void {
    const old = this.pointers.get(e.pointerId);
    if (!old) return;
    const now = { x: e.clientX, y: e.clientY };
    const others = [...this.pointers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    this.moved += Math.hypot(now.x - old.x, now.y - old.y);
    if (this.moved > 5 && !this.box.hasPointerCapture(e.pointerId)) {
      this.box.setPointerCapture(e.pointerId);
      this.box.classList.add("dragged");
    }
    if (others[0]) {
      const before = Math.hypot(old.x - others[0].x, old.y - others[0].y);
      const after = Math.hypot(now.x - others[0].x, now.y - others[0].y);
      const r = this.box.getBoundingClientRect();
      if (before > 0) this.zoom(after / before, (now.x + others[0].x) / 2 - r.left, (now.y + others[0].y) / 2 - r.top);
    } else if (this.moved > 5) {
      this.pan(now.x - old.x, now.y - old.y);
    }
    this.pointers.set(e.pointerId, now);
  }

  pan(dx: number, dy: number): void {
    this.fitted = false;
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  zoom(by: number, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2): void {
    this.fitted = false;
    const k = Math.min(most, Math.max(least, this.k * by));
    this.x = x - ((x - this.x) * k) / this.k;
    this.y = y - ((y - this.y) * k) / this.k;
    this.k = k;
    this.apply();
  }

  /** fit shows the whole drawing, no larger than it is. */
  fit(): void {
    const w = this.box.clientWidth;
    const h = this.box.clientHeight;
    this.k = Math.max(least, Math.min(1.15, (w - 16) / this.width, (h - 16) / this.height));
    this.x = (w - this.width * this.k) / 2;
    this.y = Math.max(8, (h - this.height * this.k) / 2);
    this.fitted = false;
    this.apply();
  }

  /** resized begins again, unless someone has chosen what to see. */
  resized(): void {
    if (this.fitted) this.begin();
  }

  /** reveal moves as little as is needed for an element to be seen. */
  reveal(el: Element): void {
    this.flush();
    const b = this.box.getBoundingClientRect();
    const r = el.getBoundingClientRect();
    const pad = 24;
    if (r.height > 0 && this.k < legible) {
      this.zoom(0.7 / this.k, r.left + r.width / 2 - b.left, r.top + r.height / 2 - b.top);
      return this.reveal(el);
    }
    const by = (low: number, high: number, from: number, to: number) =>
      high - low > to - from - 2 * pad ? (from + to) / 2 - (low + high) / 2 : low < from + pad ? from + pad - low : high > to - pad ? to - pad - high : 0;
    const dx = by(r.left, r.right, b.left, b.right);
    const dy = by(r.top, r.bottom, b.top, b.bottom);
    if (dx || dy) this.pan(dx, dy);
  }

  private apply(): void {
    // One write a frame, however many events there are.
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.write();
    });
  }

  private write(): void {
    this.group.setAttribute("transform", `translate(${this.x.toFixed(2)} ${this.y.toFixed(2)}) scale(${this.k.toFixed(4)})`);
  }
}
