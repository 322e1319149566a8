/** Reads a mail as it comes over the wire, as far as our own mails need it: headers, and a text and an HTML part. */

export interface ParsedMail {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: [name: string, value: string][];
}

export function parseMail(raw: Buffer): ParsedMail {
  const { headers, body } = splitPart(raw.toString('latin1'));
  const header = (name: string) => decodeWords(headers.find(([key]) => key === name)?.[1] ?? '');
  const parts = flatten(headers, body);
  const part = (type: string) => parts.find((one) => one.type === type)?.text ?? '';
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    text: part('text/plain'),
    html: part('text/html'),
    headers,
  };
}

type Headers = [name: string, value: string][];

function splitPart(part: string): { headers: Headers; body: string } {
  const end = part.indexOf('\r\n\r\n');
  const head = (end === -1 ? part : part.slice(0, end)).replace(/\r\n[ \t]+/g, ' ');
  const headers = head.split('\r\n').flatMap((line): Headers => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]] : [];
  });
  return { headers, body: end === -1 ? '' : part.slice(end + 4) };
}

function flatten(headers: Headers, body: string): { type: string; text: string }[] {
  const find = (name: string) => headers.find(([key]) => key === name)?.[1] ?? '';
  const contentType = find('content-type') || 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary !== undefined) {
    const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    return parts.flatMap((part) => {
      const inner = splitPart(part.replace(/^[^\r\n]*\r\n/, ''));
      return flatten(inner.headers, inner.body);
    });
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return [{ type, text: decodeBody(body, find('content-transfer-encoding').toLowerCase()) }];
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=[ \t]*\r\n/g, '')).toString();
  return Buffer.from(body, 'latin1').toString();
}

function decodeQuoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`; the space between two of them is not part of the text. */
function decodeWords(value: string): string {
  const word = /=\?utf-8\?([bq])\?([^?]*)\?=/gi;
  const joined = value.replace(/(\?=)\s+(?==\?)/g, '$1');
  const bytes = joined.replace(word, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('latin1')
      : decodeQuoted(text.replaceAll('_', ' ')).toString('latin1'),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
