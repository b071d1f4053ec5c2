/**
 * Carriers' invoices (issue 9, line 6): their files, what they hold against what was bought, what of it is passed down, and
 * disputes. A level sees what it pays and what it charges; what another level pays stands in no answer.
 */
import { BILL_LAYOUTS, DIFFERENCE_KINDS, MAPPED_FIELDS, PASS_MODES } from '@scanship/domain/carrier-bills/bill-kinds';
import { NAMEABLE_KINDS } from '@scanship/domain/carrier-bills/bill-line';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, minor, money, recordVersion } from '../common.ts';

const OWNERS = ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN'] as const;
const viewer = { auth: 'access', roles: OWNERS, right: 'rates.see-cost' } as const;
const decider = { auth: 'access', roles: OWNERS, right: 'money.pricing', audited: true } as const;

const page = {
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
};
const pages = { totalRecords: z.int(), totalPage: z.int(), currentPage: z.int() };
const search = z.optional(z.string().check(z.maxLength(100)));

export const billMapping = z.object({
  /** Column index (from 0) of each field. */
  columns: z.partialRecord(z.enum(MAPPED_FIELDS), z.int().check(z.minimum(0), z.maximum(500))),
  dates: z.enum(['ymd', 'mdy', 'dmy']),
  weightUnit: z.enum(['g', 'kg', 'lb', 'oz']),
  lengthUnit: z.enum(['mm', 'cm', 'in']),
  /** The amount holds the tax beside it; absent: as the amount's title says. */
  taxIncluded: z.optional(z.boolean()),
});
export type BillMappingDto = z.infer<typeof billMapping>;

export const BILL_FILE_STATES = ['reading', 'auditing', 'done', 'failed'] as const;
export const billFile = z.object({
  id,
  accountId: id,
  accountName: z.string(),
  carrier: z.string(),
  layout: z.enum(BILL_LAYOUTS),
  fileName: z.string(),
  state: z.enum(BILL_FILE_STATES),
  problem: z.nullable(z.string()),
  counts: z.object({
    rows: z.int(),
    /** Charges that were new, and those that an earlier file had already. */
    lines: z.int(),
    known: z.int(),
    informational: z.int(),
    faults: z.int(),
    matched: z.int(),
    suggested: z.int(),
    open: z.int(),
    differences: z.int(),
  }),
  /** The first 500. */
  faults: z.array(z.object({ row: z.int(), column: z.nullable(z.string()), message: z.string() })),
  createdAt: z.iso.datetime(),
});
export type BillFile = z.infer<typeof billFile>;

export const billAccounts = defineCall({
  ...viewer,
  id: 'billAccounts',
  method: 'GET',
  path: '/bills/accounts',
  summary: 'Own carrier accounts that can have invoices',
  data: z.object({ accounts: z.array(z.object({ id, name: z.string(), carrier: z.string() })) }),
});

export const listBillFiles = defineCall({
  ...viewer,
  id: 'listBillFiles',
  method: 'GET',
  path: '/bills/files',
  summary: 'Uploaded billing files, newest first',
  query: z.object({ ...page }),
  data: z.object({ files: z.array(billFile), ...pages }),
});

export const uploadBillFile = defineCall({
  ...decider,
  id: 'uploadBillFile',
  method: 'POST',
  path: '/bills/files',
  summary: 'A carrier’s billing file (CSV, XLSX, or a ZIP with one); a layout that is not known is mapped first',
  upload: true,
  body: z.object({
    accountId: id,
    layout: z.optional(z.enum(['auto', ...BILL_LAYOUTS])),
    /** JSON of a mapping; with layout `mapped`. */
    mapping: z.optional(z.string().check(z.maxLength(5_000))),
  }),
  data: z.object({
    /** Absent: the columns have to be mapped; nothing was taken. */
    file: z.nullable(billFile),
    toMap: z.nullable(
      z.object({
        headers: z.array(z.string()),
        sample: z.array(z.array(z.string())),
        mapping: billMapping,
        remembered: z.boolean(),
      }),
    ),
  }),
});

