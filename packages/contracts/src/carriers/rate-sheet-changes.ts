/**
 * How the price list of an account changes: an uploaded file is a draft while another list is in force. It is compared with that,
 * tried on the labels of the last 30 days, published at once or from a day on, and taken back. The calls that change something
 * log what was and what is themselves.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, idParams, minor, recordVersion } from '../common.ts';

/** Days whose labels a draft is tried on. */
export const SHEET_EFFECT_DAYS = 30;

const manager = { auth: 'access', permission: 'SHIPPING_CARRIER_MANAGER', right: 'carriers.manage' } as const;
const note = z.string().check(z.trim(), z.maxLength(500));

export const priceChange = z.object({
  service: z.string(),
  fromZone: z.nullable(z.string()),
  toZone: z.string(),
  /** "0 to 1 kg". */
  weight: z.string(),
  /** Null: the other list has no such row. */
  beforeMinor: z.nullable(minor),
  afterMinor: z.nullable(minor),
});

export const sheetDifference = z.object({
  currencyBefore: currency,
  currency,
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** The largest first. */
  changes: z.array(priceChange),
  sections: z.array(z.enum(['settings', 'services', 'zones', 'surcharges', 'fuel'])),
});
export type SheetDifferenceDto = z.infer<typeof sheetDifference>;

export const sheetVersion = z.object({
  version: recordVersion,
  name: z.string(),
  sourceName: z.string(),
  /** In force since. */
  since: z.iso.datetime(),
  by: z.nullable(z.string()),
  note: z.string(),
  /** The former version it is again. */
  restores: z.nullable(z.int()),
  inForce: z.boolean(),
});

export const sheetDraft = z.object({
  version: recordVersion,
  /** The version in force that it was made on; another now: somebody published meanwhile. */
  basedOn: recordVersion,
  name: z.string(),
  sourceName: z.string(),
  restores: z.nullable(z.int()),
  note: z.string(),
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** Published, and in force from then on; null: a draft. */
  startsAt: z.nullable(z.iso.datetime()),
  difference: sheetDifference,
});
export type SheetDraft = z.infer<typeof sheetDraft>;

export const sheetChanges = z.object({
  draft: z.nullable(sheetDraft),
  /** The newest first, at most fifty. */
  history: z.array(sheetVersion),
});
export type SheetChanges = z.infer<typeof sheetChanges>;

export const getSheetChanges = defineCall({
  id: 'getSheetChanges',
  method: 'GET',
  path: '/shippingCarrier/{id}/rate-sheet/changes',
  summary: 'The draft of an account’s rate sheet with its difference, and the versions before',
  ...manager,
  params: idParams,
  data: sheetChanges,
});

export const sheetEffect = z.object({
  days: z.literal(SHEET_EFFECT_DAYS),
  currency,
  /** Labels of these days on the account that were priced by both lists; the newest thousand at most. */
  labels: z.int(),
  beforeMinor: minor,
  afterMinor: minor,
  higher: z.int(),
  lower: z.int(),
  /** The new list has no price for these. */
  unpriced: z.int(),
  /** The largest differences first. */
  labelsMost: z.array(
    z.object({
      trackingNumber: z.nullable(z.string()),
      service: z.string(),
      beforeMinor: minor,
      afterMinor: z.nullable(minor),
    }),
  ),
});
export type SheetEffect = z.infer<typeof sheetEffect>;

export const getSheetEffect = defineCall({
  id: 'getSheetEffect',
  method: 'GET',
  path: '/shippingCarrier/{id}/rate-sheet/effect',
  summary: 'What the draft would have done to the labels of the last 30 days',
  ...manager,
  params: idParams,
  data: sheetEffect,
});

export const draftFormerSheet = defineCall({
  id: 'draftFormerSheet',
  method: 'POST',
  path: '/shippingCarrier/{id}/rate-sheet/draft',
  summary: 'Make a former version the draft: undo begins here',
  ...manager,
  audited: true,
  params: idParams,
  body: z.object({ of: recordVersion }),
  data: sheetChanges,
});

export const discardSheetDraft = defineCall({
  id: 'discardSheetDraft',
  method: 'DELETE',
  path: '/shippingCarrier/{id}/rate-sheet/draft',
  summary: 'Throw the draft away, also one that waits for its day',
  ...manager,
  audited: false,
  params: idParams,
  query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000)) }),
  data: sheetChanges,
});

export const publishSheet = defineCall({
  id: 'publishSheet',
  method: 'POST',
  path: '/shippingCarrier/{id}/rate-sheet/publish',
  summary: 'Put the draft into force, at once or from a day on. Problem: stale_version',
  ...manager,
  audited: false,
  params: idParams,
  body: z.object({
    /** The draft the person saw, and the version in force beside it. */
    draft: recordVersion,
    version: recordVersion,
    /** First day, in the owner's time zone; null: at once. */
    startsOn: z.nullable(day),
    note,
  }),
  data: sheetChanges,
});
