/** Text messages through a gateway that takes `POST {to, text}` with a bearer token. Which one is a matter of settings. */

export interface SmsSender {
  /** Throws `SmsRefused` when the gateway will never take it, anything else when it may later. */
  send(message: { to: string; text: string }): Promise<void>;
}

export class SmsRefused extends Error {
  override readonly name = 'SmsRefused';
}

interface SmsOptions {
  url: string;
  token?: string | undefined;
}

const TIMEOUT_MS = 20_000;
/** The gateway is busy or our token is wrong. The message can be sent again later. */
const LATER = [401, 403, 408, 429];

export function createSmsSender({ url, token }: SmsOptions): SmsSender {
  return {
    async send(message) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const text = `the text message was not taken: ${response.status}`;
      const isRefused = response.status < 500 && !LATER.includes(response.status);
      throw isRefused ? new SmsRefused(text) : new Error(text);
    },
  };
}
