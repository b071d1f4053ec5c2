/**
 * Buying labels for many orders: a plan that spends nothing, then a job that buys it (issue "orders workspace" 4b; ux.md
 * lines 13, 20, 21, 24 to 26; decisions 29, 30). A plan is made and run in the background; `GET /batches/{id}` and the
 * live stream say how far it is.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { amount, day, dimensions, grams, id, idParams, money, recordVersion, shipmentOptions } from '../common.ts';
import { selectionFields } from '../orders/order-selection.ts';

/** Most orders of one batch. */
export const MOST_IN_BATCH = 10_000;
/** Labels of one merged PDF. */
export const LABELS_PER_PART = 500;

/** Auto Ship (cheapest within the rules), one chosen carrier and service, or one chosen preset. */
export const BATCH_KINDS = ['auto-ship', 'service', 'preset'] as const;

/**
 * planning (rates are asked) -> planned -> running <-> paused -> done; cancelled from any before done. A plan nobody
 * starts stays planned until its orders are shipped otherwise.
 */
export const BATCH_STATES = ['planning', 'planned', 'running', 'paused', 'done', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/**
 * rating -> planned or blocked; planned -> running -> done, failed, skipped, open (the carrier's answer is awaited) or
 * waiting (tried again by itself at `nextTryAt`); cancelled: not bought any more.
 */
export const BATCH_ITEM_STATES = [
  'rating',
  'blocked',
  'planned',
  'running',
  'open',
  'waiting',
  'done',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type BatchItemState = (typeof BATCH_ITEM_STATES)[number];

/** Why an order is not shipped, before or after the purchase was tried. */
export const BATCH_CAUSES = [
  'no-weight',
  'address',
  'no-ship-from',
  'customs',
  'hold',
  'claimed',
  'shipped',
  'cancelled',
  'archived',
  'import-failed',
  'not-found',
  'no-carrier',
  'no-rate',
  'carrier-unavailable',
  'no-exchange-rate',
  'credit',
  'dearer',
  'refused',
  'undecided',
  'fault',
] as const;
export type BatchCause = (typeof BATCH_CAUSES)[number];

/** list: the order of the selection. Ties fall back to the order of the selection. */
export const PRINT_ORDERS = ['list', 'number', 'sku', 'location'] as const;
export const printOrder = z.object({ by: z.enum(PRINT_ORDERS), reversed: z.boolean() });
export type PrintOrder = z.infer<typeof printOrder>;

/** Separator pages: none, one before each change of store or (first) SKU, or one before each part. */
export const SEPARATORS = ['none', 'part', 'store', 'sku'] as const;
export type Separators = (typeof SEPARATORS)[number];

const papersFields = {
  printOrder: z.optional(printOrder),
  separators: z.optional(z.enum(SEPARATORS)),
  /** Labels of one part; default 500. */
  partSize: z.optional(z.int().check(z.minimum(1), z.maximum(LABELS_PER_PART))),
  /** Which documents are merged; absent: as autoPopupTag of each order says (decisions 29). */
  documents: z.optional(z.array(z.enum(['labels', 'slips', 'invoices'])).check(z.minLength(1), z.maxLength(3))),
};

/** How all orders of a batch are shipped; what is left out is the order's own, the rules' or the default settings'. */
export const batchOptions = z.object({
  name: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  shipDate: z.optional(z.nullable(day)),
  locationId: z.optional(z.nullable(id)),
  options: z.optional(shipmentOptions),
  /** For orders without weight; without it they are blocked. */
  weightGrams: z.optional(z.nullable(grams)),
  dimensions: z.optional(z.nullable(dimensions)),
  labelFormat: z.optional(z.enum(['pdf', 'zpl'])),
  /** How much more expensive than planned a label may be when its rate has to be asked for again; per cent, default 5. */
  tolerancePercent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  ...papersFields,
});
export type BatchOptions = z.infer<typeof batchOptions>;

export const batchRequest = z.object({
  ...selectionFields,
  ...batchOptions.shape,
  kind: z.enum(BATCH_KINDS),
  /** For kind service. */
  service: z.optional(
    z.nullable(z.object({ grantId: id, service: z.string().check(z.minLength(1), z.maxLength(100)) })),
  ),
  /** For kind preset. */
  presetId: z.optional(z.nullable(id)),
});
export type BatchRequest = z.infer<typeof batchRequest>;

/** Orders that are held up by one cause, with a sentence that fits all of them. */
export const batchGroup = z.object({
  cause: z.enum(BATCH_CAUSES),
  count: z.int(),
  /** What the first of them says; each item has its own. */
  message: z.string(),
  /** Whether "retry failed" can do something about them. */
  canRetry: z.boolean(),
});
export type BatchGroup = z.infer<typeof batchGroup>;

export const batchPart = z.object({
  kind: z.enum(['labels', 'slips', 'invoices']),
  part: z.int(),
  of: z.int(),
  state: z.enum(['due', 'making', 'ready', 'failed']),
  /** Orders in this part, and how far it is. */
  orders: z.int(),
  done: z.int(),
  pages: z.nullable(z.int()),
  /** Open with GET /documents/{id}. */
  documentId: z.nullable(id),
  fileName: z.string(),
  problem: z.nullable(z.string()),
});
export type BatchPart = z.infer<typeof batchPart>;

export const batch = z.object({
  id,
  kind: z.enum(BATCH_KINDS),
  name: z.string(),
  state: z.enum(BATCH_STATES),
  /** Changes with every change of the plan; `start` names it. */
  version: recordVersion,
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  printOrder,
  separators: z.enum(SEPARATORS),
  tolerancePercent: z.number(),
  /** By state of the item, beside their sum. `willShip` is what was or is planned to be bought. */
  counts: z.object({
    total: z.int(),
    rating: z.int(),
    willShip: z.int(),
    blocked: z.int(),
    done: z.int(),
    failed: z.int(),
    skipped: z.int(),
    cancelled: z.int(),
    /** The carrier was asked and its answer is awaited. */
    open: z.int(),
    /** Tried again by itself. */
    waiting: z.int(),
    /** planned, running, open and waiting of a batch that was started. */
    left: z.int(),
  }),
  plan: z.object({
    /** One entry a currency; what `start` has to name. */
    totals: z.array(money),
    /** In the customer's own currency; null where an exchange rate is missing. */
    compareTotal: z.nullable(money),
    blocked: z.array(batchGroup),
    /** Services buyers asked for that no service is mapped to, with the orders that would ship without it; most orders first. */
    unmapped: z.array(z.object({ requested: z.string(), count: z.int() })),
    /** Orders of the plan that go to the same recipient and place, and could share a label; largest first, at most 20. */
    together: z.array(z.object({ orders: z.array(z.object({ id, number: z.string() })) })),
    /** By carrier and service, dearest first. */
    services: z.array(
      z.object({ carrier: z.string(), carrierName: z.string(), serviceName: z.string(), count: z.int(), price: money }),
    ),
    /** When the first of the prices runs out; they are asked for again then. */
    goodUntil: z.nullable(z.string()),
    /** While the plan is made: accounts whose limit of calls holds it up, slowest first; the others are asked meanwhile. */
    waits: z.array(
      z.object({ grantId: id, carrierName: z.string(), orders: z.int(), seconds: z.int(), message: z.string() }),
    ),
    /** While the plan is made: what is priced so far and can be bought already (`buyPriced`); null where nothing is. */
    priced: z.nullable(z.object({ step: z.int(), labels: z.int() })),
    /** Orders whose price was asked for another order of the plan that its carrier cannot tell apart from them. */
    shared: z.int(),
    /** Accounts the plan was made without (`leaveOutAccount`). */
    leftOut: z.array(z.object({ grantId: id, carrierName: z.string() })),
  }),
  /** The plan whose priced orders it bought while that plan was still being made. */
  partOf: z.nullable(z.object({ id, name: z.string() })),
  /** What was bought of it while it was still being made, oldest first; these orders are in the plan no more. */
  parts: z.array(z.object({ id, name: z.string(), orders: z.int() })),
  /** Cost of the labels bought so far; one entry a currency. */
  spent: z.array(money),
  failures: z.array(batchGroup),
  /** Estimated from the last minute; null while there is nothing to estimate from. */
  secondsLeft: z.nullable(z.int()),
  /** What is tried again by itself, when next, and why. */
  retry: z.nullable(z.object({ count: z.int(), nextAt: z.string(), message: z.string() })),
  /** Why it stands still, where nobody paused it. */
  problem: z.nullable(z.string()),
  documents: z.array(batchPart),
});
export type Batch = z.infer<typeof batch>;

export const batchItem = z.object({
  position: z.int(),
  orderId: id,
  orderNumber: z.string(),
  recipient: z.string(),
  state: z.enum(BATCH_ITEM_STATES),
  cause: z.nullable(z.enum(BATCH_CAUSES)),
  message: z.nullable(z.string()),
  /** The planned offer and why it was chosen. */
  choice: z.nullable(
    z.object({
      grantId: id,
      carrier: z.string(),
      carrierName: z.string(),
      service: z.string(),
      serviceName: z.string(),
      price: money,
      /** In the customer's own currency. */
      compare: z.nullable(money),
      transitDays: z.nullable(z.int()),
      deliverBy: z.nullable(z.string()),
      test: z.boolean(),
      reason: z.string(),
      /** Offers it was chosen from. */
      offers: z.int(),
      /** The price was asked for another order of the plan that its carrier cannot tell apart from this one. */
      sharedPrice: z.boolean(),
    }),
  ),
  shipmentId: z.nullable(id),
  trackingNumbers: z.array(z.string()),
  /** What was paid; null while nothing is bought. */
  paid: z.nullable(money),
  attempts: z.int(),
  nextTryAt: z.nullable(z.string()),
});
export type BatchItem = z.infer<typeof batchItem>;

const page = { auth: 'access', permission: 'ECOMMERCE_ORDERS' } as const;
const buying = { ...page, right: 'labels.buy', idempotent: true } as const;

/** Answers 202: the plan is made in the background. */
export const createBatch = defineCall({
  id: 'createBatch',
  method: 'POST',
  path: '/batches',
  summary: 'Plan the labels of many orders; nothing is bought',
  ...buying,
  body: batchRequest,
  data: batch,
});

export const listBatches = defineCall({
  id: 'listBatches',
  method: 'GET',
  path: '/batches',
  summary: 'Batches of the customer, newest first',
  ...page,
  query: z.object({
    after: z.optional(id),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  data: z.object({ batches: z.array(batch), next: z.nullable(id) }),
});

export const getBatch = defineCall({
  id: 'getBatch',
  method: 'GET',
  path: '/batches/{id}',
  summary: 'Plan, progress, failures and documents of one batch',
  ...page,
  params: idParams,
  data: batch,
});

export const listBatchItems = defineCall({
  id: 'listBatchItems',
  method: 'GET',
  path: '/batches/{id}/items',
  summary: 'Orders of a batch with the choice and the outcome of each, in the order of the selection',
  ...page,
  params: idParams,
  query: z.object({
    state: z.optional(z.enum(BATCH_ITEM_STATES)),
    cause: z.optional(z.enum(BATCH_CAUSES)),
    /** Position of the last item seen. */
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  }),
  data: z.object({ items: z.array(batchItem), next: z.nullable(z.int()) }),
});

/** To open the orders of one cause as a view, or to select them. */
export const listBatchOrderIds = defineCall({
  id: 'listBatchOrderIds',
  method: 'GET',
  path: '/batches/{id}/order-ids',
  summary: 'Ids of the orders of a batch in one state or with one cause',
  noScreen: 'programs that go on with the orders of a batch; screens name them by the batch',
  ...page,
  params: idParams,
  query: z.object({ state: z.optional(z.enum(BATCH_ITEM_STATES)), cause: z.optional(z.enum(BATCH_CAUSES)) }),
  data: z.object({ orderIds: z.array(id) }),
});

/** Asks again for the rates of everything that is not bought, for orders that were mended meanwhile. Before the start. */
export const replanBatch = defineCall({
  id: 'replanBatch',
  method: 'POST',
  path: '/batches/{id}/replan',
  summary: 'Make the plan of a batch anew',
  ...buying,
  params: idParams,
  data: batch,
});

/** For a plan that waits for an account's limit (`plan.waits`): its orders are planned at once with what the others offer. */
export const leaveOutAccount = defineCall({
  id: 'leaveOutAccount',
  method: 'POST',
  path: '/batches/{id}/leave-out',
  summary: 'Finish a plan without an account that holds it up',
  ...buying,
  params: idParams,
  body: z.object({ grantId: id }),
  data: batch,
});

/** Refused as stale_version, with the new total in words, when the plan is not the one named. */
export const startBatch = defineCall({
  id: 'startBatch',
  method: 'POST',
  path: '/batches/{id}/start',
  summary: 'Buy the labels of a plan',
  ...buying,
  params: idParams,
  body: z.object({ version: recordVersion, totals: z.array(amount).check(z.maxLength(50)) }),
  data: batch,
});

/**
 * While a plan is being made: what it has priced up to `step` (`plan.priced`, `plan.totals`) is bought at once, as a batch of its own that
 * is answered; the rest goes on being planned. Refused as stale_version, with the total in words, where that is not what was named.
 */
export const buyPriced = defineCall({
  id: 'buyPriced',
  method: 'POST',
  path: '/batches/{id}/buy-priced',
  summary: 'Buy what a plan has priced so far, while the rest is still being planned',
  ...buying,
  params: idParams,
  body: z.object({
    step: z.int().check(z.minimum(0), z.maximum(2_000_000_000)),
    totals: z.array(amount).check(z.maxLength(50)),
  }),
  data: batch,
});

export const pauseBatch = defineCall({
  id: 'pauseBatch',
  method: 'POST',
  path: '/batches/{id}/pause',
  summary: 'Buy no further labels until resumed; those under way are finished',
  ...buying,
  params: idParams,
  data: batch,
});

export const resumeBatch = defineCall({
  id: 'resumeBatch',
  method: 'POST',
  path: '/batches/{id}/resume',
  summary: 'Go on with a paused batch',
  ...buying,
  params: idParams,
  data: batch,
});

/** What is bought stays. */
export const cancelBatch = defineCall({
  id: 'cancelBatch',
  method: 'POST',
  path: '/batches/{id}/cancel',
  summary: 'Buy no further labels of this batch, for good',
  ...buying,
  params: idParams,
  data: batch,
});

/** Tries again what failed: with its cause named, only those. A price above the plan by more than the tolerance is refused. */
export const retryBatch = defineCall({
  id: 'retryBatch',
  method: 'POST',
  path: '/batches/{id}/retry',
  summary: 'Try the failed orders of a batch again',
  ...buying,
  params: idParams,
  body: z.object({ causes: z.optional(z.array(z.enum(BATCH_CAUSES)).check(z.maxLength(BATCH_CAUSES.length))) }),
  data: batch,
});

/** Merges the documents of what is bought again, in another order or with other separators. */
export const mergeBatch = defineCall({
  id: 'mergeBatch',
  method: 'POST',
  path: '/batches/{id}/documents',
  summary: 'Merge the documents of a batch',
  ...page,
  right: 'labels.print',
  idempotent: true,
  params: idParams,
  body: z.object(papersFields),
  data: batch,
});

/** As `countPrinted`, for all labels of a merged file. Problem: `not_found` where the batch has no such file any more. */
export const countPrintedPart = defineCall({
  id: 'countPrintedPart',
  method: 'POST',
  path: '/batches/{id}/documents/printed',
  summary: 'Counts one more printed copy of the labels in a merged file of a batch',
  ...page,
  right: 'labels.print',
  idempotent: true,
  params: idParams,
  body: z.object({ documentId: id }),
  data: z.object({ labels: z.int() }),
});

const manyFields = {
  ...selectionFields,
  ...batchOptions.shape,
};

/**
 * `Prefer: respond-async` answers 202 with the batch. Otherwise it waits up to 20 s and answers the merged PDF, with the
 * number of orders that were not shipped in `X-Failed-Orders` and the batch in `X-Batch-Id`; longer ones answer 202. Takes
 * an Idempotency-Key; the same key answers the same batch.
 */
export const createMultiple = defineCall({
  id: 'createMultiple',
  method: 'POST',
  path: '/shipment/create/multiple',
  summary: 'Ship the chosen orders with one chosen carrier and service (ShipmentByCarrier.pdf)',
  noScreen: 'programs that wait for the labels; screens make a plan first and start it',
  ...page,
  right: 'labels.buy',
  body: z.object({ ...manyFields, grantId: id, service: z.string().check(z.minLength(1), z.maxLength(100)) }),
  data: batch,
  produces: 'application/pdf',
});

/** As `createMultiple`. */
export const createMultiple2 = defineCall({
  id: 'createMultiple2',
  method: 'POST',
  path: '/shipment/create/multiple2',
  summary: 'Auto Ship: the chosen orders, each with the cheapest service within its rules (AutoShip.pdf)',
  noScreen: 'programs that wait for the labels; screens make a plan first and start it',
  ...page,
  right: 'labels.buy',
  body: z.object(manyFields),
  data: batch,
  produces: 'application/pdf',
});
