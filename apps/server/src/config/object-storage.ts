/** The settings of the bucket that documents may lie in (decision 0405). Absent: all bytes are in the database. */
import * as z from 'zod/mini';

export interface ObjectStorage {
  readonly bucket: string;
  /** Absent: Amazon's own for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Absent: the SDK finds them (role of the machine, profile). */
  readonly credentials: { readonly id: string; readonly secret: string } | undefined;
  /** In front of every key, without slashes at its ends; '' for none. */
  readonly prefix: string;
  /** The provider encrypts too, by its own key or one of its key service. */
  readonly encryption: 'AES256' | 'aws:kms' | undefined;
  /** false: nothing new goes there; what lies there is read. */
  readonly moving: boolean;
  /** A file is this old before it goes. Minutes. */
  readonly moveAfterMinutes: number;
  /** An object that no row refers to any more stays so long, for backups that still do. */
  readonly keepDays: number;
}

interface Tools {
  readonly flag: z.ZodMiniType<boolean>;
  readonly number: (min: number, max: number) => z.ZodMiniType<number>;
  readonly webAddress: z.ZodMiniType<string>;
}

export const objectStorageSettings = ({ flag, number, webAddress }: Tools) =>
  ({
    S3_BUCKET: {
      check: z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{1,254}$/i, 'must be the name of a bucket')),
      fallback: '(all bytes are in the database)',
      summary: 'Bucket of an S3-compatible storage that label and document bytes move to (operations.md).',
    },
    S3_ENDPOINT: {
      check: webAddress,
      fallback: "(Amazon's for the region)",
      summary: 'Address of the storage where it is not Amazon. https in PROD.',
    },
    S3_REGION: {
      check: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/, 'must be a region like ca-central-1')),
      fallback: 'us-east-1',
      summary: 'Region of the bucket.',
    },
    S3_ACCESS_KEY_ID: {
      check: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be the id of an access key')),
      fallback: '(found by the SDK: role of the machine, profile)',
      summary: 'Access key that may get, put, delete and list.',
    },
    S3_SECRET_ACCESS_KEY: {
      check: z.string().check(z.minLength(8, 'must have at least 8 characters')),
      fallback: '(with S3_ACCESS_KEY_ID)',
      summary: 'Its secret.',
    },
    S3_PREFIX: {
      check: z
        .string()
        .check(z.regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/, 'must be names with slashes between them, as scanship/files')),
      fallback: '(none)',
      summary: 'In front of every key, where the bucket is not ours alone.',
    },
    S3_ENCRYPTION: {
      check: z.enum(['AES256', 'aws:kms'], 'must be AES256 or aws:kms'),
      fallback: '(as the bucket does)',
      summary:
        'Encryption that is asked of the storage. Files are encrypted with MASTER_KEY before they are sent in any case.',
    },
    S3_MOVE: {
      check: flag,
      fallback: '1',
      summary: '0: nothing new goes to the bucket, what lies there is read; set before files are moved back.',
    },
    S3_MOVE_AFTER_MINUTES: {
      check: number(0, 1_000_000),
      fallback: '10',
      summary: 'A file is this old before it goes to the bucket.',
    },
    S3_KEEP_DAYS: {
      check: number(1, 3_650),
      fallback: '30',
      summary:
        'An object that nothing refers to any more stays so long, for backups that do. As long as backups are kept, at least. What a person has to be forgotten for goes at once.',
    },
  }) as const;

export interface GivenStorage {
  readonly bucket: string | undefined;
  readonly keyId: string | undefined;
  readonly secret: string | undefined;
  readonly rest: Omit<ObjectStorage, 'bucket' | 'credentials'>;
}

/** @param problem is told what does not belong together */
export function objectStorageOf(
  { bucket, keyId, secret, rest }: GivenStorage,
  problem: (sentence: string) => void,
): ObjectStorage | undefined {
  if (bucket === undefined) {
    if (rest.endpoint !== undefined || keyId !== undefined)
      problem('S3_BUCKET is missing beside the other settings of the bucket.');
    return undefined;
  }
  if ((keyId === undefined) !== (secret === undefined))
    problem('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.');
  const credentials = keyId !== undefined && secret !== undefined ? { id: keyId, secret } : undefined;
  return { bucket, credentials, ...rest };
}
