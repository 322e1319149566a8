// Runs in the head of the offline page, before anything is painted: the page is kept once for all languages and themes.
const TAGS = { ru: 'ru', en: 'en', kz: 'kk' };
const { documentElement: html } = document;

function readCookie(name) {
  const own = `${name}=`;
  const part = document.cookie.split('; ').find((text) => text.startsWith(own));
  return part?.slice(own.length);
}

html.lang = TAGS[readCookie('i18next')] ?? 'ru';
html.dataset.theme = readCookie('theme') === 'light' ? 'light' : 'dark';

/** The address is that of the page that could not be opened. */
function tryAgain() {
  if (location.pathname === '/offline') location.replace('/');
  else location.reload();
}

/** Browsers do not always notice that the network is back, so the store itself is asked, while the page is looked at. */
const CHECK_MS = 3_000;
async function openWhenBack() {
  if (document.hidden) return;
  try {
    await fetch('/health/live', { method: 'HEAD', cache: 'no-store' });
    tryAgain();
  } catch {}
}

addEventListener('online', tryAgain);
setInterval(openWhenBack, CHECK_MS);
addEventListener('DOMContentLoaded', () => {
  const shown = document.querySelector(`main [lang="${html.lang}"]`);
  document.title = shown.querySelector('h1').textContent;
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', tryAgain);
});
