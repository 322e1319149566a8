/** How Platron's messages are written: forms one way, `<response>` the other. Both ends use it. */
import { XMLParser } from 'fast-xml-parser';
import type { PlatronFields, PlatronValue } from './platron.signature.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

// Values stay exactly the text that was signed: no numbers, no trimming. Numeric references are how PHP writes Cyrillic.
const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
});

export function writePlatronXml(fields: Readonly<Record<string, string>>): string {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8"?><response>${elements.join('')}</response>`;
}

/** Undefined for whatever is not one `<response>` with elements in it. */
export function readPlatronXml(xml: string): PlatronFields | undefined {
  // Platron declares no document type, and entities can make XML expand without limit.
  if (/<!(doctype|entity)/i.test(xml)) return undefined;
  try {
    const { response } = parser.parse(xml, true) as { response?: unknown };
    return typeof response === 'object' && response !== null && !Array.isArray(response)
      ? withoutBlanks(response as PlatronFields)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when a name is repeated: the value that was signed must be the value that is read. */
export function readPlatronForm(text: string): Record<string, string> | undefined {
  const entries = [...new URLSearchParams(text)];
  const fields = Object.fromEntries(entries);
  return Object.keys(fields).length === entries.length ? fields : undefined;
}

/** Drops the line breaks between elements. */
function withoutBlanks(fields: PlatronFields): PlatronFields {
  const entries = Object.entries(fields).filter(([name]) => name !== '#text');
  return Object.fromEntries(entries.map(([name, value]) => [name, cleanValue(value)]));
}

function cleanValue(value: PlatronValue): PlatronValue {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(cleanValue) : withoutBlanks(value as PlatronFields);
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
