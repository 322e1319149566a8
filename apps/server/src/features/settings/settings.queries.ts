import type { ShopSettingName } from '@oyna/domain/shop-settings';
import type { Connection } from '../../platform/database/connection.ts';

export interface SettingVersion {
  version: number;
  value: unknown;
  reason: string;
  changedBy: string;
  changedAt: Date;
}

/** The newest first. */
export function listVersions(db: Connection, name: ShopSettingName, limit: number): Promise<SettingVersion[]> {
  return db
    .selectFrom('shop_setting')
    .select(['version', 'value', 'reason', 'changed_by as changedBy', 'changed_at as changedAt'])
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

/** Returns false when another operator has written this version. */
export async function insertVersion(
  db: Connection,
  name: ShopSettingName,
  setting: Omit<SettingVersion, 'changedAt'>,
): Promise<boolean> {
  const { version, value, reason, changedBy } = setting;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('shop_setting')
    .values({ name, version, value: JSON.stringify(value), reason, changed_by: changedBy })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
