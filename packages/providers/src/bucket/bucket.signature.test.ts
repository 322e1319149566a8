import { describe, expect, it } from 'vitest';
import { signRequest } from './bucket.signature.ts';

/** The examples of the S3 reference, "Signature calculations for the Authorization header". */
const EXAMPLE = {
  region: 'us-east-1',
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const at = new Date('2013-05-24T00:00:00Z');
const empty = new Uint8Array();
const signatureOf = (headers: Record<string, string>) => headers['authorization']?.split('Signature=')[1];

describe('the signature of a request to a bucket', () => {
  it.each([
    [
      'of a part of an object',
      { method: 'GET', url: '/test.txt', headers: { range: 'bytes=0-9' }, body: empty },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'of an upload with a sign in its name that is encoded',
      {
        method: 'PUT',
        url: '/test$file.text',
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        body: Buffer.from('Welcome to Amazon S3.'),
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'of a question without a value',
      { method: 'GET', url: '/?lifecycle', headers: {}, body: empty },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'of a list with two parameters',
      { method: 'GET', url: '/?max-keys=2&prefix=J', headers: {}, body: empty },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('is the published one %s', (_name, { url, ...request }, signature) => {
    const address = new URL(url, 'https://examplebucket.s3.amazonaws.com');
    expect(signatureOf(signRequest({ ...request, url: address, at }, EXAMPLE))).toBe(signature);
  });

  it('names the key, the day and the region', () => {
    const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
    const { authorization } = signRequest({ method: 'GET', url, body: empty, at }, EXAMPLE);
    expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,');
  });

  it('encodes a sign with capital letters', () => {
    const url = new URL('https://examplebucket.s3.amazonaws.com/a*.txt');
    // Calculated apart from this code, by the steps of the reference.
    const signature = '95022eb91c738b71e55b0393fcf3f420d16be5f0b4d9404c0555e7bb3dfc2750';
    expect(signatureOf(signRequest({ method: 'GET', url, body: empty, at }, EXAMPLE))).toBe(signature);
  });

  it('orders the parameters by their names, and by their values where these are the same', () => {
    const url = new URL('https://examplebucket.s3.amazonaws.com/?a1=1&a=2&a=1&a-b=3');
    // Calculated apart from this code, by the steps of the reference, from `a=1&a=2&a-b=3&a1=1`.
    const signature = '94285f96f8193f70836d513e53fd7a5c564f25e292bbde1a07e559303fdfe2ea';
    expect(signatureOf(signRequest({ method: 'GET', url, body: empty, at }, EXAMPLE))).toBe(signature);
  });

  it('is the same for every order of the parameters', () => {
    const of = (query: string) =>
      signatureOf(signRequest({ method: 'GET', url: new URL(query, 'https://a.example'), body: empty, at }, EXAMPLE));
    expect(of('/?prefix=J&max-keys=2')).toBe(of('/?max-keys=2&prefix=J'));
  });
});
