/**
 * The guide for the first days (ux.md line 37): store, ship-from address, printer, first label. A step is done when what
 * it asks for is really there, whoever did it and wherever; only the choice to see the guide is kept for each person.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';

/** In the order in which the guide leads through them. */
export const FIRST_STEPS = ['store', 'shipFrom', 'printer', 'label'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const firstRun = z.object({
  /** Whether the guide is shown to this person: called back, or neither dismissed, finished nor outgrown. */
  shown: z.boolean(),
  /** The steps that are done. */
  done: z.array(z.enum(FIRST_STEPS)),
  /** Connected stores; orders entered by hand or from a file are no store's. */
  stores: z.int(),
  hasOrders: z.boolean(),
  /** The order the guide would ship next: the sample while it waits, else the newest that waits; null when none does. */
  nextOrder: z.nullable(z.object({ id, number: z.string(), sample: z.boolean() })),
  /** Whether a computer with a print agent is paired, so that a test page can be printed there. */
  hasAgent: z.boolean(),
  /**
   * What a label costs now: `free` where a sandbox or sample carrier is connected (its labels are not for real parcels),
   * `money` where all carriers are live, `none` where no carrier is connected.
   */
  labels: z.enum(['free', 'money', 'none']),
  /** Name of a carrier account whose labels are free. */
  freeCarrier: z.nullable(z.string()),
});
export type FirstRun = z.infer<typeof firstRun>;

const page = { auth: 'access', permission: 'ECOMMERCE_ORDERS' } as const;

export const getFirstRun = defineCall({
  id: 'getFirstRun',
  method: 'GET',
  path: '/first-run',
  summary: 'The guide for the first days: which steps are done, and whether the person wants to see it',
  ...page,
  data: firstRun,
});

/** Dismisses the guide for this person, or calls it back. */
export const showFirstRun = defineCall({
  id: 'showFirstRun',
  method: 'PUT',
  path: '/first-run',
  summary: 'Dismiss the guide for the first days, or call it back',
  ...page,
  audited: false,
  body: z.object({ shown: z.boolean() }),
  data: firstRun,
});

/** The person says that a test page came out of the browser's own print dialog; no program can know that. */
export const confirmBrowserPrint = defineCall({
  id: 'confirmBrowserPrint',
  method: 'POST',
  path: '/first-run/browser-print',
  summary: 'Confirm that a test page was printed from the browser',
  ...page,
  audited: false,
  data: firstRun,
});

/**
 * A sample order in the customer's own store, numbered SAMPLE-1 and tagged "sample", within the country of the default
 * ship-from address. While one waits to be shipped it is answered again instead of a second one.
 */
export const addSampleOrder = defineCall({
  id: 'addSampleOrder',
  method: 'POST',
  path: '/first-run/sample-order',
  summary: 'Create a sample order to try a label with',
  right: 'orders.edit',
  ...page,
  data: z.object({ orderId: id, number: z.string(), created: z.boolean() }),
});
