// The cast: what typing « −7 » beside somebody will do, which gauge it is about, and who is shown.
"use strict";
(() => {
  const french = document.documentElement.lang === "fr";
  const TYPED = /^([+\-−]?)\s*(\d{1,6}(?:[.,]\d)?)$/;
  const written = (value) => (french ? String(value).replace(".", ",") : String(value)).replace("-", "−");
  const said = new WeakMap();  // what stood where the effect is shown

  const stretches = (input) => JSON.parse(input.dataset.stretches);
  const chosen = (input) => stretches(input).find((one) => one.field === input.form.elements.gauge.value);

  function moved(one, sign, amount) {
    if (!sign) return amount;
    const value = one.value + (sign === "+" ? amount : -amount);
    return Math.max(Math.min(value, Math.max(one.high, one.value)), Math.min(one.low, one.value));
  }

  // The place of the state shows what would come of it.
  function foresee(input) {
    const place = input.closest(".pc").querySelector(".pc__st");
    if (!said.has(place)) said.set(place, place.textContent);
    const typed = TYPED.exec(input.value.trim()), one = chosen(input);
    place.classList.toggle("is-typed", Boolean(input.value.trim()));
    if (!input.value.trim()) { place.textContent = document.activeElement === input ? one.name : said.get(place); return; }
    if (!typed) { place.textContent = input.value.trim(); return; }
    const after = moved(one, typed[1], Number(typed[2].replace(",", ".")));
    const word = (value) => one.words?.[value] ?? written(value);
    place.textContent = `${one.words?.length ? "" : `${one.name} `}${word(one.value)} → ${word(after)}`;
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches(".pc__dmg")) foresee(event.target);
    if (event.target.id !== "cast-find") return;
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const row of document.querySelectorAll("#cast li.pc")) row.hidden = !words.every((word) => row.dataset.words.includes(word));
    for (const heap of document.querySelectorAll("#cast .pc-heap")) {
      heap.hidden = !heap.querySelector("li.pc:not([hidden])");
      if (event.target.value) heap.firstElementChild.open = true;
    }
  });

  for (const kind of ["focusin", "focusout"]) {
    document.addEventListener(kind, (event) => { if (event.target.matches?.(".pc__dmg")) setTimeout(() => foresee(event.target)); });
  }

  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches?.(".pc__dmg")) return;
    if (event.key === "Escape") { input.value = ""; foresee(input); input.blur(); event.stopPropagation(); return; }
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const all = stretches(input), at = all.findIndex((one) => one.field === input.form.elements.gauge.value);
    input.form.elements.gauge.value = all[(at + way + all.length) % all.length].field;
    foresee(input);
  });

  // A sign, wherever the cursor is, begins what befalls whoever is chosen.
  document.addEventListener("keydown", (event) => {
    if (!/^[+\-−]$/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input:not([type=checkbox], [type=radio]), textarea")) return;
    const input = document.querySelector("#cast .pc:has([aria-current]) .pc__dmg");
    if (!input) return;
    event.preventDefault();
    input.focus();
    input.value = event.key.replace("-", "−");
    foresee(input);
  });

  // What time would do is asked again once something has changed that it would do it to.
  document.addEventListener("placed", (event) => {
    const when = event.detail.id === "time" && document.getElementById("when");
    if (when?.value) when.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // What is on its way is not typed again where news of it draws the row anew.
  for (const [kind, kept] of [["submit", false], ["refused", true], ["done", true]]) {
    document.addEventListener(kind, (event) => {
      const input = event.target.querySelector?.(".pc__dmg");
      input?.form.toggleAttribute("data-keep", kept);
      if (input && kind === "done") input.value = "";
      if (kind === "refused") input?.focus(); else input?.blur();  // from then on letters are keys again
    });
  }
})();
