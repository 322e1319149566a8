import { type SpawnOptions, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** How PostgreSQL's programs are started on this machine, and the folder in which they may keep their files. */
export interface PostgresRunner {
  directory: string;
  command(program: 'initdb' | 'postgres', args: string[]): { command: string; args: string[]; options: SpawnOptions };
  /** Gives a file that we wrote to the user PostgreSQL runs as. */
  own(path: string): void;
}

interface Identity {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. An ordinary user just runs it. Root runs it in a user namespace of its own, where
 * it is an ordinary user to itself and still root to the files, so that a home closed to others is no obstacle. Where
 * namespaces are forbidden (many containers), it runs as `nobody`, from a folder that `nobody` can reach.
 */
export function choosePostgresRunner(
  directory: string,
  native: string,
  isRoot = process.getuid?.() === 0,
  mayUnshare = isRoot && canUnshare(),
): PostgresRunner {
  if (!isRoot) return plainRunner(directory, native);
  return mayUnshare ? namespaceRunner(directory, native) : nobodyRunner(directory, native);
}

// initdb asks for the name of its user, so the number must be one that the machine knows.
function namespaceOf({ uid, gid }: Identity): string[] {
  return ['--user', `--map-user=${uid}`, `--map-group=${gid}`];
}

function canUnshare(): boolean {
  return spawnSync('unshare', [...namespaceOf(findNobody()), 'true'], { stdio: 'ignore' }).status === 0;
}

function plainRunner(directory: string, native: string): PostgresRunner {
  return {
    directory,
    command: (program, args) => ({ command: join(native, 'bin', program), args, options: {} }),
    own: () => {},
  };
}

function namespaceRunner(directory: string, native: string): PostgresRunner {
  return {
    directory,
    command: (program, args) => ({
      command: 'unshare',
      args: [...namespaceOf(findNobody()), join(native, 'bin', program), ...args],
      options: {},
    }),
    own: () => {},
  };
}

function nobodyRunner(directory: string, native: string): PostgresRunner {
  const nobody = findNobody();
  const home = reachableHome(directory);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, nobody.uid, nobody.gid);
  const programs = isOpenToOthers(native) ? native : copyPrograms(native);
  return {
    directory: home,
    command: (program, args) => ({ command: join(programs, 'bin', program), args, options: { ...nobody, cwd: home } }),
    own: (path) => chownSync(path, nobody.uid, nobody.gid),
  };
}

/** The data folder is the store's own and may be opened, to pass through only; what lies above it may not. */
function reachableHome(directory: string): string {
  const dataFolder = dirname(directory);
  if (!isOpenToOthers(dirname(dataFolder))) return join(sharedFolder(), shortHash(directory));
  chmodSync(dataFolder, statSync(dataFolder).mode | 0o001);
  return directory;
}

function copyPrograms(native: string): string {
  const programs = join(
    sharedFolder(),
    `postgres-${shortHash(native + statSync(join(native, 'bin/postgres')).mtimeMs)}`,
  );
  if (existsSync(programs)) return programs;
  // Copied beside its place and moved in when whole; links stay links to their neighbours.
  const draft = mkdtempSync(`${programs}.new-`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openToOthers(draft);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) openToOthers(join(entry.parentPath, entry.name));
  }
  try {
    renameSync(draft, programs);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another store was faster
  }
  return programs;
}

function sharedFolder(): string {
  const path = '/var/lib/oyna';
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
  return path;
}

function findNobody(): Identity {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** They may read what its owner may read, and run or enter what its owner may; whatever the umask was. */
function openToOthers(path: string): void {
  const { mode } = statSync(path);
  chmodSync(path, mode | 0o004 | ((mode & 0o100) >> 6));
}

/** Every folder from here to the root must let others pass. */
function isOpenToOthers(path: string): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
