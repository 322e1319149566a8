import { afterEach, describe, expect, it, vi } from 'vitest';
import { pushSupport, subscribeBrowser } from './push-browser.ts';

const chrome = { hasPush: true, permission: 'default', userAgent: 'Chrome/140 Windows', touchPoints: 0 };

describe('push messages', () => {
  it('are offered before the customer was asked and after they agreed', () => {
    expect(pushSupport(chrome)).toBe('ready');
    expect(pushSupport({ ...chrome, permission: 'granted' })).toBe('ready');
  });

  it('cannot be asked for again after a refusal', () => {
    expect(pushSupport({ ...chrome, permission: 'denied' })).toBe('denied');
  });

  it('need the installed store on an iPhone and an iPad, also on one that calls itself a Macintosh', () => {
    const none = { hasPush: false, permission: undefined };
    expect(pushSupport({ ...none, userAgent: 'Mozilla (iPhone; OS 18)', touchPoints: 5 })).toBe('install');
    expect(pushSupport({ ...none, userAgent: 'Mozilla (Macintosh)', touchPoints: 5 })).toBe('install');
    expect(pushSupport({ ...none, userAgent: 'Mozilla (Macintosh)', touchPoints: 0 })).toBe('none');
  });
});

describe('a browser that subscribes', () => {
  const given = { endpoint: 'https://push.test/1', keys: { p256dh: 'p', auth: 'a' } };
  const pushManager = { getSubscription: async () => ({ toJSON: () => given }) };

  function stubBrowser(serviceWorker: object): void {
    vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
    vi.stubGlobal('navigator', { serviceWorker });
  }
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('installs the service worker if it is not there', async () => {
    let install = (_: object) => {};
    const ready = new Promise((resolve) => {
      install = resolve;
    });
    stubBrowser({ ready, register: async () => install({ pushManager }) });
    expect(await subscribeBrowser('key')).toEqual({ endpoint: given.endpoint, ...given.keys });
  });

  it('fails after ten seconds if the service worker cannot be installed', async () => {
    vi.useFakeTimers();
    stubBrowser({ ready: new Promise(() => {}), register: async () => {} });
    const outcome = subscribeBrowser('key').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await Promise.race([outcome, 'waits'])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(new Error('the service worker is not installed'));
  });
});
