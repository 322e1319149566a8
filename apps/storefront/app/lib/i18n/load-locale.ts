import { LOCALE_LOADER } from '@oyna/domain/constants';
import type { Texts } from '@oyna/domain/translate';
import { localeUrl } from './namespaces.ts';

const { retries, initialDelayMs, delayFactor, parallelReads } = LOCALE_LOADER;
const waiting: (() => void)[] = [];
let reading = 0;

/** Spec §9: up to 5 retries, the first after 350 ms and each after twice as long; at most 10 reads at a time. */
export async function loadLocale(language: string, namespace: string): Promise<Texts> {
  for (let attempt = 0, delay: number = initialDelayMs; ; attempt += 1, delay *= delayFactor) {
    try {
      return await readInTurn(localeUrl(language, namespace));
    } catch (error) {
      if (attempt >= retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

async function readInTurn(url: string): Promise<Texts> {
  if (reading >= parallelReads) await new Promise<void>((resolve) => waiting.push(resolve));
  reading += 1;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return (await response.json()) as Texts;
  } finally {
    reading -= 1;
    waiting.shift()?.();
  }
}
