// A fight in turns: who is aimed at stands out where people are, and the form follows what happens without losing
// what is filled in.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const form = () => $("hand")?.querySelector("form[data-act]");
  const named = (one) => one.name && one.type !== "hidden";
  const ticked = (one) => /radio|checkbox/.test(one.type);

  function mark() {
    const chosen = new Set([...(form()?.elements ?? [])].filter((one) => (ticked(one) ? one.checked : one.options)).map((one) => one.value));
    for (const token of document.querySelectorAll("[data-token]:not(.token--me)")) {
      token.classList.toggle("token--aim", token.dataset.token.split(" ").some((id) => chosen.has(id)));
    }
    const act = form()?.elements.procedure?.value;
    const at = form()?.querySelector("[data-at]"), whom = form()?.querySelector(".tl :checked")?.value;
    const said = whom ? ` → ${form().querySelector(".tl :checked + b").textContent}` : "";
    if (at && at.textContent !== said) at.textContent = said;
    for (const one of document.querySelectorAll("#fturn a[data-load]")) {
      const to = new URL(one.dataset.load, location.href);
      if (whom) to.searchParams.set("t", whom); else to.searchParams.delete("t");
      if (one.dataset.load !== to.pathname + to.search) one.dataset.load = to.pathname + to.search;
      if (one.id === `do-${act}`) one.setAttribute("aria-current", "page"); else one.removeAttribute("aria-current");
    }
    bring();
  }

  // On a phone the acts are one line to be pushed aside: the chosen one is brought into it, once for each line drawn.
  let brought = null;
  function bring() {
    const chosen = document.querySelector(".acts__strip > [aria-current]"), strip = chosen?.parentElement;
    if (!chosen || (brought?.[0] === strip && brought[1] === chosen.id)) return;
    brought = [strip, chosen.id];
    const at = chosen.getBoundingClientRect(), line = strip.getBoundingClientRect();
    if (at.right > line.right || at.left < line.left) strip.scrollLeft += at.left - line.left - (line.width - at.width) / 2;
  }

  // The same form again, with those who have come since and without the dead; dice being typed stay as they are.
  async function renew(from) {
    const old = form();
    if (!old) return;
    const answer = await fetch(`${from}&a=${encodeURIComponent(old.elements.procedure.value)}`, { headers: { "X-Gardien": "1" } }).catch(() => null);
    if (!answer?.ok || form() !== old) return;
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    const fresh = box.content.querySelector("#hand form[data-act]");
    if (fresh?.elements.procedure?.value !== old.elements.procedure.value) return;
    const kept = [...old.elements].filter(named);
    for (const one of [...fresh.elements].filter(named)) {
      const was = kept.find((other) => other.name === one.name && (!ticked(one) || other.value === one.value));
      if (was && ticked(one)) one.checked = was.checked; else if (was) one.value = was.value;
    }
    const pad = old.querySelector("[data-real]:checked") && old.querySelector(".pad");
    const focus = old.contains(document.activeElement) ? document.activeElement.id : "";
    if (pad) fresh.querySelector(".pad")?.replaceWith(pad);
    old.replaceWith(fresh);
    if (focus) $(focus)?.focus({ preventScroll: true });
    weigh();
  }

  // What is no longer possible makes room for what is.
  async function make_room(from) {
    const old = $("hand");
    const answer = await fetch(from, { headers: { "X-Gardien": "1" } }).catch(() => null);
    if (!answer?.ok || $("hand") !== old) return;
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    const fresh = box.content.querySelector("#hand");
    if (fresh) old.replaceWith(fresh);
    weigh();
  }

  const weigh = () => form()?.dispatchEvent(new Event("input", { bubbles: true }));

  function follow() {
    const acts = $("fturn");
    const anew = acts?.dataset.anew;
    if (anew) {
      delete acts.dataset.anew;
      const act = form()?.elements.procedure?.value;
      if (acts.dataset.no.split(" ").includes(act)) make_room(acts.dataset.from);
      else if (anew === "people") renew(acts.dataset.from);
      else weigh();
    }
    mark();
  }

  // Beside each of those one could aim at stands what it would come to; asked again when anything else in the form changes.
  let weighed = "";
  async function aims() {
    const old = form();
    if (!old?.dataset.aims || !old.querySelector(".tl input")) return;
    const data = new FormData(old);
    const target = old.querySelector(".tl input").name;
    const known = old.querySelector(".tl__odds:not(:empty)");
    const key = [...data].filter(([name]) => name !== target && name !== "note").join("&") + document.body.dataset.version;
    if (known && key === weighed) return;
    weighed = key;
    const answer = await fetch(old.dataset.aims, { method: "POST", headers: { "X-Gardien": "1" }, body: new URLSearchParams(data) }).catch(() => null);
    if (!answer?.ok || form() !== old) return;
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    for (const one of [...box.content.children]) $(one.id)?.replaceWith(one);
  }
  document.addEventListener("placed", (event) => { if (event.detail.id === "odds") aims(); });

  // Whoever is dragged into a band is put there by the button that says so.
  let dragged = null;
  const zone_of = (event) => dragged && event.target.closest?.("[data-band]");
  const there = (zone) => zone && dragged.querySelector(`[data-to="${zone.dataset.band}"]`);
  document.addEventListener("dragstart", (event) => { dragged = event.target.closest?.("[data-token][draggable]"); });
  document.addEventListener("dragover", (event) => {
    const zone = zone_of(event);
    for (const one of document.querySelectorAll(".zone.is-over")) if (one !== zone) one.classList.remove("is-over");
    if (!there(zone)) return;
    event.preventDefault();
    zone.classList.add("is-over");
  });
  document.addEventListener("drop", (event) => {
    const way = there(zone_of(event));
    if (way) { event.preventDefault(); way.click(); }
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    document.querySelector(".zone.is-over")?.classList.remove("is-over");
  });

  // What is proposed gives way to what somebody chooses instead; while Gardien plays, each foe's turn brings its proposal.
  let playing = false;
  function ours() {
    $("fform")?.classList.remove("is-proposed");
    $("faccept")?.remove();
  }
  document.addEventListener("input", (event) => { if (event.isTrusted && event.target.closest("#form")) ours(); });
  document.addEventListener("click", (event) => {
    const fold = event.target.closest("[data-folds]");
    if (fold) $(fold.dataset.folds).open = false;
    const play = event.target.closest("[data-play]");
    if (play) playing = play.getAttribute("aria-pressed") !== "true";
    if (!event.target.closest("[data-change]")) return;
    ours();
    first_field()?.focus();
  });
  document.addEventListener("placed", (event) => {
    if (event.detail.id === "fform" && playing) document.querySelector('[data-play][aria-pressed="false"]')?.click();
  });
  document.addEventListener("done", (event) => {
    const play = event.target.id === "faccept" && $("fplay");
    if (!play) return;
    play.dataset.load = play.dataset.load.replace(/agir|declarer/, "proposer");
    play.setAttribute("aria-pressed", "false");
    play.click();
  });

  // What opens by a key is gone through by keys.
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.(".drop[open]")) event.target.querySelector(".drop__in :is(a, button, input:not([type=hidden]))")?.focus();
  }, true);

  const first_field = () => $("form")?.querySelector("[data-field] :is(input:not([type=hidden]), select)");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "v" || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    event.preventDefault();
    first_field()?.focus();
  });

  // Once a turn is spent, another act is the game master's word: pressed, never a slip of Enter.
  const spent = () => $("fturn")?.matches("[data-spent]") && !form()?.elements.out_of_turn;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !spent() || !event.target.matches("#form :is(input, select)")) return;
    event.preventDefault();
  }, true);

  // Enter throws, or accepts, wherever nothing else takes it.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.activeElement?.blur();  // from then on letters are keys again
    if (event.key !== "Enter" || event.repeat || event.target.closest("a, button, summary, input, textarea, select, details[open] .drop__in")) return;
    const acts = spent() ? null : document.querySelector("#faccept .btn--main") ?? form()?.querySelector(".launch__go .btn--main");
    const go = $("fback") ?? document.querySelector("#fwhole > .fight__begin > form > .btn--main") ?? acts;
    if (go?.checkVisibility()) { event.preventDefault(); go.click(); }
  });

  document.addEventListener("change", mark);
  new MutationObserver(follow).observe($("main"), { childList: true, subtree: true });
  mark();
})();
