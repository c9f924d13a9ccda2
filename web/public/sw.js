// %SHELL_VERSION%: the server writes a digest of the files below here, so that this file changes when one of them does.
// Keeps one thing: the page that says that there is no connection. Every page and every call is asked of the server; no
// answer is ever kept, so that a new version is there at once and nothing personal lies in the browser's cache.
const shell = 'lectern-shell-%SHELL_VERSION%';
const offlinePage = '/offline.html';
const files = [offlinePage, '/offline.js', '/theme.js', '/icon.svg'];

/** Addresses that are no pages of the app, filled in by the server, which keeps the list (server/src/platform/web-app.ts). */
const notAPage = new RegExp('%NOT_A_PAGE%');

addEventListener('install', (event) => {
  const fresh = files.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(fresh)));
  skipWaiting();
});

addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== shell) await caches.delete(name);
    // The page is on its way while this worker starts.
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (request.destination === 'document' && !notAPage.test(pathname)) event.respondWith(page(event));
    // Left alone, a frame would be asked for twice, and the second answer of a sign-in is refused.
    else if (request.destination === 'iframe') event.respondWith(load(event));
  } else if (files.includes(pathname)) event.respondWith(file(request));
});

const load = async (event) => (await event.preloadResponse) ?? fetch(event.request);

async function page(event) {
  try {
    return await load(event);
  } catch {
    return (await caches.match(offlinePage)) ?? Response.error();
  }
}

/** The parts of the offline page, from the server while there is one. */
async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}
