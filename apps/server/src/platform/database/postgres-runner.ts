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

/** How to start the programs of PostgreSQL on this machine, and the folder for their files. */
export interface PostgresRunner {
  directory: string;
  /** PostgreSQL cannot read what only the user of this process can. */
  isOtherUser: boolean;
  command(program: 'initdb' | 'postgres', args: string[]): { command: string; args: string[]; options: SpawnOptions };
  /** Makes the user of PostgreSQL the owner of a file. */
  own(path: string): void;
}

interface Identity {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Root runs it in a user namespace, where it is an ordinary user that can still read
 * the files of root. Where namespaces are forbidden (many containers) it runs as the user `nobody`, from a folder that
 * this user can reach.
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

// initdb needs a user that has a name on this machine.
function namespaceOf({ uid, gid }: Identity): string[] {
  return ['--user', `--map-user=${uid}`, `--map-group=${gid}`];
}

function canUnshare(): boolean {
  return spawnSync('unshare', [...namespaceOf(findNobody()), 'true'], { stdio: 'ignore' }).status === 0;
}

function plainRunner(directory: string, native: string): PostgresRunner {
  return {
    directory,
    isOtherUser: false,
    command: (program, args) => ({ command: join(native, 'bin', program), args, options: {} }),
    own: () => {},
  };
}

function namespaceRunner(directory: string, native: string): PostgresRunner {
  return {
    directory,
    isOtherUser: false,
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
    isOtherUser: true,
    command: (program, args) => ({ command: join(programs, 'bin', program), args, options: { ...nobody, cwd: home } }),
    own: (path) => chownSync(path, nobody.uid, nobody.gid),
  };
}

/** The data folder belongs to the store, so others get the right to pass through it. Folders above it are not changed. */
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
  // Copied to a draft folder and renamed when complete. Relative links stay valid.
  const draft = mkdtempSync(`${programs}.new-`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  openToOthers(draft);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) openToOthers(join(entry.parentPath, entry.name));
  }
  try {
    renameSync(draft, programs);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another process has created it
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

/** Gives all users the rights of the owner, except writing. */
function openToOthers(path: string): void {
  const { mode } = statSync(path);
  chmodSync(path, mode | 0o004 | ((mode & 0o100) >> 6));
}

/** Whether other users can pass through every folder up to the root. */
function isOpenToOthers(path: string): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
