import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { RENDER_NONCE, replaceNonceByHashes } from './script-hashes.server.ts';

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

it('hashes a script with the nonce and removes the nonce', () => {
  const { page, hashes } = replaceNonceByHashes(`<p>a</p><script type="module" nonce="${RENDER_NONCE}">go()</script>`);
  expect(page).toBe('<p>a</p><script type="module">go()</script>');
  expect(hashes).toEqual([hashOf('go()')]);
});

it('gives no hash to a script that came in with the data of the page', () => {
  const injected = [
    '<script>steal()</script>',
    '<script nonce="guess">steal()</script>',
    '<script nonce>steal()</script>',
  ];
  for (const script of injected) {
    const { page, hashes } = replaceNonceByHashes(`${script}<script nonce="${RENDER_NONCE}">go()</script>${script}`);
    expect(page).toContain(script);
    expect(hashes).toEqual([hashOf('go()')]);
  }
});

it('gives no hash to an unfinished script before one with the nonce', () => {
  const { hashes } = replaceNonceByHashes(`<script>steal() <script nonce="${RENDER_NONCE}">go()</script>`);
  expect(hashes).toEqual([hashOf('go()')]);
});

it('gives no hash to a script file, and removes its nonce', () => {
  const { page, hashes } = replaceNonceByHashes(`<script src="/a.js" nonce="${RENDER_NONCE}"></script>`);
  expect([page, hashes]).toEqual(['<script src="/a.js"></script>', []]);
});

it('gives no hash to a link with the nonce', () => {
  const html = `<link rel="modulepreload" nonce="${RENDER_NONCE}" href="/a.js"/><script nonce="${RENDER_NONCE}">go()</script>`;
  const { page, hashes } = replaceNonceByHashes(html);
  expect(page).toBe('<link rel="modulepreload" href="/a.js"/><script>go()</script>');
  expect(hashes).toEqual([hashOf('go()')]);
});
