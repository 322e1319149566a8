/** Epoint's signature: SHA-1 over the base64 text between two copies of the private key. Both ends use it. */
import { createHash } from 'node:crypto';
import { isSameText } from '../wire.ts';

export function signEpoint(data: string, privateKey: string): string {
  return createHash('sha1')
    .update(privateKey + data + privateKey)
    .digest('base64');
}

/** Compared as text: base64 has spare bits, and two spellings of one digest must not both pass. */
export function isSignedByEpoint(data: string, signature: string, privateKey: string): boolean {
  return isSameText(signature, signEpoint(data, privateKey));
}

/** The form that carries a JSON text. */
export function writeEpointForm(json: string, privateKey: string): string {
  const data = Buffer.from(json).toString('base64');
  return new URLSearchParams({ data, signature: signEpoint(data, privateKey) }).toString();
}

/** The JSON text of a form, once its signature is proven; what was wrong otherwise. */
export function readEpointForm(
  form: string,
  privateKey: string,
): { json: string } | { fault: 'malformed' | 'signature' } {
  const fields = new URLSearchParams(form);
  const [data, ...otherData] = fields.getAll('data');
  const [signature, ...otherSignatures] = fields.getAll('signature');
  if (data === undefined || signature === undefined || otherData.length + otherSignatures.length > 0) {
    return { fault: 'malformed' };
  }
  if (!isSignedByEpoint(data, signature, privateKey)) return { fault: 'signature' };
  return { json: Buffer.from(data, 'base64').toString('utf8') };
}
