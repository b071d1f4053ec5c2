/**
 * What is stored of a customer, for the franchise that answers for it: a file of everything. Of the franchise's administrators and the
 * operator who acts for them; support has no part in it.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, required } from '../common.ts';

/** A file is kept so long after it was made. */
export const EXPORT_KEPT_DAYS = 7;

const customerExport = z.object({
  id,
  state: z.enum(['waiting', 'ready', 'failed']),
  askedAt: z.iso.datetime(),
  /** Empty where the person is gone. */
  askedBy: z.string(),
  readyAt: z.nullable(z.iso.datetime()),
  /** Bytes. */
  size: z.nullable(z.int()),
  goneAt: z.nullable(z.iso.datetime()),
});
export type CustomerExport = z.infer<typeof customerExport>;

const customerExports = z.object({
  /** The newest first. */
  exports: z.array(customerExport),
});

const administrator = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN'], right: 'customers.manage' } as const;

export const listCustomerExports = defineCall({
  id: 'listCustomerExports',
  method: 'GET',
  path: '/franchise/customers/{id}/exports',
  summary: 'Files with everything stored of a customer, and those being made',
  ...administrator,
  params: idParams,
  data: customerExports,
});

/** Asked again while one is being made: that one. Problem: `not_found`. */
export const startCustomerExport = defineCall({
  id: 'startCustomerExport',
  method: 'POST',
  path: '/franchise/customers/{id}/exports',
  summary: 'Have a file made with everything stored of a customer',
  ...administrator,
  audited: true,
  params: idParams,
  data: customerExports,
});

/** A gzipped tar. Problems: `not_found`, also while it is not made. */
export const downloadCustomerExport = defineCall({
  id: 'downloadCustomerExport',
  method: 'GET',
  path: '/franchise/customers/{id}/exports/{exportId}',
  summary: 'The file with everything stored of a customer',
  ...administrator,
  audited: true,
  params: z.extend(idParams, { exportId: id }),
  produces: 'application/octet-stream',
});

/** So long an erasure can be withdrawn before it begins. */
export const ERASURE_WAIT_DAYS = 14;

const erasureReason = z.object({
  code: z.enum([
    'access',
    'owes',
    'credit',
    'reserved',
    'invoices',
    'unbilled',
    'payments',
    'disputes',
    'differences',
    'differences-above',
    'unbilled-above',
    'plan',
    'purchases',
    'voids',
    'claims',
    'batches',
    'returns',
    'voidable',
  ]),
  message: z.string(),
  /** Where it is dealt with: a tab of the customer's page, the franchise's invoices, or those of carriers. */
  place: z.enum(['credit', 'shipping', 'people', 'plan', 'statements', 'bills']),
});
export type ErasureReason = z.infer<typeof erasureReason>;

const customerErasure = z.object({
  /** Null: nobody asked for it. */
  waiting: z.nullable(
    z.object({
      reason: z.string(),
      askedAt: z.iso.datetime(),
      /** Empty where the person is gone. */
      askedBy: z.string(),
      eraseAt: z.iso.datetime(),
      /** Its day has come, and something kept it from beginning. */
      held: z.boolean(),
    }),
  ),
  /** What is open now: it neither can be asked for nor begins. */
  reasons: z.array(erasureReason),
});
export type CustomerErasure = z.infer<typeof customerErasure>;

export const getCustomerErasure = defineCall({
  id: 'getCustomerErasure',
  method: 'GET',
  path: '/franchise/customers/{id}/erasure',
  summary: 'Whether a customer is to be erased and when, and what is open with it',
  ...administrator,
  params: idParams,
  data: customerErasure,
});

/** Suspends it at once. Problems: `not_found`, `validation` (the name is another, it waits already), `erasure_refused` with the reasons, `move_under_way`. */
export const eraseCustomer = defineCall({
  id: 'eraseCustomer',
  method: 'POST',
  path: '/franchise/customers/{id}/erasure',
  summary: 'Erase a customer that left, after days in which it can be withdrawn; what the law asks to keep stays',
  ...administrator,
  audited: true,
  params: idParams,
  body: z.object({
    /** The customer's, as it stands on its page. */
    name: required(120),
    reason: required(500),
  }),
  data: customerErasure,
});

/** Gives access back to who had it. Problems: `not_found`, `stale_version` where it has begun. */
export const withdrawErasure = defineCall({
  id: 'withdrawCustomerErasure',
  method: 'POST',
  path: '/franchise/customers/{id}/erasure/withdraw',
  summary: 'Do not erase a customer after all',
  ...administrator,
  audited: true,
  params: idParams,
  data: customerErasure,
});
