// Creation in the browser: the form stays put while it is checked, the draft is kept on this device. The bestiary filters.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const form = () => document.querySelector("form[data-make]");

  // ---- the draft on this device ----

  // Several may be begun: each is kept under the id it will be added with, and the one last written in is taken up.
  const shelves = () => `gardien-draft:${form().dataset.make}:`;
  const written = () => { try { return JSON.parse(form().elements.draft.value); } catch { return { action: "" }; } };
  const shelf = () => shelves() + written().action;

  function drafts() {
    const found = [];
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(shelves())) continue;
        const one = JSON.parse(localStorage.getItem(key));
        if (Array.isArray(one?.items)) found.push({ key, ...one });
      }
    } catch { /* a browser that keeps nothing */ }
    return found.sort((a, b) => b.at - a.at);
  }

  function keep() {
    try {
      const items = [...new FormData(form())].filter(([, value]) => typeof value === "string");
      const name = items.find(([field]) => field === `v.${form().dataset.named}`)?.[1] ?? written().raw?.[form().dataset.named];
      if (!name && !Object.keys(written().raw ?? {}).length && !items.some(([field, value]) => field.startsWith("v.") && value)) return;
      localStorage.setItem(shelf(), JSON.stringify({ items, name: name || "", at: Date.now() }));
      const note = $("kept");
      if (note) note.textContent = note.dataset.kept;
      others();
    } catch { /* a browser that keeps nothing: the page itself still holds the draft */ }
  }

  // The other drafts of this device, to be taken up or thrown away.
  function others() {
    const box = $("drafts");
    if (!box) return;
    const rest = drafts().filter((one) => one.key !== shelf());
    box.hidden = !rest.length;
    box.querySelector("ul").replaceChildren(...rest.map((one) => {
      const line = document.createElement("li"), take = document.createElement("button"), drop = document.createElement("button");
      take.type = drop.type = "button";
      take.className = "link"; drop.className = "link line__x";
      take.textContent = one.name || box.dataset.unnamed;
      drop.textContent = "×";
      drop.setAttribute("aria-label", box.dataset.drop.replace("…", take.textContent));
      take.addEventListener("click", () => take_up(one));
      drop.addEventListener("click", () => { if (confirm(drop.getAttribute("aria-label"))) { localStorage.removeItem(one.key); others(); } });
      line.append(take, drop);
      return line;
    }));
  }

  function take_up(one, step = "") {
    const data = new FormData();
    for (const [name, value] of one.items) data.append(name, value);
    const at = step || data.get("step");
    history.replaceState({ step: at }, "", location.pathname);
    go(`step:${at}`, data, false);
  }

  // Of many steps on a narrow screen, the one that is open is in view.
  const seen = () => { const now = document.querySelector(".steplist [aria-current]"); if (now) now.parentElement.scrollLeft = now.offsetLeft - now.parentElement.offsetLeft - now.parentElement.clientWidth / 2; };
  seen();
  addEventListener("resize", seen);

  // ---- long lists ----

  const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function find(input) {
    const words = bare(input.value).split(/\s+/).filter(Boolean);
    for (const family of $(input.dataset.findIn).querySelectorAll("section")) {
      for (const one of family.querySelectorAll("li")) one.hidden = !words.every((word) => bare(one.textContent).includes(word));
      family.hidden = !family.querySelector("li:not([hidden])");
    }
  }

  // What was unfolded stays so when the step is drawn anew, and so does what was searched for.
  const unfolded = () => [...form().querySelectorAll("details[open][id]")].map((one) => [one.id, one.querySelector("[data-find-in]")?.value ?? "", one.querySelector(".picker__list")?.scrollTop ?? 0]);

  function unfold(list) {
    for (const [id, text, top] of list) {
      if (!$(id)) continue;
      $(id).open = true;
      const input = $(id).querySelector("[data-find-in]");
      if (input) { input.value = text; find(input); $(id).querySelector(".picker__list").scrollTop = top; }
    }
  }

  // ---- dice of one's own, one by one ----

  let touched = "";  // the box that was touched last

  const boxes = (section) => {
    const starts = section.dataset.byhand.split(" ");
    return [...form().elements].filter((one) => starts.some((start) => one.name === start || /^\.\d+$/.test(one.name.replace(start, ""))));
  };

  function typed(section, face) {
    const slots = [...section.querySelectorAll(".byhand__slot")], filled = slots.filter((one) => one.textContent);
    if (!face) { filled.at(-1)?.replaceChildren(); return; }
    if (filled.length === slots.length) for (const one of slots) one.replaceChildren();
    slots.find((one) => !one.textContent).textContent = face;
    const faces = slots.map((one) => Number(one.textContent)).filter(Boolean);
    if (faces.length < slots.length) return;
    const kept = faces.sort((a, b) => b - a).slice(0, Number(section.dataset.keep));
    const sum = kept.reduce((all, one) => all + one, Number(section.dataset.plus));
    const box = boxes(section).find((one) => one.name === touched) ?? boxes(section).find((one) => !one.value);
    touched = "";
    if (!box) return;
    box.value = sum;
    const said = section.querySelector("[data-done]");
    said.textContent = said.dataset.done.replace("…", sum);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const by_hand = () => { for (const one of document.querySelectorAll("[data-byhand]")) one.hidden = false; };

  // ---- sending ----

  let turn = 0, timer = 0, going = false;

  function place(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const typing = document.activeElement;
    for (const part of [...box.content.children]) {
      if (part.id === "draft-new") { form().elements.draft.value = part.value; continue; }
      const old = part.id && $(part.id);
      if (!old || old.contains(typing) && part.id !== "make") continue;
      if (!old.isEqualNode(part)) old.replaceWith(part);
    }
  }

  async function send(data, wish) {
    const mine = ++turn;
    data.set("go", wish);
    const answer = await fetch(form().action, { method: "POST", headers: { "X-Gardien": "1" }, body: new URLSearchParams(data) });
    $("offline")?.setAttribute("hidden", "");
    if ((answer.headers.get("content-type") || "").includes("json")) {
      const told = await answer.json();
      if (told.to) { localStorage.removeItem(shelf()); location.href = told.to; return false; }
      throw new Error(told.error?.message || answer.statusText);
    }
    const text = await answer.text();
    if (mine !== turn) return false;
    const open = unfolded();
    place(text);
    unfold(open);
    by_hand();
    seen();
    others();
    return true;
  }

  // What is typed while an answer is on its way goes into it.
  const meanwhile = new Map();

  function catch_up() {
    for (const [name, typed] of meanwhile) {
      for (const one of document.getElementsByName(name)) {
        if (!/radio|checkbox/.test(one.type)) one.value = typed.value;
        else if (one.value === typed.value) one.checked = typed.checked;
      }
    }
  }

  function check() {
    clearTimeout(timer);
    timer = setTimeout(() => send(new FormData(form()), "check").then(keep, () => $("offline")?.removeAttribute("hidden")), 250);
  }

  async function go(wish, data = new FormData(form()), remember = true) {
    if (going) return;
    going = true;
    clearTimeout(timer);  // what the button asks is checked too
    const button = document.querySelector(`[name=go][value="${CSS.escape(wish)}"]`);
    button?.classList.add("is-busy");
    try {
      const before = form().dataset.at;
      if (!await send(data, wish)) return;
      catch_up();
      keep();
      const at = form().dataset.at;
      if (at !== before) {
        if (remember) history.pushState({ step: at }, "", `?e=${encodeURIComponent(at)}`);
        scrollTo({ top: 0 });
        $("make-title")?.focus({ preventScroll: true });
      } else if (wish.startsWith("more:")) {
        const lines = document.querySelectorAll(`[data-field="${CSS.escape(wish.slice(5))}"] .line`);
        lines[lines.length - 1]?.querySelector("input")?.focus();
      }
      const line = document.querySelector(".make__told") || $("make-title");
      if ($("said") && line) $("said").textContent = line.textContent;
    } catch {
      $("offline")?.removeAttribute("hidden");
    } finally {
      going = false;
      if (meanwhile.size) check();
      meanwhile.clear();
      document.querySelectorAll(".is-busy").forEach((one) => one.classList.remove("is-busy"));
    }
  }

  if (form()) {
    document.addEventListener("submit", (event) => {
      if (!event.target.matches("form[data-make]")) return;
      event.preventDefault();
      if (event.submitter?.classList.contains("is-busy")) return;
      go(event.submitter?.value || "next");
    });

    document.addEventListener("input", (event) => {
      if (!event.target.closest("form[data-make]")) return;
      if (event.target.dataset.findIn) { find(event.target); return; }
      keep();
      if (going) meanwhile.set(event.target.name, event.target);
      else check();
    });

    document.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.dataset.findIn) event.preventDefault(); });

    document.addEventListener("focusin", (event) => { if (event.target.name?.startsWith("v.")) touched = event.target.name; });
    by_hand();

    document.addEventListener("click", (event) => {
      const face = event.target.closest("[data-face-of]");
      if (face) { typed(face.closest("[data-byhand]"), face.dataset.faceOf); return; }
      const anew = event.target.closest("[data-anew]");
      if (!anew) return;
      if (confirm(anew.dataset.anew)) localStorage.removeItem(shelf());
      else event.preventDefault();
    });

    addEventListener("popstate", (event) => {
      const step = event.state?.step || new URLSearchParams(location.search).get("e");
      if (step) go(`step:${step}`, new FormData(form()), false);
    });
    addEventListener("online", () => $("offline")?.setAttribute("hidden", ""));

    const before = drafts()[0], asked = new URLSearchParams(location.search);
    if ("fresh" in form().dataset && before && !asked.has("neuf")) take_up(before, asked.get("e") ?? "");
    else { history.replaceState({ step: form().dataset.at }, "", location.pathname); others(); }
  }

  // ---- the bestiary ----

  const search = document.querySelector("[data-find]");
  search?.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let any = false;
    for (const group of document.querySelectorAll("[data-group]")) {
      let some = false;
      for (const card of group.querySelectorAll("[data-words]")) {
        card.hidden = !words.every((word) => card.dataset.words.includes(word));
        some = some || !card.hidden;
      }
      group.hidden = !some;
      any = any || some;
    }
    const none = document.querySelector("[data-none]");
    if (!none) return;
    none.hidden = any;
    const line = none.querySelector("[data-say]");
    line.textContent = line.dataset.say.replace("…", search.value.slice(0, 60));
  });
})();
