// The service worker caches all files of the page and serves them from the cache. A new version waits
// until no open page uses the files of the previous one.
const cacheName = `satdoku-${VERSION}`;
const files = FILES;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('satdoku-') && name !== cacheName;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// Cached files never become stale: file names contain hashes, and a new version has a new worker.
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true, ignoreVary: true }).then((cached) => cached ?? fetch(event.request)),
  );
});
