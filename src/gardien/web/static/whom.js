// To whom? Asked by ⇧, a long or a right press on whatever shows somebody in one press, or by the link beside it.
"use strict";
(() => {
  const LONG_MS = 500;
  const $ = (id) => document.getElementById(id);
  const GAP = 8;
  let pressed = 0, down = false, wanted = null;

  async function ask(eye) {
    wanted = null;
    const at = eye.getBoundingClientRect();
    const answer = await fetch(eye.dataset.whom, { headers: { "X-Gardien": "1" } }).catch(() => null);
    if (!answer?.ok) return;
    const part = document.createElement("template");
    part.innerHTML = await answer.text();
    $("to-whom").replaceWith(part.content.firstElementChild);
    name_these();
    $("pop-whom").showPopover();
    place($("pop-whom"), at);
    $("to-whom").querySelector("button:not([disabled])").focus();
  }

  // Beside the eye, on the side that has room, and whole; where neither has, as the style sheet puts it.
  function place(pop, at) {
    pop.style.inset = "";
    const width = pop.offsetWidth, right = at.right + GAP, left = at.left - GAP - width;
    const x = right + width <= innerWidth ? right : left;
    if (x < 0) return;
    pop.style.inset = `${Math.max(GAP, Math.min(at.top, innerHeight - pop.offsetHeight - GAP))}px auto auto ${x}px`;
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
    ask(eye);
  }, true);

  // A window that opens under a finger is shut by lifting it.
  document.addEventListener("contextmenu", (event) => {
    const eye = event.target.closest("[data-whom]");
    if (!eye) return;
    event.preventDefault();
    if (down) wanted = eye; else ask(eye);
  });
  addEventListener("pointerdown", (event) => { pressed = event.timeStamp; down = true; }, true);
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => { down = false; if (wanted) setTimeout(ask, 0, wanted); }, true);
})();
