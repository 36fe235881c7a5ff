// Files that a page saves: pictures as SVG or PNG, reports as HTML.

const face = '"DejaVu Sans Mono", "Courier New", Courier, monospace';
const mostPixels = 60e6;

/** fileName makes a name of a file of a title. */
export function fileName(title: string): string {
  return (
    title
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^[-.]+|[-.]+$/g, "")
      .slice(0, 80) || "picture"
  );
}

/** save gives a file to whoever looks at the page. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** plain is a drawing that needs nothing else: without links to files that its reader may not have. */
export function plain(svg: string): SVGSVGElement {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement as unknown as SVGSVGElement;
  for (const el of root.querySelectorAll("script, foreignObject")) el.remove();
  for (const a of root.querySelectorAll("a")) a.removeAttributeNS("http://www.w3.org/1999/xlink", "href");
  for (const t of root.querySelectorAll("text")) t.setAttribute("font-family", face);
  return root;
}

/** svgFile is a drawing as a file. */
export function svgFile(svg: string): Blob {
  return new Blob(['<?xml version="1.0" encoding="UTF-8"?>\n', new XMLSerializer().serializeToString(plain(svg))], { type: "image/svg+xml" });
}

/** pngFile is a drawing as pixels, at twice its size if that is not too many. */
export async function pngFile(svg: string): Promise<Blob> {
  const root = plain(svg);
  const width = parseFloat(root.getAttribute("width")!) * (4 / 3);
  const height = parseFloat(root.getAttribute("height")!) * (4 / 3);
  const scale = Math.min(2, Math.sqrt(mostPixels / (width * height)), 16_000 / width, 16_000 / height);
  root.setAttribute("width", `${width}px`);
  root.setAttribute("height", `${height}px`);
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(root)], { type: "image/svg+xml" }));
  try {
    const img = new Image();
    img.src = url;
    await img.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const g = canvas.getContext("2d")!;
    g.drawImage(img, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((b) => (b ? resolve(b) : reject(new Error("The picture is too large for PNG; SVG has no limit."))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
