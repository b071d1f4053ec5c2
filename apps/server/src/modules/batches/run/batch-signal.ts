/**
 * How a process that answers people (`ROLE=web`) tells those that work that a batch has something to do now. Whoever does not hear it,
 * behind a pooler or between two connections, finds the batch with the next sweep.
 */
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { isUuid } from '../../../platform/database/ids.ts';
import { createListener } from '../../../platform/live/listener.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { BatchRef } from './lease.ts';

const CHANNEL = 'scanship_batches';

export interface BatchSignal {
  /** Heard by all that listen. A signal that cannot be sent is logged: the sweep makes up for it. */
  say(ref: BatchRef): void;
  /** Called again it does nothing more, or tries once more where it failed. */
  listen(): void;
  stop(): Promise<void>;
}

export interface BatchEars {
  /** The rows decide what is done. */
  readonly heard: (ref: BatchRef) => void;
  /** Hearing has begun, for the first time or again: what was said before may have been missed. */
  readonly begun: () => void;
}

export function createBatchSignal(db: Database, log: Logger, { heard, begun }: BatchEars): BatchSignal {
  const listener = createListener({
    channel: CHANNEL,
    connect: () => db.ownConnection(),
    log,
    heard(payload) {
      const [tenantId = '', id = ''] = payload.split('/');
      if (isUuid(tenantId) && isUuid(id)) heard({ tenantId, id });
    },
    begun,
  });
  /** Only the first of several failures in a row is told. */
  let failed = false;
  return {
    say(ref) {
      db.tenant(ref, (tx) => sql`SELECT pg_notify(${CHANNEL}, ${`${ref.tenantId}/${ref.id}`})`.execute(tx)).catch(
        (error: unknown) => log.warn({ err: error, batch: ref.id }, 'a batch is found by the sweep, not at once'),
      );
    },
    listen() {
      listener.start().then(
        () => (failed = false),
        (error: unknown) => {
          if (!failed) log.warn({ err: error }, 'signals cannot be heard for now: batches are found by the sweep only');
          failed = true;
        },
      );
    },
    stop: () => listener.stop(),
  };
}
