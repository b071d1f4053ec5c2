/**
 * Labels that the carrier knows held against those that are known here (issue "Beyond one machine", line 4). Of an own account,
 * over everybody who ships with it.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, money } from '../common.ts';

export const LABEL_FINDING_KINDS = [
  /** The carrier has a label that is not here. */
  'unknown-here',
  /** A second one with the reference of a label that is here. */
  'twice',
  /** Given up here, and the carrier has it. */
  'given-up-here',
  'voided-here',
  'voided-there',
  /** Good here, and not in the carrier's list. */
  'unknown-there',
] as const;
export type LabelFindingKind = (typeof LABEL_FINDING_KINDS)[number];

export const HOLD_STANDINGS = [
  /** Its carrier is asked within minutes. */
  'waiting',
  'asking',
  /** The last try did not work (why stands in the run); it is tried again every quarter of an hour. */
  'failed',
  /** Its carrier answered, and that proves nothing: why stands among the problems of the run. Asked again in hours. */
  'unsure',
  /** Not asked while it is paused. */
  'paused',
  /** Its carrier cannot be asked. */
  'by-hand',
] as const;
export type HoldStanding = (typeof HOLD_STANDINGS)[number];

const labelRun = z.object({
  id,
  /** `night`: by itself; `asked`: by a person; `restore`: after the database went back in time. */
  why: z.enum(['night', 'asked', 'restore']),
  state: z.enum(['running', 'done', 'failed']),
  /** Labels that were made between these moments. */
  since: z.string(),
  until: z.string(),
  listed: z.int(),
  /** Known to both in the same state. */
  matched: z.int(),
  /** Made with this account by other programs. */
  elsewhere: z.int(),
  found: z.int(),
  /** What could not be read, a sentence each; nothing then is said to be missing in the list. */
  problems: z.array(z.string()),
  /** Why it failed. */
  error: z.nullable(z.string()),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
});
export type LabelRun = z.infer<typeof labelRun>;

const labelFinding = z.object({
  id,
  kind: z.enum(LABEL_FINDING_KINDS),
  /** Of the label in question; the carrier's own number of it where it has no tracking number. */
  number: z.string(),
  madeAt: z.string(),
  foundAt: z.string(),
  service: z.nullable(z.string()),
  /** What the carrier charged, where its list says so. */
  cost: z.nullable(money),
  /** City, province, postal code and country it goes to. */
  place: z.nullable(z.string()),
  /** Whose label it is, where it is known here and bought by somebody else with this account. */
  customer: z.nullable(z.string()),
});
export type LabelFinding = z.infer<typeof labelFinding>;

const unknownCharge = z.object({
  number: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: z.nullable(z.string()),
  /** All that the invoice charges for it. */
  amount: money,
});

export const labelReconciliation = z.object({
  /** Null: its carrier can be asked; else why not. */
  whyNot: z.nullable(z.string()),
  /**
   * After a restore or failover: labels bought since `since` may be missing here, and nothing is bought with the account until a
   * comparison has asked for them, or a person says that none is missing. Null: nothing is to be asked.
   */
  unasked: z.nullable(z.object({ since: z.string(), markedAt: z.string(), standing: z.enum(HOLD_STANDINGS) })),
  /** The last ones, newest first. */
  runs: z.array(labelRun),
  /** What is open, newest labels first; at most 200. */
  findings: z.array(labelFinding),
  /** How many are open. */
  open: z.int(),
  /** What invoices of the carrier charge for labels that are not known here, newest first; at most 100. */
  charged: z.array(unknownCharge),
  /** How many there are of them. */
  chargedCount: z.int(),
});
export type LabelReconciliation = z.infer<typeof labelReconciliation>;

const manager = { auth: 'access', permission: 'SHIPPING_CARRIER_MANAGER' } as const;

/** Problems: `not_found` (of somebody else, or lent). */
export const getLabelReconciliation = defineCall({
  id: 'getLabelReconciliation',
  method: 'GET',
  path: '/shippingCarrier/{id}/labels',
  summary: 'What the carrier knows of the labels of an account, held against what is known here',
  ...manager,
  params: idParams,
  data: labelReconciliation,
});

/**
 * Begins a comparison of the last 30 days, of an account on hold after a restore or failover of what may be missing; one that is running
 * goes on. Problems: `not_found`, `forbidden` (it cannot be asked).
 */
export const reconcileLabels = defineCall({
  id: 'reconcileLabels',
  method: 'POST',
  path: '/shippingCarrier/{id}/labels/compare',
  summary: 'Compare the labels of an account with its carrier now',
  right: 'carriers.manage',
  audited: true,
  ...manager,
  params: idParams,
  data: labelReconciliation,
});

/** Problems: `not_found` (also where nothing is to be confirmed). */
export const confirmNothingMissing = defineCall({
  id: 'confirmNothingMissing',
  method: 'POST',
  path: '/shippingCarrier/{id}/labels/confirm',
  summary: 'After a restore or failover: say that no label of the account is missing, so that it is bought with again',
  right: 'carriers.manage',
  audited: true,
  ...manager,
  params: idParams,
  data: labelReconciliation,
});
