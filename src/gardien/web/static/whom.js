// To whom? Asked by ⇧, a long or a right press on whatever shows somebody in one press, or by the link beside it.
"use strict";
(() => {
  const LONG_MS = 500;
  const $ = (id) => document.getElementById(id);
  let pressed = 0, down = false, wanted = "";

  async function ask(address) {
    wanted = "";
    const answer = await fetch(address, { headers: { "X-Gardien": "1" } }).catch(() => null);
    if (!answer?.ok) return;
    const part = document.createElement("template");
    part.innerHTML = await answer.text();
    $("to-whom").replaceWith(part.content.firstElementChild);
    name_these();
    $("pop-whom").showPopover();
    $("to-whom").querySelector("button:not([disabled])").focus();
  }

  function name_these() {
    const go = $("to-whom")?.querySelector(".btn--main");
    if (go) go.disabled = !$("to-whom").querySelector(":checked");
  }

  document.addEventListener("input", (event) => { if (event.target.closest("#to-whom")) name_these(); });

  document.addEventListener("click", (event) => {
    const eye = event.target.closest("[data-whom]");
    if (!eye || (eye.dataset.do && !event.shiftKey && !(event.detail && event.timeStamp - pressed > LONG_MS))) return;
    event.preventDefault();
    event.stopPropagation();
    ask(eye.dataset.whom);
  }, true);

  // A window that opens under a finger is shut by lifting it.
  document.addEventListener("contextmenu", (event) => {
    const eye = event.target.closest("[data-whom]");
    if (!eye) return;
    event.preventDefault();
    if (down) wanted = eye.dataset.whom; else ask(eye.dataset.whom);
  });
  addEventListener("pointerdown", (event) => { pressed = event.timeStamp; down = true; }, true);
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => { down = false; if (wanted) setTimeout(ask, 0, wanted); }, true);
})();
