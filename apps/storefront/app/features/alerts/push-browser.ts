/** Push messages in this browser. Permission is asked only after a tap. */

/** `install`: an iPhone or iPad, where only a store on the home screen gets messages. */
export type PushSupport = 'ready' | 'denied' | 'install' | 'none';

interface Surroundings {
  hasPush: boolean;
  permission: string | undefined;
  userAgent: string;
  touchPoints: number;
}

/** An iPad calls itself a Macintosh, and is one with a touch screen. */
export function pushSupport({ hasPush, permission, userAgent, touchPoints }: Surroundings): PushSupport {
  const isApple = /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1);
  if (!hasPush) return isApple ? 'install' : 'none';
  return permission === 'denied' ? 'denied' : 'ready';
}

export const readPushSupport = (): PushSupport =>
  pushSupport({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  });

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Undefined when the customer refuses. Throws when the browser cannot subscribe now. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | undefined> {
  const isAllowed = Notification.permission === 'granted' || (await Notification.requestPermission()) === 'granted';
  if (!isAllowed) return undefined;
  const { pushManager } = await findWorker();
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error('the browser gave no keys');
  return { endpoint, p256dh, auth };
}

/** Longer than an installation takes on a slow connection. */
const WORKER_MS = 10_000;

/** The installation at the start of the page may have failed, for example during a deploy. `ready` alone would wait for ever. */
async function findWorker(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/service-worker.js');
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the service worker is not installed')), WORKER_MS);
  });
  return Promise.race([serviceWorker.ready, late]);
}
