import { describe, expect, it } from 'vitest';
import { pushSupport } from './push-browser.ts';

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
