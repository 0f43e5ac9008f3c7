// Gardien in the browser: parts of the page are put in place as they come, forms are sent once, dice are typed.
// Everything works without this file too, one page at a time.
"use strict";
(() => {
  const body = document.body;
  const $ = (id) => document.getElementById(id);

  // ---- parts of the page ----

  let acted = 0;  // when something was last sent from here
  const JUST_MS = 4000;
  let shown = "";  // what waits, and has been brought into view

  // A button that is drawn anew between press and release never hears of it: parts wait until the finger is up.
  const HELD_MS = 1000;
  const held_back = [];
  let finger = -Infinity;

  function place(html) {
    held_back.push(html);
    if (performance.now() - finger > HELD_MS) flush(); else setTimeout(flush, HELD_MS);
  }

  function flush() {
    finger = -Infinity;
    for (const html of held_back.splice(0)) put(html);
  }

  addEventListener("pointerdown", () => { finger = performance.now(); }, true);
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => setTimeout(flush), true);  // after the click

  function put(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    for (const part of [...box.content.children]) {
      const into = part.dataset.prepend;
      if (into && $(into)) {
        $(into).querySelector(":scope > .empty")?.remove();
        let fresh = false;
        for (const child of [...part.children]) {
          const same = (child.id && $(child.id)) || (child.dataset.follows && $(`card-${child.dataset.follows}`));
          if (same) same.replaceWith(child); else { stale($(into)); $(into).prepend(child); fresh = true; }
        }
        if (fresh) document.dispatchEvent(new CustomEvent("came", { detail: { own: Date.now() - acted < JUST_MS, say: part.dataset.say ?? "" } }));
      } else if (part.id && $(part.id)) {
        const old = $(part.id);
        if (part.dataset.go && !old.dataset.go) location.assign(part.dataset.go); // nobody sits at a shared screen
        const focused = old.contains(document.activeElement);
        const focus = focused ? document.activeElement.id : "";
        const folds = [...old.querySelectorAll("details[id]")].map((one) => [one.id, one.open]);
        const typed = chosen(old);
        old.replaceWith(part);
        recount(part);
        for (const [id, open] of folds) $(id)?.toggleAttribute("open", open);
        fill(part, typed);
        if (focus) $(focus)?.focus({ preventScroll: true });
        if (focused && part.dataset.after && document.activeElement === body) rest(part);
        if (part.dataset.show && (part.dataset.show === "mine" || Date.now() - acted < JUST_MS)) show(part);
        settle(part);
        if (part.id === "log" && Date.now() - acted < JUST_MS) document.dispatchEvent(new CustomEvent("came", { detail: { own: true } }));
      }
      if (part.dataset.say && $("said")) $("said").textContent = part.dataset.say;
      mark();
      document.dispatchEvent(new CustomEvent("placed", { detail: part }));
      const barred = part.id === "mine" && document.querySelector("[data-again]");  // perhaps no longer
      if (barred) load(barred.dataset.again);
    }
    watch();
  }

  // A form that is drawn anew keeps what somebody has chosen in it so far, while it is still the same act of the same person.
  const key_of = (form) => ["procedure", "character", "ask"].map((name) => form.elements[name]?.value ?? "").join(" ");

  function chosen(part) {
    return [...part.querySelectorAll("form:is([data-odds], [data-keep])[id]")].map((form) => [form.id, key_of(form), form.querySelector(".pad"),
      new Map(inputs(form).filter(touched).map((one) => [place_of(one), one]))]);
  }

  function fill(part, forms) {
    for (const [id, key, pad, kept] of forms) {
      const form = part.querySelector(`#${CSS.escape(id)}`);
      if (!form || key_of(form) !== key) continue;
      write(inputs(form), kept);
      if (form.querySelector("[data-real]:checked")) form.querySelector(".pad")?.replaceWith(pad);
    }
  }

  function write(fields, kept) {
    for (const one of fields) {
      const before = kept.get(place_of(one));
      if (!before) continue;
      if (/radio|checkbox/.test(one.type)) one.checked = before.checked; else one.value = before.value;
      unfold(one);
    }
  }

  // Whoever has just acted, or is asked, sees once what waits; but nobody is torn away from what they are writing.
  function show(part) {
    const head = part.querySelector("h2");
    if (!head || head.id === shown) return;
    shown = head.id;
    if (!document.activeElement?.matches("textarea, input:not([type=radio], [type=checkbox])")) head.scrollIntoView({ block: "nearest" });
  }

  // Something has happened: what may still follow earlier cards is asked again when it comes into view.
  function stale(log) {
    for (const one of log.querySelectorAll("[data-again]:not(:has(input:focus))")) one.dataset.lazy = one.dataset.again;
  }

  // Whoever has just answered goes on reading: what is still open, else the newest card of the log.
  function rest(part) {
    const next = part.querySelector("h2") ?? $(part.dataset.after)?.querySelector("article");
    next?.setAttribute("tabindex", "-1");
    next?.focus({ preventScroll: true });
  }

  // What a new part still wants: the odds of its forms, and figures that take a moment to work out.
  // A fold says how many fields it has for what is chosen.
  function recount(part) {
    const fold = part.closest("details:has(> summary [data-count])");
    if (!fold || !part.id.startsWith("useful-")) return;
    const fields = [...fold.querySelectorAll("[data-field]")].filter((one) => !one.parentElement.closest("[data-field]"));
    fold.querySelector("[data-count]").textContent = fields.length ? `(${fields.length})` : "";
    if (fold.classList.contains("fold--more")) fold.hidden = !fields.length; // else it holds something beside fields
  }

  function settle(part) {
    for (const form of part.querySelectorAll("form[data-odds]")) weigh(form);
    for (const one of part.querySelectorAll("[data-fetch]")) load(one.dataset.fetch);
    const dice = part.dataset?.redice && $(part.dataset.redice);
    if (dice?.querySelector("[data-real]:checked")) askDice(dice);
  }

  // An answer, or nothing while the line is down: then the strip says so, until the next answer.
  async function ask(address, data) {
    try {
      const body = data && new URLSearchParams(data);
      const answer = await fetch(address, { method: body ? "POST" : "GET", headers: { "X-Gardien": "1" }, body });
      if (!source || source.readyState === EventSource.OPEN) $("offline")?.setAttribute("hidden", "");
      return answer;
    } catch {
      $("offline")?.removeAttribute("hidden");
      return null;
    }
  }

  // What was asked for by something that has been drawn anew meanwhile is no longer wanted.
  async function load(address, into, asker) {
    const answer = await ask(address);
    if (!answer || asker?.isConnected === false) return;
    if (!answer.ok) { refuse(null, await why(answer)); return; }
    const part = await answer.text();
    if (asker?.isConnected === false) return;
    place(part);
    if (into === "hand" && body.dataset.role === "keeper") $("form")?.querySelector(".fields :is(input:not([type=hidden], [type=radio], [type=checkbox]), select, :checked)")?.focus({ preventScroll: true });
    else if (into) $(into)?.querySelector("input:not([type=hidden]), textarea, select")?.focus();
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

  document.addEventListener("drawn", watch);
  document.addEventListener("renew", (event) => load(event.detail.dataset.load, "", event.detail));

  // ---- live ----

  let source = null;
  let version = body.dataset.version;
  let mine = "";  // the version one's own last action came to, until the line has told of it

  function listen() {
    if (!body.dataset.live) return;
    source?.close();
    source = new EventSource(`${body.dataset.live}${body.dataset.live.includes("?") ? "&" : "?"}after=${encodeURIComponent(version)}`);
    source.addEventListener("parts", (event) => {
      version = event.lastEventId || version;
      mine = "";
      place(JSON.parse(event.data).html);
    });
    source.addEventListener("hello", (event) => { version = event.lastEventId || version; mine = ""; });
    source.addEventListener("reload", anew);
    source.addEventListener("gone", () => { source.close(); location.reload(); });
    source.addEventListener("crowded", () => { source.close(); $("crowded")?.removeAttribute("hidden"); });
    source.onopen = () => { for (const id of ["offline", "crowded"]) $(id)?.setAttribute("hidden", ""); resend(); };
    source.onerror = () => {
      $("offline")?.removeAttribute("hidden");
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1500);
    };
  }

  // A line that slept with the device may look open and be dead: it is opened again, from the last event seen.
  let asleep = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { asleep = Date.now(); keep(); }
    else if (Date.now() - asleep > 3000) listen();
  });
  document.addEventListener("resume", listen);
  addEventListener("online", () => { listen(); resend(); });

  // Where the page must be read anew, or the device gives up a page that sleeps, what was typed comes along.
  const TYPED = "typed";
  const inputs = (part = document) => [...part.querySelectorAll(":is(input:not([type=hidden]), textarea, select)")].filter((one) => one.name && one.form);
  const place_of = (one) => `${one.form.getAttribute("action")} ${one.name} ${/radio|checkbox/.test(one.type) ? one.value : ""}`;

  const touched = (one) => {
    if (/radio|checkbox/.test(one.type)) return one.checked !== one.defaultChecked;
    return one.options ? [...one.options].some((choice) => choice.selected !== choice.defaultSelected) : one.value !== one.defaultValue;
  };

  let wanted = false;  // leaving the page to come back at once

  function keep() {
    const kept = inputs().filter(touched).map((one) => [place_of(one), { value: one.value, checked: one.checked }]);
    sessionStorage.setItem(TYPED, JSON.stringify([location.pathname, kept, wanted]));
  }

  // While the line is down the page stays as it is: read anew, there would be nothing.
  async function anew() {
    if (sending || waiting.length) { setTimeout(anew, 200); return; }
    if (!await ask(location.href)) { setTimeout(anew, 2000); return; }
    wanted = true;
    keep();
    location.reload();
  }

  function again() {
    const [path, kept, back] = JSON.parse(sessionStorage.getItem(TYPED) ?? '["", []]');
    sessionStorage.removeItem(TYPED);
    const again = performance.getEntriesByType("navigation")[0]?.type === "reload";  // some devices say no more than that
    if (path === location.pathname && (back || again || document.wasDiscarded)) write(inputs(), new Map(kept));
  }

  function unfold(one) {
    for (let fold = one.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }

  function mark() {
    const bar = document.querySelector("body > .barfour");
    if (bar) {
      const here = location.hash || "#fiche";
      for (const one of bar.querySelectorAll("a")) one.toggleAttribute("aria-current", one.getAttribute("href") === here);
    }
    const open = new URLSearchParams(location.search).get("c");
    for (const one of document.querySelectorAll("[data-pick]")) {
      if (open) one.toggleAttribute("aria-current", one.dataset.pick === open);
    }
  }

  // ---- sending ----

  const waiting = [];  // what could not be sent: sent again, under the same id, when the line is back

  let sending = 0;

  // A sentence beside each field that is refused; else at the end of its form, where that is in sight, or of the page.
  function refuse(form, told) {
    forgive(form);
    let box;
    for (const one of [told, ...(told.also ?? [])]) {
      box = beside(form, one.field) ?? below(form);
      box.textContent = one.message;
      box.scrollIntoView({ block: "nearest" });
    }
    return box;
  }

  // What has not left yet can still be taken back; the button stands while it is tried again.
  function withdrawal(box, data, button) {
    const out = document.createElement("button");
    out.type = "button";
    out.className = "link";
    out.textContent = $("told").dataset.withdraw;
    out.addEventListener("click", () => {
      data.withdrawn = true;
      button?.classList.remove("is-busy");
      box.textContent = $("told").dataset.withdrawn;
    });
    box.append(" ", out);
    return out;
  }

  function forgive(form) {
    $("told").hidden = true;
    for (const old of document.querySelectorAll(".refusal--beside")) old.remove();
    for (const old of document.querySelectorAll(".field--bad")) old.classList.remove("field--bad");
    for (const old of document.querySelectorAll("[data-refused]")) {
      for (const name of ["aria-invalid", "aria-describedby", "data-refused"]) old.removeAttribute(name);
    }
    form?.querySelector(".refusal[role=alert]")?.setAttribute("hidden", "");
  }

  function below(form) {
    const box = form?.querySelector(".refusal[role=alert]:not(.refusal--beside)");
    if (box) box.hidden = false;
    if (box?.checkVisibility()) return box;
    $("told").hidden = false;
    return $("told-what");
  }

  // The field of a path: of "dice[3]" or of "sheet.luck" the nearest that the form has.
  function beside(form, path) {
    const bare = (one) => (one.name || "").replace(/^(given|text|number|json|fields|many|flag|list|sheet)\./, "");
    for (let name = (path || "").replace(/\[(\d+)\]/g, ".$1"); name && form; name = name.replace(/\.?[^.]*$/, "")) {
      const exact = [...form.elements].find((one) => bare(one) === name);
      const input = exact ?? [...form.elements].find((one) => bare(one).startsWith(`${name}.`));
      const field = input?.closest(exact ? ".field, .pad, [data-field]" : "fieldset");
      if (!field) continue;
      unfold(field);
      const box = document.createElement("p");
      box.className = "refusal refusal--beside";
      box.id = `wrong-${name}`;
      box.setAttribute("role", "alert");
      if (field.matches(".field, fieldset")) field.append(box); else field.after(box);
      field.classList.add("field--bad");
      if (input.type !== "hidden") {
        for (const [key, value] of [["aria-invalid", "true"], ["aria-describedby", box.id], ["data-refused", ""]]) input.setAttribute(key, value);
      }
      return box;
    }
    return null;
  }

  // What an answer says of why not: as JSON, or as a page of its own.
  async function why(answer) {
    if ((answer.headers.get("content-type") || "").includes("json")) {
      const told = await answer.json();
      return told.error ?? told;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return { message: page.querySelector(".refusal")?.textContent ?? answer.statusText };
  }

  // randomUUID exists only on https and on this machine itself; phones come over plain http.
  const freshId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((one) => one.toString(36)).join("");

  async function send(data, form, button) {
    if (!data.get("action")) data.set("action", freshId());
    if (version && !data.get("seen")) data.set("seen", mine || version);
    button?.classList.add("is-busy");
    sending += 1;
    acted = Date.now();
    const answer = await ask(form?.getAttribute("action") ?? `/t/${body.dataset.table}/act`, data);
    sending -= 1;
    if (!answer || answer.status === 503) {  // the button stays busy: a second tap would send a second action
      if (data.withdrawn) return;
      waiting.push([data, form, button]);
      const told = answer ? await why(answer) : { message: $("told").dataset.unsent };
      if (!data.out?.isConnected) data.out = withdrawal(refuse(form, told), data, button);
      setTimeout(resend, 2000);
      return;
    }
    button?.classList.remove("is-busy");
    const html = (answer.headers.get("content-type") || "").includes("html");
    if (!answer.ok) {
      const part = html && (await answer.clone().text());
      if (part && !part.startsWith("<!doctype")) { forgive(form); place(part); return; }
      const told = await why(answer);
      refuse(form, told);
      if (told.version) {  // an old page: it catches up, and what is sent then is meant
        if (form?.elements.seen) form.elements.seen.value = told.version;
        listen();
      }
      form?.dispatchEvent(new CustomEvent("refused", { bubbles: true }));
      return;
    }
    forgive(form);
    if (form?.id === "form" && body.dataset.role === "keeper" && document.activeElement?.matches("#form :is(input:not([type=checkbox], [type=radio]), select)")) document.activeElement.blur();  // letters are keys again
    const choices = button?.closest("[role=group]:has(> [data-do][aria-pressed])");
    for (const one of choices?.children ?? []) one.setAttribute("aria-pressed", one === button);
    if (html) place(await answer.text()); else await done(answer, form);
    const same = form?.isConnected ? form : form?.id && $(form.id);  // news of what it did may have drawn it anew
    const dice = same && same.querySelector("[data-real]:checked") && same.querySelector("[data-dice]");
    if (dice) { dice.value = ""; askDice(same); }
    if (same && same.dataset.odds && body.dataset.role === "player") forget(same);
    if (same === form && form?.dataset.odds) weigh(form);  // what it did may have changed them
    if (form?.dataset.then) location.href = form.dataset.then;
  }

  // What was put at stake, or held for one throw, holds for that one alone; whose dice fall stays.
  function forget(form) {
    for (const one of form.querySelectorAll("[type=checkbox]:not([data-real])")) one.checked = one.defaultChecked;
  }

  // The line tells of it in a moment; one that does not is dead.
  async function done(answer, form) {
    const told = await answer.json();
    form?.dispatchEvent(new CustomEvent("done", { bubbles: true, detail: told }));
    if (!told.version) return;
    if (form?.elements.seen) form.elements.seen.value = told.version;
    if (told.version === version) return;
    mine = told.version;
    setTimeout(() => { if (mine === told.version) listen(); }, 3000);
  }

  function resend() {
    for (const one of waiting.splice(0)) if (!one[0].withdrawn) send(...one);
  }

  async function ponder(form, button) {
    button?.classList.add("is-busy");
    const mine = form.pondered = {};
    const answer = await ask(form.dataset.weigh || form.action, new FormData(form));
    if (answer?.ok) { forgive(form); await pour(answer, () => form.pondered === mine); } else if (answer) refuse(form, await why(answer));
    if (form.pondered === mine) button?.classList.remove("is-busy");
  }

  // What is poured comes in lines, each a part of the page; of what was asked again meanwhile nothing more is shown.
  async function pour(answer, wanted) {
    if (!answer.headers.get("content-type")?.startsWith("application/jsonl")) { place(await answer.text()); return; }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", read = await reader.read(); ; read = await reader.read()) {
      rest += read.value ?? "";
      const lines = rest.split("\n");
      rest = lines.pop();
      if (!wanted()) { reader.cancel(); return; }
      for (const line of lines) place(JSON.parse(line));
      if (read.done) return;
    }
  }

  document.addEventListener("input", (event) => {
    const sift = event.target.closest("[data-sift]");
    if (!sift) return;
    const words = sift.value.toLowerCase().split(/\s+/).filter(Boolean), rows = [...$(sift.dataset.sift).querySelectorAll("[data-words]")];
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.words.includes(word));
    const found = rows.filter((row) => !row.hidden).length;
    $(sift.dataset.shown).textContent = found === 1 ? sift.dataset.one : sift.dataset.many.replace("…", found);
  });

  // The second half of a double click, and a key that is held down, are not a second wish. Not every phone counts taps,
  // and another button may stand there by then: what counts is the same place, at once.
  const TWICE_MS = 300, ELSE_MS = 150;  // for the same wish, and for another that has moved under the finger
  let apart = Infinity, held = false, wished = "";
  let last = { timeStamp: -Infinity, clientX: 0, clientY: 0 };
  document.addEventListener("keydown", (event) => { held = event.repeat; apart = Infinity; }, true);
  document.addEventListener("click", (event) => {
    if (!event.detail) return;  // pressed by a key
    const near = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < 30;
    apart = near ? event.timeStamp - last.timeStamp : Infinity;
    held = false;
    last = event;
  }, true);

  function once(button, data) {
    const wish = String(new URLSearchParams(data));
    const soon = apart < (wish === wished ? TWICE_MS : ELSE_MS);
    wished = wish;
    return !soon && !held && !button?.classList.contains("is-busy");
  }

  document.addEventListener("submit", (event) => {
    const asked = event.target.closest("form[data-weigh]");
    if (asked && event.submitter?.hasAttribute("formaction")) return;
    if (asked) { event.preventDefault(); ponder(asked, event.submitter); return; }
    const form = event.target.closest("form[data-act]");
    if (!form) return;
    event.preventDefault();
    const button = event.submitter?.hidden ? form.querySelector(".btn--main") : event.submitter;
    const data = new FormData(form);
    if (button?.name) data.set(button.name, button.value);
    if (!once(button, data)) return;
    if (form.dataset.sure && !confirm(form.dataset.sure)) return;
    if (data.get("type") !== "ask" && form.querySelector("[data-real]:checked")) { validate(data, form, button); return; }
    send(data, form, button);
  });

  document.addEventListener("click", (event) => {
    const at = (name) => event.target.closest(`[data-${name}]`);
    const act = at("do");
    if (act) {
      const data = new FormData();
      for (const [name, value] of Object.entries(JSON.parse(act.dataset.do))) data.set(name, value);
      if (!once(act, data)) return;
      if (act.dataset.sure && !confirm(act.dataset.sure)) return;
      send(data, act.closest("form:not([data-own])"), act);
      return;
    }
    const loads = at("load");
    if (loads) {
      event.preventDefault();
      const to = new URL(loads.getAttribute("href") ?? location.href, location.href);
      const same = to.pathname === location.pathname;  // then it is the same view when the page is read anew
      if (same) history.replaceState(null, "", to.pathname + to.search + (to.hash || location.hash));
      if (loads.dataset.view) location.hash = loads.dataset.view;
      load(loads.dataset.load, loads.dataset.into, loads.matches("[data-play]") ? loads : null);
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
      const now = Math.min(high, Math.max(low, (Number(input.value.replace(",", ".")) || 0) + Number(step.dataset.step)));
      input.value = document.documentElement.lang === "fr" ? String(now).replace(".", ",") : now;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    const set = at("set");
    if (set) {
      const input = set.form.elements[set.dataset.set];
      input.value = set.value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    const toggle = at("toggle");
    if (toggle) {  // what a chance stands beside is chosen by a press
      const input = toggle.closest("form")?.querySelector(`[type=checkbox][name="${CSS.escape(toggle.dataset.toggle)}"]`);
      if (!input) return;
      input.checked = !input.checked;
      unfold(input);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    if (at("shut")) { $("told").hidden = true; return; }
    const face = at("face");
    if (face) {
      const typed = face.closest("form").querySelector("[data-dice]");
      const faces = typed.value.split(/[ ,]+/).filter(Boolean);
      if (face.hasAttribute("data-digit")) { type(face.closest("form"), digits + face.dataset.face); return; }
      if (!face.dataset.face && digits) { type(face.closest("form"), digits.slice(0, -1)); return; }
      if (face.dataset.face) faces.push(face.dataset.face); else faces.pop();
      typed.value = faces.join(" ");
      askDice(typed.closest("form"));
    }
  });

  // ---- dice thrown on the wood ----

  let digits = "";  // of a die with many faces, typed one after the other

  const sides_of = (form) => Number(form.querySelector(".pad")?.dataset.sides ?? 0);

  function type(form, text) {
    if (Number(text) > sides_of(form) || text.length > String(sides_of(form)).length) return;
    digits = text;
    const slot = form.querySelector(".pad__slot--now");
    if (slot) slot.firstChild.textContent = digits || " ";
    name_throw(form);
  }

  // The button says what it sends: a throw, or the dice that stand on the screen.
  function name_throw(form) {
    const button = form.querySelector("[data-typed]"), real = form.querySelector("[data-real]:checked");
    if (!button) return;
    const faces = real ? [form.querySelector("[data-dice]")?.value, digits].filter(Boolean).join(" ") : "";
    button.querySelector("[data-verb]").textContent = real ? button.dataset.typed + (faces && ` · ${faces}`) : button.dataset.rolls;
    button.classList.toggle("is-typed", Boolean(real));
  }

  async function askDice(form) {
    digits = "";
    const answer = await ask(form.dataset.diceAt, new FormData(form));
    if (!answer?.ok) return;
    const elsewhere = document.activeElement?.matches("input:not([type=checkbox]), textarea, select");
    place(await answer.text());
    name_throw(form);
    if (!elsewhere) form.querySelector(".pad button")?.focus({ preventScroll: true });
  }

  // What stands on the screen is taken; a die that is wanted after it is asked for, and nothing is thrown instead.
  async function validate(data, form, button) {
    const committed = Boolean(digits);
    if (committed) {
      form.querySelector("[data-dice]").value += ` ${/^0+$/.test(digits) ? sides_of(form) : Number(digits)}`;  // 00 is the highest
      await askDice(form);
    }
    const typed = form.querySelector("[data-dice]");
    const wanted = typed?.value === typed?.defaultValue && form.querySelector(".pad__slot--now");
    if (wanted && !committed) refuse(form, { field: "dice", message: form.querySelector(".pad__want").textContent });
    if (wanted) return;
    data.set("dice", form.querySelector("[data-dice]")?.value ?? "");
    send(data, form, button);
  }

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-real]")) return;
    const form = event.target.closest("form");
    if (event.target.checked) { askDice(form); return; }
    const pad = form.querySelector(".pad");
    pad.hidden = true;
    pad.replaceChildren();
    digits = "";
    name_throw(form);
  });

  document.addEventListener("keydown", (event) => {
    const pad = event.target.closest?.(".pad");
    if (!pad) return;
    if (/^[0-9]$/.test(event.key)) pad.querySelector(`[data-face="${event.key}"]`)?.click();
    else if (event.key === "Backspace") pad.querySelector('[data-face=""]')?.click();
    else if (event.key === "Enter" && digits) pad.closest("form").requestSubmit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // ---- odds while one types ----

  let timer = 0;
  const turns = {};  // of each form: only the answer to the last question counts

  async function weigh(form) {
    const which = form.dataset.odds + form.id;
    const mine = turns[which] = (turns[which] ?? 0) + 1;
    if (form.dataset.odds.endsWith("/odds")) form.querySelector(".odds")?.classList.add("htmx-request");
    const answer = await ask(form.dataset.odds, new FormData(form));
    if (mine === turns[which] && answer?.ok) place(await answer.text());
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-odds]");
    if (!form) return;
    clearTimeout(timer);
    timer = setTimeout(() => weigh(form), 120);
  });

  // What was refused is typed anew: what was said of it is no longer true.
  document.addEventListener("input", (event) => {
    const field = event.target.closest(".field--bad");
    field?.classList.remove("field--bad");
    field?.querySelector(".refusal--beside")?.remove();
  });

  // ---- keys ----

  // A key pressed twice is pressed twice: the second waits until the first is done and seen.
  let pressed = Promise.resolve();

  async function press(key) {
    for (let turn = 0; turn < 200 && (sending || mine); turn += 1) await new Promise((go) => { setTimeout(go, 50); });
    document.querySelector(key)?.click();
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.matches("input, select")) event.target.blur();  // keys mean acts again
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const key = event.key.toLowerCase();
    const plain = !event.shiftKey || !/^[a-z]$/.test(key);  // signs may need the shift key, letters mean something else with it
    const wanted = `[data-key="${CSS.escape(plain ? key : `shift+${key}`)}"]`;
    if (key === "/" && $("say")) {
      event.preventDefault();
      const fold = $("say").closest("details");  // the acts it stands among
      if (fold) fold.open = true;
      $("say").select();
      return;
    }
    if (document.querySelector(wanted)) {
      event.preventDefault();
      if (!event.repeat) pressed = pressed.then(() => press(wanted));
      return;
    }
    if (/^[1-9]$/.test(key)) document.querySelectorAll("[data-pick]")[Number(key) - 1]?.click();
    if (key === "escape") document.activeElement?.blur();
  });

  // ---- who is here ----

  const HERE_MS = 15000;
  setInterval(() => { if ($("here") && !document.hidden) load($("here").dataset.here); }, HERE_MS);

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

  again();
  settle(document);
  for (const form of document.querySelectorAll("form[data-weigh]:not([data-later])")) ponder(form);
  watch();
  mark();
  addEventListener("hashchange", mark);
  listen();
  knock();
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
})();
