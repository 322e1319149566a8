import {
  type ActivationAnswer,
  activation,
  EVERY_PLATFORM,
  findActivationRule,
  findRuleFault,
} from '@oyna/domain/activation';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@oyna/domain/constants';
import { AppError } from '@oyna/domain/errors';
import { type Actor, audit, findLastChange } from '../../platform/audit.ts';
import type { Connection, Database } from '../../platform/database/connection.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import * as queries from './activation.queries.ts';

/** Whether an offer works in a country, for the caller's transaction. Throws `country-invalid`. */
export async function getActivation(
  db: Connection,
  place: { platform: string; region: string },
  country: string,
): Promise<ActivationAnswer> {
  if (!(await queries.listCountryCodes(db)).includes(country))
    throw new AppError('country-invalid', { field: 'country' });
  return activation(place, country, await queries.listRules(db));
}

export type ActivationService = ReturnType<typeof createActivationService>;

/** The rules that say where keys can be activated. The start of a payment reads them in its own transaction. */
export function createActivationService(db: Database) {
  return {
    /** For the pages of the store. */
    async listRules(language: Language) {
      const rules = await queries.listRules(db);
      return rules.map(({ id: _id, version: _version, source: _source, condition, ...rule }) => ({
        ...rule,
        condition: condition?.[language] ?? null,
      }));
    },

    /** For operators: all rules, what is on sale without one, and the platforms of offers and rules. */
    async listForOperators() {
      const [items, places, countries] = await Promise.all([
        queries.listRules(db),
        queries.listPlaces(db),
        queries.listCountryCodes(db),
      ]);
      const missing = places.filter((place) => !findActivationRule(place, items));
      const used = items.flatMap(({ region, allowed, excluded }) => [region, ...allowed, ...excluded]);
      const names = namesOf([...countries, ...used, ...missing.map(({ region }) => region)]);
      const platforms = new Set([...places, ...items].map(({ platform }) => platform));
      platforms.delete(EVERY_PLATFORM);
      return { items, countries, names, missing, platforms: [...platforms].sort() };
    },

    create(actor: Actor, rule: queries.RuleFields): Promise<number> {
      return inTransaction(db, async (transaction) => {
        await assertPossible(transaction, rule);
        const id = await queries.insertRule(transaction, rule);
        if (id === undefined) throw new AppError('state-conflict', { field: 'region' });
        await audit(transaction, { actor, action: 'activation create', subject: nameOf(rule), after: rule });
        return id;
      });
    },

    /** `seenVersion` is the version that the operator has changed. Platform and region of a rule stay. */
    change(actor: Actor, id: number, seenVersion: number, terms: Omit<queries.RuleFields, 'platform' | 'region'>) {
      return inTransaction(db, async (transaction) => {
        const before = await lockSeen(transaction, id, seenVersion);
        const rule = { ...terms, platform: before.platform, region: before.region };
        await assertPossible(transaction, rule);
        await queries.updateRule(transaction, id, rule);
        const { id: _id, version: _version, ...old } = before;
        await audit(transaction, {
          actor,
          action: 'activation change',
          subject: nameOf(before),
          before: old,
          after: rule,
        });
      });
    },

    remove(actor: Actor, id: number, seenVersion: number): Promise<void> {
      return inTransaction(db, async (transaction) => {
        const { id: _id, version: _version, ...before } = await lockSeen(transaction, id, seenVersion);
        await queries.deleteRule(transaction, id);
        await audit(transaction, { actor, action: 'activation delete', subject: nameOf(before), before });
      });
    },
  };
}

const nameOf = ({ platform, region }: Pick<queries.RuleFields, 'platform' | 'region'>) =>
  `activation ${platform} ${region}`;

async function lockSeen(transaction: Connection, id: number, seenVersion: number): Promise<queries.RuleRow> {
  const rule = await queries.lockRule(transaction, id);
  if (!rule) throw new AppError('not-found', { field: 'id' });
  if (rule.version !== seenVersion) {
    const last = await findLastChange(transaction, nameOf(rule));
    throw new AppError('changed-meanwhile', { current: { version: rule.version, ...last } });
  }
  return rule;
}

async function assertPossible(db: Connection, rule: queries.RuleFields): Promise<void> {
  const fault = findRuleFault(rule);
  if (fault) throw new AppError(fault.code, { field: fault.field });
  const known = new Set(await queries.listCountryCodes(db));
  for (const field of ['allowed', 'excluded'] as const) {
    if (rule[field].some((code) => !known.has(code))) throw new AppError('country-invalid', { field });
  }
}

const CODE = /^[A-Z]{2}$/;
const COUNTRY_NAMES = LANGUAGES.map(
  (language) => [language, new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'region' })] as const,
);

/** The names of countries and of regions such as the European Union, each once. */
function namesOf(codes: readonly string[]) {
  return [...new Set(codes)]
    .filter((code) => CODE.test(code))
    .map((code) => {
      const names = COUNTRY_NAMES.map(([language, list]) => [language, list.of(code) ?? code]);
      return { code, ...(Object.fromEntries(names) as Record<Language, string>) };
    });
}
