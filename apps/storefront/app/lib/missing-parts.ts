import { readStored, store } from './browser-storage.ts';

/** A request under way, such as a payment, and a key or a link that is shown once: a reload would lose them. */
const NOT_TO_LOSE = 'button[aria-busy], main code';

/**
 * After a deploy the server does not have the files of an open page. Vite reports every import that fails: the page is loaded
 * again, once per build, unless the visitor would lose something. Then the place that needs the part says what failed.
 */
export function reloadWithoutParts(build: string, loadClient: () => Promise<unknown>): void {
  let typed: HTMLInputElement | undefined;
  addEventListener('input', ({ target }) => {
    typed = target as HTMLInputElement;
  });
  // A form that is filled in can be sent after a deploy, and a page that is too old is loaded again before it is filled in.
  addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches('input, textarea')) loadClient().catch(() => {});
  });

  const reload = ({ ok }: Response) => {
    const isTyping = typed?.isConnected && typed.value && typed.closest('main, dialog, :focus');
    if (!ok || isTyping || document.querySelector(NOT_TO_LOSE) || readStored('sessionStorage', build)) return;
    store('sessionStorage', build, 'reloaded');
    // Where nothing can be stored the page would be loaded again and again.
    if (readStored('sessionStorage', build)) location.reload();
  };
  addEventListener('vite:preloadError', () => {
    // Without a network the page would be lost. When the answer is here, the button of the failed action is no longer busy.
    fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(reload, () => {});
  });
}
