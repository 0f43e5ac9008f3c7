// At home on a phone: the strip says of what hour a page is that has lost its line; behind TLS pages can be read again.
"use strict";
(() => {
  const strip = document.getElementById("offline"), since = strip?.querySelector("[data-since]");
  const STEP_MS = 5000;
  let alive = Number(document.body.dataset.kept) || Date.now();  // the last moment at which the page was up to date

  // A device that sleeps stops the clock too: what it shows on waking is of the hour at which it fell asleep.
  setInterval(() => { if (strip?.hidden && !document.hidden) alive = Date.now(); }, STEP_MS);

  function told() {
    if (!since || strip.hidden) return;
    const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }).format(alive);
    since.textContent = since.dataset.since.replace("…", hour);
    since.hidden = false;
  }

  if (strip) new MutationObserver(told).observe(strip, { attributes: true, attributeFilter: ["hidden"] });
  if (strip && document.body.dataset.kept) strip.hidden = false;

  // A link is taken along with one press; over plain http only the old way is open.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]"), from = button && document.getElementById(button.dataset.copy);
    if (!from) return;
    from.select();
    try { await navigator.clipboard.writeText(from.value); } catch { if (!document.execCommand("copy")) return; }
    button.textContent = button.dataset.copied;
  });

  if (isSecureContext && navigator.serviceWorker) navigator.serviceWorker.register("/sw.js").catch(() => { /* a browser that keeps nothing */ });
})();
