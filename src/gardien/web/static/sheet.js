// The sheet under a thumb: a touch throws, a long press opens the form; favourites and what was used last stand first.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const LONG_MS = 500, MOVED = 10, LAST = 5;

  // ---- what this device keeps of a sheet ----

  const shelf = (thumb) => `gardien-thumb:${thumb.dataset.thumb}`;

  function kept(thumb) {
    try { return { star: [], last: [], ...JSON.parse(localStorage.getItem(shelf(thumb))) }; } catch { return { star: [], last: [] }; }
  }

  function keep(thumb, what) {
    try { localStorage.setItem(shelf(thumb), JSON.stringify(what)); } catch { /* a browser that keeps nothing */ }
  }

  // ---- rows ----

  const modes = {};  // by character: what a touch does
  const sorted = new Set();
  const rows = (thumb) => [...thumb.querySelectorAll(".thumb__family [data-roll]")];

  function dress() {
    for (const thumb of document.querySelectorAll("[data-thumb]")) {
      const own = kept(thumb);
      for (const one of thumb.querySelectorAll(".thumb__how, .thumb__sort, .rail")) one.hidden = false;
      const mode = thumb.querySelector(`.thumb__how [value="${modes[thumb.dataset.thumb] ?? "throw"}"]`);
      if (mode) mode.checked = true;
      const by = new Map(rows(thumb).map((one) => [one.dataset.roll, one]));
      const told = JSON.parse(thumb.querySelector("[data-chances]")?.dataset.chances ?? "{}");
      thumb.toggleAttribute("data-told", Object.keys(told).length > 0);
      for (const [key, one] of by) {
        one.toggleAttribute("data-star", own.star.includes(key));
        one.querySelector(".sk__chance").textContent = told[key] ?? "";
      }
      list(thumb, "star", own.star.map((key) => by.get(key)));
      list(thumb, "last", own.last.filter((key) => !own.star.includes(key)).map((key) => by.get(key)));
      const level = sorted.has(thumb.dataset.thumb);
      list(thumb, "level", level ? [...by.values()].sort((a, b) => b.dataset.order - a.dataset.order) : []);
      for (const one of thumb.querySelectorAll(".thumb__family")) one.hidden = level;
      thumb.querySelector("[data-sort]")?.setAttribute("aria-pressed", String(level));
    }
    const many = document.querySelectorAll(".thumb__family [data-roll]").length > 12;
    if ($("findbar")) $("findbar").hidden = !many;
    find();
  }

  function list(thumb, name, found) {
    const box = thumb.querySelector(`[data-own="${name}"]`);
    if (!box) return;
    const lines = found.filter(Boolean).map((one) => one.closest("li").cloneNode(true));
    box.querySelector("ul").replaceChildren(...lines);
    box.hidden = !lines.length;
  }

  // ---- search ----

  const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function find() {
    const words = bare($("find-roll")?.value ?? "").split(/\s+/).filter(Boolean);
    for (const thumb of document.querySelectorAll("[data-thumb]")) {
      thumb.toggleAttribute("data-finding", words.length > 0);
      let some = false;
      for (const one of thumb.querySelectorAll(".thumb__family li")) {
        one.hidden = !words.every((word) => bare(one.textContent).includes(word));
        some ||= !one.hidden;
      }
      for (const family of thumb.querySelectorAll(".thumb__family")) {
        family.hidden = words.length ? !family.querySelector("li:not([hidden])") : sorted.has(thumb.dataset.thumb);
      }
      const none = thumb.querySelector(".thumb__none");
      if (none) none.hidden = some || !words.length;
    }
  }

  document.addEventListener("input", (event) => { if (event.target.id === "find-roll") find(); });
  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "find-roll" || event.key !== "Enter") return;
    event.preventDefault();
    const left = [...document.querySelectorAll(".thumb__family li:not([hidden]) [data-roll]")];
    if (left.length === 1) touch(left[0]);
  });

  // ---- a touch ----

  const mode = (row) => row.closest("[data-thumb]")?.querySelector(".thumb__how :checked")?.value ?? "throw";

  function touch(row, how = mode(row)) {
    if (how === "star" && row.dataset.roll) star(row);
    else if (how === "throw" && !("aimed" in row.dataset)) throw_(row);
    else open(row);
  }

  function star(row) {
    const thumb = row.closest("[data-thumb]"), own = kept(thumb), key = row.dataset.roll;
    own.star = own.star.includes(key) ? own.star.filter((one) => one !== key) : [...own.star, key];
    keep(thumb, own);
    dress();
  }

  function used(row) {
    const thumb = row.closest("[data-thumb]");
    if (!thumb || !row.dataset.roll) return;
    const own = kept(thumb);
    own.last = [row.dataset.roll, ...own.last.filter((one) => one !== row.dataset.roll)].slice(0, LAST);
    keep(thumb, own);
  }

  // The form, with this row chosen in it.
  function open(row) {
    used(row);
    const go = document.createElement("a");
    go.href = row.href.split("#")[0];  // the view is opened by its name
    go.dataset.load = row.dataset.form;
    go.dataset.view = "#lancer";
    go.dataset.into = "hand";
    go.hidden = true;
    document.body.append(go);
    go.click();
    go.remove();
  }

  // Thrown as its form stands, untouched; what it refuses is answered by the form itself.
  async function throw_(row) {
    if (row.classList.contains("is-busy")) return;
    row.classList.add("is-busy");
    const box = document.createElement("template");
    try {
      const answer = await fetch(row.dataset.form, { headers: { "X-Gardien": "1" } });
      if (answer.ok) box.innerHTML = await answer.text();
    } catch { $("offline")?.removeAttribute("hidden"); }
    row.classList.remove("is-busy");
    const asked = box.content.querySelector("form[data-act]");
    if (!asked) return;
    used(row);
    const form = document.createElement("form");
    form.method = "post";
    form.action = asked.getAttribute("action");
    form.hidden = true;
    form.dataset.act = form.dataset.quick = "";
    for (const [name, value] of new FormData(asked)) {
      const one = document.createElement("input");
      one.type = "hidden"; one.name = name; one.value = value;
      form.append(one);
    }
    form.addEventListener("refused", () => { form.remove(); open(row); });
    form.addEventListener("done", () => { form.remove(); dress(); });
    document.body.append(form);
    form.requestSubmit();
  }

  // ---- a long press ----

  let held = 0, at = null, opened = false;

  document.addEventListener("pointerdown", (event) => {
    const row = event.target.closest("[data-touch]");
    opened = false;
    if (!row || event.button) return;
    at = [event.clientX, event.clientY];
    held = setTimeout(() => { opened = true; navigator.vibrate?.(10); open(row); }, LONG_MS);
  });
  document.addEventListener("pointermove", (event) => {
    if (at && Math.hypot(event.clientX - at[0], event.clientY - at[1]) > MOVED) clearTimeout(held);
  });
  for (const end of ["pointerup", "pointercancel", "scroll"]) addEventListener(end, () => { clearTimeout(held); at = null; }, true);
  document.addEventListener("contextmenu", (event) => {
    const row = event.target.closest("[data-touch]");
    if (!row) return;
    event.preventDefault();
    clearTimeout(held);
    if (!opened) { opened = true; open(row); }
  });

  document.addEventListener("click", (event) => {
    const row = event.target.closest("[data-touch]");
    if (row && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (!opened) touch(row);
      opened = false;
      return;
    }
    const jump = event.target.closest("[data-jump]");
    if (jump) {
      const to = $(jump.dataset.jump);
      if (to?.hidden && sorted.delete(jump.closest("[data-thumb]").dataset.thumb)) dress();
      to?.scrollIntoView({ block: "start" });
      to?.focus({ preventScroll: true });
      return;
    }
    const sort = event.target.closest("[data-sort]");
    if (sort) {
      const key = sort.closest("[data-thumb]").dataset.thumb;
      if (!sorted.delete(key)) sorted.add(key);
      dress();
      return;
    }
    const nudge = event.target.closest("[data-nudge]");
    if (nudge) {
      const input = nudge.parentElement.querySelector("input");
      const by = relative(input.value) + Number(nudge.dataset.nudge);
      input.value = by ? signed(by) : "";
      weigh(input.form);
      return;
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.closest(".thumb__how")) modes[event.target.closest("[data-thumb]").dataset.thumb] = event.target.value;
    const view = event.target.closest("[data-views]");
    if (view) scrollTo({ top: 0 });
  });

  // ---- a gauge by any number ----

  const read = (text) => text.trim().replace("−", "-").replace(",", ".").replace(/\s/g, "");
  const relative = (text) => (/^[+-]/.test(read(text)) ? Number(read(text)) || 0 : 0);
  const french = document.documentElement.lang === "fr";
  const said = (value) => { const text = String(Math.round(value * 100) / 100).replace("-", "−"); return french ? text.replace(".", ",") : text; };
  const signed = (value) => (value > 0 ? `+${said(value)}` : said(value));

  function weigh(form) {
    const text = read(form.elements.amount.value), now = Number(form.dataset.now), out = form.querySelector("output");
    const number = Number(text.replace("=", ""));
    const after = /^[+-]/.test(text) ? now + number : number;
    out.textContent = text && Number.isFinite(after) ? `${said(now)} → ${said(after)}` : "";
    if (out.textContent && after > Number(form.dataset.high)) out.textContent += ` · ${out.dataset.beyond}`;
  }

  document.addEventListener("input", (event) => { const form = event.target.closest("form[data-adjust]"); if (form) weigh(form); });
  document.addEventListener("done", (event) => {
    const form = event.target.closest?.("form[data-adjust]");
    if (form) { form.elements.amount.value = ""; weigh(form); }
  });

  // The padlock shuts when the view is left.
  addEventListener("hashchange", () => {
    for (const one of document.querySelectorAll(".lock[open]")) one.open = false;
    reveal();
  });

  // ---- the whole sheet, a view at a time ----

  function reveal() {
    const there = location.hash.length > 1 && $(decodeURIComponent(location.hash.slice(1)));
    const view = there && there.closest("[data-sheetview]")?.dataset.sheetview;
    const choice = view && document.querySelector(`[data-views] [value="${view}"]`);
    if (choice && !choice.checked) { choice.checked = true; there.scrollIntoView(); }
  }

  dress();
  reveal();
  const home = $("mine")?.parentElement;
  const anew = (changes) => changes.some((one) => [...one.addedNodes].some((part) => part.id === "mine" || part.dataset?.chances));
  if (home) new MutationObserver((changes) => { if (anew(changes)) dress(); }).observe(home, { childList: true, subtree: true });
})();
