/** Data as one text: what a page carries of it is cheap to write, however many values it has. */
export type Packed<Value> = string & { readonly packed?: Value };

const MOST_REMEMBERED = 12;
const unpacked = new Map<string, unknown>();

/**
 * The router's encoder takes its time over each single value, which for a page of a hundred cards is a quarter of all
 * the work of rendering it.
 */
export function pack<Value extends object>(value: Value): Packed<Value> {
  return JSON.stringify(value);
}

/** The same object for the same text. */
export function unpack<Value extends object>(text: Packed<Value>): Value {
  const value = (unpacked.get(text) ?? JSON.parse(text)) as Value;
  if (unpacked.size >= MOST_REMEMBERED && !unpacked.has(text)) unpacked.clear();
  unpacked.set(text, value);
  return value;
}
