/** An S3-compatible bucket by Amazon's own SDK, which is loaded with the first call: an installation without a bucket never pays for it. */
import type * as Sdk from '@aws-sdk/client-s3';
import { inInnerSpan } from '@scanship/connector-kit/spans';
import type { ObjectStorage } from '../../config/object-storage.ts';

/** Keys are relative to the prefix of the settings. */
export interface Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: there is no such object. */
  get(key: string): Promise<Buffer | undefined>;
  /** Also where there is none. */
  remove(key: string): Promise<void>;
  /** In pages, in the order of keys. */
  keys(): AsyncGenerator<readonly string[]>;
  close(): void;
}

/** It could not be reached, was too slow, or refused us. */
export class BucketUnavailable extends Error {
  override readonly name = 'BucketUnavailable';
}

export interface BucketTimes {
  readonly connectMs: number;
  /** A person waits for it. */
  readonly getMs: number;
  readonly otherMs: number;
}

const TIMES: BucketTimes = { connectMs: 3_000, getMs: 15_000, otherMs: 30_000 };

interface Loaded {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
}

async function load(storage: ObjectStorage, times: BucketTimes): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: storage.region,
    ...(storage.endpoint !== undefined && { endpoint: storage.endpoint, forcePathStyle: true }),
    ...(storage.credentials && {
      credentials: { accessKeyId: storage.credentials.id, secretAccessKey: storage.credentials.secret },
    }),
    maxAttempts: 3,
    // SHA-256 is asked for where it is sent; checksums that some compatible stores do not know are not.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: times.connectMs,
      requestTimeout: times.otherMs,
      throwOnRequestTimeout: true,
    },
  });
  return { sdk, client };
}

type Method = 'PutObject' | 'GetObject' | 'DeleteObject' | 'ListObjectsV2';
const WHAT: Readonly<Record<Method, string>> = {
  PutObject: 'take an object',
  GetObject: 'give an object',
  DeleteObject: 'remove an object',
  ListObjectsV2: 'list its objects',
};

/** "ECONNREFUSED", "SlowDown", "TimeoutError". */
const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** @param times for tests; never settings */
export function openBucket(storage: ObjectStorage, times = TIMES): Bucket {
  let loading: Promise<Loaded> | undefined;
  const before = storage.prefix === '' ? '' : `${storage.prefix}/`;
  const place = (key: string) => ({ Bucket: storage.bucket, Key: `${before}${key}` });

  async function ask<T>(
    method: Method,
    withinMs: number,
    work: (loaded: Loaded, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const loaded = await (loading ??= load(storage, times));
    try {
      // Neither bucket nor key: names of both are somebody's.
      return await inInnerSpan(
        () => ({
          name: `S3 ${method}`,
          kind: 'call',
          values: { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': method },
        }),
        () => work(loaded, AbortSignal.timeout(withinMs)),
      );
    } catch (error) {
      // Its name and nothing else: errors of the SDK hold the whole request, with its authorization.
      throw new BucketUnavailable(`the bucket ${storage.bucket} did not ${WHAT[method]} (${nameOf(error)})`);
    }
  }

  return {
    put: (key, bytes) =>
      ask('PutObject', times.otherMs, async ({ sdk, client }, abortSignal) => {
        const command = new sdk.PutObjectCommand({
          ...place(key),
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentType: 'application/octet-stream',
          ChecksumAlgorithm: 'SHA256',
          ...(storage.encryption && { ServerSideEncryption: storage.encryption }),
        });
        await client.send(command, { abortSignal });
      }),
    get: (key) =>
      ask('GetObject', times.getMs, async ({ sdk, client }, abortSignal) => {
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand(place(key)), { abortSignal });
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return undefined;
          throw error;
        }
      }),
    remove: (key) =>
      ask('DeleteObject', times.otherMs, async ({ sdk, client }, abortSignal) => {
        await client.send(new sdk.DeleteObjectCommand(place(key)), { abortSignal });
      }),
    async *keys() {
      let next: string | undefined;
      do {
        const page = await ask('ListObjectsV2', times.otherMs, ({ sdk, client }, abortSignal) =>
          client.send(
            new sdk.ListObjectsV2Command({ Bucket: storage.bucket, Prefix: before, ContinuationToken: next }),
            { abortSignal },
          ),
        );
        yield (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(before.length)]));
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
    close: () => void loading?.then(({ client }) => client.destroy()).catch(() => undefined),
  };
}
