/**
 * Stores redacted traces of carrier calls under the owner of the account. Calls never wait for it: traces gather for a
 * moment and are written together; a trace that cannot be written is counted and logged, and the call it belongs to
 * goes on.
 */
import type { HttpTrace, TraceSink } from '@scanship/connector-kit/http/trace';
import { newId } from '../../platform/database/ids.ts';
import type { Services } from '../../platform/services.ts';
import { addFigures } from './health/add-figures.ts';
import { countCalls } from './health/call-figures.ts';
import { keepExactly, LONGEST_EXACT } from './recordings/keep-exactly.ts';
import { runningRecordings } from './recordings/running-recordings.ts';

export interface TraceOrigin {
  readonly ownerTenantId: string;
  readonly shipperTenantId: string;
  readonly accountId: string;
  readonly slug: string;
  readonly subject?:
    | {
        readonly kind:
          | 'quote'
          | 'purchase'
          | 'void'
          | 'test'
          | 'store'
          | 'push'
          | 'tracker'
          | 'pickup'
          | 'claim'
          | 'manifest'
          | 'labels';
        readonly id: string;
      }
    | undefined;
}

export interface TraceStore {
  /** Asks whether the exact traffic of the account is kept at this time. */
  sink(origin: TraceOrigin): Promise<TraceSink>;
  /** Writes what is still gathered; call at shutdown. */
  flush(): Promise<void>;
}

const GATHER_MS = 200;
/** Above this the oldest are dropped: an unreachable database must not fill the memory. */
const MAX_WAITING = 5_000;

interface Waiting {
  readonly origin: TraceOrigin;
  readonly trace: HttpTrace;
  /** The recording of the account that was running when the call was prepared. */
  readonly recordingId: string | undefined;
}

export function createTraceStore({ db, log, sealer }: Pick<Services, 'db' | 'log' | 'sealer'>): TraceStore {
  const recordings = runningRecordings(db);
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(batch: typeof waiting): Promise<void> {
    const byOwner = groupByOwner(batch);
    for (const [tenantId, rows] of byOwner) {
      try {
        await db.tenant(
          { tenantId },
          async (tx) => {
            await tx
              .insertInto('carrier_calls')
              .values(rows.map((row) => toRow(tenantId, row)))
              .execute();
            await addFigures(
              tx,
              tenantId,
              countCalls(rows.map(({ origin, trace }) => ({ accountId: origin.accountId, trace }))),
            );
          },
          { relaxed: true },
        );
        for (const row of rows)
          if (row.recordingId !== undefined) await keepExactly({ db, sealer }, tenantId, row.recordingId, row);
      } catch (error) {
        log.error({ err: error, lost: rows.length }, 'carrier traces could not be stored');
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) writing = writing.then(() => write(batch));
    return writing;
  }

  return {
    async sink(origin) {
      const recordingId = await recordings.of(origin.ownerTenantId, origin.accountId);
      return {
        ...(recordingId === undefined ? {} : { keepsExactly: LONGEST_EXACT }),
        record(trace) {
          if (waiting.length >= MAX_WAITING) waiting.shift();
          waiting.push({ origin, trace, recordingId });
          timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
        },
      };
    },
    flush,
  };
}

function groupByOwner<T extends { readonly origin: TraceOrigin }>(batch: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of batch) {
    const group = groups.get(item.origin.ownerTenantId);
    if (group) group.push(item);
    else groups.set(item.origin.ownerTenantId, [item]);
  }
  return groups;
}

const block = (headers: Readonly<Record<string, string>>, body: string | undefined): string =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${body ?? ''}`;

function toRow(tenantId: string, { origin, trace }: { readonly origin: TraceOrigin; readonly trace: HttpTrace }) {
  return {
    tenant_id: tenantId,
    id: newId(),
    reference: trace.traceId,
    slug: origin.slug,
    account_id: origin.accountId,
    shipper_tenant_id: origin.shipperTenantId,
    subject_kind: origin.subject?.kind ?? null,
    subject_id: origin.subject?.id ?? null,
    operation: trace.name,
    method: trace.method,
    address: trace.address,
    status: trace.status ?? null,
    outcome: trace.fault ?? (trace.status !== undefined && trace.status < 400 ? 'answered' : 'refused'),
    request: block(trace.requestHeaders, trace.requestBody),
    response: trace.status === undefined ? null : block(trace.responseHeaders, trace.responseBody),
    duration_ms: Math.round(trace.durationMs),
    at: trace.startedAt,
  };
}
