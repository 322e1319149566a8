import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Words that code, tests and documents used for other things than they mean. They must not come back. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const files = globSync(
  ['*.md', '{docs,bench,deploy,e2e,packages,scripts,tests,apps/*/{src,app}}/**/*.{ts,tsx,md,sql,yml}'],
  { cwd: ROOT, exclude: ['**/node_modules/**', '**/build/**'] },
).filter((file) => file !== 'CHANGELOG.md' && file !== 'scripts/plain-words.test.ts');

const WRONG: { word: RegExp; use: string; allowedIn?: RegExp }[] = [
  { word: /\bjudg(e|es|ed|ing|eFlood)\b/i, use: 'check, decide, count as' },
  { word: /\bcanar(y|ies)\b/i, use: 'mark' },
  { word: /\btold\b|\btellPrice/i, use: 'notified, reported, named, answered' },
  { word: /\bwalks?\b/i, use: 'read, call, go through', allowedIn: /^packages\/cover-art\// },
  { word: /\bnewsOf\b/, use: 'noticesOf, announcementOf', allowedIn: /^apps\/server\/src\/features\/content\// },
  { word: /\bwhoever\b/i, use: 'the buyer, the operator, the visitor' },
];

it('uses ordinary words', () => {
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((file) => {
    const text = readFileSync(ROOT + file, 'utf8');
    return WRONG.filter(({ word, allowedIn }) => word.test(text) && !allowedIn?.test(file)).map(
      ({ word, use }) => `${file}: ${word.exec(text)?.[0]}, use ${use}`,
    );
  });
  expect(found).toEqual([]);
});
