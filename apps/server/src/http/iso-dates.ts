/** What a value is in JSON: a date becomes its ISO text. */
export type IsoDates<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? IsoDates<Item>[]
    : T extends object
      ? { [Key in keyof T]: IsoDates<T[Key]> }
      : T;

export function isoDates<T>(value: T): IsoDates<T> {
  const convert = (part: unknown): unknown => {
    if (part instanceof Date) return part.toISOString();
    if (Array.isArray(part)) return part.map(convert);
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, convert(inner)]));
  };
  return convert(value) as IsoDates<T>;
}
