/**
 * Packing through a broken line (decisions 39): a station loads a shift while it is on line. The orders of the shift then lie
 * at that station alone, with their labels bought beforehand or with rates asked beforehand, and what is done there without a
 * line is sent afterwards, once. A station is a browser: its id is made at random there and kept.
 */
import * as z from 'zod/mini';
import { machineId } from './agent-v1.ts';
import { defineCall } from '../call.ts';
import { id, idParams, money, required } from '../common.ts';
import { lineUnits } from '../shipping/quotes.ts';
import { scannedOrder } from './scan-ship.ts';
import { shipmentSummary } from '../shipping/shipments.ts';

const page = { auth: 'access', permission: 'SCANSHIP' } as const;

/** Longest shift. Hours. */
export const LONGEST_SHIFT_HOURS = 12;
/** Most orders of one shift. */
export const MOST_SHIFT_ORDERS = 500;
/** Orders rated or bought by one call of `prepareShift`. */
export const MOST_PREPARED = 20;
/** Entries of one call of `sendScanJournal`; each may name 500 lines of its order, and a body has a most of all values. */
export const MOST_JOURNAL_ENTRIES = 40;

export const SHIFT_MODES = ['pre-bought', 'pre-rated'] as const;
export type ShiftMode = (typeof SHIFT_MODES)[number];

/**
 * `leased`: lies here, nothing decided; `rated`: a choice is stored; `bought`: its label lies at the station; `failed`: cannot
 * be shipped as it stands; `packed`: packed with its label; `released`: let go, anybody may ship it.
 */
export const SHIFT_ORDER_STATES = ['leased', 'rated', 'bought', 'failed', 'packed', 'released'] as const;
export type ShiftOrderState = (typeof SHIFT_ORDER_STATES)[number];

export const scanShift = z.object({
  id,
  stationId: id,
  stationName: z.string(),
  mode: z.enum(SHIFT_MODES),
  /** Instants, ISO 8601. After `endsAt` the leases are over and the station must forget labels and addresses. */
  beganAt: z.string(),
  endsAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type ScanShift = z.infer<typeof scanShift>;

export const shiftOrder = z.object({
  state: z.enum(SHIFT_ORDER_STATES),
  order: scannedOrder,
  /** What it would be or was shipped with. */
  choice: z.nullable(z.object({ carrierName: z.string(), serviceName: z.string(), price: money })),
  /** A bought label; its documents are fetched with `GET /documents/{id}` and kept encrypted. */
  shipment: z.nullable(shipmentSummary),
  /** A commercial invoice belongs to it: it crosses a border. */
  customInvoice: z.boolean(),
  /** Why it failed, in words. */
  why: z.nullable(z.string()),
});
export type ShiftOrder = z.infer<typeof shiftOrder>;

export const loadShift = defineCall({
  id: 'loadShift',
  method: 'POST',
  path: '/scanship/shift',
  summary: 'Begin a shift: unfulfilled orders are leased to this station, oldest first',
  ...page,
  right: 'labels.buy',
  idempotent: true,
  body: z.object({
    stationId: id,
    stationName: required(60),
    mode: z.enum(SHIFT_MODES),
    hours: z.int().check(z.minimum(1), z.maximum(LONGEST_SHIFT_HOURS)),
    most: z.int().check(z.minimum(1), z.maximum(MOST_SHIFT_ORDERS)),
    storeId: z.optional(z.nullable(id)),
    /** The print agent's machine: its settings of Scan and Ship decide how orders are shipped. */
    machineId: z.optional(z.nullable(machineId)),
  }),
  data: z.object({ shift: scanShift, orders: z.array(shiftOrder) }),
});

/** Called again and again with what is left, so that progress shows and a broken call repeats nothing. */
export const prepareShift = defineCall({
  id: 'prepareShift',
  method: 'POST',
  path: '/scanship/shift/{id}/prepare',
  summary: 'Rate orders of a shift, or buy their labels where the shift buys beforehand',
  ...page,
  right: 'labels.buy',
  params: idParams,
  body: z.object({ orderIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_PREPARED)) }),
  data: z.object({ orders: z.array(shiftOrder) }),
});

export const readShift = defineCall({
  id: 'readShift',
  method: 'GET',
  path: '/scanship/shift',
  summary: 'The shift of a station that runs now, with its orders',
  ...page,
  query: z.object({ stationId: id }),
  data: z.object({ shift: z.nullable(scanShift), orders: z.array(shiftOrder) }),
});

export const endShift = defineCall({
  id: 'endShift',
  method: 'POST',
  path: '/scanship/shift/{id}/end',
  summary: 'End a shift: what was not packed is let go; labels that were bought and not packed are named',
  ...page,
  right: 'labels.buy',
  params: idParams,
  data: z.object({
    shift: scanShift,
    unpacked: z.array(z.object({ orderId: id, ecomOrderNumber: z.string(), shipmentId: id })),
  }),
});

/**
 * What a station did, in its own order. `scan`: a code was read; `verify`: units of an order were scanned; `override`: packed
 * although not every item was scanned, with the reason; `packed`: its label was printed and it is packed; `printed`: the
 * label was printed once more; `aside`: put back, anybody may ship it.
 */
export const JOURNAL_KINDS = ['scan', 'verify', 'override', 'packed', 'printed', 'aside'] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

export const journalEntry = z.object({
  /** Made at the station; the same entry, however often it is sent, counts once. */
  id,
  /** Counted at the station from 1. */
  no: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  /** The station's clock, ISO 8601 instant. */
  at: z.iso.datetime(),
  kind: z.enum(JOURNAL_KINDS),
  orderId: z.optional(z.nullable(id)),
  /** What was read, for `scan`; the reason, for `override`. */
  text: z.optional(z.nullable(required(200))),
  verified: z.optional(z.nullable(z.array(lineUnits).check(z.maxLength(500)))),
});
export type JournalEntry = z.infer<typeof journalEntry>;

export const sendScanJournal = defineCall({
  id: 'sendScanJournal',
  method: 'POST',
  path: '/scanship/shift/{id}/journal',
  summary: 'What a station did without a line; each entry is applied once, in order',
  ...page,
  params: idParams,
  body: z.object({ entries: z.array(journalEntry).check(z.minLength(1), z.maxLength(MOST_JOURNAL_ENTRIES)) }),
  data: z.object({
    results: z.array(
      z.object({
        id,
        outcome: z.enum(['applied', 'refused']),
        /** Why it could not be applied and what to do, in words. */
        why: z.nullable(z.string()),
      }),
    ),
  }),
});