export const BILL_LINE_STATES = ['open', 'suggested', 'matched', 'own'] as const;
export const billLine = z.object({
  id,
  fileId: z.nullable(id),
  row: z.int(),
  carrier: z.string(),
  invoiceNumber: z.string(),
  invoiceDate: z.nullable(day),
  trackingNumber: z.nullable(z.string()),
  chargeKind: z.string(),
  label: z.string(),
  amount: money,
  state: z.enum(BILL_LINE_STATES),
  matchBy: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  suggestions: z.array(
    z.object({
      purchaseId: id,
      customer: z.string(),
      trackingNumber: z.nullable(z.string()),
      shipDate: z.nullable(day),
      postalCode: z.string(),
      grams: z.int(),
    }),
  ),
});
export type BillLineDto = z.infer<typeof billLine>;

export const listBillLines = defineCall({
  ...viewer,
  id: 'listBillLines',
  method: 'GET',
  path: '/bills/lines',
  summary: 'Charges of carriers’ invoices; search is by tracking or invoice number',
  query: z.object({ ...page, state: z.optional(z.enum(BILL_LINE_STATES)), fileId: z.optional(id), search }),
  data: z.object({ lines: z.array(billLine), ...pages }),
});

export const matchBillLine = defineCall({
  ...decider,
  id: 'matchBillLine',
  method: 'POST',
  path: '/bills/lines/{id}/match',
  summary: 'Say which label a charge belongs to, or that it is of none (null: a cost of the account itself)',
  params: idParams,
  body: z.object({ purchaseId: z.nullable(id) }),
  data: z.object({ state: z.enum(BILL_LINE_STATES) }),
});

export const DIFFERENCE_STATES = ['open', 'accepted', 'absorbed', 'disputed', 'recovered', 'gone'] as const;
/** What shows that a carrier is right, or is not; nothing about another level's cost. */
export const billEvidence = z.object({
  trackingNumber: z.nullable(z.string()),
  invoiceNumber: z.string(),
  invoiceDate: z.nullable(day),
  carrier: z.string(),
  service: z.nullable(z.string()),
  shipDate: z.nullable(day),
  declaredGrams: z.nullable(z.int()),
  billedGrams: z.nullable(z.int()),
  declaredSize: z.nullable(z.array(z.int())),
  measuredSize: z.nullable(z.array(z.int())),
  /** What the carrier calls the charges. */
  charges: z.array(z.string()),
  links: z.array(z.string()),
});
export type BillEvidence = z.infer<typeof billEvidence>;

export const billDifference = z.object({
  id,
  kind: z.enum(DIFFERENCE_KINDS),
  amount: money,
  state: z.enum(DIFFERENCE_STATES),
  expected: z.nullable(money),
  billed: z.nullable(money),
  /** What our own price list says for the measured weight, where there is one. */
  rerated: z.nullable(money),
  customer: z.nullable(z.string()),
  shipmentId: z.nullable(id),
  evidence: billEvidence,
  claimUntil: z.nullable(day),
  note: z.string(),
  createdAt: z.iso.datetime(),
});
export type BillDifference = z.infer<typeof billDifference>;

export const listBillDifferences = defineCall({
  ...viewer,
  id: 'listBillDifferences',
  method: 'GET',
  path: '/bills/differences',
  summary: 'What carriers billed beside what was bought, by kind and state',
  query: z.object({
    ...page,
    state: z.optional(z.enum(DIFFERENCE_STATES)),
    kind: z.optional(z.enum(DIFFERENCE_KINDS)),
    search,
  }),
  data: z.object({
    differences: z.array(billDifference),
    ...pages,
    /** Of the whole selection, by currency. */
    totals: z.array(money),
  }),
});

export const decideBillDifferences = defineCall({
  ...decider,
  id: 'decideBillDifferences',
  method: 'POST',
  path: '/bills/differences/decide',
  summary: 'Accept (and pass down by policy), bear, or dispute with the carrier',
  idempotent: true,
  body: z.object({
    ids: z.array(id).check(z.minLength(1), z.maxLength(500)),
    action: z.enum(['accept', 'absorb', 'dispute']),
    note: z.string().check(z.trim(), z.maxLength(1_000)),
    /** Of the preview; with `accept` and `absorb`. Refused when something else would be booked by now. */
    fingerprint: z.optional(z.string().check(z.maxLength(100))),
    /** Until when the carrier takes claims, where its own period is not known. */
    claimUntil: z.optional(z.nullable(day)),
  }),
  data: z.object({ decided: z.int(), passedOn: z.int(), left: z.int() }),
});

