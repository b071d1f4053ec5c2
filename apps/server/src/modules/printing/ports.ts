/** What the commands of printing work with. */
import { ERRORS, type ErrorCode } from '@scanship/contracts/errors';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Content } from './contents.ts';
import type { Signals } from './signals.ts';
import type { BuyerPages } from '../documents/index.ts';

export interface PrintingDeps {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly renderer: TypstRenderer;
  readonly buyerPages: BuyerPages;
  readonly signals: Signals;
  readonly cache: ContentCache;
  readonly sentenceOf: (code: ErrorCode) => string;
}

export const sentenceOf = (code: ErrorCode): string => ERRORS[code].message;

/** The newest bytes of this process: what is printed is nearly always asked for a moment after it was made. */
export class ContentCache {
  private readonly kept = new Map<string, Uint8Array>();
  private bytes = 0;
  private readonly most: number;

  constructor(most = 16 * 1024 * 1024) {
    this.most = most;
  }

  put({ sha256, bytes }: Content): void {
    if (bytes.byteLength > this.most / 4 || this.kept.has(sha256)) return;
    this.kept.set(sha256, bytes);
    this.bytes += bytes.byteLength;
    for (const [oldest, file] of this.kept) {
      if (this.bytes <= this.most) break;
      this.kept.delete(oldest);
      this.bytes -= file.byteLength;
    }
  }

  /** Only for whoever was told by the rows that these bytes are theirs. */
  get(sha256: string): Uint8Array | undefined {
    return this.kept.get(sha256);
  }
}
