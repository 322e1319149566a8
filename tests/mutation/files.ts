import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The rules about money, states, keys, permissions, activation and signatures. */
const FILES = [
  'packages/domain/src/{money,pricing,price-change,margin,vat,checkout,refund-plan,top-up}.ts',
  'packages/domain/src/{states,settlement,late-payment}.ts',
  'packages/domain/src/{key-formats,key-file,key-withdrawal,replacement-policy,claim-link,gift}.ts',
  'packages/domain/src/{permissions,approvals,activation}.ts',
  'packages/providers/src/wire.ts',
  'packages/providers/src/{bucket,epoint,platron,talkbank}/*.signature.ts',
];

/** The named files, or all of them. */
export const listFiles = (names: string[]): string[] =>
  globSync(names.length > 0 ? names : FILES, { cwd: ROOT }).map((name) => resolve(ROOT, name));

// The command, the configuration of Vitest and its workers are different processes that meet in this folder.
const folder = process.env['MUTATION_FOLDER'] ?? tmpdir();
export const CHANGED_FILES = join(folder, 'changed-files.json');
export const NOTICED = join(folder, 'noticed.jsonl');
/** The files of tests that were begun and that were completed. */
export const BEGUN = join(folder, 'begun');
export const DONE = join(folder, 'done');

/** A source with every change of it beside the original code. */
export interface ChangedFile {
  name: string;
  content: string;
}

/** What one test did to the changes that its code passes. */
export interface Noticed {
  killed: string[];
  survived: string[];
  /** Passed while the modules were loaded. */
  loaded: string[];
}

export const readChangedFiles = (): ChangedFile[] => JSON.parse(readFileSync(CHANGED_FILES, 'utf8'));

export const readLines = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];

export const readNoticed = (): Noticed[] => readLines(NOTICED).map((line) => JSON.parse(line));
