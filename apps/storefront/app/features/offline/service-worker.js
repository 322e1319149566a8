// The store's service worker; routes/service-worker.ts puts VERSION in front of it. It keeps the offline page and files
// whose name is the hash of their content, and nothing else: no page, no answer of the API, so no key and no
// personal data. All other requests go to the network.
const NAME = 'oyna-';
const CACHE = NAME + VERSION;
/** An empty cache as a mark: the next page of the customer sends the new subscription (push-renewal.ts). */
const PUSH_CHANGED = 'push-changed';
const OFFLINE = '/offline';

addEventListener('install', (event) => event.waitUntil(keepOfflinePage()));
addEventListener('activate', (event) => event.waitUntil(deleteOlder()));
addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.json())));
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(caches.open(PUSH_CHANGED)));
addEventListener('notificationclick', (event) => event.waitUntil(answerMessage(event)));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (isHashed(new URL(request.url))) event.respondWith(findFile(event));
});

async function keepOfflinePage() {
  const page = await fetch(OFFLINE, { cache: 'no-cache', credentials: 'omit' });
  if (!page.ok) throw new Error(`the offline page answers ${page.status}`);
  const html = await page.clone().text();
  const files = await Promise.all([...new Set(html.match(/\/assets\/[^"]+/g))].map(loadFile));
  // After a rollback this build has a cache, which is older than that of the build before. It is made again as the newest.
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  try {
    for (const [path, file] of files) await cache.put(path, file);
    await cache.put(OFFLINE, page);
  } catch (error) {
    // Otherwise the next worker would take it for the cache of the previous build.
    await caches.delete(CACHE);
    throw error;
  }
  await skipWaiting();
}

async function loadFile(path) {
  const file = await fetch(path);
  if (!file.ok) throw new Error(`${path} answers ${file.status}`);
  return [path, file];
}

/** The cache of the previous build stays: a tab that was open before may still need its files. Names come oldest first. */
async function deleteOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  for (const name of older.slice(0, -1)) await caches.delete(name);
  // The browser requests the page while this worker starts.
  await registration.navigationPreload?.enable();
}

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const page = await caches.match(OFFLINE, { cacheName: CACHE, ignoreVary: true });
    if (page) return page;
    throw error;
  }
}

function isHashed({ origin, pathname }) {
  return origin === location.origin && pathname.startsWith('/assets/');
}

async function findFile(event) {
  const { request } = event;
  const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  if (kept) return kept;
  // A file of the previous build that is still used moves to this cache.
  const file = (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));
  if (file.status === 200) {
    const copy = file.clone();
    // The file is used also when it cannot be cached, such as on a full disk.
    event.waitUntil(
      caches
        .open(CACHE)
        .then((cache) => cache.put(request, copy))
        .catch(() => {}),
    );
  }
  return file;
}

/** A message of an alert. A later one of the same alert replaces it. */
async function showMessage({ title, body, url, tag, open, stop, stopToken }) {
  await registration.showNotification(title, {
    body,
    tag,
    icon: '/images/icon-192.png',
    data: { title, body, url, tag, open, stop, stopToken },
    actions: [
      { action: 'open', title: open },
      { action: 'stop', title: stop },
    ],
  });
}

async function answerMessage({ action, notification }) {
  notification.close();
  if (action === 'stop') return stopAlert(notification.data);
  const { pathname, search, hash, origin } = new URL(notification.data.url, location.origin);
  await clients.openWindow(origin === location.origin ? pathname + search + hash : '/');
}

/** Without a network the message is shown again, so that the customer can try once more. */
async function stopAlert(message) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token: message.stopToken });
  try {
    const answer = await fetch('/api/v1/alerts/stop', { method: 'POST', headers, body, credentials: 'omit' });
    if (answer.status >= 500) throw new Error('the store is not available');
  } catch {
    await showMessage(message);
  }
}
