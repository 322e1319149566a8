// PostgreSQL runs this file for each segment of the WAL: `store FOLDER NAME PATH` compresses one into the archive, `fetch FOLDER
// NAME PATH` brings it back. Nothing is imported from the store, so that it starts quickly.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Above 128 PostgreSQL ends the recovery. With 1 it takes the segment for missing, which is the end of the archive. */
const DAMAGED = 200;
const FASTEST = { level: 1 };

const [, , task, folder = '', name = '', path = ''] = process.argv;
const archived = join(folder, `${name}.gz`);
process.exitCode = task === 'store' ? store() : fetch();

function store(): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const segment = readFileSync(path);
  // After a crash PostgreSQL offers a segment again. Another one of the same name is of another database.
  if (existsSync(archived)) return gunzipSync(readFileSync(archived)).equals(segment) ? 0 : refuse();
  const draft = `${archived}.new`;
  writeFileSync(draft, gzipSync(segment, FASTEST), { mode: 0o600 });
  sync(draft);
  renameSync(draft, archived);
  if (process.platform !== 'win32') sync(folder);
  return 0;
}

function refuse(): number {
  process.stderr.write(`${archived} exists and is different: the archive belongs to another database\n`);
  return 1;
}

function fetch(): number {
  if (!existsSync(archived)) return 1;
  try {
    writeFileSync(path, gunzipSync(readFileSync(archived)), { mode: 0o600 });
    return 0;
  } catch (error) {
    process.stderr.write(`${archived} cannot be read: ${error}\n`);
    return DAMAGED;
  }
}

function sync(file: string): void {
  const handle = openSync(file, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
