import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the rehearsal runs, and the Debian package that brings it. */
const NEEDED = [
  { file: 'patroni', package: 'patroni' },
  { file: 'etcd', package: 'etcd-server' },
  { file: 'haproxy', package: 'haproxy' },
  { file: 'pgbouncer', package: 'pgbouncer' },
  { file: 'postgres', package: 'postgresql' },
  { file: 'psql', package: 'postgresql' },
  { file: 'ip', package: 'iproute2' },
  { file: 'nsenter', package: 'util-linux' },
  { file: 'unshare', package: 'util-linux' },
] as const;

/** The part of Patroni that speaks to etcd, which Debian has in a package for itself. */
const ETCD_MODULE = { path: '/usr/lib/python3/dist-packages/etcd/__init__.py', package: 'python3-etcd' };

type Program = (typeof NEEDED)[number]['file'];
export type Programs = Record<Program, string>;

/** The folders of the PATH, of services, and of the newest PostgreSQL, whose programs Debian keeps out of the PATH. */
export function listFolders(path = process.env['PATH'] ?? ''): string[] {
  const versions = '/usr/lib/postgresql';
  const newest = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : [];
  return [...newest.map((version) => join(versions, version, 'bin')), ...path.split(':'), '/usr/sbin', '/sbin'];
}

/** The programs, or the lines that say which packages are missing and how to get them. */
export function findPrograms(folders: readonly string[], module = ETCD_MODULE.path): Programs | { missing: string } {
  const found = NEEDED.map(({ file, package: name }) => ({
    file,
    name,
    path: folders.map((folder) => join(folder, file)).find((path) => existsSync(path)),
  }));
  const packages = found.filter(({ path }) => path === undefined).map(({ name }) => name as string);
  if (!existsSync(module)) packages.push(ETCD_MODULE.package);
  if (packages.length === 0) return Object.fromEntries(found.map(({ file, path }) => [file, path])) as Programs;
  const names = [...new Set(packages)].toSorted().join(' ');
  return {
    missing: `The rehearsal needs Debian packages that are missing: ${names}\nGet them: apt-get install -y ${names}`,
  };
}
