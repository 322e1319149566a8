import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';

export type NodeRole = 'web' | 'worker';

/** Four heartbeats. */
const SILENT_SECONDS = 45;
const REMOVED_HOURS = 24;
const isSilent = sql<boolean>`beat_at < now() - make_interval(secs => ${SILENT_SECONDS})`;

export async function beat(
  db: Connection,
  { id, role, host, version }: { id: string; role: NodeRole; host: string; version: string },
): Promise<void> {
  await sql`
    WITH removed AS (DELETE FROM node WHERE beat_at < now() - make_interval(hours => ${REMOVED_HOURS}) AND id <> ${id})
    INSERT INTO node (id, role, host, version) VALUES (${id}, ${role}, ${host}, ${version})
    ON CONFLICT (id) DO UPDATE SET beat_at = now()`.execute(db);
}

export async function removeNode(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute();
}

export async function removeSilentNode(db: Connection, id: string) {
  const { rows } = await sql<{ role: NodeRole; host: string; version: string }>`
    DELETE FROM node WHERE id = ${id} AND ${isSilent} RETURNING role, host, version`.execute(db);
  return rows[0];
}

export interface NodeRow {
  id: string;
  role: NodeRole;
  host: string;
  version: string;
  startedAt: Date;
  beatAt: Date;
  isSilent: boolean;
}

export async function listNodes(db: Connection): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    SELECT id, role, host, version, started_at AS "startedAt", beat_at AS "beatAt", ${isSilent} AS "isSilent"
    FROM node ORDER BY role, host, started_at, id`.execute(db);
  return rows;
}

/** By the clock of the database: each callback came so many milliseconds ago. */
export async function saveCallbacks(
  db: Connection,
  callbacks: readonly { partner: string; age: number }[],
): Promise<void> {
  await sql`
    INSERT INTO partner_callback (partner, at)
    SELECT partner, now() - make_interval(secs => age / 1000) FROM jsonb_to_recordset(${JSON.stringify(callbacks)}::jsonb)
      AS seen (partner text, age double precision) ORDER BY partner
    ON CONFLICT (partner) DO UPDATE SET at = greatest(partner_callback.at, excluded.at)`.execute(db);
}
