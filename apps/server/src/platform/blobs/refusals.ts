/** An object that the bucket always refuses must not stop the others; a bucket that is away must, or each of them would be waited for. */
import { BucketUnavailable } from './bucket.ts';

const MOST_IN_A_ROW = 5;

export interface Refusals {
  readonly count: number;
  readonly last: BucketUnavailable | undefined;
  /** @param work returns whether the bucket was asked. Throws `BucketUnavailable` where so many were refused one after the other. */
  past(work: () => Promise<boolean>): Promise<void>;
}

export function createRefusals(): Refusals {
  let count = 0;
  let inARow = 0;
  let last: BucketUnavailable | undefined;
  return {
    get count() {
      return count;
    },
    get last() {
      return last;
    },
    async past(work) {
      try {
        if (await work()) inARow = 0;
      } catch (error) {
        if (!(error instanceof BucketUnavailable)) throw error;
        count += 1;
        inARow += 1;
        last = error;
        if (inARow >= MOST_IN_A_ROW) throw error;
      }
    },
  };
}
