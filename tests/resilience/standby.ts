import { join } from 'node:path';
import { copyFile, copyOut, writeDurably } from '../../apps/server/src/platform/backup/backup-folder.ts';
import { backUpCluster } from '../../apps/server/src/platform/backup/cluster-backup.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts';

/** A second cluster from a backup of the first, whose data is in `data`. It follows the first one through the replication protocol. */
export async function startStandby(
  primary: EmbeddedPostgres,
  { folder, settings }: { folder: string; settings: string[] },
): Promise<EmbeddedPostgres> {
  const [home, backups] = [join(folder, 'data/postgres'), join(folder, 'backups')];
  const manifest = await backUpCluster({ url: primary.url, home, folder: backups });
  const directory = join(folder, 'standby/postgres');
  const place = join(directory, 'cluster');
  await copyOut(backups, manifest, 'cluster', place, () => {});
  await copyFile(join(backups, manifest.name, 'password'), join(directory, 'password'));
  await writeDurably(join(place, 'standby.signal'), '');
  const { username, password, port } = new URL(primary.url);
  const connection = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby`;
  return startEmbeddedPostgres({ directory, settings: [...settings, `primary_conninfo=${connection}`] });
}
