// The player's flow: one thing open at a time above the bar, the page's title and the device say when something waits.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const title = document.title;
  const BUZZ = "buzz";  // kept on this device: whether it may vibrate
  let alerted = null;

  const one = (id) => $(id)?.querySelector(":scope > details");
  const offers = () => $("result")?.querySelector(".act");

  // A newcomer opens, unless somebody may still do something about what they have just thrown.
  const READ_MS = 4000;  // for which a result stays open whatever comes
  let thrown = "", came = -Infinity;  // the result that came while the page was open, and when
  let asked = one("flow")?.id;

  function arrange(part) {
    const result = one("result"), flow = one("flow");
    if (part.id === "result" && result?.hasAttribute("data-fresh")) {
      result.removeAttribute("data-fresh");
      thrown = result.id;
      came = performance.now();
      result.open = true;
    } else if (part.id === "flow" && flow && flow.id !== asked) {
      const held = result?.open && result.id === thrown && (offers() || performance.now() - came < READ_MS);
      flow.open = !held;
      if (!held && result) result.open = false;
      else if (held) setTimeout(bring, READ_MS - (performance.now() - came), flow.id);
    }
    if (result?.open && flow) flow.open = false;
    asked = flow?.id;
  }

  // What has waited for a result to be read opens by itself.
  function bring(id) {
    const result = one("result"), flow = one("flow");
    if (flow?.id === id && result?.open && result.id === thrown && !offers()) flow.open = true;
  }

  function told() {
    const flow = $("flow");
    if (!flow) return;
    const count = Number(flow.dataset.waiting);
    const dot = $("dot");
    if (dot) { dot.textContent = count; dot.hidden = !count; }
    document.title = flow.dataset.title ? `${flow.dataset.title} · ${title}` : title;
    const fresh = flow.dataset.alert.split(" ").some((id) => id && !(alerted ?? "").split(" ").includes(id));
    if (alerted !== null && fresh) {
      if (flow.dataset.band && $("said")) $("said").textContent = flow.dataset.band;
      if (navigator.vibrate && localStorage.getItem(BUZZ)) navigator.vibrate(80);
    }
    alerted = flow.dataset.alert;
  }

  // The chance stands on the button and on the folded band too.
  function chance(odds) {
    for (const box of odds.closest("details.flow__one, form")?.querySelectorAll("[data-chance]") ?? []) {
      box.textContent = odds.dataset.good ? (box.dataset.before ?? "") + odds.dataset.good : "";
    }
  }

  document.addEventListener("placed", (event) => {
    const part = event.detail;
    if (part.matches(".odds")) chance(part);
    if (part.id === "flow" || part.id === "result") { arrange(part); told(); }
  });

  // What is opened closes the other.
  document.addEventListener("toggle", (event) => {
    if (!event.target.open || !event.target.matches("#flow > details, #result > details")) return;
    const other = one(event.target.parentElement.id === "flow" ? "result" : "flow");
    if (other) other.open = false;
  }, true);

  document.addEventListener("click", (event) => {
    const close = event.target.closest("[data-close]");
    if (!close) return;
    $(close.dataset.close).replaceChildren();
    const flow = one("flow");
    if (flow) flow.open = true;
  });

  // Whoever turns to something else has read it: it folds, and its band stays.
  document.addEventListener("click", (event) => {
    const result = one("result");
    if (result?.open && !event.target.closest(".dock, .barfour, .told")) setTimeout(() => { result.open = false; });
  });

  const buzz = document.querySelector("[data-buzz]");
  if (buzz && navigator.vibrate) {
    buzz.closest("[hidden]")?.removeAttribute("hidden");
    buzz.checked = Boolean(localStorage.getItem(BUZZ));
    buzz.addEventListener("change", () => { if (buzz.checked) localStorage.setItem(BUZZ, "1"); else localStorage.removeItem(BUZZ); });
  }
  if (one("result") && one("flow")) one("result").open = false;
  told();
})();
