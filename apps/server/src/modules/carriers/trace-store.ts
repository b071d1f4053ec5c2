/**
 * Stores redacted traces of carrier calls under the owner of the account. Calls never wait for it: traces gather for a
 * moment and are written together; a trace that cannot be written is counted and logged, and the call it belongs to
 * goes on.
 */
import type { HttpTrace, TraceSink } from '@scanship/connector-kit/http/trace';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { addFigures } from './health/add-figures.ts';
import { countCalls } from './health/call-figures.ts';

export interface TraceOrigin {
  readonly ownerTenantId: string;
  readonly shipperTenantId: string;
  readonly accountId: string;
  readonly slug: string;
  readonly subject?:
    | {
        readonly kind: 'quote' | 'purchase' | 'void' | 'test' | 'store' | 'push' | 'tracker' | 'pickup' | 'manifest';
        readonly id: string;
      }
    | undefined;
}

export interface TraceStore {
  sink(origin: TraceOrigin): TraceSink;
  /** Writes what is still gathered; call at shutdown. */
  flush(): Promise<void>;
}

const GATHER_MS = 200;
/** Above this the oldest are dropped: an unreachable database must not fill the memory. */
const MAX_WAITING = 5_000;

export function createTraceStore(db: Database, log: Logger): TraceStore {
  let waiting: { readonly origin: TraceOrigin; readonly trace: HttpTrace }[] = [];
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
    sink: (origin) => ({
      record(trace) {
        if (waiting.length >= MAX_WAITING) waiting.shift();
        waiting.push({ origin, trace });
        timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
      },
    }),
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
