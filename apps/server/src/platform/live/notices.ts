/**
 * What transactions say to every process when they commit. The triggers of migration 0107 speak for orders, exceptions,
 * stores and sessions; commands speak for the rest with `announce`.
 */
import type { LiveBatch } from '@scanship/contracts/live';
import { isUuid } from '../database/ids.ts';
import type { Tx } from '../database/database.ts';
import { sql } from 'kysely';

export const CHANNEL = 'scanship_live';
/** PostgreSQL takes less than 8,000 bytes. */
export const MOST_BYTES = 7_900;

/** Counts of the tabs as they are stored. */
const TABS = ['unfulfilled', 'manual_fulfilled', 'fulfilled', 'cancelled', 'archived'] as const;
export type StoredTab = (typeof TABS)[number];

export interface OrdersNotice {
  readonly topic: 'orders';
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Others too, that are not named. */
  readonly more: boolean;
  readonly tabs: Readonly<Partial<Record<StoredTab, number>>>;
}
interface BatchNotice {
  readonly topic: 'batches';
  readonly batch: LiveBatch;
}
interface ExceptionsNotice {
  readonly topic: 'exceptions';
}
interface StoresNotice {
  readonly topic: 'stores';
  readonly storeId: string;
}
/** Print jobs, machines or printers. */
interface PrintingNotice {
  readonly topic: 'printing';
}
export type TenantNotice = OrdersNotice | BatchNotice | ExceptionsNotice | StoresNotice | PrintingNotice;

/** A notice as it is heard; `id` is its place among all notices, the same in every process. */
export type Heard =
  | { readonly id: string; readonly tenantId: string; readonly notice: TenantNotice }
  | { readonly id: string; readonly endedSession: string };

/**
 * Tells everybody of the tenant who looks, once the transaction commits; nothing if it does not. Commits that announce
 * wait for one another, so for one batch a few times a second is enough. What is too long for a notice is told without
 * ids, as "others too".
 */
export async function announce(ctx: { readonly tenantId: string }, tx: Tx, notice: TenantNotice): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${writeNotice(crypto.randomUUID(), ctx.tenantId, notice)})`.execute(tx);
}

export function writeNotice(id: string, tenantId: string, notice: TenantNotice): string {
  const text = JSON.stringify({ i: id, t: tenantId, ...shorthand(notice) });
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  const less: TenantNotice =
    notice.topic === 'orders'
      ? { ...notice, added: [], changed: [], more: true }
      : notice.topic === 'batches'
        ? { topic: 'batches', batch: { ...notice.batch, state: notice.batch.state.slice(0, 40) } }
        : notice;
  return JSON.stringify({ i: id, t: tenantId, ...shorthand(less) });
}

function shorthand(notice: TenantNotice): object {
  switch (notice.topic) {
    case 'orders':
      return { k: 'orders', a: notice.added, c: notice.changed, m: notice.more, d: notice.tabs };
    case 'batches':
      return { k: 'batches', b: notice.batch };
    case 'stores':
      return { k: 'stores', s: notice.storeId };
    case 'exceptions':
    case 'printing':
      return { k: notice.topic };
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').filter(isUuid) : [];
const wholeNumber = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

/** @returns undefined for what nobody of us has written */
export function readNotice(text: string): Heard | undefined {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(fields)) return undefined;
  const { i: id, t: tenantId } = fields;
  if (typeof id !== 'string' || !isUuid(id)) return undefined;
  if (fields['k'] === 'session') return typeof fields['s'] === 'string' ? { id, endedSession: fields['s'] } : undefined;
  if (typeof tenantId !== 'string' || !isUuid(tenantId)) return undefined;
  const notice = readTopic(fields);
  return notice && { id, tenantId, notice };
}

function readTopic(fields: Fields): TenantNotice | undefined {
  switch (fields['k']) {
    case 'orders': {
      const { d } = fields;
      const tabs = isFields(d) ? Object.fromEntries(TABS.map((tab) => [tab, wholeNumber(d[tab])])) : {};
      return {
        topic: 'orders',
        added: idsOf(fields['a']),
        changed: idsOf(fields['c']),
        more: fields['m'] === true,
        tabs,
      };
    }
    case 'batches': {
      const { b } = fields;
      if (!isFields(b) || typeof b['id'] !== 'string' || !isUuid(b['id']) || typeof b['state'] !== 'string')
        return undefined;
      const [total, done, failed, left] = ['total', 'done', 'failed', 'left'].map((name) => wholeNumber(b[name]));
      return {
        topic: 'batches',
        batch: {
          id: b['id'],
          state: b['state'],
          total: total ?? 0,
          done: done ?? 0,
          failed: failed ?? 0,
          left: left ?? 0,
        },
      };
    }
    case 'stores':
      return typeof fields['s'] === 'string' && isUuid(fields['s'])
        ? { topic: 'stores', storeId: fields['s'] }
        : undefined;
    case 'exceptions':
      return { topic: 'exceptions' };
    case 'printing':
      return { topic: 'printing' };
    default:
      return undefined;
  }
}
