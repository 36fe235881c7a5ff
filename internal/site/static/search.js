// The search over all pages: its index is loaded when it is used first.
"use strict";

const root = document.currentScript.dataset.root;
const most = 12; // results

document.addEventListener("DOMContentLoaded", () => {
  const input = document.getElementById("search");
  const found = document.getElementById("found");
  const status = found.querySelector("p");
  const list = found.querySelector("ol");
  input.closest("search").hidden = false;

  let loading = null;
  const load = () =>
    (loading ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = root + "search-index.js";
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    }));

  const search = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = words.length === 0;
    if (found.hidden || typeof searchIndex === "undefined") return;
    const hits = searchIndex.map((e) => ({ e, score: score(e, words) })).filter((h) => h.score > 0);
    hits.sort((a, b) => b.score - a.score); // stable: equal ones stay in the order of the site
    status.textContent = hits.length === 0 ? "Nothing fits." : hits.length > most ? `The first ${most} of ${hits.length}` : "";
    list.replaceChildren(...hits.slice(0, most).map((h) => row(h.e, words)));
  };

  const row = (e, words) => {
    const link = document.createElement("a");
    link.href = root + e.path;
    const title = document.createElement("b");
    title.textContent = e.part ? `${e.title}: ${e.part}` : e.title;
    const text = document.createElement("span");
    const at = Math.max(0, ...words.map((w) => e.text.toLowerCase().indexOf(w)));
    text.textContent = (at > 40 ? "… " + e.text.slice(at - 30) : e.text).slice(0, 120);
    link.append(title, text);
    const item = document.createElement("li");
    item.append(link);
    return item;
  };

  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", () => load().then(search, () => (status.textContent = "The index cannot be read.")));
  input.closest("search").addEventListener("keydown", (e) => {
    const links = [input, ...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      links[(at + (e.key === "ArrowDown" ? 1 : -1) + links.length) % links.length].focus();
    } else if (e.key === "Enter" && at === 0 && links[1]) {
      links[1].click();
    } else if (e.key === "Escape") {
      input.value = "";
      found.hidden = true;
      input.focus();
    }
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, textarea")) return;
    e.preventDefault();
    input.focus();
  });
});

// score is 0 unless all words occur; names and titles count most, then headings, then the beginnings of words.
function score(e, words) {
  let sum = 0;
  const name = /([^/]+)\.html$/.exec(e.path)?.[1].toLowerCase();
  for (const w of words) {
    const title = e.title.toLowerCase();
    const part = (e.part ?? "").toLowerCase();
    const at = e.text.toLowerCase().indexOf(w);
    if (title === w || part === w || name === w) sum += 50;
    else if (title.includes(w)) sum += e.part ? 10 : 20;
    else if (part.includes(w)) sum += 15;
    else if (at >= 0) sum += at === 0 || /\W/.test(e.text[at - 1]) ? 3 : 1;
    else return 0;
  }
  return sum;
}