const previewItem = z.object({
  id,
  kind: z.enum(DIFFERENCE_KINDS),
  trackingNumber: z.nullable(z.string()),
  /** What the carrier calls it. */
  charges: z.array(z.string()),
  amount: money,
});
export type BillPreviewItem = z.infer<typeof previewItem>;
/** Why a chosen one is not part of it: nothing proves what it is; what it takes back is not booked yet; a later one hangs on it. */
export const KEPT_REASONS = ['to-decide', 'waits', 'later'] as const;
export const billPreview = z.object({
  fingerprint: z.string(),
  /** How many of the chosen would be booked. */
  count: z.int(),
  /** Own buyers, by currency; taxes included. What they pass on is theirs. */
  buyers: z.array(
    z.object({
      id,
      name: z.string(),
      currency: z.string(),
      paysMinor: minor,
      getsMinor: minor,
      items: z.array(previewItem),
    }),
  ),
  /** Before taxes: what the carrier charges, what of it is charged on, and what stays. Negative: a gain. */
  own: z.array(z.object({ currency: z.string(), carrierMinor: minor, passedOnMinor: minor, keptMinor: minor })),
  /** Before buyers are charged; credits move at once. */
  noticeDays: z.int(),
  kept: z.array(z.extend(previewItem, { reason: z.enum(KEPT_REASONS) })),
});
export type BillPreview = z.infer<typeof billPreview>;

const chosenIds = z.array(id).check(z.minLength(1), z.maxLength(500));
export const previewBillDifferences = defineCall({
  ...viewer,
  id: 'previewBillDifferences',
  method: 'POST',
  path: '/bills/differences/preview',
  summary: 'Who gains and who pays by a decision, before anything is booked',
  readOnly: true,
  body: z.object({ ids: chosenIds, action: z.enum(['accept', 'absorb', 'undo']) }),
  data: billPreview,
});

export const nameBillWords = defineCall({
  ...decider,
  id: 'nameBillWords',
  method: 'PUT',
  path: '/bills/differences/{id}/words',
  summary: 'Say what a carrier’s words mean that tell nothing, for this account from now on; nothing is booked',
  params: idParams,
  body: z.object({ kind: z.enum(NAMEABLE_KINDS) }),
  data: z.object({ charges: z.int() }),
});

export const undoBillDifferences = defineCall({
  ...decider,
  id: 'undoBillDifferences',
  method: 'POST',
  path: '/bills/differences/undo',
  summary: 'Book back what was accepted or borne; it waits to be decided again',
  idempotent: true,
  body: z.object({ ids: chosenIds, fingerprint: z.string().check(z.maxLength(100)) }),
  data: z.object({ undone: z.int(), left: z.int() }),
});

const passRule = z.object({
  mode: z.enum(PASS_MODES),
  fromMinor: z.int().check(z.minimum(0), z.maximum(1_000_000_00)),
});
export const billSettings = z.object({
  noticeDays: z.int().check(z.minimum(0), z.maximum(90)),
  toleranceMinor: z.int().check(z.minimum(0), z.maximum(10_000)),
  policy: z.partialRecord(z.enum(DIFFERENCE_KINDS), passRule),
  version: recordVersion,
});
export type BillSettings = z.infer<typeof billSettings>;

export const getBillSettings = defineCall({
  ...viewer,
  id: 'getBillSettings',
  method: 'GET',
  path: '/bills/settings',
  summary: 'How differences are passed on to buyers, and how long before they are told',
  data: billSettings,
});

export const saveBillSettings = defineCall({
  ...decider,
  id: 'saveBillSettings',
  method: 'PUT',
  path: '/bills/settings',
  summary: 'Change how differences are passed on, from the next acceptance on',
  body: billSettings,
  data: billSettings,
});

