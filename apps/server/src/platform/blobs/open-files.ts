/** Files as the settings of the installation say: in the database, or in a bucket too. */
import type { ObjectStorage } from '../../config/object-storage.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { type Blobs, databaseBlobs } from './blobs.ts';
import { type BucketTimes, openBucket } from './bucket.ts';
import { openBlobs, type OpenBlobsDeps } from './open-blobs.ts';
import { type SealedBucket, sealedBucket } from './sealed-bucket.ts';

export interface Files {
  readonly blobs: Blobs;
  readonly bucket: SealedBucket | undefined;
}

export function openFiles(
  deps: OpenBlobsDeps & { readonly sealer: Sealer },
  storage: ObjectStorage | undefined,
  times?: BucketTimes,
): Files {
  if (!storage) return { blobs: databaseBlobs, bucket: undefined };
  const bucket = sealedBucket(openBucket(storage, times), deps.sealer);
  return { blobs: openBlobs(deps, bucket), bucket };
}
