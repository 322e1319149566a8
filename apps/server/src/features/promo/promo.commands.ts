import { parseArgs } from 'node:util';
import { amountToText, parseAmount } from '@oyna/domain/money';
import { normalizePromoCode, validatePromoCode } from '@oyna/domain/validation';
import { audit } from '../../audit.ts';
import { CommandError } from '../../command-error.ts';
import type { Database } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { endPromoCode, insertPromoCode, listPromoCodes, type NewPromoCode } from './promo.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_NUMBER = 2_147_483_647;
/** Without what is easily mistyped, or would have to be quoted in a terminal. */
const CODE = /^[\p{L}\p{N}_-]+$/u;

const OPTIONS = {
  percent: { type: 'string' },
  amount: { type: 'string' },
  minimum: { type: 'string' },
  starts: { type: 'string' },
  expires: { type: 'string' },
  limit: { type: 'string' },
  'per-user': { type: 'string' },
} as const;

/** Reads `CODE --percent 10 …` before there is a database to ask. */
export function parsePromoCode(args: string[]): NewPromoCode {
  const { values, positionals } = readArguments(args);
  const [code, ...rest] = positionals;
  if (code === undefined || rest.length > 0) throw new CommandError('promo add needs one code');
  if (!CODE.test(code) || validatePromoCode(code)) {
    throw new CommandError('A promo code is up to 64 letters, digits, - and _');
  }
  if ((values.percent === undefined) === (values.amount === undefined)) {
    throw new CommandError('promo add needs either --percent or --amount');
  }
  const starts = values.starts === undefined ? undefined : day('--starts', values.starts);
  // The last day counts.
  const expires = values.expires === undefined ? undefined : new Date(+day('--expires', values.expires) + DAY_MS);
  if (starts && expires && starts >= expires) throw new CommandError('--expires must not be before --starts');
  return {
    code: normalizePromoCode(code),
    percent: whole('--percent', values.percent, 100),
    amount_cents: dollars('--amount', values.amount),
    minimum_cents: dollars('--minimum', values.minimum),
    starts_at: starts,
    expires_at: expires,
    total_limit: whole('--limit', values.limit, MAX_NUMBER),
    account_limit: whole('--per-user', values['per-user'], MAX_NUMBER),
  };
}

export async function addPromoCode(db: Database, promoCode: NewPromoCode): Promise<string> {
  const { code, ...terms } = promoCode;
  await inTransaction(db, async (transaction) => {
    if (!(await insertPromoCode(transaction, promoCode))) throw new CommandError(`There is a code ${code} already`);
    await audit(transaction, 'promo add', code, terms);
  });
  return `Added ${code}`;
}

/** A line for each code. */
export async function describePromoCodes(db: Database): Promise<string[]> {
  return (await listPromoCodes(db)).map((row) => {
    const parts = [
      row.percent === null ? `$${amountToText(row.amount_cents ?? 0)} off` : `${row.percent} % off`,
      row.minimum_cents > 0 && `from $${amountToText(row.minimum_cents)}`,
      `used ${row.used}${row.total_limit === null ? '' : ` of ${row.total_limit}`}`,
      row.account_limit !== null && `${row.account_limit} per user`,
      `since ${row.starts_at.toISOString()}`,
      row.expires_at !== null && `until ${row.expires_at.toISOString()}`,
      row.is_in_force ? row.is_used_up && 'USED UP' : row.is_to_come ? 'NOT YET' : 'ENDED',
    ];
    return `${row.code}: ${parts.filter(Boolean).join(', ')}`;
  });
}

export async function endPromo(db: Database, code: string): Promise<string> {
  const known = normalizePromoCode(code);
  await inTransaction(db, async (transaction) => {
    if (!(await endPromoCode(transaction, known))) throw new CommandError(`There is no code ${known}`);
    await audit(transaction, 'promo end', known);
  });
  return `Ended ${known}`;
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function whole(name: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max) throw new CommandError(`${name} must be a whole number from 1 to ${max}`);
  return number;
}

function dollars(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const cents = parseAmount(value) ?? 0;
  if (cents < 1 || cents > MAX_NUMBER) throw new CommandError(`${name} must be an amount in US dollars, as 4.99`);
  return cents;
}

/** Its first moment, in UTC. */
function day(name: string, value: string): Date {
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  // A day that does not exist comes back as another one.
  if (!date || Number.isNaN(+date) || date.toISOString().slice(0, 10) !== value) {
    throw new CommandError(`${name} must be a day, as 2027-12-31`);
  }
  return date;
}
