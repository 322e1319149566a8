import type { ActivationAnswer } from '@oyna/domain/activation';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/connection.ts';
import type { LocalizedText } from '../../platform/database/json-columns.ts';

export interface RuleFields {
  platform: string;
  region: string;
  allowed: string[];
  excluded: string[];
  otherwise: ActivationAnswer;
  condition: LocalizedText | null;
  source: string;
  /** A calendar day. */
  checkedOn: string;
}

export interface RuleRow extends RuleFields {
  id: number;
  version: number;
}

const COLUMNS = [
  'id',
  'platform',
  'region',
  'allowed',
  'excluded',
  'otherwise',
  'condition',
  'source',
  'checked_on as checkedOn',
  'version',
] as const;

export async function listRules(db: Connection): Promise<RuleRow[]> {
  const rows = await db.selectFrom('activation_rule').select(COLUMNS).orderBy('region').orderBy('platform').execute();
  return rows;
}

export async function lockRule(db: Connection, id: number): Promise<RuleRow | undefined> {
  const row = await db
    .selectFrom('activation_rule')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row;
}

/** Undefined when the platform and region have a rule already. */
export async function insertRule(db: Connection, rule: RuleFields): Promise<number | undefined> {
  const row = await db
    .insertInto('activation_rule')
    .values(valuesOf(rule))
    .onConflict((conflict) => conflict.columns(['region', 'platform']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateRule(db: Connection, id: number, rule: RuleFields): Promise<void> {
  await db
    .updateTable('activation_rule')
    .set({ ...valuesOf(rule), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteRule(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('activation_rule').where('id', '=', id).execute();
}

const valuesOf = ({ checkedOn, ...rule }: RuleFields) => ({ ...rule, checked_on: checkedOn });

export async function listCountryCodes(db: Connection): Promise<string[]> {
  const rows = await db.selectFrom('country').select('code').orderBy('position').orderBy('id').execute();
  return rows.map(({ code }) => code);
}

/** Platforms and regions of the offers on sale, with their number. */
export async function listPlaces(db: Connection): Promise<{ platform: string; region: string; offers: number }[]> {
  return db
    .selectFrom('product')
    .select(['platform', 'region', sql<number>`count(*)`.as('offers')])
    .where('offered', '=', true)
    .where('type', '<>', 'TopUp')
    .groupBy(['platform', 'region'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('region')
    .orderBy('platform')
    .execute();
}