export const ADJUSTMENT_STATES = ['notice', 'disputed', 'booked', 'cancelled'] as const;
export const adjustment = z.object({
  id,
  kind: z.enum(DIFFERENCE_KINDS),
  /** What this level is charged; negative: credited. */
  amount: money,
  /** What it charges the next level; null at the end of the chain. */
  passedOn: z.nullable(money),
  passedTo: z.nullable(z.string()),
  from: z.string(),
  state: z.enum(ADJUSTMENT_STATES),
  /** When it is charged unless it is objected to. */
  noticeUntil: z.nullable(z.iso.datetime()),
  bookedAt: z.nullable(z.iso.datetime()),
  shipmentId: z.nullable(id),
  evidence: billEvidence,
  dispute: z.nullable(
    z.object({ id, state: z.enum(['open', 'sent', 'won', 'lost', 'withdrawn']), answer: z.string() }),
  ),
  canDispute: z.boolean(),
  /** It may still be borne instead of passed on. */
  canBear: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Adjustment = z.infer<typeof adjustment>;

const buyer = { auth: 'access', right: 'money.view' } as const;

export const listAdjustments = defineCall({
  ...buyer,
  id: 'listAdjustments',
  method: 'GET',
  path: '/bills/adjustments',
  summary: 'Later changes of what labels cost: announced, disputed, charged',
  query: z.object({ ...page, state: z.optional(z.enum(ADJUSTMENT_STATES)) }),
  data: z.object({ adjustments: z.array(adjustment), ...pages, notice: z.array(money) }),
});

export const disputeAdjustment = defineCall({
  ...buyer,
  id: 'disputeAdjustment',
  method: 'POST',
  path: '/bills/adjustments/{id}/dispute',
  summary: 'Object to an announced charge: it waits until that is decided',
  audited: true,
  idempotent: true,
  params: idParams,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000)) }),
  data: z.object({ disputeId: id }),
});

export const addDisputeFile = defineCall({
  ...buyer,
  id: 'addDisputeFile',
  method: 'POST',
  path: '/bills/disputes/{id}/file',
  summary: 'A picture or document that shows why',
  audited: true,
  upload: true,
  params: idParams,
  data: z.object({ fileName: z.string() }),
});

export const disputeFile = defineCall({
  ...buyer,
  id: 'disputeFile',
  method: 'GET',
  path: '/bills/disputes/{id}/file',
  summary: 'The file of a dispute',
  params: idParams,
  produces: 'application/octet-stream',
});

export const withdrawDispute = defineCall({
  ...buyer,
  id: 'withdrawDispute',
  method: 'POST',
  path: '/bills/disputes/{id}/withdraw',
  summary: 'Take an objection back',
  audited: true,
  params: idParams,
  data: z.object({ state: z.string() }),
});

export const bearAdjustment = defineCall({
  ...decider,
  id: 'bearAdjustment',
  method: 'POST',
  path: '/bills/adjustments/{id}/bear',
  summary: 'Charge nothing to the next level for this one',
  params: idParams,
  data: z.object({ state: z.enum(ADJUSTMENT_STATES) }),
});

export const DISPUTE_STATES = ['open', 'sent', 'won', 'lost', 'withdrawn'] as const;
export const dispute = z.object({
  id,
  side: z.enum(['raised', 'received']),
  /** The other side; the carrier's name where it is the carrier. */
  withWhom: z.string(),
  carrier: z.boolean(),
  kind: z.enum(DIFFERENCE_KINDS),
  amount: money,
  state: z.enum(DISPUTE_STATES),
  text: z.string(),
  answer: z.string(),
  fileName: z.nullable(z.string()),
  dueAt: z.nullable(z.iso.datetime()),
  evidence: z.nullable(billEvidence),
  /** It can be handed on to the level above, or to the carrier. */
  canHandOn: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Dispute = z.infer<typeof dispute>;

export const listDisputes = defineCall({
  ...viewer,
  id: 'listDisputes',
  method: 'GET',
  path: '/bills/disputes',
  summary: 'Objections of buyers, and claims at the level above and at carriers',
  query: z.object({ ...page, state: z.optional(z.enum(DISPUTE_STATES)) }),
  data: z.object({ disputes: z.array(dispute), ...pages }),
});

export const answerDispute = defineCall({
  ...decider,
  id: 'answerDispute',
  method: 'POST',
  path: '/bills/disputes/{id}/answer',
  summary: 'Grant or refuse an objection, hand it on, or state what the carrier said',
  params: idParams,
  body: z.object({
    action: z.enum(['won', 'lost', 'hand-on', 'sent']),
    answer: z.string().check(z.trim(), z.maxLength(1_000)),
  }),
  data: z.object({ state: z.enum(DISPUTE_STATES) }),
});
