import { AppError } from '@oyna/domain/errors';
import { SHOP_SETTING_NAMES, SHOP_SETTINGS, type ShopSettingName, type ShopSettings } from '@oyna/domain/shop-settings';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './settings.queries.ts';

const SHOWN_VERSIONS = 20;

interface Current<Name extends ShopSettingName> {
  /** 0: never changed. */
  version: number;
  value: ShopSettings[Name];
}

/** The value in force. A stored value that the present rules refuse counts as never set. */
export async function getSetting<Name extends ShopSettingName>(db: Connection, name: Name): Promise<Current<Name>> {
  const { initial, parse } = SHOP_SETTINGS[name];
  const [stored] = await queries.listVersions(db, name, 1);
  if (!stored) return { version: 0, value: initial };
  return { version: stored.version, value: parse(stored.value) ?? initial };
}

export type SettingsService = ReturnType<typeof createSettingsService>;

/** What operators change while the store runs: provider fees, thresholds. Every version is kept. */
export function createSettingsService(db: Database) {
  return {
    async list() {
      const read = async (name: ShopSettingName) => ({
        name,
        ...(await getSetting(db, name)),
        history: (await queries.listVersions(db, name, SHOWN_VERSIONS)).map(
          ({ version, reason, changedBy, changedAt }) => ({ version, reason, changedBy, changedAt }),
        ),
      });
      return Promise.all(SHOP_SETTING_NAMES.map(read));
    },

    /** `seenVersion` is the version that the operator has changed. */
    async changeSetting(
      actor: Actor,
      name: ShopSettingName,
      change: { value: unknown; seenVersion: number; reason: string },
    ): Promise<void> {
      const value = SHOP_SETTINGS[name].parse(change.value);
      if (value === undefined) throw new AppError('invalid-parameter', { field: 'value' });
      const reason = change.reason.trim();
      await inTransaction(db, async (transaction) => {
        const before = await getSetting(transaction, name);
        const version = change.seenVersion + 1;
        const isSeen = before.version === change.seenVersion;
        const next = { version, value, reason, changedBy: actor.name };
        if (!isSeen || !(await queries.insertVersion(transaction, name, next))) {
          const [latest] = await queries.listVersions(transaction, name, 1);
          throw new AppError('changed-meanwhile', {
            current: { version: latest?.version ?? 0, changedBy: latest?.changedBy ?? null },
          });
        }
        await audit(transaction, {
          actor,
          action: 'setting change',
          subject: `setting ${name}`,
          reason,
          before: { value: before.value },
          after: { value },
        });
      });
    },
  };
}
