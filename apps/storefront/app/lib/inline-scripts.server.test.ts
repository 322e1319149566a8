import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { collectScripts, SCRIPT_MARK } from './inline-scripts.server.ts';

const hashOf = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`;

it('hashes a marked script and takes its mark off', () => {
  const { page, hashes } = collectScripts(`<p>a</p><script type="module" nonce="${SCRIPT_MARK}">go()</script>`);
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
    const { page, hashes } = collectScripts(`${script}<script nonce="${SCRIPT_MARK}">go()</script>${script}`);
    expect(page).toContain(script);
    expect(hashes).toEqual([hashOf('go()')]);
  }
});

it('gives no hash to an unfinished script before a marked one', () => {
  const { hashes } = collectScripts(`<script>steal() <script nonce="${SCRIPT_MARK}">go()</script>`);
  expect(hashes).toEqual([hashOf('go()')]);
});

it('gives no hash to a marked script of a file, and takes its mark off', () => {
  const { page, hashes } = collectScripts(`<script src="/a.js" nonce="${SCRIPT_MARK}"></script>`);
  expect([page, hashes]).toEqual(['<script src="/a.js"></script>', []]);
});
