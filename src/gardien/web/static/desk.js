// The desk: one's own result comes into view, what others do says so above what is being read; Enter throws from anywhere.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const reading = $("reading"), newer = $("newer");
  let count = 0, timer = 0;

  const at_top = () => reading.scrollTop < 8;

  function told(text) {
    newer.replaceChildren(count === 1 ? newer.dataset.one : newer.dataset.many.replace("{count}", count));
    const what = document.createElement("span");
    what.textContent = text;
    newer.append(" ", what);
    newer.hidden = !count;
  }

  function seen() {
    count = 0;
    newer.hidden = true;
  }

  document.addEventListener("came", (event) => {
    if (event.detail.own) { reading.scrollTo({ top: 0 }); seen(); return; }
    if (at_top()) return;
    count += 1;
    told(event.detail.say);
  });
  reading?.addEventListener("scroll", () => { if (at_top()) seen(); }, { passive: true });
  newer?.addEventListener("click", () => { reading.scrollTo({ top: 0 }); reading.focus(); });

  // ---- the log: looked through by kind and by words ----

  let looked = 0;

  async function look() {
    const box = $("log-q"), mine = looked += 1;
    const kind = document.querySelector("[name=log-kind]:checked")?.value ?? "";
    const answer = await fetch(`${box.dataset.journal}?kind=${kind}&q=${encodeURIComponent(box.value)}`, { headers: { "X-Gardien": "1" } }).catch(() => null);
    if (!answer?.ok || mine !== looked) return;
    const part = document.createElement("template");
    part.innerHTML = await answer.text();
    $("log").replaceWith(part.content.firstElementChild);
    reading.scrollTo({ top: 0 });
    document.dispatchEvent(new CustomEvent("drawn"));
  }

  document.addEventListener("input", (event) => {
    if (!event.target.matches("#log-q, [name=log-kind]")) return;
    clearTimeout(timer);
    timer = setTimeout(look, event.target.id ? 200 : 0);
  });

  // ---- the hand: the search, what the buttons say ----

  let asked = 0, found_for = "";  // what the list that stands there was looked up for

  const search = () => $("say");
  const options = () => [...document.querySelectorAll("#found [role=option]")];
  const chosen = () => document.querySelector("#found [aria-selected=true]");

  function open_list(open) {
    const found = $("found");
    if (found) found.hidden = !open;
    search()?.setAttribute("aria-expanded", String(open));
    if (!open) search()?.removeAttribute("aria-activedescendant");
  }

  function select(option) {
    for (const one of options()) one.setAttribute("aria-selected", String(one === option));
    if (!option) return;
    search().setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  async function find() {
    const box = search(), mine = asked += 1;
    const answer = await fetch(`${box.dataset.find}&q=${encodeURIComponent(box.value)}`, { headers: { "X-Gardien": "1" } }).catch(() => null);
    if (!answer?.ok || mine !== asked || document.activeElement !== box) return;
    const part = document.createElement("template");
    part.innerHTML = await answer.text();
    $("found").replaceWith(part.content.firstElementChild);
    found_for = box.value;
    open_list(true);
    select(options().find((one) => !one.matches(".is-no")));
  }

  document.addEventListener("focusin", (event) => {
    if (event.target === search()) find();
    else if (!event.target.closest("#found")) open_list(false);
  });
  document.addEventListener("input", (event) => {
    if (event.target !== search()) return;
    clearTimeout(timer);
    timer = setTimeout(find, 120);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#found, #find")) open_list(false);
  });

  // What was typed counts, not what was found for the letters before it.
  async function choose() {
    clearTimeout(timer);
    if (found_for !== search().value || $("found").hidden) await find();
    chosen()?.querySelector("a").click();
    search().value = "";
    open_list(false);
  }

  function in_search(event) {
    const all = options(), at = all.indexOf(chosen());
    if (event.key === "ArrowDown" || event.key === "ArrowUp") select(all[(at + (event.key === "ArrowDown" ? 1 : all.length - 1)) % all.length]);
    else if (event.key === "Enter") choose();
    else if (event.key === "Escape") { open_list(false); search().blur(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  document.addEventListener("keydown", (event) => { if (event.target === search()) in_search(event); }, true);
  document.addEventListener("submit", (event) => { if (event.target.id === "find") event.preventDefault(); });

  const form = () => $("form");
  const label_of = (one) => (one.closest("label")?.textContent ?? one.closest(".field")?.querySelector("label, legend")?.firstChild?.textContent ?? "").trim();

  // The main button names the act and whom it is aimed at, the second whom it asks, the fold what is set inside.
  function name_buttons() {
    const hand = form(), go = hand?.querySelector("[data-act-name]");
    if (!go) return;
    const select = hand.querySelector("select[data-whom]"), radio = hand.querySelector(".pick--one :checked");
    const whom = select?.value ? select.selectedOptions[0].textContent.trim() : radio?.value ? label_of(radio) : "";
    if ([whom, ...[...hand.querySelectorAll(".pick :checked")].map(label_of)].some((one) => one.endsWith(`(${hand.dataset.hidden})`))) hand.elements.secret.checked = true;  // nobody else may meet them
    go.dataset.rolls = whom ? `${go.dataset.actName} · ${whom}` : go.dataset.actName;
    if (!hand.querySelector("[data-real]:checked")) go.querySelector("[data-verb]").textContent = go.dataset.rolls;
    const all = hand.elements.everybody?.checked, people = [...hand.querySelectorAll("[name='many.characters']")];
    const picked = people.filter((one) => one.checked), ask = hand.querySelector("[value=ask]");
    if (ask) {
      const say = ask.dataset, count = picked.length;
      const text = all || (count > 1 && count === people.length) ? say.all : count > 1 ? say.some.replace("{count}", count) : count ? say.one.replace("{who}", label_of(picked[0])) : say.nobody;
      ask.querySelector("[data-asks]").textContent = text;
      ask.disabled = !all && !count;
    }
    for (const word of hand.querySelectorAll("[data-step-word]")) {
      const steps = word.closest("fieldset"), typed = steps.querySelector(".typed").value;
      word.textContent = typed ? "" : steps.querySelector("label:has(:checked) small")?.textContent ?? "";
    }
    for (const fold of hand.querySelectorAll("[data-set-fields]")) {
      const inside = [...fold.closest("details").querySelectorAll("input:not([type=hidden]), select, textarea")].filter(changed);
      fold.textContent = [...new Set(inside.map((one) => one.closest("[data-field]")).filter(Boolean))].map((one) => (one.matches("label") ? one : one.querySelector("label, legend") ?? one).firstChild?.textContent.trim() || one.textContent.trim()).join(", ");
    }
  }

  function changed(one) {
    if (/radio|checkbox/.test(one.type)) return one.checked && !one.defaultChecked;
    return one.options ? [...one.options].some((choice) => choice.selected !== choice.defaultSelected) : one.value !== one.defaultValue;
  }

  document.addEventListener("input", (event) => {
    const one = event.target;
    if (!one.closest?.("#form")) return;
    if (one.name === "everybody") for (const box of one.form.querySelectorAll("[name='many.characters']")) box.checked = one.checked;
    else if (one.name === "many.characters" && one.form.elements.everybody) one.form.elements.everybody.checked = false;
    if (one.type === "radio" && one.name.startsWith("json.")) {  // a step of the book takes the place of what was typed
      const typed = one.closest(".segtype")?.querySelector(".typed");
      if (typed) typed.value = "";
    }
    name_buttons();
  });
  // Whoever comes to an empty table is at hand at once.
  document.addEventListener("placed", (event) => { if (event.detail.id === "cast" && document.querySelector("#hand > .empty")) document.querySelector("#cast [data-pick]")?.click(); });
  document.addEventListener("placed", (event) => { if (event.detail.id === "hand" || event.detail.closest?.("#form")) name_buttons(); });
  // The hand shows whoever acts as they are: once they have changed it is drawn anew, and what was filled in stays.
  const row_of = () => document.querySelector("#cast [data-pick][aria-current]")?.closest(".pc");
  const state_of = (row) => row && [row.id, ...[...row.querySelectorAll(".pc__g, .pc__more")].map((one) => one.textContent)].join(" ").replace(/\s+/g, " ");
  let stood = state_of(row_of());
  document.addEventListener("placed", (event) => {
    if (!["cast", "hand"].includes(event.detail.id)) return;
    const row = row_of(), now = state_of(row), shown = document.querySelector(".acts [aria-current]");
    const changed = event.detail.id === "cast" && now !== stood && row?.id === `p-${form()?.elements.character?.value}`;
    if (changed && document.activeElement === search()) return;  // a search that is under way keeps its list
    stood = now;
    if (changed && shown) document.dispatchEvent(new CustomEvent("renew", { detail: shown }));
  });
  document.addEventListener("done", (event) => {
    const secret = event.target.elements?.secret;
    if (secret) secret.checked = false;
    if (!event.target.closest?.("[data-shuts]")) return;
    event.target.reset();
    event.target.closest("[data-shuts]").hidePopover();
  });
  name_buttons();

  // Enter throws wherever the focus is, except where it means something of its own.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.repeat || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const here = event.target.closest("a[href], button, summary, textarea, select, input, [popover]");
    if (here && !here.matches("a[aria-current], #form select")) return;
    const go = document.querySelector("#form .launch__go .btn--main");
    if (!go?.checkVisibility() || document.querySelector("[popover]:popover-open")) return;
    event.preventDefault();
    go.click();
  });
})();
