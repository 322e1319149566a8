import type { BucketSettings } from '@oyna/providers/bucket/bucket';
import type { EnvironmentReader } from './environment.ts';

export function parsePictureBucket({ url, read, fault }: EnvironmentReader): BucketSettings | undefined {
  const address = url('PICTURE_BUCKET_URL', ['http:', 'https:']);
  const [keyId, secret] = [read('PICTURE_BUCKET_KEY_ID'), read('PICTURE_BUCKET_SECRET')];
  const region = read('PICTURE_BUCKET_REGION') ?? 'us-east-1';
  if (!address) return undefined;
  if (!keyId) fault('PICTURE_BUCKET_KEY_ID is missing: PICTURE_BUCKET_URL needs it');
  if (!secret) fault('PICTURE_BUCKET_SECRET is missing: PICTURE_BUCKET_URL needs it');
  return keyId && secret ? { url: address, region, keyId, secret } : undefined;
}
