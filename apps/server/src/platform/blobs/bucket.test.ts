import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type S3Server, startS3 } from '../../../test/storage/s3-server.ts';
import { createSealer } from '../crypto/sealer.ts';
import { newId } from '../database/ids.ts';
import { createLogger } from '../logging/logger.ts';
import { type Bucket, BucketUnavailable, openBucket } from './bucket.ts';
import { sealedBucket } from './sealed-bucket.ts';
import { hashOf } from './store-blob.ts';

let s3: S3Server;
let bucket: Bucket;
beforeAll(async () => {
  s3 = await startS3();
  bucket = openBucket(s3.settings({ prefix: 'scan/ship' }));
});
afterAll(async () => {
  bucket.close();
  await s3.stop();
});
beforeEach(() => {
  s3.fault = undefined;
  s3.objects.clear();
});

it('puts, gets, lists and removes below its prefix, signed and with a checksum of SHA-256', async () => {
  const bytes = randomBytes(30_000);
  for (const key of ['a/1', 'a/2', 'b/1', 'b/2 (ü)', 'c']) await bucket.put(key, bytes);
  expect([...s3.objects.keys()]).toContain('scan/ship/b/2 (ü)');
  expect(s3.lastPut['x-amz-checksum-sha256']).toBeTypeOf('string');
  expect(await bucket.get('a/2')).toEqual(bytes);
  expect(await bucket.get('a/3')).toBeUndefined();
  const listed: string[] = [];
  for await (const page of bucket.keys()) listed.push(...page);
  expect(listed.toSorted()).toEqual(['a/1', 'a/2', 'b/1', 'b/2 (ü)', 'c']);
  await bucket.remove('a/2');
  await bucket.remove('a/2');
  expect(await bucket.get('a/2')).toBeUndefined();
});

it('asks the storage to encrypt where that is set', async () => {
  const own = openBucket(s3.settings({ encryption: 'aws:kms' }));
  await own.put('a', Buffer.from('x'));
  own.close();
  expect(s3.lastPut['x-amz-server-side-encryption']).toBe('aws:kms');
});

it('is unavailable when it is busy, breaks off in the middle, is another one or refuses the key', async () => {
  await bucket.put('a', Buffer.alloc(100));
  s3.fault = 'busy';
  await expect(bucket.get('a')).rejects.toThrow(BucketUnavailable);
  s3.fault = undefined;
  const other = openBucket(s3.settings({ bucket: 'another' }));
  const stranger = openBucket(s3.settings({ credentials: { id: 'TESTACCESSKEY', secret: 'another secret' } }));
  await expect(other.get('a')).rejects.toThrow(BucketUnavailable);
  await expect(stranger.get('a')).rejects.toThrow('did not give an object (SignatureDoesNotMatch)');
  other.close();
  stranger.close();
});

it('leaves no key of its own in a log, in settings nor in what failed', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const settings = s3.settings();
  log.info({ objectStorage: structuredClone(settings) }, 'settings');
  log.info({ config: { objectStorage: structuredClone(settings) } }, 'settings');
  s3.fault = 'busy';
  await bucket.get('a').catch((error: unknown) => log.warn({ err: error }, 'away'));
  expect(lines.join('')).toContain('SlowDown');
  expect(lines.join('')).not.toContain(settings.credentials?.secret);
  expect(lines.join('')).not.toContain('AWS4-HMAC');
});

it('holds nothing that its owner could read, and opens for the tenant and the file only', async () => {
  const sealed = sealedBucket(bucket, createSealer([randomBytes(32)]));
  const [anna, ben] = [newId(), newId()];
  const label = Buffer.from('Anna Roy, 12 Rue Principale');
  const sha256 = hashOf(label);
  const key = sealed.newKey(anna, sha256);
  expect(sealed.newKey(anna, sha256)).not.toBe(key);
  await sealed.put(anna, sha256, key, label);
  const [held] = s3.objects.values();
  expect(held?.includes('Rue Principale')).toBe(false);
  expect(await sealed.get(anna, sha256, key)).toEqual({ is: 'there', bytes: label });
  expect(await sealed.get(ben, sha256, key)).toMatchObject({ is: 'damaged' });
  // Also where somebody laid it under the other one's name.
  const moved = key.replace(anna, ben);
  await bucket.put(moved, held ?? Buffer.alloc(0));
  expect(await sealed.get(ben, sha256, moved)).toMatchObject({ is: 'damaged' });
  await bucket.put(key, Buffer.concat([held?.subarray(0, -1) ?? Buffer.alloc(0), Buffer.of(0xff)]));
  expect(await sealed.get(anna, sha256, key)).toMatchObject({ is: 'damaged' });
  await bucket.remove(key);
  expect(await sealed.get(anna, sha256, key)).toEqual({ is: 'missing' });
});
