/**
 * What happens, as it happens (review 1.15): one stream of JSON lines per browser, read with fetch and the bearer header.
 * A line says that something changed and what; what it looks like now is asked for with the ordinary calls.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { id } from './common.ts';
import type { PagePermission } from './access/pages.ts';

/** Each topic with the pages of which the person's role must hold one. */
export const LIVE_TOPICS = {
  orders: ['ECOMMERCE_ORDERS'],
  batches: ['ECOMMERCE_ORDERS'],
  exceptions: ['ECOMMERCE_ORDERS'],
  stores: ['ECOMMERCE_ORDERS', 'ECOMMERCE_STORE_MANAGER'],
  printing: ['DEVICE_MANAGER', 'SCANSHIP', 'ECOMMERCE_ORDERS'],
} as const satisfies Readonly<Record<string, readonly PagePermission[]>>;
export type LiveTopic = keyof typeof LIVE_TOPICS;
const TOPICS = ['orders', 'batches', 'exceptions', 'stores', 'printing'] as const satisfies readonly LiveTopic[];

/** Seconds between heartbeats while nothing happens; a client that hears nothing for twice as long connects again. */
export const HEARTBEAT_SECONDS = 15;
/** Most ids that one line names. */
export const MOST_NAMED = 200;
/** Lines of one topic are at least this far apart. */
export const LIVE_INTERVAL_MS = 500;

/** Opaque; sent back as `cursor` when connecting again. */
const cursor = z.string();

/** How far a batch is; the whole of it is `GET /batches/{id}`. */
export const liveBatch = z.object({
  id,
  state: z.string(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  left: z.int(),
});
export type LiveBatch = z.infer<typeof liveBatch>;

const delta = z.int();
export const liveLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    cursor,
    /** What this person is told of. */
    topics: z.array(z.enum(TOPICS)),
    /** Something may have happened that no line tells: ask for what is shown once more. Always true without a cursor. */
    reload: z.boolean(),
  }),
  z.object({
    type: z.literal('orders'),
    cursor,
    added: z.array(id).check(z.maxLength(MOST_NAMED)),
    changed: z.array(id).check(z.maxLength(MOST_NAMED)),
    /** More orders were added or changed than are named. */
    more: z.boolean(),
    /** How the tabs' counts changed, over all dates and stores: to be added, or a sign to ask again. Zero is left out. */
    counts: z.object({
      all: z.optional(delta),
      unfulfilled: z.optional(delta),
      'manual-fulfilled': z.optional(delta),
      fulfilled: z.optional(delta),
      cancelled: z.optional(delta),
      archived: z.optional(delta),
    }),
  }),
  /** The latest of each batch that moved; `more`: others moved too. */
  z.object({ type: z.literal('batches'), cursor, batches: z.array(liveBatch), more: z.boolean() }),
  /** Something needs a person, or no longer does. */
  z.object({
    type: z.literal('exceptions'),
    cursor,
    /** Open and not snoozed. */
    open: z.int(),
  }),
  /** Stores whose synchronisation began, ended or failed. `more`: others too. */
  z.object({ type: z.literal('stores'), cursor, storeIds: z.array(id), more: z.boolean() }),
  /** Print jobs, machines or printers changed. */
  z.object({ type: z.literal('printing'), cursor }),
  z.object({ type: z.literal('heartbeat'), cursor }),
  /** Lines were lost (the connection to the database broke): ask for what is shown once more. The stream goes on. */
  z.object({ type: z.literal('reload'), cursor }),
  /**
   * The stream ends. `session`: signed out, locked or no longer allowed; do not come back before signing in. `token`: the
   * access token is not current any more; refresh and come back. `restart`: come back after a moment. `too_many`: the
   * session has opened newer streams than the server keeps for it; leave it to them.
   */
  z.object({ type: z.literal('end'), why: z.enum(['session', 'token', 'restart', 'too_many']) }),
]);
export type LiveLine = z.infer<typeof liveLine>;

export const liveStream = defineCall({
  id: 'liveStream',
  method: 'GET',
  path: '/live',
  summary: 'What happens to orders, batches, exceptions and stores, as JSON lines',
  auth: 'access',
  query: z.object({
    /** Names joined by commas; absent: all that the person may hear. */
    topics: z.optional(z.string().check(z.maxLength(100))),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  data: liveLine,
  produces: 'application/x-ndjson',
});
