// Behind TLS, and on this machine itself: pages that were shown can be read again while the line is down.
// Nothing is kept that this device has not shown, and a link to another seat empties the shelf.
"use strict";
const SHELF = "gardien-pages", FILES = "gardien-files";
const MOST = 30;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event, to = new URL(request.url);
  if (request.method !== "GET" || to.origin !== location.origin) return;
  if (to.pathname.startsWith("/static/") && to.search) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, to));
});

// Its name holds its content: what was fetched once is right for ever.
async function file(request) {
  const shelf = await caches.open(FILES), known = await shelf.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const bare = new URL(request.url).pathname;
    for (const old of await shelf.keys()) if (new URL(old.url).pathname === bare) await shelf.delete(old);
    await shelf.put(request, answer.clone());
  }
  return answer;
}

async function page(request, to) {
  const shelf = await caches.open(SHELF), key = to.origin + to.pathname;
  if (to.pathname.startsWith("/l/")) await caches.delete(SHELF);  // whoever comes now may sit elsewhere
  try {
    const answer = await fetch(request);
    if (answer.status === 401 || answer.status === 403) await shelf.delete(key);
    else if (answer.ok && (answer.headers.get("content-type") ?? "").includes("html") && !answer.redirected) await keep(shelf, key, answer.clone());
    return answer;
  } catch (fault) {
    const known = await shelf.match(key);
    if (known) return known;
    throw fault;
  }
}

// With the hour it is of, so that nobody takes it for news.
async function keep(shelf, key, answer) {
  const text = (await answer.text()).replace("<body", `<body data-kept="${Date.now()}"`);
  await shelf.put(key, new Response(text, { headers: answer.headers }));
  for (const old of (await shelf.keys()).slice(0, -MOST)) await shelf.delete(old);
}
