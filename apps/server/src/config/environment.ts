import { validateEmail } from '@oyna/domain/validation';

export type Environment = Record<string, string | undefined>;

export type EnvironmentReader = ReturnType<typeof createEnvironmentReader>;

/** Reads variables one by one and collects what is wrong with them, so that an operator sees all faults at once. */
export function createEnvironmentReader(environment: Environment) {
  const faults: string[] = [];
  const read = (name: string) => environment[name]?.trim() || undefined;
  const fault = (line: string) => void faults.push(line);

  /** Repeats the value: not for secrets. */
  function refuse(name: string, wanted: string): void {
    const given = environment[name]?.trim().replace(/\s+/g, ' ') ?? '';
    fault(`${name}=${given} is not valid: ${wanted}`);
  }

  function integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = read(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    refuse(name, `a whole number from ${minimum} to ${maximum} is needed`);
    return fallback;
  }

  function oneOf<T extends string>(name: string, options: readonly T[], fallback: T): T {
    const text = read(name);
    if (text === undefined) return fallback;
    const found = options.find((option) => option === text);
    if (found) return found;
    refuse(name, `one of ${options.join(', ')} is needed`);
    return fallback;
  }

  const isOn = (name: string, fallback: boolean) => oneOf(name, ['on', 'off'], fallback ? 'on' : 'off') === 'on';

  function url(name: string, protocols: string[]): string | undefined {
    const text = read(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/$/, '');
    // A database address may carry a password, so the value itself is not repeated.
    fault(`${name} is not valid: an address that begins with ${protocols.join('// or ')}// is needed`);
    return undefined;
  }

  function email(name: string): string | undefined {
    const text = read(name);
    if (text !== undefined && validateEmail(text)) refuse(name, 'an e-mail address is needed');
    return text;
  }

  function key(name: string): Buffer | undefined {
    const text = read(name);
    if (text === undefined) return undefined;
    const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
    if (bytes.length === 32) return bytes;
    fault(`${name} is not valid: 32 bytes in hex or base64 are needed`);
    return undefined;
  }

  return { faults, read, fault, refuse, integer, oneOf, isOn, url, email, key };
}
