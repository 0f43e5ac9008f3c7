// Gardien in the browser: parts of the page are put in place as they come, forms are sent once, dice are typed.
// Everything works without this file too, one page at a time.
"use strict";
(() => {
  const body = document.body;
  const $ = (id) => document.getElementById(id);

  // ---- parts of the page ----

  function place(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    for (const part of [...box.content.children]) {
      const into = part.dataset.prepend;
      if (into && $(into)) {
        $(into).querySelector(":scope > .empty")?.remove();
        for (const child of [...part.children]) {
          if (child.id && $(child.id)) $(child.id).replaceWith(child);
          else $(into).prepend(child);
        }
        if (part.dataset.say && $("said")) $("said").textContent = part.dataset.say;
      } else if (part.id && $(part.id)) {
        const old = $(part.id);
        const focus = old.contains(document.activeElement) ? document.activeElement.id : "";
        const open = [...old.querySelectorAll("details[open][id]")].map((one) => one.id);
        old.replaceWith(part);
        for (const id of open) $(id)?.setAttribute("open", "");
        if (focus) $(focus)?.focus({ preventScroll: true });
        settle(part);
      }
    }
    watch();
  }

  // What a new part still wants: the odds of its forms, and figures that take a moment to work out.
  function settle(part) {
    for (const form of part.querySelectorAll("form[data-odds]")) weigh(form);
    for (const one of part.querySelectorAll("[data-fetch]")) load(one.dataset.fetch);
    const dice = part.dataset?.redice && $(part.dataset.redice);
    if (dice?.querySelector("[data-real]:checked")) askDice(dice);
  }

  async function load(address, into) {
    const answer = await fetch(address, { headers: { "X-Gardien": "1" } });
    if (!answer.ok) return;
    place(await answer.text());
    if (into && into !== "hand") $(into)?.querySelector("input:not([type=hidden]), textarea, select")?.focus();
  }

  // What a card still needs is fetched when it comes into view.
  const seen = new IntersectionObserver((entries) => {
    for (const one of entries) {
      if (!one.isIntersecting) continue;
      seen.unobserve(one.target);
      const address = one.target.dataset.lazy;
      if (address) { delete one.target.dataset.lazy; load(address); }
    }
  });

  function watch() {
    for (const one of document.querySelectorAll("[data-lazy]")) seen.observe(one);
  }

  // ---- live ----

  let source = null;
  let version = body.dataset.version;

  function listen() {
    if (!body.dataset.live) return;
    source = new EventSource(`${body.dataset.live}${body.dataset.live.includes("?") ? "&" : "?"}after=${encodeURIComponent(version)}`);
    source.addEventListener("parts", (event) => {
      version = event.lastEventId || version;
      place(JSON.parse(event.data).html);
      mark();
    });
    source.addEventListener("hello", (event) => { version = event.lastEventId || version; });
    source.addEventListener("reload", () => location.reload());
    source.addEventListener("gone", () => { source.close(); location.reload(); });
    source.onopen = () => { $("offline")?.setAttribute("hidden", ""); resend(); };
    source.onerror = () => {
      $("offline")?.removeAttribute("hidden");
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1500);
    };
  }

  function mark() {
    const bar = document.querySelector("body > .barfour");
    if (bar) {
      const here = location.hash || "#fiche";
      for (const one of bar.querySelectorAll("a")) one.toggleAttribute("aria-current", one.getAttribute("href") === here);
      const waits = document.querySelectorAll("#asks [data-mine]").length;
      const dot = $("dot");
      if (dot) { dot.textContent = waits; dot.hidden = !waits; }
    }
    const open = new URLSearchParams(location.search).get("c");
    for (const one of document.querySelectorAll("[data-pick]")) {
      if (open) one.toggleAttribute("aria-current", one.dataset.pick === open);
    }
  }

  // ---- sending ----

  const waiting = [];  // what could not be sent: sent again, under the same id, when the line is back

  function refuse(form, told) {
    const box = form?.querySelector(".refusal") ?? $("refusal");
    for (const old of document.querySelectorAll(".field--bad")) old.classList.remove("field--bad");
    if (box) { box.textContent = told.message; box.hidden = false; }
    const name = (told.field || "").replace(/\[(\d+)\]/g, ".$1");
    const at = form?.querySelector(`[data-field="given.${CSS.escape(name)}"], [data-field="json.${CSS.escape(name)}"]`);
    at?.classList.add("field--bad");
    box?.scrollIntoView({ block: "nearest" });
  }

  // randomUUID exists only on https and on this machine itself; phones come over plain http.
  const freshId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join("");

  async function send(data, form, button) {
    if (!data.get("action")) data.set("action", freshId());
    button?.classList.add("is-busy");
    try {
      const address = form?.getAttribute("action") ?? `/t/${body.dataset.table}/act`;
      const answer = await fetch(address, { method: "POST", headers: { "X-Gardien": "1" }, body: new URLSearchParams(data) });
      const kind = answer.headers.get("content-type") || "";
      if (!answer.ok && kind.includes("html")) {
        const part = await answer.text();
        if (part.startsWith("<!doctype")) refuse(form, { message: answer.statusText }); else place(part);
        return;
      }
      if (!answer.ok) { refuse(form, kind.includes("json") ? await answer.json() : { message: answer.statusText }); return; }
      form?.querySelector(".refusal")?.setAttribute("hidden", "");
      if (kind.includes("html")) place(await answer.text());
      const real = form?.querySelector("[data-real]:checked");
      if (real) { $("dice").value = ""; askDice(form); }
      if (form?.dataset.then) location.href = form.dataset.then;
    } catch {
      waiting.push([data, form, button]);
      $("offline")?.removeAttribute("hidden");
      return;
    } finally {
      button?.classList.remove("is-busy");
    }
  }

  function resend() {
    for (const one of waiting.splice(0)) send(...one);
  }

  async function ponder(form, button) {
    button?.classList.add("is-busy");
    try {
      const answer = await fetch(form.action, { method: "POST", headers: { "X-Gardien": "1" }, body: new URLSearchParams(new FormData(form)) });
      if (answer.ok) place(await answer.text());
    } finally { button?.classList.remove("is-busy"); }
  }

  document.addEventListener("submit", (event) => {
    const asked = event.target.closest("form[data-weigh]");
    if (asked) { event.preventDefault(); ponder(asked, event.submitter); return; }
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const button = event.submitter;
    if (button?.classList.contains("is-busy")) return;
    if (form.dataset.sure && !confirm(form.dataset.sure)) return;
    const data = new FormData(form);
    if (button?.name) data.set(button.name, button.value);
    send(data, form, button);
  });

  document.addEventListener("click", (event) => {
    const at = (name) => event.target.closest(`[data-${name}]`);
    const act = at("do");
    if (act) {
      if (act.dataset.sure && !confirm(act.dataset.sure)) return;
      const data = new FormData();
      for (const [name, value] of Object.entries(JSON.parse(act.dataset.do))) data.set(name, value);
      send(data, act.closest("form:not([data-own])"), act);
      return;
    }
    const undo = at("undo-to");
    if (undo) {
      const data = new FormData();
      data.set("type", "undo"); data.set("text.to", undo.dataset.undoTo);
      send(data, null, undo);
      return;
    }
    const loads = at("load");
    if (loads) {
      event.preventDefault();
      if (loads.dataset.view) location.hash = loads.dataset.view;
      load(loads.dataset.load, loads.dataset.into);
      return;
    }
    const pick = at("pick");
    if (pick && $("hand") && body.dataset.role === "keeper") {
      event.preventDefault();
      history.replaceState(null, "", pick.getAttribute("href"));
      mark();
      load(`/t/${body.dataset.table}/main?c=${encodeURIComponent(pick.dataset.pick)}`, "hand");
      return;
    }
    const step = at("step");
    if (step) {
      const input = step.parentElement.querySelector("input");
      const low = Number(input.dataset.low ?? -Infinity), high = Number(input.dataset.high ?? Infinity);
      input.value = Math.min(high, Math.max(low, (Number(input.value) || 0) + Number(step.dataset.step)));
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    const face = at("face");
    if (face) {
      const typed = $("dice");
      const faces = typed.value.split(/[ ,]+/).filter(Boolean);
      if (face.hasAttribute("data-digit")) { digits += face.dataset.face; return; }
      if (face.dataset.face) faces.push(face.dataset.face); else faces.pop();
      typed.value = faces.join(" ");
      askDice(typed.closest("form"));
    } else if (event.target.closest("[data-digit-done]")) {
      $("dice").value += ` ${digits}`;
      digits = "";
      askDice($("dice").closest("form"));
    }
  });

  // ---- dice thrown on the wood ----

  let digits = "";  // of a die with many faces, typed one after the other

  async function askDice(form) {
    const answer = await fetch(form.dataset.diceAt, { method: "POST", headers: { "X-Gardien": "1" }, body: new URLSearchParams(new FormData(form)) });
    if (!answer.ok) return;
    const elsewhere = document.activeElement?.matches("input:not([type=checkbox]), textarea, select");
    place(await answer.text());
    if (!elsewhere) $("pad")?.querySelector("button")?.focus({ preventScroll: true });
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-real]")) return;
    const form = event.target.closest("form");
    if (event.target.checked) askDice(form);
    else { const pad = form.querySelector("#pad"); pad.hidden = true; pad.replaceChildren(); }
  });

  document.addEventListener("keydown", (event) => {
    const pad = event.target.closest?.("#pad");
    if (!pad) return;
    if (/^[0-9]$/.test(event.key)) pad.querySelector(`[data-face="${event.key}"]`)?.click();
    else if (event.key === "Backspace") pad.querySelector('[data-face=""]')?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // ---- odds while one types ----

  let timer = 0;
  const turns = {};  // of each address: only the answer to the last question counts

  async function weigh(form) {
    const mine = turns[form.dataset.odds] = (turns[form.dataset.odds] ?? 0) + 1;
    const data = new URLSearchParams(new FormData(form));
    $("odds")?.classList.add("htmx-request");
    try {
      const answer = await fetch(form.dataset.odds, { method: "POST", headers: { "X-Gardien": "1" }, body: data });
      if (mine === turns[form.dataset.odds] && answer.ok) place(await answer.text());
    } catch { /* the strip says that the line is down */ }
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-odds]");
    if (!form) return;
    clearTimeout(timer);
    timer = setTimeout(() => weigh(form), 120);
  });

  // ---- keys ----

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    const button = document.querySelector(`[data-key="${CSS.escape(event.shiftKey ? `shift+${key}` : key)}"]`);
    if (button) { event.preventDefault(); button.click(); return; }
    if (/^[1-9]$/.test(key)) document.querySelectorAll("[data-pick]")[Number(key) - 1]?.click();
    if (key === "escape") document.activeElement?.blur();
  });

  // ---- waiting at the door ----

  function knock() {
    if (!body.dataset.wait) return;
    setTimeout(async () => {
      try {
        const answer = await fetch(body.dataset.wait, { cache: "no-store" });
        if (answer.status === 200) { location.reload(); return; }
      } catch { /* asked again in a moment */ }
      knock();
    }, 2000);
  }

  settle(document);
  for (const form of document.querySelectorAll("form[data-weigh]")) ponder(form);
  watch();
  mark();
  addEventListener("hashchange", mark);
  listen();
  knock();
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
