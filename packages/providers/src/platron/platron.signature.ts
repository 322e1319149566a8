/**
 * Platron's signature: MD5 over the script's name, the values in the order of their names, and the secret. It covers
 * neither the names nor where a value ends, so readers must check the names and the format of what they use, and
 * data that a stranger could choose must not be signed.
 */
import { createHash } from 'node:crypto';
import { isSameText } from '../wire.ts';

export type PlatronValue = string | readonly PlatronValue[] | PlatronFields;
export interface PlatronFields {
  readonly [name: string]: PlatronValue;
}

export function signPlatron(script: string, fields: PlatronFields, secret: string): string {
  return createHash('md5')
    .update([script, ...listValues(fields), secret].join(';'))
    .digest('hex');
}

export function isSignedByPlatron(script: string, fields: PlatronFields, secret: string): boolean {
  const { pg_sig } = fields;
  return typeof pg_sig === 'string' && isSameText(pg_sig, signPlatron(script, fields, secret));
}

export function withSignature<Fields extends PlatronFields>(
  script: string,
  fields: Fields,
  secret: string,
): Fields & { pg_sig: string } {
  return { ...fields, pg_sig: signPlatron(script, fields, secret) };
}

/** The values of a nested element take its place. Names are ASCII, so the plain sort is by bytes. */
function listValues(value: PlatronValue): string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(listValues);
  const names = Object.keys(value).filter((name) => name !== 'pg_sig');
  return names.sort().flatMap((name) => listValues(value[name] ?? ''));
}

function isList(value: PlatronValue): value is readonly PlatronValue[] {
  return Array.isArray(value);
}
